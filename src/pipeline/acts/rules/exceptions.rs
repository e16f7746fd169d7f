//! Defines exceptions to rules: "hotfixes may go to main though", "generated code is exempt", "the rule doesn't hold
//! for the payment provider". The rule stays in force, with the exception appended.

use super::{bans, stated_rules};
use crate::language::phrases::{Phrases, phrases};
use crate::language::stems::tokens;
use crate::pipeline::acts::references::standing::{LATELY, lately, recent};
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::topics::low_first;
use crate::pipeline::acts::sentences::wording::{self, after_any, capital, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::BlockKind;
use crate::state::ItemKind;

forms! {
    "no-hold" r"^(?:but |and |only |though |however,? |ok,? |btw,? )*(?:the|that|this) (?:rule|limit|ban|restriction|constraint|requirement|freeze) (?:doesn't|does not|isn't|is not|won't|need not|needn't) (?:hold|apply|count|valid|in force|meant) (?:for|to|in|on|with) (?P<what>[^,;]{2,60})(?P<more>[,;].*)?$"
        yes "the rule doesn't hold for the payment provider, mock that one" no "the rule doesn't hold";
    "except" r"^(?:but |and |well,? |ok,? )*(?:with the exception of|the (?:only |one )?exceptions? (?:is|are)|(?:only |one )?exceptions?:|except|apart from)(?: for| in| from)? (?P<what>[^,;]{2,60})(?P<more>[,;].*)?$"
        yes "except for the data repo, that one stays German" no "exceptions are thrown";
    "is-exempt" r"^(?:but |and |only |though |however,? |ok,? |btw,? )*(?P<what>(?:the |our |all |any )?[\w'./-]+(?: [\w'./-]+){0,4}?) (?:is|are) (?:the (?:only |one )?exceptions?|(?:an )?exceptions?|exempt(?:ed)?(?: from .{2,40})?|excluded|excepted|not affected|not covered)(?: though| however| here)*$"
        yes "generated code is exempt" no "the code is exact";
    "is-fine" r"^(?:but |and |only |though |however,? |ok,? |btw,? )*(?P<what>(?:the |our |all |any )?[\w'./-]+(?: [\w'./-]+){0,4}?) (?:is|are) (?:fine|ok|okay|allowed|alright)(?: though| however| here)*(?P<more>, (?:just|only|but) [^;]{3,50})?$"
        yes "dev dependencies are fine" no "dev is what it is";
    "needed-only" r"^(?:but |and |so |now |ok,? |actually,? )*(?P<what>(?:the |our )?[\w'./-]+(?: [\w'./-]+){0,4}? (?:is|are)(?: now| really)? only (?:needed|required|necessary|relevant|wanted|mandatory) (?:for|in|on|at|with|during) [^,;]{2,50})(?P<more>[,;].*)?$"
        yes "lights are only needed on the quay, the rest may stay dark" no "the lights are only needed";
    "for-you-may" r"^(?:but |and |ok,? |fine,? |alright,? |right,? )*(?P<what>(?:for|in|on) [^,;]{2,40}?,? (?:you|we) (?:may|can|are allowed to) [a-z]+ [^,;]{2,60})(?P<more>[,;].*)?$"
        yes "ok, for the quay you may hang one lamp" no "for the quay you may";
    "need-not-only" r"^(?:but |and |so |ok,? )*(?:you|we) (?:don't|do not|needn't|need not)(?: need to| have to)? (?P<deed>[a-z]+)(?: me| us)?(?: [^,;]{2,60}?)?(?: any ?more| any longer| now)*,? (?:only|just) (?P<only>(?:before|for|when|if|after|with|on|in) [^,;]{2,60})$"
        yes "you don't need to ring for row boats any more, only before a ferry docks" no "you don't need to ring for row boats";
    "may" r"^(?:but |and |only |though |however,? |ok,? |btw,? )*(?P<what>(?:the |our |all |any )?[\w'./-]+(?: [\w'./-]+){0,3}?) (?:may|can|are allowed|is allowed) (?:still |of course |to )*(?P<deed>.+?)(?: though| however)?$"
        yes "hotfixes may go to main though" no "may I go to main";
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let mut out = Vec::new();
    let stands = recent(view, ItemKind::Constraint).any(|i| lately(view, i, LATELY));
    let mut before = String::new();
    for sentence in view.own().filter(|s| !s.asks && s.block != BlockKind::Heading) {
        let ruled = RULES.within(&std::mem::replace(&mut before, format!("{} ", sentence.text.to_lowercase())));
        if !(stands || ruled) {
            continue;
        }
        let text = wording::plain(&sentence.text).replace('’', "'");
        let text = text.trim_end_matches(['.', '!']);
        if words(text) <= MOST {
            let segment = view.segments(sentence).first().cloned();
            out.extend(segment.and_then(|s| {
                exception(
                    view,
                    &Segment {
                        text: text.to_owned(),
                        low: text.to_ascii_lowercase(),
                        range: sentence.range.clone(),
                        ..s
                    },
                )
            }));
        }
    }
    out
}

/// Words by which a sentence may be a rule.
const RULES: Phrases = phrases!(
    "no |not |n't |dont |never |nobody |nothing |only |always |every |each |all |any |must |max|at most|at least|should |need"
);

/// Maximum number of words in an exception.
const MOST: usize = 18;

fn exception(view: View<'_>, segment: &Segment) -> Option<Act> {
    let (form, found) = first(&FORMS, &segment.low)?;
    // "Deploying on a Friday is allowed again" ends the rule.
    if form != "need-not-only" && phrases!(" again| any more| anymore").within(&segment.low) {
        return None;
    }
    let what = unhurried(group(&segment.text, &found, "what"));
    let no_subject =
        phrases!("i|you|we|it|that|this|they|he|she|there|what|which|who|if|when|one|everything|nothing|all|both|not");
    if no_subject.contains(what.split(' ').next().unwrap_or("").to_lowercase().as_str()) {
        return None;
    }
    let told = |rule: &str| match form {
        "may" => whole(&format!("{rule}; {}", bare(&segment.text))),
        "for-you-may" => whole(&format!("{rule}; {}", low_first(what))),
        // The rule holds for less.
        "needed-only" => whole(&capital(what)),
        "need-not-only" => {
            let part = |name| group(&segment.text, &found, name);
            whole(&capital(&format!("{} only {}", part("deed"), part("only"))))
        }
        _ => whole(&format!("{rule}, except {what}")),
    };
    // A bare permission is an exception only if a rule is about its subject.
    let permits = matches!(form, "may" | "is-fine" | "for-you-may" | "needed-only" | "need-not-only");
    let about = |rule: &str| !permits || shares(rule, &segment.text);
    let said = |act: &Act| matches!(act.deed, ActKind::Rule { .. }) && act.range.end <= segment.range.start;
    let follows = view.own().next().is_some_and(|s| s.range.end <= segment.range.start) && view.own_bytes() <= NEAR;
    let rules = if follows { [bans::read(view), stated_rules::read(view)].concat() } else { Vec::new() };
    if let Some(rule) = rules.into_iter().rfind(|a| said(a)).filter(|a| about(&a.summary)) {
        let range = rule.range.start..segment.range.end;
        return Some(Act { summary: told(&rule.summary), range, form: "rule-except", ..rule });
    }
    let rule = recent(view, ItemKind::Constraint).find(|i| lately(view, i, LATELY) && about(&i.summary))?;
    let text = told(&rule.summary);
    Some(Act { form: "rule-except", ..Act::revises(rule, segment, &text, "rule-except") })
}

/// Maximum length in bytes of a turn whose exceptions may belong to a rule of the same turn.
const NEAR: usize = 600;

/// Strips the words that link a sentence to the one before: "but hotfixes may go to main though".
fn bare(text: &str) -> &str {
    let mut rest = text.trim();
    while let Some(after) = after_any(rest, phrases!("but|and|only|though|however|ok|btw")) {
        rest = after.trim_start_matches([',', ' ']);
    }
    rest.trim_end_matches(" though").trim_end_matches(" however")
}

/// Whether two texts share a content word.
fn shares(rule: &str, said: &str) -> bool {
    let of_rule = tokens(rule);
    tokens(said).iter().any(|t| t.len() > 3 && of_rule.contains(t))
}
