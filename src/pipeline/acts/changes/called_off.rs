//! Defines how the person calls work off or puts it off: by an order that names it, in answer to what the agent objects
//! ("no, too risky"), on news ("the ticket was closed as wontfix"), or by keeping what was to go ("they stay").

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::references::named_tasks::{
    OpenTask, has_object, is_named_by, is_recent, names, only_asked, open_lately,
};
use crate::pipeline::acts::sentences::wording::{after_any, unhurried, words};
use crate::pipeline::acts::work::{delivered, imperative};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::state::Item;
use crate::text::patterns;

/// Words before an order to drop a task or to put it off, as alternatives of a pattern with `(?x)`.
macro_rules! led {
    () => {
        r"no,?\ |ok,?\ |oh,?\ |ah,?\ |uff,?\ |nah,?\ |yeah,?\ |hm+,?\ |argh,?\ |on\ second\ thought,?\ |actually,?\ |and\ |but\ |please,?\ |well,?\ |so\ |then\ |let'?s\ |we\ can\ |you\ can\ |we'll\ |i'd\ say\ |(?:stop|wait|hold\ on|hey|sorry|apologies|my\ bad|no\ wait)[,.!]*\ |change\ of\ plans?[,:]\ |i(?:'ve|\ have)?\ changed\ my\ mind[,:]\ "
    };
}

patterns! {
    /// How people drop a task.
    DROPS = concat!(r"(?x) ^(?:", led!(), r")* (?:
        (?:skip|drop|strike|abort|disregard|axe|call\ off|no\ longer\ want|i\ (?:don't|no\ longer)\ want|we\ (?:don't|no\ longer)\ want|don't\ (?:build|continue\ with|work\ on|go\ on\ with|go\ ahead\ with|proceed\ with)|stop\ (?:doing|building|with)|throw\ (?:away|out)\ (?:what|all|everything|whatever)(?:\ that)?\ (?:you\ have|you've\ (?:got|done|made)|there\ is)\ (?:for|on|of)|not\ do|not\ bother\ with|forget(?:\ about)?|scrap|cancel|scratch|ditch|abandon|kill|nix|don't\ bother\ with|don't\ do|never\ ?mind|leave\ out|omit|no\ need\ (?:for|to)|we\ (?:don't|no\ longer)\ need|we\ won't\ need|you\ don't\ (?:need|have)\ to(?:\ do)?|not\ doing|stop\ working\ on|(?:let's|lets)\ not\ (?:do|bother\ with))\ (?P<what>.+)
        | (?P<gone>.+?)\ (?:isn't|is\ not|aren't|are\ not|is\ no\ longer|are\ no\ longer|won't\ be)\ (?:needed|necessary|required|wanted|happening|relevant)\b.*
        | (?:take|cross|strike|scratch)\ (?P<listed>.+?)\ off(?:\ (?:the|your|my|our)\ [\w-]+(?:\ list)?)?(?:\ again|\ then|,\ .*)?
        | (?P<topic>.+?)\ (?:you|we)\ can\ (?:drop|skip|forget(?:\ about)?|scrap|cancel|leave\ out|omit|cross\ off)(?:\ (?:altogether|entirely|completely|again|then|now|after\ all)|,\ .*)?
        | leave\ (?P<skipped>(?:the|that|this|those|these)\ [^,;:]{2,40}),\ (?:nobody|no\ one|it's\ not|that's\ not|it\ isn't|not\ worth|no\ need|we\ don't|we\ won't|there's\ no).+
        | (?:.{0,40}\ )?(?:pull|pulled|pulls|pulling)\ the\ plug\ on\ (?P<plug>[^,;:]{2,60})
        | (?:you|u)\ can\ leave\ (?P<left>.+?)\ alone(?:\ then|\ now|,\ .*)?
        | (?P<became>.+?)\ (?:is|are)\ (?:off\ the\ (?:table|list)|obsolete|out\ of\ scope|cancelled|canceled|unnecessary)\b.*
        | (?:(?:my|our|the)\ )?(?P<who>\w+)(?:\ \w+)?\ (?:took\ over|takes\ over|will\ take\ over|is\ taking\ over|is\ handling|handles|is\ (?:already\ )?(?:doing|working\ on)|is\ already\ on|has\ already\ done|already\ (?:did|does)|will\ (?:do|handle|take))\ (?P<taken>.+) ) $");
    /// How people take back what they just asked for, without a name.
    NEVER_MIND = r"^(?:oh|ah|ok|okay|hm+|uff|well|no|so)*[,. ]*(?:never ?mind|nvm|forget (?:it|that|about it)|leave it|call (?:it|this|that) off|(?:please )?(?:don't|do not)(?: bother| do it)?|(?:undo|cancel|void|withdraw|drop|ignore|disregard|forget|scrap|scratch) (?:my|that|this|the) (?:last |previous )?(?:request|order|ask|message|ticket|instruction)|(?:belay|cancel|abort|scrap|scratch|disregard) (?:that|this|it)(?: one| order| request)?)(?: then| that| about it| for now|[,:] .*)?$";
    /// How people put a task off.
    PUT_OFF = concat!(r"(?x) ^(?:", led!(), r"|i'd\ )*
        (?: (?:leave|do|keep|save|handle|tackle|move|push)\ (?P<moved>.+?)\ (?:for\ later|for\ now|later|for\ another\ day|next\ (?:week|sprint|month|time|release)|tomorrow|to\ (?:next|the\ next|a\ later)\ .+|on\ hold|until\ .+|after\ .+|aside|back)\b.*
        | (?:park|postpone|defer|delay|shelve|pause|hold\ off\ (?:on|with)|put\ .+\ (?:off|on\ hold|aside|on\ the\ back\ burner)|wait\ with|not\ now|later|not\ yet|skip\ .+\ for\ now)\b(?P<parked>.*)
        | (?P<waits>[^,;:]{2,60})\ (?:can|could|will\ have\ to|has\ to|have\ to|must)\ wait(?:\ (?:until|till|for)\ .+|\ (?:a\ bit|for\ now))?(?:,.*)? ) $");
    /// Words that move work in time.
    PUTS = concat!(r"(?x) ^(?:", led!(), r"|can\ (?:we|you)\ |could\ (?:we|you)\ |us\ )*(?:leave|park|push|put|move|do|stop|hold|wait|shelve|pause|delay|defer|postpone|set|not|no\ (?:rush|hurry)|low|remind|forget)\b
        | \b(?:we|i)(?:'ll|\ will|'d|\ would|\ can|\ do)?(?:\ still|\ rather|\ just)?(?:\ don't|\ not)?\ (?:get\ to|do|come\ back\ to|leave|have\ time|want|need|postpone|park|push|move|delay)\b
        | \b(?:comes?|goes|has\ (?:some\ )?time|can\ wait|will\ (?:be\ done|come|follow|wait|have\ to\ wait)|is\ (?:for\ later|low|postponed|deferred)|postponed|don't\ (?:start|forget)|hold\ off)\b | :\ (?:not|later)\b | ^[\w'\ -]{2,40}[,:]?\ later$ ");
    /// Words that give work a later time: "not today", "until the thaw".
    LATER = r"(?x)\b(?:later|for\ now|for\ the\ moment|for\ a\ (?:bit|while|few)|not\ (?:now|yet|today|tonight|this\ (?:week|month|sprint|year)|right\ now)|another\ (?:day|time)|some\ (?:other\ )?(?:day|time)|on\ ice|on\ hold|on\ pause|back\ ?burner|back\ seat|backlog|(?:end|bottom|back)\ of\ the\ (?:list|queue|line|stack)|has\ (?:some\ )?time|can\ wait|low(?:er)?\ prio\w*|tomorrow|next\ (?:week|month|sprint|year|time|version|release|quarter)|after\ (?:my|the|our|we|i|this|that)\b|until|till|when\ there(?:'s|\ is)\ time|in\ the\ (?:next|coming)\ \w+|no\ (?:rush|hurry)|not\ urgent|isn't\ urgent|postponed?)\b | (?:don't|do\ not|no)\b.{0,40}\b(?:right\ now|at\ the\ moment|now|yet|today|this\ (?:week|sprint|month))\b ";
    /// Words that end for good what else would only be put off.
    FOR_GOOD = r"\b(?:for good|forever|for ever|permanently|altogether|for all time)\b";
    /// How people give up what the agent objected to.
    REFUSES = r"(?x) ^(?:hm+|oh(?:\ no)?|ouch|uff|ugh|argh|damn|ok|okay|ah|well|right|fair\ enough|i\ see|in\ that\ case|no|nope|nah|then|so)*[,.!\ ]*(?:in\ that\ case,?\ |then,?\ |no,?\ |nah,?\ )*
        (?: (?:that's\ |it's\ |this\ is\ |way\ |far\ |much\ )*too\ (?:risky|much|expensive|long|slow|costly|dangerous|late|complicated|complex|big|invasive|early|fragile|close)\b.*
        | (?:that's\ |it's\ |that\ is\ |it\ is\ )?(?:really\ )?not\ worth\ (?:it|that|the\ .+) | (?:let's\ |lets\ |we'd\ )?(?:rather\ |better\ )?not(?:\ then|\ now|\ do\ (?:it|that|this))? | don't(?:\ bother)?(?:\ then|\ do\ (?:it|that)|\ then\ please)?
        | (?:we|i|let's)(?:'ll)?\ (?:just\ |rather\ )?(?:keep|leave)\ (?:it|that|them|those|these)(?:\ (?:then|in|as\ (?:it\ is|they\ are|is)|alone|for\ now|instead))*
        | (?:we\ |we'll\ |i'll\ |let's\ )?(?:just\ |rather\ )?(?:stay|stick)\ (?:on|with|at)\ [^,;:\ ]+(?:\ [^,;:\ ]+)?(?:\ (?:then|for\ now))*
        | leave\ (?:the|our|my)\ [\w\ -]{2,30}?\ (?:as\ (?:it\ is|they\ are|is)|alone|be)(?:\ then|\ for\ now)*
        | (?:leave|skip|drop|forget)\ (?:it|that|them)(?:\ then|,\ then|\ be|\ alone|\ out|\ as\ (?:it\ is|is)|\ the\ way\ it\ is)? )(?:,.*|\ -\ .*)?$ ";
    /// How people say that nothing has to be done after all.
    NEEDLESS = r"(?x) ^(?:oh|ah|ok|okay|good|great|perfect|nice|cool|fine|right|so|well|then|in\ that\ case|even\ better)*[,.!\ ]*(?:oh\ |ok\ |good,?\ |then\ |so\ |and\ |in\ that\ case,?\ )*
        (?: (?:there's\ |there\ is\ |that's\ )?nothing\ (?:left\ |more\ |else\ )?(?:for\ you\ )?(?:left\ )?to\ do | no\ need(?:\ (?:for\ (?:it|that|this)|to\ (?:do|change|build|bother)(?:\ (?:it|that|anything|this))?))? | (?:we|i)(?:\ (?:don't|do\ not|no\ longer)|\ won't)\ need\ (?:it|that|this|them) | (?:it's|that's|it\ is)\ (?:not|no\ longer)\ (?:needed|necessary) | abort )
        (?:\ (?:any\ ?more|any\ longer|then|here|there|at\ all|after\ all|now|for\ us))*(?:[,.]\ .*)?$ ";
    /// How people stop work that has just begun.
    HALTS = r"(?x) ^(?:(?:wait|stop|whoa|hold\ on|hang\ on|no|oh\ no|hey)[,.!\ ]+)+(?:please\ )?(?:don't|do\ not|dont)(?:\ (?:do|touch|start|change)\ (?:it|that|them|this|anything))?(?:\ (?:yet|please|then))*(?:[,.:]\ .*|\ -\ .*)?$
        | ^.{3,80},\ (?:so|then)\ (?:please\ )?(?:don't|do\ not|dont)(?:\ (?:bother|please|then))*$ ";
    /// How people say in so many words that the last request is off.
    NOT_DOING = r"(?x) ^(?:.{0,60}[,;:]\ )?(?:so\ |then\ |and\ |but\ )*(?:we|i)(?:'re|\ are|'m|\ am)\ (?:not|no\ longer)\ (?:doing|building|going\ to\ do|going\ ahead\ with)\ (?:it|that|this)(?:\ (?:any\ ?more|after\ all|now|then|at\ all|this\ (?:year|sprint|week)))*(?:,.*)?$
        | ^(?:.{0,60}[,;:]\ )?(?:so\ |then\ |and\ |but\ )*(?:we|i)(?:'re|\ are)?\ (?:won't|will\ not|won't\ be)\ (?:do|doing)\ (?:it|that|this)\b.*$ ";
    /// News that the request itself was closed.
    CLOSED = r"(?x) ^(?:(?:bad\ |good\ )?news|update|fyi|ok|oh|so|and|btw|sorry|hm+)*[:,!\ ]*(?:the|that|this|my|our)\ (?:ticket|issue|task|story|request|bug|bug\ report|card|feature|job|order)\ (?:(?:was|is|got|has|been|just|already|now|meanwhile)\ )*
        (?:closed\ as\ (?:wontfix|won't\ fix|won't\ do|invalid|obsolete|not\ a\ bug|not\ planned|rejected|declined|works\ as\ designed|by\ design)|cancell?ed|withdrawn|rejected|declined|descoped|scrapped|shelved|called\ off|pulled|killed|void|moot|obsolete|invalid|dead|off\ the\ table|a\ mistake|a\ misunderstanding|no\ longer\ (?:needed|valid|relevant))\b.*$ ";
    /// A thing that is to stay although the request was to remove or change it.
    STAYS = r"(?x) ^(?:.{0,60}[,;:]\ )?(?:so\ |and\ |but\ |no\ )*(?P<what>they|it|those|these|that\ one|(?:the|our|my|all|both)\ [\w./`-]+(?:\ [\w./`-]+){0,3}?)\ (?:(?:all|both|must|should|will|can|has\ to|have\ to|just|'ll)\ )*stays?(?:\ (?:as\ (?:it\ is|they\ are|is)|put|where\ (?:it\ is|they\ are)|the\ way\ .+|in|untouched|for\ now|then|please|after\ all))*$ ";
    /// Keeping what there is, said when a change is called off: "we stay on the old one".
    FALLS_BACK = r"^(?:so |then |and |ok,? )*(?:we(?:'ll)?|let's|i(?:'ll)?) (?:just |simply |rather )?(?:stay|stick|keep|leave|live)(?: on| with| at| to| using)? (?:it|them|that|those|what (?:we have|is there|it is)|where we are|(?:the|our) (?:old|current|present|existing|former)(?: (?:one|ones|version|way|setup|thing|state))?)(?: (?:as (?:it is|they are|is)|then|for now|the way .{1,20}))*$";
}

/// Id of the form of work that is called off without its name.
pub(in crate::pipeline::acts) const CALLED_OFF: &str = "called-off";

/// Verbs of requests that what stays contradicts.
const TAKES_AWAY: Phrases = phrases!(
    "delete|remove|drop|replace|rename|move|migrate|upgrade|update|rewrite|switch|swap|convert|kill|retire|disable|clean up|clean|clear|get rid of|take out|rip out|throw out|archive|wipe|purge|uninstall|close|cut|strip|prune|deprecate"
);

/// Whether "never mind" takes back the last request: it opens the turn, and the agent has asked and excused nothing since.
fn takes_back_request(view: View<'_>, sentence: &Sentence) -> bool {
    let opens = view
        .own()
        .all(|s| s.range.end <= sentence.range.start && words(&s.text) <= 2 || s.range.start >= sentence.range.start);
    let answers = |s: &Sentence| s.asks || phrases!("sorry|misread|my mistake|apolog").within(&s.text.to_lowercase());
    opens && view.agents_turn().is_some_and(|agent| !agent.sentences.iter().any(answers))
}

/// A task that the person drops or puts off.
pub(in crate::pipeline::acts) fn dropped(
    view: View<'_>,
    sentence: &Sentence,
    low: &str,
    tasks: &[OpenTask<'_>],
) -> Option<Act> {
    let low = low.trim().trim_end_matches(['.', '!']).replace("do not ", "don't ");
    let low = low.as_str();
    if words(low) > 24 {
        return None;
    }
    let putting_off = |task: &OpenTask<'_>| (names(low, task) || has_object(low, task.item)) && PUTS.is_match(low);
    let newest = || tasks.first().map(|t| t.item).filter(|t| is_recent(view, t));
    if LATER.is_match(low) && !FOR_GOOD.is_match(low) && tasks.iter().any(putting_off) {
        return Some(Act::nothing(sentence.range.clone(), "put-off"));
    }
    if let Some(found) = PUT_OFF.captures(low) {
        let what = ["moved", "parked", "waits"].iter().find_map(|g| found.name(g)).map_or("", |m| m.as_str());
        let what = what.split([',', ';']).next().unwrap_or(what);
        let task = tasks.iter().find(|t| names(low, t) || is_named_by(what, t.item)).map(|t| t.item);
        let task = task.or_else(|| newest().filter(|_| points(low)))?;
        let ends = FOR_GOOD.is_match(low);
        return Some(if ends {
            Act::ends(task, sentence.range.clone(), "drop-task")
        } else {
            Act::nothing(sentence.range.clone(), "put-off")
        });
    }
    if NEVER_MIND.is_match(low) && !orders_else(low) {
        return only_asked(view, tasks)
            .filter(|_| takes_back_request(view, sentence))
            .map(|task| Act::ends(task, sentence.range.clone(), "drop-task"));
    }
    if let Some(task) = given_up(view, sentence, low, tasks) {
        return Some(Act::ends(task, sentence.range.clone(), CALLED_OFF));
    }
    // "The new site has one anyway, so you can drop that task"
    let drawn = low.rsplit_once(" so ").filter(|(told, _)| !told.starts_with("if ")).map(|(_, drawn)| drawn);
    let drawn = drawn.filter(|drawn| !phrases!(" in | on | at | as | with ").within(drawn));
    let found = DROPS.captures(low).or_else(|| DROPS.captures(drawn?))?;
    let ours = phrases!("i|you|we|it|that|this|he|she|they|who|what|which");
    if found.name("who").is_some_and(|m| ours.contains(m.as_str())) {
        return None;
    }
    let what = ["what", "gone", "listed", "topic", "left", "became", "taken", "skipped", "plug"]
        .iter()
        .find_map(|g| found.name(g))
        .map(|m| m.as_str())?;
    let what = what.split([',', ';']).next().unwrap_or(what);
    let what = what.split(" because ").next().unwrap_or(what);
    let what = unhurried(after_any(what, phrases!("about|for|to")).unwrap_or(what));
    let pointed = words(what) <= 3 && points(what);
    let task = tasks.iter().map(|t| t.item).find(|t| is_named_by(what, t)).or_else(|| newest().filter(|_| pointed))?;
    let mut act = Act::settled(ActKind::Drop, sentence.range.clone(), task.summary.clone(), "drop-task");
    act.target = Some(task.id.clone());
    Some(act)
}

fn points(low: &str) -> bool {
    low.split(|c: char| !c.is_alphanumeric()).any(|w| phrases!("that|this|it|those|these|them").contains(w))
}

/// The task of the last request, when a sentence says without its name that it is off.
fn given_up<'l>(view: View<'_>, sentence: &Sentence, low: &str, tasks: &[OpenTask<'l>]) -> Option<&'l Item> {
    let task = only_asked(view, tasks)?;
    let began = !view.offers.iter().any(|o| o.asked) && (halts(low) || NEEDLESS.is_match(low));
    if NOT_DOING.is_match(low) || CLOSED.is_match(low) || began {
        return Some(task);
    }
    if let Some(found) = STAYS.captures(low) {
        let what = found.name("what")?.as_str();
        let named = is_pronoun(what) || is_named_by(what, task);
        return Some(task).filter(|task| named && after_any(&task.summary, TAKES_AWAY).is_some());
    }
    // "Ouch.", "two weeks?" only react.
    let reacts = |s: &Sentence| words(&s.text) <= if s.asks { 4 } else { 2 };
    let opens = view.own().take_while(|s| s.range.start < sentence.range.start).all(reacts);
    let refused = opens && REFUSES.is_match(low) && has_objected(view);
    refused.then_some(task)
}

/// The tasks that the person calls off by their names although the agent has just offered something without asking: they
/// answer no offer.
pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    if view.offers.is_empty() || view.offers.iter().any(|o| o.asked) {
        return Vec::new();
    }
    let tasks = open_lately(view);
    let own = view.own().filter(|s| !s.asks && s.block != BlockKind::Heading).take(SENTENCES);
    let named = own.filter_map(|s| {
        let low = s.text.to_lowercase().replace('’', "'");
        let act = dropped(view, s, &low, &tasks).filter(|act| act.deed == ActKind::Drop)?;
        let task = tasks.iter().find(|t| Some(&t.item.id) == act.target.as_ref())?;
        (act.form == CALLED_OFF && !REFUSES.is_match(&low) || names(&low, task)).then_some(act)
    });
    named.collect()
}

/// Number of the person's first sentences that are looked at.
const SENTENCES: usize = 3;

/// Whether words only stop the work.
fn halts(low: &str) -> bool {
    HALTS.is_match(low) && !orders_else(low)
}

/// Whether words say what to do instead: "please don't, put them in the shed".
fn orders_else(low: &str) -> bool {
    let behind = low.split_once("don't").map_or("", |(_, behind)| behind.trim_start_matches([',', '.', ' ']));
    imperative::opens(behind)
}

fn is_pronoun(what: &str) -> bool {
    phrases!("they|it|those|these|that one").contains(what)
}

/// Whether the agent's last turn only says what speaks against the request: it asks, offers and reports nothing.
fn has_objected(view: View<'_>) -> bool {
    const COSTS: Phrases = phrases!(
        " need| take| requir| mean| cost| break| would | risk| depend| only | cannot |n't | not | hour| day| week| month| but | however| careful| without | every | all "
    );
    let Some(turn) = view.agents_turn() else { return false };
    let mut own = turn.sentences.iter().filter(|s| s.block != BlockKind::Quote);
    let costs = |s: &Sentence| COSTS.within(&format!(" {} ", s.text.to_lowercase().replace('’', "'")));
    view.offers.iter().all(|o| !o.asked)
        && own.clone().any(costs)
        && own.all(|s| !s.asks && !delivered::is_report(&s.text))
}

/// Whether a sentence only says that things stay as they are: "we stay on the old one". Behind work that was called off it
/// settles nothing more.
pub(in crate::pipeline::acts) fn falls_back(low: &str) -> bool {
    FALLS_BACK.is_match(low.trim().trim_end_matches(['.', '!']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_agent_objects_to_is_given_up_in_few_words() {
        for said in [
            "too risky",
            "hm no, too expensive for a shed",
            "ok then leave it",
            "not worth it",
            "then not",
            "oh, in that case don't",
            "no, we keep them as they are",
            "let's not do that",
            "that's way too much for one roof",
            "ugh, then stay on tin for now",
            "right, leave the shelves as they are then",
        ] {
            assert!(REFUSES.is_match(said), "{said}");
        }
        for said in [
            "too bright, dim it",
            "no, the left one",
            "leave it to the plumber to decide",
            "we keep the ladder in the shed",
            "don't forget the hinges",
            "it's not worth much",
        ] {
            assert!(!REFUSES.is_match(said), "{said}");
        }
    }

    #[test]
    fn work_is_called_off_on_news_and_by_what_stays() {
        for said in [
            "we're not doing it",
            "the roofer wants 9000, we are not going to do that this year",
            "the neighbours object, so we won't do it",
        ] {
            assert!(NOT_DOING.is_match(said), "{said}");
        }
        for said in
            ["the ticket was closed as wontfix", "bad news: that card got withdrawn", "our request was rejected"]
        {
            assert!(CLOSED.is_match(said), "{said}");
        }
        for said in ["the ticket was closed as done", "the ticket is closed tonight", "the shop is closed"] {
            assert!(!CLOSED.is_match(said), "{said}");
        }
        for (said, what) in [
            ("they stay", "they"),
            ("stop, aunt Ines needs those. the shelves stay where they are", ""),
            ("aunt ines needs those, the old shelves stay where they are", "the old shelves"),
            ("the lamp stays", "the lamp"),
        ] {
            let found = STAYS.captures(said).map(|c| c.name("what").map_or("", |m| m.as_str()).to_owned());
            assert_eq!(found.unwrap_or_default(), what, "{said}");
        }
        for said in [
            "oh good, then we don't need it",
            "perfect, nothing to do then",
            "no need any more, Ines did it",
            "abort. wrong roof",
        ] {
            assert!(NEEDLESS.is_match(&said.to_lowercase()), "{said}");
        }
        for said in
            ["no need to worry about the paint", "we don't need it before may, but then", "nothing to do with the gate"]
        {
            assert!(!NEEDLESS.is_match(said), "{said}");
        }
        for said in [
            "the roof is torn down next month, so don't",
            "wait, don't, aunt ines needs it",
            "stop stop, please don't touch them",
            "no don't",
        ] {
            assert!(HALTS.is_match(said), "{said}");
        }
        for said in ["don't paint the gate", "no, don't paint it green", "wait for the paint"] {
            assert!(!HALTS.is_match(said), "{said}");
        }
    }

    #[test]
    fn an_order_drops_or_puts_off_what_it_names() {
        for (said, what) in [
            ("strike the gate, somebody did it last week", "the gate, somebody did it last week"),
            ("leave the gate, nobody will look at it", "the gate"),
            ("the council pulled the plug on the new gate", "the new gate"),
        ] {
            let found = DROPS.captures(said);
            let named = |name: &str| found.as_ref().and_then(|c| Some(c.name(name)?.as_str().to_owned()));
            assert_eq!(["what", "skipped", "plug"].iter().find_map(|n| named(n)).as_deref(), Some(what), "{said}");
        }
        assert!(DROPS.captures("leave the gate, the paint is wet").is_none());
        assert!(PUT_OFF.is_match("the gate can wait until spring"));
        assert!(!PUT_OFF.is_match("the gate can hardly be waited for"));
        assert!(falls_back("we stay on the old one") && falls_back("we'll leave it as it is"));
        assert!(!falls_back("we stay with oak for the frame and the door"));
    }
}
