//! Defines changes of mind: another value for the same setting, another choice in the old one's place, something taken
//! back, a rule relaxed or lifted. Each change targets the item in force that it is about, so that its versions form
//! one chain.
// size: the forms of a change of mind stand in one table, in the order in which they are tried.

use super::new_values::{first_valued, named_value, names_a_limit, of_task, recounted, revalued};
use super::replacements::{in_its_place, names_last_choice, rechosen, renamed, scrapped, switched, without_tail};
use super::scaled::{in_digits, multiple};
use super::withdrawals::{relaxed, withdrawn};
use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::choices::chosen::may_be_product;
use crate::pipeline::acts::references::numbered_parts;
use crate::pipeline::acts::references::standing::{LATELY, all_named, lately, listed_step, open_tasks, recent};
use crate::pipeline::acts::rules::ruled_out;
use crate::pipeline::acts::sentences::form::{forms, group};
use crate::pipeline::acts::sentences::quantities::{measured, single, spelled, value, word_value};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::work::imperative::DOES;
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::state::ItemKind;
use crate::text::patterns;

forms! {
    "undo" r"^(?:no,? |oh,? |hm+,? |ok,? |sorry,? |wait,? |actually,? |please,? |and |i (?:have to|must|need to|want to) )*(?:undo|revert|scrap|cancel|belay|forget|strike|scratch|drop|delete|remove|ignore|retract|withdraw|take back|never ?mind|kill|lift|abandon|nix|bin|(?:i'm|i am|we're|we are) (?:pulling|withdrawing|retracting|reversing|undoing))(?: about)? (?P<what>(?:that|this|it|the|what i|my|all that|everything i)\b.*)$"
        yes "undo that, it breaks the privacy page" no "undone by then";
    "take-back" r"^(?:no,? |oh,? |hm+,? |ok,? |sorry,? |please,? |and |actually,? |on reflection,? |i )*(?:take|roll|put|turn) (?P<what>that|this|it) back\b.*$"
        yes "take that back, design wants it elsewhere" no "take it home";
    "take-it-back" r"^(?:no,? |oh,? |hm+,? |ok,? |sorry,? |please,? |and |actually,? |i |we |have to |need to |must )*take (?P<what>(?:the |our )?[\w.+#/-]+(?: [\w.+#/-]+){0,3}?) back(?: again)?(?:,? (?:i'm afraid|sorry|please))*$"
        yes "have to take Glacier back I'm afraid" no "take the train back home";
    "dont-bother" r"^(?:no,? |oh,? |hm+,? |ok,? |ah,? |actually,? |then |so )*(?P<what>don't bother|do not bother|not worth it|let's not|leave it)(?: with it| with that| about it)?(?: then| so| after all| in that case| now)*$"
        yes "don't bother then" no "don't bother me";
    "said-about" r"^(?:no,? |oh,? |ok,? |please,? |and |actually,? |then |so |well,? |hm+,? |sorry,? )*(?:(?:forget|ignore|scrap|scratch|strike|never ?mind|(?:i )?take back) (?:about )?(?:what i|everything i|all i)(?:'ve| have)? (?:just )?(?:said|wrote|told you|asked)(?: about| on| regarding| for)?|(?:i(?:'ve)? )?changed my mind (?:about|on)) (?P<what>.+)$"
        yes "forget what I said about the bloom filter, a set is small enough" no "forget it";
    "off-the-table" r"^(?:ok,? |so |please,? |and |on reflection,? )*(?:you can |then )*(?:let's |we |i )?(?:take|took|have taken) (?P<what>.+?) (?:off (?:the|your|my|our) (?:table|(?:to-?do )?list|plan|plate|agenda|backlog|roadmap)|back out|out of scope|out again)\b.*$"
        yes "Take the plugin API off the table for now" no "take it home";
    "rule-lifted" r"^(?:.{0,60}, )?(?:the |that |this )(?:rule|limit|ban|constraint|restriction|freeze|requirement)(?: (?:about|on|for|of|that|with|against))? (?P<what>.+?) (?:is|are|was|has been|have been)(?: now)? (?:lifted|gone|off|over|dropped|removed|obsolete|history|void|cancelled|canceled|off the table)(?: now| then)?$"
        yes "I asked them, the rule about new modules is lifted" no "the rule is old";
    "considered-lifted" r"^(?:.{0,60}, )?(?:and |so |then |please,? )*(?:consider|regard|treat) (?P<what>(?:the |that |this |my )(?:rule|limit|ban|constraint|restriction|freeze|requirement|no)\b.*?)(?: as)? (?:lifted|gone|off|dropped|void|history|cancelled|canceled|obsolete|over)(?: now| then)?$"
        yes "please consider the ban on trams lifted" no "consider the rules";
    "ban-gone" r"^(?:.{0,60}, )?(?:so |and |then |ok,? )*(?P<what>(?:(?:the|that|this|our|code|merge|feature|deploy|deployment|release|content) )*(?:rule|limit|ban|constraint|restriction|freeze|requirement|lockdown|embargo)) (?:is|was|has been)(?: now)? (?:lifted|gone|off|over|dropped|removed|obsolete|history|void|cancelled|canceled|suspended|revoked)(?: now| then| (?:as of|from|since|starting) (?:today|now|tomorrow|this week|yesterday|[a-z]+day)(?: on)?)*$"
        yes "ok, the freeze is over" no "the rule is old";
    "thing-over" r"^(?:.{0,60}[,)!] )?(?:the |that |this )(?P<what>[\w' -]{2,30}?) (?:thing|rule|ban|limit|freeze|restriction|policy|requirement) (?:is|was|has been)(?: now)? (?:over|gone|lifted|off|history|obsolete|dropped|no more|void|moot|dead)\b.*$"
        yes "the friday thing is over, we have on-call now" no "the meeting is over";
    "applies" r"^(?:[^,]{3,60}, )?(?:so |and |ok,? |actually,? |btw,? )*(?:the |that |this |our )?(?P<what>[^,]{3,60}?)(?: rule| limit| restriction| ban| requirement| constraint)?(?: is| are)? (?:no longer|doesn't|does not|don't|do not|won't|isn't|is not) (?:applies|apply|holds?|counts?|matters?|in force|needed|required|relevant|valid)(?: anymore| any more| any longer| now)?$"
        yes "the friday rule no longer applies" no "it applies now";
    "none-needed" r"^(?:so |and |ok,? |actually,? |then )*no (?P<what>[^,;]{3,40}?) (?:needed|required|necessary)(?: any ?more| then| after all| here| for now| at all)*$"
        yes "no flags needed here" no "no need";
    "no-longer" r"^(?:so |and |ok,? |actually,? )*(?:you can (?:now )?ignore|we (?:don't|do not|no longer) need|no need for|there's no need for|we can drop|we can forget|you can forget|we're dropping|we drop|we dropped) (?P<what>.+?)(?: anymore| any more| any longer| from now on| now| after all)?$"
        yes "you can ignore the 80 column limit from now on" no "we need that anymore";
    "requirement-gone" r"^(?:please,? |and |so )*(?:delete|remove|drop|strike|lift|scrap|cancel) (?:the |that |this )(?:requirement|rule|constraint|limit|condition|restriction|decision)(?: (?:of|about|on|for|that|with))? (?P<what>.+)$"
        yes "Please delete the requirement of IE11" no "delete the file";
    "you-may" r"^(?:ok(?:ay)?,? |fine,? |ouch\.? |actually,? |hm+,? |right,? |so |then |alright,? |well,? )*(?:then )?(?:you|we)(?: now| actually| can| may)* (?:can|may|are allowed to|'re allowed to|are free to) (?:now |actually |of course |also )?(?P<what>.+)$"
        yes "Actually you may add deps if they're MIT" no "you might be right";
    "is-allowed" r"^(?:ok(?:ay)?,? |fine,? |actually,? |hm+,? |so |then |alright,? |well,? )*(?P<what>.{2,60}?) (?:is|are) (?:now |actually )?(?:ok|okay|fine|allowed|acceptable|permitted|fair game|open|free|unlocked|editable|up for grabs)(?: again)?(?: (?P<where>in|for|under|inside|within|if|when|as long as) (?P<limit>.+?))?(?: then| now| after all)?(?:, nowhere else)?$"
        yes "unsafe is allowed in src/simd then, nowhere else" no "is it fine";
    "instead" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |sorry,? |wait,? |actually,? |changed my mind,? |on second thought,? |so |then |and |but |right,? |fair,? |ah,? |hmm wait,? )*(?:let's |we'll |we have to |we need to |we must |we should |we |i'd rather |i'd like to |i'd |please |pls )?(?:go with|use|take|make it|switch to|change (?:it )?to|go|go for|do|move to|rather use|better use|swap in|swap it for|replace it (?:with|by)|replace that (?:with|by)) (?P<what>.+?)(?:,? (?:instead|then|after all|now|please|again))+(?: of (?P<old>.+))?$"
        yes "actually use zod instead" no "instead it failed";
    "old-instead" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |sorry,? |wait,? |actually,? |and |but |so )*instead of (?P<old>[^,;:]{1,40}?),? (?:let's |we'll |we |i'd |i |please |just )*(?:go with|use|take|want|have|do|make it|switch to|pick|choose) (?P<what>[^,;]{1,50})$"
        yes "instead of Express we want Fastify" no "instead of that we waited";
    "new-on" r"^(?:ok(?:ay)?,? |so |and )*(?:new|updated?|revised|final|latest) (?:decision|choice|plan|verdict|value|on|for)(?: (?:on|for|about|regarding|of))? (?P<thing>(?:the|our|my|all) [^,;:]{2,40}?)(?::|,| is| -) (?:it's |it is |we use |we'll use |use |we take )*(?P<what>[\w.+#%/-]+(?: [\w.+#%/-]+){0,3}?)(?: now| from now on| please)*$"
        yes "new decision on the server: Fastify" no "new decision on the way";
    "instead-of" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |sorry,? |wait,? |actually,? |and |but |so )*(?:let's |we'll |we |i'd |please )?(?:go with|use|take|make it|switch to|do|move to) (?P<what>.+?) (?:instead of|rather than|in place of) (?P<old>.+)$"
        yes "use Fastify instead of Express" no "instead of that";
    "x-instead-of" r"^(?:.{0,80}?\b(?:so|then|and|use|to|with|take) )?(?P<what>[\w.+#/-]+(?: [\w.+#/-]+)?) (?:instead of|rather than|in place of) (?P<old>[\w.+#/-]+(?: [\w.+#/-]+)?)(?: please| then| now)*$"
        yes "so plotly instead of matplotlib" no "instead of that";
    "replace" r"^(?:no,? |ok(?:ay)?,? |actually,? |and |so )*(?:let's |we'll |please )?(?:replace|swap|exchange) (?P<old>.+?) (?:with|by|for|against) (?P<what>.+)$"
        yes "replace Redis with Valkey" no "a replacement";
    "changed-mind" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |sorry,? |and |so )*(?:i )?(?:changed my mind|on second thought|on reflection|thinking about it again|scratch that|scrap that|no wait|wait|hold on|correction|i take it back|i take that back|strike that|forget that)\s*[,:;.!-]+ ?(?:let's |we'll |we |i'd )?(?:go with |use |take |make it |do |go for |better )?(?P<what>.+)$"
        yes "changed my mind, go with axum" no "my mind is full";
    "back-to" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |argh,? |so |then |sorry,? |and |let's |we'll |we |please )*(?:go |going |switch |revert |move |change )?(?:it )?back to (?P<what>.+)$"
        yes "back to redis" no "my back hurts";
    "its-not" r"^(?:no,? |oh,? |ok(?:ay)?,? |sorry.{0,30}?[,:] |the .{2,40}?: |so |actually,? )*(?:it's|it is|we're on|it'll be|that's) (?P<what>[^,]{1,40}), not (?P<old>[^,]{1,40})$"
        yes "it's Azure, not GCP" no "it's not";
    "x-not-y" r"^(?:.{3,110}: )?(?:no,? |oh,? |ok(?:ay)?,? |wait,? |sorry,? |i (?:said|meant|mean) |so |actually,? )*(?P<what>[\w.+#/-]+(?: [\w.+#/-]+)?)(?:,? please)?, not (?P<old>[\w.+#/-]+(?: [\w.+#/-]+)?)(?:,? (?:sorry|please))?$"
        yes "Azure, not GCP, sorry" no "it runs on Azure and not on GCP";
    "switch" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |actually,? |so |then |and |(?:.{3,60} and )?(?:we |i |they )?(?:have |'ve )?decided to |let's |we'll |we |we're |we are |i'd |please )*(?:switch|switching|move|moving|migrate|migrating|change|changing) (?:from (?P<old>.+?) )?(?:over )?to (?P<what>.+?)(?: instead| now| then)?$"
        yes "let's switch from npm to pnpm" no "the switch is broken";
    "switch-thing" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |actually,? |so |then |and |let's |we'll |we |i'd like to |can you |could you |please )*(?:(?:switch|move|migrate|change|convert|port) (?P<thing>(?:the|our|all) [\w -]{2,30}?) (?:over )?to (?P<what>[\w.+#-]+(?: [\w.+#-]+){0,2}?)|(?:do|write|render|build|host|run|store|draw) (?P<made>(?:the|our|all) [\w -]{2,30}?) (?:in|on|with|using|as) (?P<with>[\w.+#-]+))(?: instead| rather| now| then| please)*$"
        yes "move the lamps over to LED" no "move the lamps";
    "set-to" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |actually,? |so |then |and |nice\.? |let's |we |we'll |please |pls )*(?:set|bump|raise|lower|reduce|increase|cut|change|put|bring|get|take|push|pull|scale|up|drop|extend|shorten|double|halve|lift|rename|make|limit|relax|tighten|turn)(?: (?P<subject>it|that|this|them|the bar|.{2,50}?))? (?:up |down |back )?(?:to|at|by|:|->) (?P<what>.+?)(?: instead(?: of (?P<old>.+))?| then| now| please)*$"
        yes "bump the timeout to 60s" no "set theory";
    "make-it" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |ouch.{0,30}?[,.] ?|actually,? |so |then |and |let's |please |wait,? )*(?:make|let's make|call|name) (?:it|that|this|them|(?P<subject>the (?:limit|cap|ceiling|floor|max|maximum|min|minimum|budget|threshold|quota|bound))) (?P<what>.+?)(?: then| please| instead(?: of (?P<old>.+))?| now| after all)*$"
        yes "make it 60" no "it makes sense";
    "make-thing" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |hey,? |but |so |then |and |please |pls |can you |could you )*make (?P<subject>(?:the|our|my|all|each|every) [\w -]{2,30}?) (?P<what>\d\S*(?: (?:b|[c-hj-z])[a-z]*| s| m| h)?)(?: then| please| instead| now)*$"
        yes "make the bag 30 slots" no "make the bag bigger";
    "x-instead" r"^(?:.{0,110}(?:[,;]| so) )?(?:then |sorry,? |sorry but |but |ok,? )*(?P<what>[\w.+#/-]+(?: [\w.+#%/-]+)?) (?:instead|after all|in (?:its|their) (?:place|stead))$"
        yes "pricing is insane, maplibre instead" no "instead of it";
    "in-its-place" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |and |so |then )*(?:let's |we'll |i'd |we )?(?:rather )?(?:take|use|go with) (?P<what>\S+(?: \S+){0,3}?) in (?:its|their) (?:place|stead)(?: then| please)*$"
        yes "so let's take Inter in its place" no "let's take Inter";
    "take-instead" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |and |so |then )*(?:take|use|say|better|rather) (?P<what>\S+(?: \S+){0,3}?)(?: instead| then| please)*$"
        yes "take 3e-4 instead" no "we took it";
    "then" r"^(?:no,? |oh,? |ah,? |hm+,? |ok(?:ay)?,? |right,? |fine,? |so |and |argh,? )*(?P<what>[^,]{1,40}?) then(?:, but .+)?$"
        yes "28 March then" no "what happens";
    "then-x" r"^(?:no,? |oh,? |ah,? |hm+,? |ok(?:ay)?,? |right,? |fine,? |so |and |argh,? )*then (?:let's |we |use |take |go with |make it )?(?P<what>[\w.+#/`-]+(?: [\w.+#%/-]+)?)$"
        yes "ah, then tantivy" no "then it failed again and again";
    "so-go" r"^(?:no,? |oh,? |ok(?:ay)?,? )*so (?:go|use|take|make it|let's go|we go|it's)?(?: with)? ?(?P<what>[\w.+#/-]+(?: [\w.+#%/-]+)?)$"
        yes "so go ES2022" no "so we went home early";
    "other-one" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |actually,? |and |so |then |let's |please |rather |use |take |go with |try |sorry,? )*(?P<what>(?:the|that) other(?: one| option)?)(?:,? (?:after all|then|instead|please|rather|actually))+$"
        yes "hm, that other one after all" no "the other one is broken";
    "meant" r"^(?:no,? |oh,? |sorry,? |hm+,? |wait,? |ah,? |correction:? )*(?:i (?:meant|mean|wanted|want to say)|should (?:be|have been|read)|it should be|(?:it|this|that) (?:has|needs) to be|(?:it|this|that) must be|make that|that should be|better) (?P<what>\S+(?: \S+){0,3}?)(?: please| then| instead| actually)*$"
        yes "sorry i meant 650" no "what i meant was clear to everybody here";
    "value-not" r"^(?:no,? |oh,? |sorry,? |hm+,? |wait,? |ah,? |correction:? |it's |make it |i meant )*(?:(?:make |set )(?P<subject>(?:the|our) [\w -]{2,40}?)(?: to| at)? )?(?P<what>\d\S*(?: (?:[b-hj-vx-z]|i[a-rt-z])[a-z]*)?),? (?:not|instead of|and not|rather than) \d.*$"
        yes "sorry, 30 not 14" no "14 is not 30";
    "rename" r"^(?:no,? |oh,? |ok(?:ay)?,? |so |and |but |then |please,? |let's )*(?:re)?(?:name|call) (?:it|that|this)(?: to| as)? (?P<what>[\w.+#/`-]+)(?: instead| then| please| after all)*$"
        yes "rename it to tidewatch" no "call me later";
    "skip-step" r"^(?:no,? |oh,? |ok(?:ay)?,? |actually,? |great,? |good,? |and |but |so |please,? |let's |we can |you can )*(?:skip|drop|forget(?: about)?|leave out|cancel|scrap) (?:the )?(?:step |number |point |item |task |no\.? ?|#)?(?P<nth>\d{1,2}|first|second|third|fourth|fifth|last)(?: one| step| point| item| task)?(?P<tail>,? .*)?$"
        yes "skip step 3, Lena does it" no "skip the tests";
    "better-value" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |actually,? |and |but |i think |i'd say |so |maybe just )*(?P<what>\d\S*(?: [a-z]+)?)(?: (?:would|will|should|might))? (?:be|is|seems|sounds|feels|do|does)(?: much| way| far| a lot| more than| already)? (?:better|enough|plenty|fine|nicer|safer|saner|more sensible|more reasonable|a better (?:value|default|fit|number)|good enough|it|the job|sufficient)(?: here| for (?:us|this|that|now)| i think| there| instead| actually| really| too| though)*$"
        yes "5000 would be better" no "5000 is what it printed";
    "too-much" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |and |but |i think )*(?:that|it|this|\d\S*(?: [a-z]+)?)(?:'s| is| are| seems| feels| looks)? (?:way |far |much |a bit |a little |still )?too (?:long|short|much|many|few|high|low|big|small|large|slow|fast|little|tight|loose|generous|strict|aggressive)\b[,.;: -]+(?:so |make it |let's (?:do |say |use )?|better |say |try |use |rather |take )*(?P<what>\d\S*(?: [a-z]+)?)(?: (?:is|would be|will be|should be|will) (?:enough|plenty|fine|better|do|ok|sufficient))?(?: please| instead| then)?$"
        yes "10s is too long, 3 is plenty" no "it's too long";
    "will-do" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |actually,? |and |but |i think |so |maybe )*(?P<what>\d\S*(?: [a-z]+)?) (?:(?:will|would|should) (?:do|suffice)|suffices?|does (?:it|the job))(?: here| for (?:us|this|now)| too| as well| nicely| i think| then)*$"
        yes "80 will do" no "80 people will come";
    "its-now" r"^(?:no,? |oh,? |sorry,? |actually,? |and |so |but )*(?:it's|it is|that's|now it's|we're at|make it|that is) (?P<what>\d\S*(?: [a-z]+)?) (?:now|from now on|these days)$"
        yes "it's 60 now" no "it's 60 files now that fail";
    "granted" r"^(?:.{3,80}(?:,| and|[;:.]) )?(?:so |and |but |ok,? )*(?:you|we)(?:'ve| have| get| got| may have| may use| can have| can use| are allowed| are at|'re at)(?: got| up to)* (?P<what>\d\S*(?: [a-z]+)?) (?:now|from now on|these days|as of (?:now|today))$"
        yes "they gave in, you have 96 now" no "we have 12 files that fail now";
    "new-bound" r"^(?:ok(?:ay)?,? |so |and |but |then |actually,? )*(?:the |our )?new (?:[\w-]+ )?(?:ceiling|limit|max(?:imum)?|min(?:imum)?|cap|budget|target|deadline|floor|threshold|quota|bound|value|number|figure)(?: is| =|:| of)? (?P<what>\d\S*(?: [a-z]+)?)(?:, so .+)?$"
        yes "new ceiling 480k, so it fits" no "the new limit is odd";
    "is-new-bound" r"^(?:.{0,60}[,;] )?(?:so |and |but |ok,? )*(?P<what>\d\S*(?: [a-z]+)?) is (?:now )?(?:the|our) (?:new )?(?:[\w-]+ )?(?:ceiling|limit|max(?:imum)?|min(?:imum)?|cap|budget|target|deadline|floor|threshold|quota|bound|number|figure)(?: now| then| from now on| as of now| as of today| from today(?: on)?)?$"
        yes "we won, 768 mb is the new ceiling" no "12 is the year of the limit";
    "others-say" r"^(?:ok(?:ay)?,? |so |and |but |actually,? )*(?:legal|sales|accounting|hr|it|security|compliance|marketing|ops|qa|product|finance|support|design|management|they|(?:the|our|my) (?:client|customer|boss|pm|team|lead|manager|auditor|lawyers?)) (?:says?|said|wants?|asks? for|asked for|insists? on|needs?|prefers?|requires?) (?:that )?(?P<what>\d\S*(?: [a-z]+)??)(?: (?:is|are|would be|will be) (?:enough|plenty|fine|sufficient|better|the maximum|the minimum|the limit))?(?: now| instead| actually)*(?:,? (?:so |please |then )*(?:change|update|adjust|make|set) (?:it|that)(?: so| accordingly)?)?$"
        yes "legal says 90" no "legal says no";
    "better-fit" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |actually,? |so |and |but |i think |i guess |.{0,40}, )*(?P<what>[\w.+#/-]+(?: [\w.+#/-]+)?) (?:is|would be|looks like|seems like|seems) (?:actually |really |just |simply )?(?:a |the )(?:much |far |way )?better (?:fit|choice|option|match|pick|idea|tool)(?: (?:for|here|there|in|on)\b.*)?$"
        yes "go is a better fit for the worker" no "that is a better idea of it all";
    "a-bit-more" r"^(?:ok(?:ay)?,? |so |and |but |hm+,? |make (?:it|that) )*(?:a bit |a little |slightly |much |way |even )?(?:longer|shorter|more|less|higher|lower|bigger|smaller|larger|faster|slower|wider|later|earlier)[,;:]? (?:say|maybe|like|so|make it|around|about|let's say|perhaps) (?P<what>\d\S*(?: [a-z]+)?)(?: please| then)*$"
        yes "a bit longer, say 45" no "longer names are fine";
    "value-please" r"^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |actually,? |but |rather |better |more like )*(?P<what>\d\S*(?: [a-z]+)?)(?:,? (?:please|pls|instead|rather|tops|max|actually))+$"
        yes "20 minutes please" no "20 of them fail";
    "go-value" r"^(?:.{2,60}?[,:] (?:so )?|so |ok(?:ay)?,? |then |no,? |let's )?(?:go|have|let's have) (?:for |with |to |up to |down to )?(?P<what>\d\S*(?: [a-z]+)?)(?: then| please| instead| now)*$"
        yes "it lags, go 3 s" no "go 3 steps back and look";
    "scrap" r"^(?:no,? |oh,? |ah,? |hm+,? |ok(?:ay)?,? |actually,? |and |so |then |please,? |let's |we |i )*(?:(?:'m |am |'re |are )?(?:now )?(?:withdrawing|scrapping|dropping|shelving)|scrap|scratch|forget(?: about)?|drop|ditch|skip|cancel|kill|nix|bin|abandon|lose|shelve|withdraw|no more|call off|reverse|retract|revoke|rescind|back out of|give up on|disregard|never ?mind|(?:go|do) without|pretend (?:i|we) never (?:said|mentioned|brought up|asked for)) (?:(?:my|the|our|that) decision (?:on|about|for) )?(?:the |our |that |this |my )?(?P<what>.{2,80})$"
        yes "scrap scss, plain css will do" no "we scrapped by";
    "we-do-use" r"^(?:.{0,100}[.,;] )?(?:but |so |and |ok,? )*(?:we|i) do (?:use|need|want|have|take|allow) (?P<what>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?)(?: there| here| now| after all| again)+$"
        yes "we do use docker there" no "what we do here";
    "not-after-all" r"^(?:no,? |oh,? |ah,? |hm+,? |ok(?:ay)?,? |actually,? |and |so |then )*(?:let's not|we won't|we're not|we are not|i'm not|not) (?:do|doing|use|using|go with|going with|take|taking|have|having) (?:the |our |that )?(?P<what>.{2,60}?) after all$"
        yes "let's not do the mirror after all" no "not after all";
    "no-longer-stands" r"^(?:no,? |oh,? |ah,? |ok(?:ay)?,? |actually,? |and |so |then )*(?:the |that |this |my |our )?(?P<what>.{2,40}?) (?:decision|choice|idea|plan|agreement) (?:no longer (?:stands|holds)|is (?:now )?(?:void|dead|off|moot|cancelled|canceled|withdrawn|history|reversed))(?: then| now)?$"
        yes "that mirror decision no longer stands" no "the plan is void of ideas";
    "named-value" r"^(?:no,? |oh,? |ok(?:ay)?,? |actually,? |and |so |the |our |let's have |make the |please )*(?P<subject>[a-z][a-z/_ -]{2,40}?)(?: is| =|:| of| to| at| should be| goes to| goes up to| goes down to| becomes| now| (?:needs?|has|have|must|should)(?: to)? (?:be|stay)(?: kept| stored| set| held)?(?: for| at| to)?)*(?: now)? (?P<what>\d\S*(?: [a-z]+)?(?: per [a-z]+)?)(?: now| then| from now on| instead| please)*$"
        yes "batch size 64 now" no "we saw it twice";
    "not-bar" r"^(?:.{0,40}: )?(?:so |then |and |but )*(?P<what>not (?:below|above|under|over|more than|less than) .*\d.*?)(?: from now on| now)?$"
        yes "not below 80 from now on" no "not today";
    "bare" r"^(?:no,? |nah,? |oh,? |ah,? |hm+,? |ok(?:ay)?,? |nope\.? ?|so |sorry,? |wait,? |hmm,? |actually,? )*(?P<what>[\w.+#%/-]+(?: [\w.+#%/-]+)?)$"
        yes "no, memcached" no "what is this all about";
}

patterns! {
    /// An order to remove what is there: "take cobra out again".
    TAKES_OUT = r"^(?:please |pls |ok,? |so |and |no,? )*(?:take|pull|rip) .{2,60}? (?:out|off|away|apart)(?: again| please| pls| then)*$";
    /// An order to change without what to: "let's switch".
    SWITCHES = r"^(?:ok,? |so |then |and |please,? )*(?:(?:let's|lets|we should|i'd|can we|could we|we can|i want to) (?:switch|change|move|swap|go with (?:it|that)|use (?:it|that)|take (?:it|that))|(?:use|take|go with|switch to) that)(?: over| to (?:that|it)| then| now| instead| from now on| please)*[.!?]*$";
    /// Something that is praised against what is in force: "hmm pnpm would be faster", "larch fits better".
    PRAISED = r"(?i)^(?:hm+,? |actually,? |but |so |i think |i guess |maybe |well,? )*(?P<what>[\w.+#/-]+(?: [\w.+#/-]+)?) (?:would be|is|seems|looks|might be|fits|works|performs|suits us) (?:actually |much |a lot |way |far |so much )?(?:(?:a|the) )?(?:better|faster|simpler|cheaper|easier|lighter|smaller|nicer|cleaner|safer|quicker)\b";
    /// The other place for a thing: "put it on the right".
    PLACED_ELSEWHERE = r"^(?:ok,? |so |then |please,? |better |rather )*(?:put|place|move|make|set|have) (?:it|them|that) (?:on|to|in|at|into|onto) (?:the )?(?P<what>[\w-]+)(?: instead| then| please| again)*[.!]*$";
    /// A name asked for: "plain css please".
    ASKED_NAME = r"^(?:ok,? |so |then |rather |use |just )*(?P<what>[\w.+#/-]+(?: [\w.+#/-]+)?),? (?:please|pls)(?: instead)?[.!]*$";
    /// A complaint about a choice in force: "ses is too expensive after all".
    OUTDONE = r"(?i)^(?:no,? |oh,? |hm+,? |ok(?:ay)?,? |argh,? |so |and |but |sorry,? )*(?:the )?(?P<old>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?) (?:is|are|was|turned out|turns out|seems|gets)(?: to be)?(?: way| far| much| just| simply)? (?:too [a-z-]+|out|dead|unmaintained|deprecated|overkill|broken|not (?:allowed|an option|possible)|no option|off the table)(?: for (?:us|this|that))?(?: after all| actually| now| for us| here)*[.!]*$";
    /// A choice behind what it is for: "for the benches we now use larch".
    FOR_THING = r"(?i)^(?:for (?P<thing>(?:the|our|all) [\w -]{2,30}?),? )(?:we(?:'ll)? |i(?:'ll)? |let's )?(?:now |just |better |please )?(?:use|take|go with) (?:now )?(?P<what>[\w.+#/-]+(?: [\w.+#/-]+){0,2}?)(?: now| instead| then| please)*[.!]*$";
    /// The choice that replaces it: "we take our own postfix".
    TAKES = r"(?i)^(?:so |then |and )*(?:we(?:'ll| will| better| now)? |let's |i'd |rather )?(?:take|use|go with|go for|switch to|move to|stay with) (?P<what>.+)$";
}

/// The choice that takes the place of one that the words before call bad: "ses is too expensive, we take our own postfix".
fn outdone(view: View<'_>, before: &str, segment: &Segment) -> Option<Act> {
    let low = before.to_ascii_lowercase().replace('’', "'");
    let old = OUTDONE.captures(before).and_then(|c| Some(c.name("old")?.as_str().to_owned()));
    let old = old.or_else(|| ruled_out::named_out(&low))?;
    let taken = TAKES.captures(&segment.text).and_then(|c| Some(c.name("what")?.as_str().to_owned()));
    // "tin was vetoed. copper then"
    let bare = after_any(&segment.text, phrases!("so|then|ok|ok so")).unwrap_or(&segment.text);
    let bare = unhurried(bare.trim_start_matches([',', ' ']));
    let what = taken.or_else(|| (words(bare) <= 2).then(|| bare.to_owned()))?;
    rechosen(view, segment, without_tail(&what), &old, "outdone")
}

/// A name in the place of the last choice, after the agent told of that: "Volley has had no release for years" - "didn't
/// know that. Retrofit please".
fn named_anew(view: View<'_>, segment: &Segment) -> Option<Act> {
    let low = segment.text.to_ascii_lowercase();
    let end = [" please", " pls", " then"].iter().find(|end| low.ends_with(*end))?;
    let name = segment.text.get(..low.len() - end.len())?;
    let named = words(name) <= 2 && name.split(' ').all(may_be_product);
    let asked = view.offers.iter().any(|offer| offer.asked && offer.last);
    (named && !asked && names_last_choice(view)).then(|| rechosen(view, segment, name, "", "instead"))?
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let mut out: Vec<Act> = Vec::new();
    let own: Vec<_> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    // "changed my mind", "nope." announce that what follows changes something.
    let mut announced = false;
    let mut said_last = String::new();
    let mut undone: Option<&Segment> = None;
    for (place, sentence) in own.iter().enumerate().take(12) {
        if sentence.asks {
            announced = false;
            if let Some(act) = asked_change(view, sentence) {
                out.extend(of_task(view, &act).map_or_else(|| vec![act.clone()], Vec::from));
            }
            continue;
        }
        if let Some(nothing) = never_mind(sentence) {
            out.push(nothing);
            continue;
        }
        let segments = view.segments(sentence);
        // "forget what I said about X, a set is enough" is one change: its reason is no act of its own.
        for (at, segment) in segments.iter().enumerate() {
            let refuses = phrases!("no|nope|nah|no no|nein").contains(segment.low.trim_matches(['.', '!', ' ']));
            // "Ann wants a bell. no. bells scare the cat": a no behind other words refuses these.
            if refuses && place > 0 && at == 0 && segments.len() == 1 {
                continue;
            }
            if announces(&segment.low) && withdrawn_alone(segments, at, own.len(), place) {
                announced = true;
                let takes_back =
                    phrases!("scratch that|scrap that|undo that|strike that|forget that|take it back|take that back");
                undone = Some(segment).filter(|s| takes_back.within(&s.low));
                continue;
            }
            let objects = after_any(&segment.low, phrases!("no|nope|sorry|actually|wait")).is_some();
            let single = own.len() <= 2 && (segments.len() == 1 || objects && value(&segment.text).is_none());
            let place = Place { short: own.len() <= 3 && at == 0, alone: at == 0 && single, announced };
            announced = false;
            if segment.unsettled() && !segment.low.contains("if they") {
                continue;
            }
            let former = out.last().filter(|a| place.announced && a.deed == ActKind::Withdraw).cloned();
            let swapped = former.and_then(|a| in_its_place(view, &a, &said_last, segment));
            let swapped = swapped.or_else(|| outdone(view, &said_last, segment));
            let last = at + 1 == segments.len() && sentence.range.end == own.last().map_or(0, |s| s.range.end);
            let swapped = swapped.or_else(|| if last { named_anew(view, segment) } else { None });
            said_last.clone_from(&segment.text);
            let Some(act) = swapped.or_else(|| of_segment(view, segment, place)) else {
                // "scratch that, no index at all": nothing takes the place of what was taken back.
                let taken_back = undone.take().and_then(|s| withdrawn(view, s, "that", "undo"));
                out.extend(taken_back.filter(|_| out.is_empty()));
                continue;
            };
            undone = None;
            // "scrap the tabs. 2 spaces": what follows takes the place of what was taken back.
            announced = act.deed == ActKind::Withdraw;
            let replaces = act.deed == ActKind::Revise;
            out.retain(|o| !(replaces && o.deed == ActKind::Withdraw && o.target == act.target));
            match of_task(view, &act) {
                Some(both) => out.extend(both),
                None => out.push(act),
            }
        }
    }
    out
}

/// Another value that is asked for politely: "could you please raise that to 90 days?"
fn asked_change(view: View<'_>, sentence: &Sentence) -> Option<Act> {
    let order = view.segments(sentence).last()?.politely_ordered()?;
    let sets = phrases!(
        "use|take|switch|go with|raise|set|bump|lower|reduce|increase|change|make|cut|extend|shorten|double|halve|put|bring"
    );
    after_any(&order.low, sets)?;
    of_segment(view, &order, Place { short: true, alone: true, announced: false })
        .filter(|act| act.deed == ActKind::Revise)
}

/// The context of a segment within its turn.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The turn is short and the segment opens its sentence.
    short: bool,
    /// The turn says nothing else, reasons aside: then a bare name or number may be a change.
    alone: bool,
    /// The words before it say that something is changed.
    announced: bool,
}

/// Whether a segment only announces a change: "changed my mind", "on second thought", "nope".
pub(super) fn announces(low: &str) -> bool {
    const ONLY: Phrases = phrases!(
        "changed my mind|i changed my mind|i change my mind|i've changed my mind|on second thought|on second thoughts|on reflection|scratch that|scrap that\
         |no wait|wait|hold on|correction|i take it back|i take that back|strike that|forget that|nope|no|nah|hmm|hm|argh|sorry\
         |i'd like to change that|i want to change that|let's change that|in that case i'd like to change that|actually no|actually, no|oh no|oh wait|thinking about it again|thinking about it|wait no|no no|ah no|oops|my mistake|my bad|undo that|nein|doch nicht|i was wrong|i got that wrong|let me correct that|let me correct myself|new plan|change of plan|change of plans|plans changed|decided otherwise|i decided otherwise|we decided otherwise|that was a typo|typo"
    );
    let bare = low.trim_matches(|c: char| !c.is_alphanumeric());
    let bare = after_any(bare, phrases!("ok|oh|ah|hm|hmm|so|well|sorry|then"))
        .map_or(bare, |r| r.trim_start_matches([',', ' ']));
    ONLY.contains(bare)
}

/// Whether words follow an announcement of a change, in its sentence or in the turn. Where none do, "undo that"
/// withdraws an item.
fn withdrawn_alone(segments: &[Segment], at: usize, sentences: usize, place: usize) -> bool {
    at + 1 < segments.len() || place + 1 < sentences
}

/// Reads "Never mind, I found it" as [`ActKind::Nothing`]: it withdraws a question, not an item.
fn never_mind(sentence: &Sentence) -> Option<Act> {
    let rest = after_any(&sentence.text, phrases!("never mind|nevermind|never minded|nvm"))?;
    let rest = rest.trim_start_matches([',', '.', '!', ' ']);
    let names = after_any(rest, phrases!("about|the|what|that|those|my")).is_some();
    (!names).then(|| Act::nothing(sentence.range.clone(), "never-mind"))
}

fn of_segment(view: View<'_>, segment: &Segment, place: Place) -> Option<Act> {
    // "Take cobra out again" names what goes, not what comes.
    if TAKES_OUT.is_match(&segment.low) {
        return None;
    }
    if place.announced
        && let Some(act) = announced_change(view, segment)
    {
        return Some(act);
    }
    if let Some(rest) = announced_within(&segment.text)
        && let Some(act) = announced_change(view, &Segment { text: rest.to_owned(), ..segment.clone() })
    {
        return Some(act);
    }
    // "no, parquet, the readers know it": the reason is no part of the change.
    let lead = lead_length(&segment.low);
    let head = segment.low.get(lead..).and_then(|rest| rest.find(", ")).map(|at| lead + at);
    let head = head.and_then(|at| segment.low.get(..at)).filter(|h| words(h) <= 8);
    // A number with words after it is no mere value: "1, Jana has the password".
    let counts = segment.low.starts_with(|c: char| c.is_ascii_digit());
    let within = Place { alone: place.alone && !counts, ..place };
    multiple(view, segment)
        .or_else(|| recounted(view, segment))
        .or_else(|| after_remark(view, segment))
        .or_else(|| of_words(view, segment, &segment.low, place))
        .or_else(|| of_words(view, segment, head?, within))
        .or_else(|| {
            // "An hour is better": a value in words.
            let low = in_digits(&segment.low).filter(|low| words(low) <= VALUE_WORDS)?;
            let spelled = Segment { text: low.clone(), low: low.clone(), ..segment.clone() };
            of_words(view, &spelled, &low, Place { alone: false, short: false, announced: false })
        })
}

/// Words that dislike what is in force.
const DISLIKES: Phrases = phrases!(
    "don't like|do not like|hate |not a fan|looks bad|looks ugly|looks awful|looks terrible|is ugly|too heavy|too slow|too big|too complicated|annoying|not happy with|doesn't work for"
);

/// The choice that takes the place of one which the words before dislike, or that they praise: "pnpm would be faster. let's
/// switch", "I don't like how it looks. plain css please".
fn after_remark(view: View<'_>, segment: &Segment) -> Option<Act> {
    if let Some(found) = PLACED_ELSEWHERE.captures(&segment.low) {
        let place = group(&segment.text, &found, "what");
        let item = recent(view, ItemKind::Decision).next().filter(|item| lately(view, item, LATELY))?;
        let other = item.alternatives.iter().any(|a| a.to_lowercase().contains(&place.to_lowercase()));
        let old = item.summary.rsplit(' ').next().unwrap_or("");
        return rechosen(view, segment, place, old, "x-instead").filter(|_| other);
    }
    let sentence = view.own().take_while(|s| s.range.end <= segment.range.start).last();
    let before = if segment.before.is_empty() { plain(&sentence?.text) } else { segment.before.clone() };
    let what = if SWITCHES.is_match(&segment.low) {
        group(&before, &PRAISED.captures(&before)?, "what")
    } else {
        let found = ASKED_NAME.captures(&segment.low).filter(|_| DISLIKES.within(&before.to_lowercase()))?;
        group(&segment.text, &found, "what")
    };
    rechosen(view, segment, what, "", "x-instead")
}

/// Maximum number of words in a change that names its new value.
const VALUE_WORDS: usize = 12;

/// Strips an announcement of a change and returns the rest: "hmm on second thought 2, QA knows it".
fn announced_within(text: &str) -> Option<&str> {
    let lead = after_any(text, phrases!("hmm|hm|no|ok|oh|ah|argh|sorry|actually|well|and|but"))
        .map_or(text, |r| r.trim_start_matches([',', ' ']));
    let rest = after_any(
        lead,
        phrases!(
            "on second thought|on second thoughts|on reflection|changed my mind|i changed my mind|i change my mind|i've changed my mind|my mind has changed|i change my opinion|i changed my opinion|i've changed my opinion|scratch that|scrap that|no wait|correction\
             |i'd like to change that|i want to change that|let's change that|in that case i'd like to change that|after all|i was wrong|i got that wrong|let me correct that|let me correct myself|new plan|change of plan|change of plans|plans changed|plans have changed|decided otherwise|i decided otherwise|we decided otherwise|that was a typo|typo|the old one was a typo|thinking about it|thinking about it more|thinking about it again|now that i think about it|having thought about it|having slept on it|after sleeping on it|after some thought|after thinking about it"
        ),
    )?;
    // "Scratch that cache thing" names what is scratched.
    let ends = after_any(lead, phrases!("scratch that|scrap that"));
    if ends.is_some_and(|rest| rest.starts_with(char::is_alphanumeric)) {
        return None;
    }
    let rest = rest.trim_start_matches(|c: char| ",:;.!- ".contains(c));
    // "My mind has changed after the demo: Kibana": what came before tells why.
    let told = after_any(rest, phrases!("after|since|because|about")).and_then(|rest| rest.split_once(": "));
    let rest = told.map_or(rest, |(_, rest)| rest);
    (!rest.is_empty()).then_some(rest)
}

/// Length in bytes of the interjections that a segment opens with.
fn lead_length(low: &str) -> usize {
    let mut rest = low;
    while let Some(after) = after_any(
        rest,
        phrases!("no|oh|hm|hmm|ok|okay|sorry|wait|actually|and|but|so|right|fine|ah|nope|well|argh|yeah"),
    ) {
        let after = after.trim_start_matches(|c: char| ",.! ".contains(c));
        if after.is_empty() {
            break;
        }
        rest = after;
    }
    low.len() - rest.len()
}

/// Reads the new choice after words that announce a change.
fn announced_change(view: View<'_>, segment: &Segment) -> Option<Act> {
    const VERBS: Phrases = phrases!(
        "it's going to be|it is going to be|it will be|it'll be|we're going with|let's go with|lets go with|let's use|let's do|let's take|go with|go for|use|take|make it|make that|do|switch to|it's|better|back to\
         |stick with|we use|we take|we ship|we go with|we'll use|we'll take|then|rather|i want|i prefer|i'd prefer|say|should be|i meant|i mean|meant|please|just|so"
    );
    // "No. Oak. I said so this morning" repeats what stands.
    if view.own().any(|s| phrases!("i said|i told you|as i said|like i said").within(&s.text.to_lowercase())) {
        return None;
    }
    if let Some(found) = FOR_THING.captures(&segment.text) {
        let [thing, what] = ["thing", "what"].map(|name| group(&segment.text, &found, name));
        return switched(view, segment, thing, without_tail(what));
    }
    let mut rest = segment.text.trim();
    while let Some(after) = after_any(rest, VERBS) {
        let after = after.trim_start_matches([',', ':', ' ']);
        if after.is_empty() {
            break;
        }
        rest = after;
    }
    let what = rest.split([',', ';']).next().unwrap_or(rest);
    let what = &spelled(without_tail(what));
    let verb = phrases!("leave|drop|skip|keep|remove|forget|not|don't|no|about|on|let|undo|revert|stop|leaves|without");
    if words(what) > 7
        || announces(&what.to_lowercase())
        || after_any(what, DOES).is_some()
        || after_any(what, verb).is_some()
    {
        return None;
    }
    let value = measured(what).filter(|(at, _)| *at == 0);
    let picked = labels_last_choice(view, what).then(|| rechosen(view, segment, what, "", "changed-mind")).flatten();
    picked
        .or_else(|| value.and_then(|_| revalued(view, segment, what, "", "changed-mind")))
        .or_else(|| rechosen(view, segment, what, "", "changed-mind"))
}

fn of_words(view: View<'_>, segment: &Segment, low: &str, place: Place) -> Option<Act> {
    FORMS.iter().find_map(|form| {
        let found = form.pattern.captures(low)?;
        let parts = |names: &[&str]| names.iter().map(|name| group(&segment.text, &found, name)).collect::<String>();
        let what = &parts(&["what", "with"]);
        if what.is_empty() && form.id != "skip-step" {
            return None;
        }
        // "Do not print it again" bars, "move to phase 3" goes on: neither names another choice.
        if after_any(what, phrases!("not")).is_some() || numbered_parts::is_part(what) {
            return None;
        }
        // "Switch to the new lamp is on Monday" tells when.
        if form.id == "switch" && phrases!(" is | are | was | will | happens ").within(what) {
            return None;
        }
        let old = group(&segment.text, &found, "old");
        let subject = group(&segment.text, &found, "subject");
        if form.id == "skip-step" {
            return skipped_step(view, segment, group(&segment.text, &found, "nth"));
        }
        match form.id {
            "undo" | "take-back" | "take-it-back" | "said-about" | "off-the-table" | "none-needed" | "no-longer"
            | "requirement-gone" | "rule-lifted" | "considered-lifted" | "ban-gone" | "thing-over" | "applies" => {
                withdrawn(view, segment, what, form.id)
            }
            // Said of what was asked for last.
            "dont-bother" => {
                let task = open_tasks(view).next().filter(|task| lately(view, task, 2) && view.offers.is_empty());
                task.map(|task| Act::ends(task, segment.range.clone(), form.id))
            }
            "you-may" | "is-allowed" => relaxed(view, segment, what),
            "not-after-all" if phrases!("that|this|it").contains(what) => withdrawn(view, segment, "that", form.id),
            "we-do-use" => used_after_all(view, segment, what),
            "scrap" | "not-after-all" | "no-longer-stands" => scrapped(view, segment, what),
            "named-value" if names_a_limit(subject) => revalued(view, segment, what, subject, form.id),
            "named-value" => named_value(view, segment, what, subject).or_else(|| {
                first_valued(segment, what, subject, form.id).filter(|_| place.alone && is_setting(subject))
            }),
            "value-not" => revalued(view, segment, what, subject, form.id),
            "rename" => renamed(view, segment, what),
            // "What paper are the labels on? should be matte" speaks of what it asks about.
            "meant" if asks_before(view, segment) => None,
            "switch-thing" | "new-on" => switched(view, segment, &parts(&["thing", "made"]), what),
            // "poll it every 15 minutes then" says itself what changes.
            "then" | "then-x" if !place.short || orders_it(what) => None,
            "then-x" if !opens_turn(view, segment) => None,
            "bare" if !place.alone => None,
            "bare" if !objects(segment) || only_repeats(view, segment, what) => None,
            // "Make it 04:00, the pi reboots at three": the value stands before its reason.
            "set-to" if subject.contains(", ") => None,
            "set-to" => revalued(view, segment, what, subject, form.id)
                .or_else(|| first_valued(segment, what, subject, form.id).filter(|_| place.alone || !is_step(segment))),
            "x-instead" | "take-instead" | "in-its-place" | "then" | "then-x" | "so-go" | "meant" | "other-one"
            | "bare" | "instead" | "make-it" | "back-to" | "changed-mind" | "not-bar" | "better-value" | "too-much"
            | "value-please" | "go-value" | "will-do" | "better-fit" | "others-say" | "new-bound" | "is-new-bound"
            | "its-now" | "granted" | "a-bit-more" | "make-thing" => {
                let chosen =
                    || rechosen(view, segment, what, old, form.id).filter(|act| fits(view, form.id, what, act));
                let picked = labels_last_choice(view, what).then(chosen).flatten();
                picked.or_else(|| revalued(view, segment, what, subject, form.id)).or_else(chosen)
            }
            _ => {
                rechosen(view, segment, what, old, form.id).or_else(|| revalued(view, segment, what, subject, form.id))
            }
        }
    })
}

/// Whether a new choice may stand in the item it changes: "make it 5 minutes" takes no other word's place in a setting.
fn fits(view: View<'_>, form: &str, what: &str, act: &Act) -> bool {
    let is_value = form == "make-it" && measured(what).is_some_and(|(at, _)| at == 0);
    let item = act.target.as_ref().and_then(|id| view.ledger.get(id));
    !is_value || item.is_none_or(|item| single(&item.summary).is_none())
}

/// Whether words are a label, and the newest choice has no number of its own: "two" after an option was picked by its number
/// is another option, whatever was set to a number before.
fn labels_last_choice(view: View<'_>, what: &str) -> bool {
    let label = what.len() == 1 || phrases!("one|two|three|four|five|six").contains(what.to_lowercase().as_str());
    let newest = || recent(view, ItemKind::Decision).max_by_key(|item| item.touched_seq);
    label && newest().is_some_and(|item| measured(&item.summary).is_none())
}

/// Whether the turn asks something before a segment.
fn asks_before(view: View<'_>, segment: &Segment) -> bool {
    view.turn.sentences.iter().any(|s| s.asks && s.range.end <= segment.range.start)
}

/// Turns a ban on a thing into its use: "we do use docker there" after "no docker on the build agents".
fn used_after_all(view: View<'_>, segment: &Segment, what: &str) -> Option<Act> {
    let ban = all_named(recent(view, ItemKind::Constraint), what)?;
    let banned = after_any(&ban.summary, phrases!("no|never use|do not use|don't use|never"))?;
    Some(Act::revises(ban, segment, &whole(&format!("Use {banned}")), "we-do-use"))
}

/// Whether nothing but an exclamation stands before a segment in its turn: "ah. then tantivy". Behind an order, "then"
/// says what comes after it.
fn opens_turn(view: View<'_>, segment: &Segment) -> bool {
    let mut before = view.own().take_while(|s| s.range.end <= segment.range.start);
    before.all(|s| words(&s.text) <= 2 || announces(&s.text.to_lowercase()))
}

/// Whether words are an order whose object is a pronoun: "poll it every 15 minutes".
fn orders_it(what: &str) -> bool {
    let keeps = phrases!("make|call|name|set|let|is|was|take|use|say|change|put|and|but|so|no|yes");
    let (verb, rest) = what.split_once(' ').unwrap_or((what, ""));
    !keeps.contains(verb) && after_any(rest, phrases!("it|them")).is_some()
}

/// Whether words name a setting by what it measures: "page size 20".
fn is_setting(subject: &str) -> bool {
    const NOUNS: Phrases = phrases!(
        "timeout|limit|size|retention|ttl|port|interval|delay|retries|threshold|quota|width|height|length|age|depth|margin|padding|period\
         |concurrency|workers|replicas|expiry|cap|attempts|rate|capacity|lifetime|resolution|quality|budget|frequency|angle|speed\
         |volume|temperature|ratio|weight|fee|duration|radius|opacity|zoom|tolerance|bitrate|batch|epochs"
    );
    let bare = subject.trim().trim_end_matches(" is").to_lowercase();
    NOUNS.contains(bare.rsplit(' ').next().unwrap_or(""))
        && words(&bare) <= 4
        && after_any(&bare, phrases!("what|if|no|why|how|i|we|it|that")).is_none()
}

/// A step of the last numbered list that is not wanted: "skip 3".
fn skipped_step(view: View<'_>, segment: &Segment, nth: &str) -> Option<Act> {
    let step = listed_step(view, nth)?;
    let ruled_out = || Act::settled(ActKind::RuleOut, segment.range.clone(), whole(&capital(&step)), "skip-step");
    let task = all_named(open_tasks(view), &step);
    Some(task.map_or_else(ruled_out, |task| Act::ends(task, segment.range.clone(), "skip-step")))
}

/// Whether a new value is one of several steps of work: "bump the version to 2.0" beside other orders.
fn is_step(segment: &Segment) -> bool {
    after_any(&segment.low, phrases!("bump|rename|and bump|and rename|then bump")).is_some()
}

/// Whether the words reject what was said before in favour of something else.
fn objects(segment: &Segment) -> bool {
    after_any(&segment.low, phrases!("no,|no.|nope|actually|sorry|wait|hm|hmm|oh|ah")).is_some()
        || value(&segment.text).is_some_and(|(at, _)| at == 0)
}

/// Whether a name alone is no new one: "hm, the price" speaks of a known thing, "Four!" repeats what the agent said.
fn only_repeats(view: View<'_>, segment: &Segment, what: &str) -> bool {
    let known = after_any(what, phrases!("the|this|that|these|those|my|your|our")).is_some()
        && after_any(&segment.low, phrases!("hm|hmm|oh|ah")).is_some();
    let names = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case(what));
    let agent = || view.agents_turn().is_some_and(|t| t.sentences.iter().any(|s| !s.asks && names(&s.text)));
    known || word_value(what).is_some() && agent()
}
