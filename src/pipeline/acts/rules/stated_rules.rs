//! Defines the rules that the person states: prohibitions, duties, limits, ways of working. Questions, hedges, reports
//! and conclusions ("must be a loose cable") are no rules.
// size: the forms of a rule stand in one table, in the order in which they are tried.

use std::ops::Range;

use super::bans::unled;
use crate::language::phrases::{Phrases, phrases};
use crate::language::polarity::no_is_remark;
use crate::pipeline::acts::answers::polarity::{Polarity, polarity};
use crate::pipeline::acts::questions::asked_facts::asks_a_fact;
use crate::pipeline::acts::references::antecedents;
use crate::pipeline::acts::sentences::form::{self, first, forms};
use crate::pipeline::acts::sentences::segments::{LASTING, Segment};
use crate::pipeline::acts::sentences::wording::{after_any, capital, plain, unhurried, whole, words};
use crate::pipeline::acts::statements::asides::leaves_it;
use crate::pipeline::acts::work::imperative;
use crate::pipeline::acts::{Act, ActKind, Certainty, View};
use crate::pipeline::clause::{BlockKind, Modality, Sentence};
use crate::text::patterns;

forms! {
    "label" r"^(?:and |also |so |but |ok,? )*(?:there(?:'s| is| are) )?(?:one |a |the |our |new |hard |strict |important |only |general |ground |two |another |first |house )*(?:rules? of thumb|rules?|constraints?|requirements?|limits?|conditions?|restrictions?|policy|convention)(?: (?:for|in|of|here|from|while|before|when|about|on|to) [^:]{2,60}| from now on)?\s*[:,-] (?P<rule>.+)$"
        yes "One rule: never touch the lock file" no "the rule of thumb is fine";
    "never" r"^(?:and |but |so |also |please,? |ok,? |btw,? )*(?:you (?:must |should |may |can )?|we (?:must |should |may |can )?|it (?:must|should|may) )?never (?P<rule>[a-z].+)$"
        yes "never touch anything under db/migrations" no "I never touched it";
    "dont" r"^(?:and |but |so |also |please,? |pls |ok,? |btw,? |again,? )*(?:(?:you|we) )?(?:don't|do not|dont|must not|mustn't|may not|should not|shouldn't|cannot|can't|let's not|lets not|(?:i|we)(?:'d| would) (?:rather|prefer to) not|(?:i|we)(?:'d| would) prefer not to|(?:i|we)(?:'d| would) rather (?:you|we) (?:didn't|don't)) (?:ever )?(?P<rule>[a-z]{2,}\b.*)$"
        yes "don't push to main" no "I don't know";
    "there-no" r"^(?:and |but |so |also )*(?P<rule>there (?:must|should|may|can|shall) be (?:no|at most|only|never more than) .+)$"
        yes "there must be no allocations inside the frame loop" no "there must be a bug";
    "dont-want" r"^(?:and |but |so |also |please,? |btw,? )*(?:i|we) (?:really )?(?:don't|do not|dont) want (?P<want>any|to see any|to see|to have any|you to) (?P<rule>.+)$"
        yes "I don't want any inline styles in the templates" no "I want some";
    "no-need" r"^(?:and |also,? |but |so |btw,? )*(?P<rule>(?:there(?:'s| is) )?no need (?:to (?:be|stay|keep|support|preserve|maintain)|for (?:backwards?|forwards?)) .+)$"
        yes "no need to be backwards compatible" no "no need";
    "need-to" r"^(?:and |but |so |also |then |ok,? |please,? |btw,? |because )*(?:(?:(?:we|it|you|this|that|they) )?(?:still |also |really )*(?:needs?|have|has) to|(?:it |this )?must) (?P<rule>(?:still |also )*(?:(?:keep|stay|remain|preserve|maintain|retain|comply|conform) .+|support .*\d.*|(?:run|work|stay|be usable|be readable|be accessible|function) (?:on|offline|without|under|in|with|within|behind|from) ?.*|(?:run|work|function) offline.*))$"
        yes "we need to keep python 3.9 support" no "we need to talk";
    "subject-must" r"^(?:and |but |so |also |then |ok,? |please,? |btw,? )*(?P<rule>(?:the |our |all |every |each |any |both |no |these |those |a |an |responses?|requests?|coverage|tests?|builds?|[a-z][\w./-]* )?[\w`'./ -]{0,60}?\b(?:must not|mustn't|must never|must|has to|have to|needs to|need to|shall|may not|may never|may only|can only|shouldn't|should not|should never|should always|should|cannot|can't|is not allowed to|are not allowed to) (?:always |never |ever |only )?(?:be|stay|have|work|run|support|fit|match|drop|go|keep|remain|exceed|take|fall|leave|contain|use|pass|survive|start|finish|return|respond|answer|handle|touch|need|hold|end|live|come|follow|include|compile|cost|change|get|grow|accept|require|reach|last|happen|load|render|block|depend|appear|stop|show|reset|log|store|say|list|name|explain|tell|mention|display|print|warn|open|close|carry|refuse|reject|ignore|skip|retry|write|read|save|send|count|sort|group|link|point|expose|offer|allow|prevent|catch|report|mark|hide|update|refresh|look|ask|give|make)\b.*)$"
        yes "Responses of /v2/report must stay below 1 MB" no "he said nothing";
    "before-you" r"^(?:and |but |so |also |please,? )*(?P<rule>before (?:you |we |each |every |any |a )?.{3,50}? (?:ask|tell|check with|show|run|consult|warn|ping|let) .+)$"
        yes "before you push anything ask me" no "before lunch I was out";
    "each-needs" r"^(?:and |but |so |also,? |then |ok,? |please,? |btw,? )*(?P<rule>(?:all|every|each|any) (?:of (?:the|our) |of them )?[\w`'./-]+(?: [\w`'./-]+){0,4}? (?:needs?|requires?|gets?|has to|have to|must|goes? through|should have|should be|should get|should come with) .+)$"
        yes "all public functions need type hints" no "all is well";
    "is-the-limit" r"^(?:and |but |so |also |then |ok,? |btw,? )*(?P<rule>[^,;:]{1,40}? (?:is|are|stays|remains)(?: now| still)? (?:the|our) (?:bare |absolute |hard |upper |lower |new |supported )*(?:minimum|maximum|max|min|limit|floor|ceiling|cap|baseline|lower bound|upper bound)(?: (?:version|requirement|for [\w ]{2,30}|we support|here))*)(?: now| then| from now on)*$"
        yes "python 3.11 is the minimum now" no "the limit was hit";
    "bare-must-not" r"^(?:and |but |so |also |then |ok,? |please,? |btw,? )*(?P<rule>[a-z][\w`'./-]+(?: [\w`'./-]+){0,3} (?:must not|mustn't|must never|may never|shall never|can never) [a-z]+\b.*)$"
        yes "tests must not hit the network" no "must not be";
    "demanded" r"^(?:and |but |so |also |then |ok,? |btw,? )*(?P<rule>(?:the |our )?(?:customers?|clients?|legal|compliance|security|management|boss|ops|auditors?|auditor|gdpr|law|regulators?|contract|spec|standard|policy|manager|pm|investors?|hospital|bank|vendor|store|app store|ministry|school|works council|data protection)(?: \w+){0,3} (?:insists? on|insists? that|requires?|demands?|mandates?|forbids?|prohibits?|doesn't allow|does not allow|won't allow|will not allow|don't allow) .+)$"
        yes "the customer insists on German error messages" no "the customer called";
    "want-each" r"^(?:and |but |so |also |ok,? |btw,? |as a (?:general )?rule,? |in general,? )*(?:i|we)(?: really)?(?: want| need| expect| would like|'d like) (?P<rule>(?:every|each|all|any) .{2,60}? to (?:be|have|come|go|run|work|use|start|end|pass|carry|follow|fit|stay|stop|return|show|live|build|compile|contain|link|mention|name|log|keep)\b.*)$"
        yes "I want every migration to be reversible" no "I want all of it";
    "must-not-any" r"^(?:and |but |so |also |then |ok,? |please,? |btw,? )*(?P<rule>(?:the |our |all |every |each |any |no )[\w`'./ -]{2,50}? (?:must not|mustn't|must never|should never|may never|shall not|should not|shouldn't|may not) [a-z]+\b.*)$"
        yes "the parser should not allocate" no "it should not matter";
    "nothing-gets" r"^(?:and |but |so |also |please,? )*(?P<rule>nothing (?:[^,;:]{2,50} )?(?:gets|goes|may be|may|must be|must|can be|should be|should ever be|is to be|is ever) [a-z]+\b.*)$"
        yes "nothing with a name in it gets printed" no "nothing happened";
    "no-may-be" r"^(?:and |but |so |also |please,? )*(?P<rule>no [\w`'./-]+(?: [\w`'./%-]+){0,7}? (?:may|must|can|should|shall|is allowed to|are allowed to|is to|are to)(?: ever)?(?: be)? [a-z]+\b.*)$"
        yes "no plank longer than 3 m may be stored inside" no "no plank fits";
    "sure-that-no" r"^(?:and |but |so |also |please,? |ok,? )*(?:make sure|ensure|see to it|take care)(?: that)? (?P<rule>(?:no|nobody|no one|nothing|none of|never) .+)$"
        yes "make sure that no guest ever opens the boiler room" no "make sure it works";
    "may-not" r"^(?:and |but |so |also |then |ok,? |please,? |btw,? )*(?P<rule>[a-z][\w`'./-]*s (?:may|shall|can) (?:not|never|only) [a-z]+ .+)$"
        yes "guests may not open the boiler room" no "it may not work";
    "always" r"^(?:and |but |so |also |please,? |ok,? |btw,? )*(?:(?:you|we) (?:must |should )?)?(?P<rule>always [a-z`'-].+)$"
        yes "always run make lint before committing" no "it always fails";
    "always-never" r"^(?:and |but |so |also |please,? )*(?P<rule>[^,;:]{2,60}? (?:is|are|go|goes|stay|stays|come|comes|live|lives|be) always [^,;:]{2,60}, (?:and )?never [^,;:]{2,40})$"
        yes "prices are always in cents, never floats" no "it is always slow";
    "as-never" r"^(?:and |but |so |also |please,? |btw,? )*(?P<rule>(?:the |our |all |every )?[a-z][\w'`-]+ [^,;:]{3,50}?, (?:and )?never (?:an? |the |as |in |on )?[\w`'./-]+(?: [\w`'./-]+)?)$"
        yes "amounts arrive as integer cents, never floats" no "never floats";
    "mid-always" r"^(?:and |but |so |also |please,? |ok,? )*(?P<rule>[^,;:]{2,60}? (?:always|never) [a-z]+ [^,;:]{2,60})(?:,.*)?$"
        yes "prices ALWAYS go through the rounding step" no "always the same";
    "no-place" r"^(?:and |but |so |also )*(?P<rule>there(?:'s| is|s) no (?:place|room|space) (?:in|on) [^,;:]{2,30} for .+)$"
        yes "there's no room in this kitchen for a second oven" no "there is no time";
    "only" r"^(?:and |but |so |also |please,? |ok,? )*(?P<rule>(?:only (?:ever )?(?:stage|use|touch|change|edit|write|read|log|commit|push|run|call|allow|support|accept|ship|store|import|modify|work)|use only|touch only|change only|nothing but|exclusively|keep only (?:the )?(?:last|latest|newest|first|most recent)) .+|the only (?:one|ones|thing|things|file|files|folder|folders|package|packages|module|modules|part|parts) (?:that )?you (?:may|can|should|must) (?:touch|change|edit|modify|use|write to) (?:is|are) .+|only [a-z][\w./+-]* (?:\w+ ){0,4}(?:in|for|on|from|inside|under) .{3,40} (?:please|pls)|.{2,50} only)$"
        yes "only touch files under src" no "only two tests failing";
    "bound" r"^(?:and |but |so |also |please,? |ok,? |hard limit:? |limit:? )*(?P<rule>(?:keep|hold|cap|limit|restrict|stay) .{0,60}?\b(?:under|below|within|at|to|at most|no more than|max|maximum|above|over)\b.*\d.*|(?:don't|do not|dont) [a-z]+ (?:\w+ ){0,3}?(?:more|longer|larger|bigger|higher|less|fewer|shorter) than \d.*|(?:at most|at least|no more than|not more than|max(?:imum)?|min(?:imum)?|up to|no less than|never more than) (?:\d|one |two |three |four |five |six |eight |ten |a dozen ).*|.{2,60}\b(?:max(?:imum)?|at most|at least|no more than|not more than|never more than|not larger than|not longer than)\b.*\d.*)$"
        yes "keep lines under 80 columns" no "it took at least";
    "no-rule" r"^(?:and |but |so |also |please,? |pls |ok,? )*(?P<rule>(?:no|zero) (?:new |extra |additional |further |other |external |third[- ]party )?[\w`./'-]+(?: [\w`./'-]+){0,12})!*$"
        yes "no new dependencies please" no "nobody knows";
    "nothing" r"^(?:and |but |so |also |please,? )*(?P<rule>nothing (?:(?:newer|older|bigger|larger|longer|slower|heavier|higher|lower|shorter|smaller) than|over|above|below|under) .*\d.*|(?:nothing|nobody|no one)(?:,? (?:except|but|other than|besides) [^,]{2,40}?,?)? (?:gets?|may|must|should|goes|leaves|ships|lands|enters) .+)$"
        yes "nothing gets merged without two approvals" no "nothing happened";
    "leave-alone" r"^(?:and |but |so |also |please,? |ok,? |let's |lets )*(?P<rule>(?:leave|keep) .{2,60}? (?:exactly )?(?:alone|untouched|unchanged|as (?:it|they) (?:is|are)|where (?:it|they) (?:is|are)|alive|intact|out of it|backwards? compatible|compatible|stable|private|read[- ]only)(?: (?:with|for|to|from) [\w .-]{2,40})?)(?: please)?$"
        yes "leave the legacy folder alone" no "leave it there";
    "hands-off" r"^(?:and |but |so |also |please,? )*(?P<rule>(?:hands off|stay out of|keep your hands off|keep out of|stay away from) .+)$"
        yes "hands off the vendor folder" no "he has his hands full";
    "way-of-working" r"^(?:and |also |but |please[,:]? |from now on,? |always )*(?P<rule>(?:commit (?:after|per|for each|for every|once per)|(?:only )?one (?:commit|pr|pull request) per|ask(?:ed)? (?:me )?(?:before|first|prior to)|check with me (?:before|first|prior to)|review with|run .{2,40} (?:before|after) (?:every|each|you|committing|pushing)|tell me before|show me .{2,30} before (?:you|committing)) .*)$"
        yes "commit after each step" no "commit the change";
    "each-time" r"^(?:and |also,? |but |then |please[,:]? |from now on,? )*(?P<rule>(?:commit|push|run|ask|show|tell|report|stop|wait|check|verify|review|have|let|get|test|format|lint|rebase|squash|update|summari[sz]e|explain|list|work) .{0,60}?\b(?:(?:after|before|per|on|with) (?:each|every|any)\b.*|(?:each|every) time\b.*|before you (?:push|commit|merge|deploy|release|start|continue|go on|change|touch|delete|show)\b.*))$"
        yes "let another model look over the changes before you show them to me" no "check the tests";
    "one-at-a-time" r"^(?:and |also,? |but |then |please[,:]? )*(?P<rule>(?:[a-z]+ )?(?:only |at most |max(?:imum)? |no more than )?(?:one|a single) [a-z]+(?: [a-z]+)? (?:at a time|per [a-z]+|after the other|after another)\b.*|work (?:in|with|through) (?:small|tiny|short|single)\b.+|keep (?:the |your |all |our )?(?:commits?|prs?|pull requests|diffs?|steps|answers|replies|functions|messages|branches|reviews|comments) (?:small|short|tiny|focused|brief|separate|atomic|concise|readable)\b.*)$"
        yes "do one task at a time" no "one more thing";
    "lasting" r"^(?:and |also,? |but |then |please[,:]? )*(?P<rule>.{6,80}?),? (?:from (?:now|here|this point) on|going forward|for the rest of (?:the|this) (?:session|project))$"
        yes "write everything in British English from here on" no "from now on it works";
    "stop-doing" r"^(?:and |also,? |but |so |please[,:]? |ok,? )*(?P<rule>stop (?:adding|writing|putting|making|creating|changing|touching|editing|committing|pushing|asking|using|running|adding|removing|inventing|guessing|repeating|printing|logging|wrapping|renaming|reformatting|refactoring|mixing) .+)$"
        yes "please stop adding comments to every function" no "stop the server";
    "from-now-on" r"^(?:from now on|from here on|from here on out|from this point on|henceforth|going forward|as of today|in (?:the )?future|(?:the )?next time|for the rest of (?:this|the) (?:session|project)|in general),? (?P<rule>.+)$"
        yes "from now on, write tests first" no "now we go on";
    "kept-at" r"^(?:and |but |so |also |please,? |ok,? )*(?P<rule>(?:everything|(?:all |all the |the |our |my |any )?(?:[\w-]+ )?(?:data|files?|code|secrets?|keys?|photos?|images?|recordings?|logs|content|documents?|records?|backups?|state)) (?:has to |have to |must |should |will )?(?:stays?|remains?) (?:in|on|at|within|inside|under|with) [^,;]{2,60})(?:,.*)?$"
        yes "data stays on the laptop" no "the popup stays on the screen";
    "required" r"^(?:and |so |ok so |ok,? )*(?P<rule>.{2,60}? (?:is|are) (?:a must|mandatory|required|forbidden|not allowed|non-negotiable|off limits|a hard requirement|a requirement)(?: (?:for|in|on|by) [\w' -]{2,30})?)\b.*$"
        yes "the opt-out is a must for the release" no "it is a mustard";
    "must-verbless" r"^(?P<rule>(?:max(?:imum)?|min(?:imum)?|must|limit)\b.*\d.*)$"
        yes "max 50 ms per cycle" no "maxim said so";
    "practice" r"^(?:and |so |also |ok,? )*(?:as a (?:general )?rule,? |by convention,? |in (?:this|our) (?:repo|repository|project|codebase|team|module),? )?(?P<rule>we (?:always |only |generally |normally )?(?:indent|format|write|name|tag|deploy|release|log|test|lint|branch|commit|document|version|spell|prefix|sort|squash) .+)$"
        yes "we indent with tabs in this repo" no "we went home";
    "we-only" r"^(?:and |so |also |but |ok,? )*(?P<rule>(?:in (?:this|our|the) (?:repo|repository|project|codebase|code base|team|module|company|app),? )?we (?:[a-z]+ ){1,3}only (?:through|via|with|using|in|on|from|to|as|by) .+)$"
        yes "in this repo we log only through pino" no "we only met once";
    "then-never" r"^(?:then |so )(?P<rule>.{2,40}? (?:must|may|should|can) (?:never|not|only) .+)$"
        yes "then the app must never use more than that" no "then we saw it";
    "we-will-not" r"^(?:and |but |so |also |then |ok,? |btw,? |right,? )*(?P<rule>we (?:will|shall|must) (?:not|never) (?:ever )?(?:store|keep|save|log|send|share|sell|show|expose|track|collect|record|print|email|use|support|ship|delete|touch|break|change|call|ask|charge|require|accept|allow|publish|upload|cache|write) .+)$"
        yes "we will never store card numbers" no "we will not know before";
    "when-want" r"^(?:and |but |so |also |then |ok,? |btw,? )*(?P<rule>(?:when(?:ever)?|while|as soon as|each time|every time) .{4,60}?,? (?:i want (?:it|them|you|the [\w-]+) to|(?:it|they|you|we|the [\w-]+) (?:must|has to|have to|needs to|need to|should)) .+)$"
        yes "when a storm warning is out I want it to poll every 2 minutes" no "when I want it I say so";
    "all-in" r"^(?:and |also,? |but |then |ok,? |please,? )*(?P<rule>(?:all|every|each|any) [\w'/-]+(?: [\w'/-]+){0,2} (?:in|as|with|under|via|behind|through) [\w'`./-]+(?: [\w'`./-]+){0,4})(?:,? (?:please|pls|everywhere|always|ok))*$"
        yes "all timestamps in UTC please, everywhere" no "all is in order now and we can go on with the next of them";
    "x-only" r"^(?:and |also,? |but |then |ok,? |please,? )*(?P<rule>[\w'`./-]+(?: [\w'`./-]+){0,2} (?:in|with|as|via|through|under|over|on) [\w'`./-]+(?: [\w'`./-]+)? only)$"
        yes "code comments in English only" no "only in English";
    "only-with" r"^(?:and |also,? |but |then |ok,? |please,? )*(?P<rule>(?P<thing>(?:the |our |all )?[\w`'./-]+(?: [\w`'./-]+){0,2}) only (?:ever )?(?:with|via|through|in|on|from|over|under|as|by|behind|inside|using) [^,;:]{2,60})$"
        yes "boats only with a life jacket" no "only with a life jacket";
    "everywhere" r"^(?:and |also,? |but |then |so |ok,? |please,? )*(?P<rule>[a-z][\w'-]+(?: [\w'-]+){0,3} (?:everywhere|throughout)(?: (?:in|on|across) (?:the |this |our )?[\w'-]+)?)(?:,? (?:please|pls|always|from now on))*$"
        yes "British spelling everywhere please" no "everywhere else it works";
    "things-under" r"^(?:and |also,? |but |then |ok,? |please,? )*(?P<rule>(?:the |our |all |your )?[a-z][\w-]*s (?:always |strictly )?(?:under|below|at most|max|within|no (?:more|longer|bigger|larger) than|up to) \d[\w.,%]*(?: [\w%µ]+)?(?:,? (?:each|tops|max|per \w+|please|one \w+ each))*)$"
        yes "ropes under 20 meters, please" no "ropes of 20 meters";
    "goes-into" r"^(?:and |also,? |but |then |ok,? |please,? )*(?P<rule>(?:anything|everything|whatever|all [\w-]+|every [\w-]+|each [\w-]+)(?: [\w'-]+){0,7}? (?:(?:goes|go|belongs?|lives?|comes?|is kept|are kept|is stored|are stored|is written|are written) (?:only )?(?:in|into|to|under|through|via|behind|on|inside)|(?:starts?|begins?|ends?) (?:with|in))\b .+)$"
        yes "anything a guest may eat goes into the pantry" no "anything goes";
    "important" r"^(?:and |but |so |also |ok,? )*(?:it(?:'s| is)(?: very| really| quite| also)? (?:important|essential|crucial|critical|vital|mandatory|imperative)(?: (?:to|for) (?:me|us|them|the [\w-]+))? that|(?:one thing )?(?:that|what|that's|what's)(?: is)? important (?:to|for) (?:me|us) is that|(?:the|our|one|a) (?:hard )?requirement(?: (?:from|of|by) [\w ]{2,30}?)? is that|what matters(?: most)?(?: to (?:me|us))? is that) (?P<rule>.+)$"
        yes "it is important to us that all valves are closed at night" no "it is important";
    "want-you" r"^(?:and |but |so |also |ok,? |please,? )*(?:i|we)(?:'d| would)? (?:want|like|need|expect|prefer) you to (?P<rule>(?:always |never |only )[a-z].+|[a-z]+ .*\b(?:before (?:each|every|any|you)|after (?:each|every|any)|whenever|each time|every time)\b.*)$"
        yes "I'd like you to wipe the bench before you leave" no "I want you to wipe the bench";
    "things-in" r"^(?:and |also,? |but |then |ok,? |please,? |convention: |style: )*(?P<rule>(?:[\w'-]+ ){0,2}?(?:messages|comments|docs|dates|times|timestamps|answers|replies|names|identifiers|strings|labels|texts|prices|amounts|units|ids|paths|tickets|titles|headings|captions|figures|plots|charts|emails|mails|notes|descriptions|releases|branches) (?:only |always )?(?:in|as|with|under|via) [\w'`./-]+(?: [\w'`./-]+){0,3}?)(?:,? (?:please|pls|always|everywhere|only|no exceptions|from now on))*$"
        yes "commit messages in english please" no "messages in the inbox are late again and nobody looks at any of them";
    "manner" r"^(?:and |also,? |but |then |ok,? |please,? )*(?P<rule>be (?:brief|concise|terse|short|quick about it)|(?:answer|reply|respond|talk|speak|write)(?: to me)? in [a-z]+|(?:short|shorter|brief|concise|terse) (?:answers|replies|messages|summaries)(?: only)?)(?: please| pls| from now on| always)*$"
        yes "short answers please" no "be careful";
    "you-are" r"^(?P<rule>you(?:'re| are) not (?:to|allowed to) .+)$"
        yes "you are not allowed to push" no "you are not here";
}

/// Openings with which a sentence with "must", "never" or "only" is a conclusion, a report or a remark.
const NO_RULE: Phrases = phrases!(
    "i |i've|i'm|must be the|must be a|must have|it must be the|it must be a|it must have|that must|this must\
     |you must be|you must have|we never had|we never got|they |he |she |it never|never mind\
     |nevermind|never heard|never seen|never had|never saw|never a |don't worry|don't know|dont know|dont worry\
     |don't think|don't bother|don't mind|don't rule out|don't forget|don't see|don't get|don't understand\
     |don't care|don't remember|no one knows|no i|no it|no that|no this|no we|no you|no they|no the\
     |no but|no wait|no not|no let|no just|no don|no then|no so|no strong|no change|no please|no keep|no go|no make\
     |no actually|we must have|we should be\
     |we have to admit|we have to see|we need to talk|we need to see|always the|always been|always a|only two\
     |only one|only a|only if|only because|only when|only problem|only thing|only just|only half|the old\
     |the docs say|the readme says|as far|what|why|how|there is|there are|if |would|could|should we|should i\
     |must we|does|do we|do you|is it|are we|nothing happened|nothing works|nothing changed|nothing is|we never\
     |you never|no further questions|no new warnings|no warnings|no tests|no errors|we have to be|we should see\
     |we need to know|we should know|we need to do|we need to|we have to|we should|you should see|you need to\
     |you have to|always has been|always have been|always was|always did|have to run|have to go|have to dash"
);

patterns! {
    /// A demand that something stays or works somewhere: a rule, not a task.
    NEEDED = r"^(?:(?:[\w-]+ ){0,3}?(?:still |also |really )*(?:needs?|have|has) to|(?:it |this )?must) (?:still |also )*(?:keep|stay|remain|preserve|maintain|retain|comply|conform|support .*\d|run|work|function|be usable|be readable|be accessible)\b";
    /// A wish about all things of a kind.
    OF_ALL = r"^(?:i|we)(?: really)?(?: want| need| expect| would like|'d like) (?:every|each|all|any) .+ to (?:be|have|come|go|run|work|use|start|end|pass|carry|follow|fit|stay|stop|return|show|live|build|compile|contain|link|mention|name|log|keep)\b";
}

/// Words that only describe what is usual or was so once.
const TELLS: Phrases = phrases!(
    " used to | could never | never worked| always been | yesterday| last week| last sprint| turned out\
     | in theory| would have| should have| no longer | who must | who has to | who have to | who should | who can "
);

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let mut out = Vec::new();
    for sentence in view.own().filter(|s| s.block != BlockKind::Heading) {
        if sentence.asks && !seeks_assent(&sentence.text) {
            out.extend(asked_for_good(view, sentence));
            continue;
        }
        for segment in view.segments(sentence) {
            // "No crystal on this board" after "is the crystal fitted?" tells how things are.
            let told = |act: &Act| act.form == "no-rule" && view.offers.iter().any(|o| asks_a_fact(&o.text));
            out.extend(of_segment(segment).map(|act| Act {
                deed: if told(&act) { ActKind::Inform } else { act.deed },
                certainty: if wishes(sentence, &act) { Certainty::Likely } else { act.certainty },
                ..with_antecedent(view, segment, act)
            }));
        }
    }
    out
}

/// Whether an entry of a list says how one thing should be, as others of the list say what is to be done.
fn wishes(sentence: &Sentence, act: &Act) -> bool {
    sentence.list.is_some() && act.form == "subject-must" && act.summary.contains(" should ")
}

/// A rule with the thing or measure that its pronoun stands for; it waits no longer for want of that.
fn with_antecedent(view: View<'_>, segment: &Segment, act: Act) -> Act {
    let summary = antecedents::named(view, segment, &act.summary);
    let found = summary != act.summary && !segment.unsettled();
    Act { certainty: if found { Certainty::Settled } else { act.certainty }, summary, ..act }
}

/// Reads a polite question for something that is to hold always: "could you always run the linter first?"
fn asked_for_good(view: View<'_>, sentence: &Sentence) -> Option<Act> {
    let [segment] = view.segments(sentence) else { return None };
    let order = segment.politely_ordered()?;
    after_any(&order.low, phrases!("always|never|from now on")).or_else(|| after_any(&segment.low, LASTING))?;
    let text = after_any(&segment.low, LASTING).map(|_| format!("From now on, {}", order.text));
    of_segment(&text.map_or_else(|| order.clone(), |text| with_words(&order, &text)))
}

/// The words of a sentence that answer, and where they stand: an order after them that holds for good is a rule of its
/// own ("15, and never on weekends"). `of_steps`: it answers what is to be done, so that an order for the next step is work
/// of its own ("ship the beta, then run the benchmark").
pub(in crate::pipeline::acts) fn answer_before(
    view: View<'_>,
    sentence: &Sentence,
    of_steps: bool,
) -> (String, Range<usize>) {
    let ends = |s: &&Segment| orders_for_good(s) || of_steps && orders_next(s) || orders_instead(s);
    let rule = view.segments(sentence).iter().skip(1).find(ends);
    let start = sentence.range.start;
    let end = rule.map_or(sentence.range.end, |segment| segment.range.start);
    let text = sentence.text.get(..end - start).unwrap_or(&sentence.text).trim_end();
    let text = if rule.is_some() { text.trim_end_matches(" then") } else { text };
    let text = text.trim_end_matches(" and").trim_end_matches(" but").trim_end_matches([',', ';', ' ']);
    (plain(text), start..start + text.len())
}

/// Whether a segment gives a lasting order: "never on weekends", "and keep each under 200 lines".
fn orders_for_good(segment: &Segment) -> bool {
    let bare = after_any(&segment.low, phrases!("and|but|also|please")).unwrap_or(&segment.low);
    after_any(bare, phrases!("never|always|don't|dont|do not|must not|make sure|keep")).is_some()
        && of_segment(segment).is_some_and(|act| act.certainty == Certainty::Settled)
}

/// Whether a segment orders other work behind a refusal: "let's not paint the gate, let's oil it first".
fn orders_instead(segment: &Segment) -> bool {
    const LEAST: usize = 3;
    let bare = after_any(&segment.low, phrases!("let's|lets|rather|better")).unwrap_or(&segment.low);
    let orders = imperative::object(imperative::without_order(bare)).is_some_and(|object| words(object) >= LEAST);
    let before = segment.before.trim_end_matches([',', ';', ' ']);
    let refuses = polarity(before).0 == Polarity::No || after_any(before, phrases!("let's not|lets not")).is_some();
    orders && refuses
}

/// Whether a segment orders the step that follows: "then run the benchmark".
fn orders_next(segment: &Segment) -> bool {
    let next = || after_any(&segment.low, phrases!("then|and then|after that|afterwards"));
    let order = if segment.before.trim_end().ends_with(" then") { Some(segment.low.as_str()) } else { next() };
    order.and_then(imperative::object).is_some_and(|object| words(object) >= 2)
}

/// Whether a statement only ends with a question for assent: "no inline styles, ok?"
pub(super) fn seeks_assent(text: &str) -> bool {
    let low = text.to_lowercase();
    phrases!(", ok?|, okay?|, alright?|, right?|, yes?|, please?|, understood?|, got it?|, clear?")
        .iter()
        .any(|t| low.ends_with(t))
}

/// Maximum number of words before a word of [`CALLS`].
const CALL_WORDS: usize = 4;

/// Words before a rule that only call attention to it.
const CALLS: Phrases = phrases!(
    "actually|keep in mind that|keep in mind,|keep in mind:|bear in mind that|remember that|remember:|remember,|reminder:|note that|please note that|please note:\
     |important:|important -|very important:|be aware that|make sure that|mind you,|don't forget that|for the record,|note:|hint:|heads up:|heads up,|make sure you|make sure we|make sure to|make sure it|ensure that|ensure you\
     |i'd prefer if you|i'd prefer it if you|i'd appreciate it if you|i'd like it if you|i'd rather you|i'd love it if you\
     |it would be great if you|it'd be great if you|it would be nice if you|it'd be nice if you|i'd be happy if you\
     |first,|second,|third,|firstly,|secondly,|thirdly,|finally,|lastly,|one thing,|two things,|first:|second:|third:\
     |whatever you do,|no matter what,|whatever happens,|general note:|and remember:|as always,|as usual,|once more:|again:|but please:|and please:|please:"
);

/// The segment without what calls attention to it, and with its subject where a pronoun stands for it ("so the bootloader:
/// it must fit in 32 KB").
fn called(segment: &Segment) -> Segment {
    let mut out = segment.clone();
    // What follows a rule stays with it: "never on a Friday, whatever happens, they are away".
    let opens = |at: &usize| words(out.low.get(..*at).unwrap_or("")) <= CALL_WORDS;
    let at = CALLS.places(&out.low).into_iter().filter(|(at, _)| opens(at)).map(|(at, len)| at + len).min();
    if let Some(at) = at.filter(|at| words(out.low.get(*at..).unwrap_or("")) >= 2) {
        out.text = out.text.get(at..).unwrap_or("").trim_start().to_owned();
    }
    let about = segment.before.trim_end_matches([':', ' ']);
    let about = after_any(about, phrases!("so the|and the|the")).or_else(|| after_any(about, phrases!("for|about")));
    if segment.before.len() < 50
        && let (Some(rest), Some(about)) =
            (after_any(&out.text, phrases!("it must|it should|it may|it has to|it needs to|it can")), about)
        && words(about) <= 4
    {
        let verb = out.text.get(2..out.text.len() - rest.len()).unwrap_or("").trim();
        out.text = format!("the {about} {verb} {rest}");
    }
    let bare = seeks_assent(&format!("{}?", out.text.trim_end_matches('?')));
    if bare && let Some((head, _)) = out.text.rsplit_once(", ") {
        out.text = head.to_owned();
        (out.asks, out.modality) = (false, Modality::Statement);
    }
    if let Some(subject) = shared_subject(segment) {
        out.text = format!("{subject} {}", unled_by_and(&out.text));
    }
    // "No all the doors have to be oak": the no objects to what was said before.
    let objects = after_any(&out.text, phrases!("no|nope|nah|oh no"));
    let about = phrases!("all the|all our|all of|all these|the|our|they|it|every|each|both|we|you");
    if let Some(rule) =
        objects.map(|rest| rest.trim_start_matches([',', ' '])).filter(|rest| after_any(rest, about).is_some())
    {
        out.text = rule.to_owned();
    }
    out.low = out.text.to_ascii_lowercase();
    out
}

fn unled_by_and(text: &str) -> &str {
    after_any(text, phrases!("and|but")).unwrap_or(text)
}

/// The subject that a demand shares with the one before it in its sentence: "the endpoint must answer in 200 ms and must
/// never leak a stack trace".
fn shared_subject(segment: &Segment) -> Option<String> {
    const MOST: usize = 6;
    let demands = phrases!(
        "must|must not|mustn't|must never|should never|should not|shouldn't|may not|may never|has to|needs to"
    );
    after_any(unled_by_and(&segment.low), demands)?;
    // Of a list in one sentence, "1) ..., 2) the tax is rounded per line, must be per bill", the last entry.
    let before = segment.before.rsplit([')', ';', ':']).next()?.trim_start();
    let states = phrases!(" must | has to | needs to | should | may not | may only | may never | is | are ");
    let (at, _) = states.find(&before.to_lowercase())?;
    let subject = before.get(..at)?;
    let subject = after_any(subject, phrases!("and|so|but|also")).unwrap_or(subject).trim();
    (!subject.is_empty() && words(subject) <= MOST && !subject.contains(',')).then(|| subject.to_owned())
}

/// A sentence with "must" that concludes how things are: "hm, must be a loose cable".
fn concludes(low: &str) -> bool {
    let bare = low.trim_start_matches(|c: char| !c.is_alphanumeric());
    let bare = after_any(bare, phrases!("hm|hmm|oh|ah|ok|so|well|huh"))
        .map_or(bare, |r| r.trim_start_matches([',', ' ', '.']));
    phrases!("must be the|must be a|must be some|must be something|must have|it must be|it must have|that must be|this must be|there must be a|there must be some|you must be|you must have|must've")
        .iter()
        .any(|c| bare.starts_with(c) && !bare.starts_with("it must be "))
}

fn of_segment(whole_segment: &Segment) -> Option<Act> {
    if concludes(&whole_segment.low) {
        return Some(Act::nothing(whole_segment.range.clone(), "concludes"));
    }
    // "Right now people have to write to us" tells how it is.
    let tells_now = after_any(
        &whole_segment.low,
        phrases!(
            "right now|currently|at the moment|so far|these days|nowadays|until now|now people|now users|now they|now everyone|now customers"
        ),
    );
    if tells_now.is_some_and(|rest| phrases!(" have to | has to | need to | needs to | must ").within(rest)) {
        return None;
    }
    let segment = &called(whole_segment);
    of_words(segment).or_else(|| of_head(segment)).or_else(|| {
        // "For the time being don't delete anything": the limit stays with the rule.
        let (scope, rest) = unled(&segment.text);
        let bare = with_words(segment, rest);
        let act = (rest.len() < segment.text.len()).then(|| of_words(&bare).or_else(|| of_head(&bare)))??;
        let summary = if scope.is_empty() { act.summary.clone() } else { whole(&scoped(scope, &act.summary)) };
        Some(Act { summary, ..act })
    })
}

/// Reads the rule before a comma where details follow it: "no new tables please, views only".
fn of_head(segment: &Segment) -> Option<Act> {
    let (head, _) = segment.text.split_once(", ")?;
    (words(head) >= 2).then(|| of_words(&with_words(segment, head))).flatten()
}

fn with_words(segment: &Segment, text: &str) -> Segment {
    Segment { text: text.to_owned(), low: text.to_ascii_lowercase(), ..segment.clone() }
}

/// A rule with the limit of time or place before it.
fn scoped(scope: &str, rule: &str) -> String {
    let mut chars = rule.chars();
    let first = chars.next().map(|c| c.to_ascii_lowercase());
    format!("{}, {}", capital(scope), first.into_iter().chain(chars).collect::<String>())
}

fn of_words(segment: &Segment) -> Option<Act> {
    let low = segment.low.trim_start_matches(|c: char| !c.is_alphanumeric());
    let bare = low
        .trim_start_matches("and ")
        .trim_start_matches("but ")
        .trim_start_matches("so ")
        .trim_start_matches("also ")
        .trim_start_matches("hm, ")
        .trim_start_matches("hmm, ");
    let bans = phrases!("there must be no|there should be no|there may be no|i don't want|i do not want|i dont want|i really don't want|we don't want|no need to be|no need to stay|no need to keep|no need to support|no need to preserve|no need to maintain|no need for back|no need for forw").iter().any(|b| bare.starts_with(b));
    let bans = bans || NEEDED.is_match(bare) || OF_ALL.is_match(bare);
    let opens = |words: &str| {
        let behind = bare.strip_prefix(words).map(|rest| rest.starts_with(char::is_alphanumeric));
        behind.is_some_and(|goes_on| !goes_on || words.ends_with(' '))
    };
    let remark = bare.strip_prefix("no ").is_some_and(no_is_remark) || NO_RULE.iter().any(opens);
    // "Only one plank per step" bounds, "only one plank left" tells.
    let bounds_each = || phrases!(" per | at a time").within(low);
    let remark = !bans && (remark && !bounds_each() || TELLS.within(low));
    // "... except hotfixes" changes a rule that stands.
    let excepts =
        !phrases!("nobody|no one|nothing|all|every|each|everything|everyone").iter().any(|w| bare.starts_with(w))
            && phrases!(" except | unless it| apart from | other than | but not for ").within(low);
    let told = excepts
        || segment.doubtful
        || matches!(segment.modality, Modality::Question | Modality::Report)
        || (segment.modality == Modality::Hedge && !low.contains("never"));
    if remark || told || words(&segment.text) < 2 {
        return None;
    }
    let (form, found) = first(&FORMS, &segment.low)?;
    let rule = form::group(&segment.text, &found, "rule");
    let summary = worded(form, rule, &segment.text);
    if words(&summary) < 2
        || words(&summary) > 34
        || (form == "only" && words(rule) < 3 && !rule.to_lowercase().ends_with("only"))
    {
        return None;
    }
    if form == "only" && rule.to_lowercase().ends_with(" only") && (words(rule) > 6 || has_subject(rule)) {
        return None;
    }
    if !is_meant(form, segment, rule) {
        return None;
    }
    let hard =
        phrases!("never|must|always|no |not |n't|only|hard|zero|nothing|at most|below|under").within(&segment.low);
    let deed = ActKind::Rule { hard };
    if is_weak(form, segment, rule) {
        return Some(Act::likely(deed, segment.range.clone(), summary, form));
    }
    Some(Act::settled(deed, segment.range.clone(), summary, form))
}

/// Verbs of prohibitions to an agent.
const ORDERED: Phrases = phrases!(
    "touch|change|modify|edit|push|commit|merge|delete|remove|rename|move|break|add|install|introduce|create|write|store|log|print|expose|send|call|run|deploy|release|publish|rely|depend|use|put|leave|commit|format|reformat|refactor|rewrite|upgrade|downgrade|bump|open|close|block|mock|share|hardcode|copy|start|stop|restart|drop|exceed|allow|skip|ignore|import|override|overwrite|squash|rebase|force|amend|mix|use|emit|show|ask|guess|assume|invent|make|build|go|let|do|grow|have|contain|read|query|import|allocate|catch|swallow|throw|return|generate|disable|enable|bypass|nest|pin"
);

/// Words after "don't" that forbid nothing: "don't know", "don't get me wrong".
const NO_ORDER: Phrases = phrases!(
    "do it|do that|do this|do so|know|think|care|mind|worry|bother|see|understand|remember|forget|want|need|like|love\
     |believe|feel|agree|recall|hesitate|panic|get me|get why|get it|get how|get what|tell me|be silly|be shy|be afraid|be sorry\
     |expect|suppose|ask why|ask me why|ask how|ask me how|rule out|appear|seem|sweat|give up|look|matter|work|exist|happen|make sense|mean|say|trust|trip|even|really|quite\
     |actually|usually|have a|have any|have the|have time|have to"
);

/// Whether the words before a segment are an order too.
fn orders(before: &str) -> bool {
    let low = before.to_lowercase();
    let bare = after_any(&low, phrases!("please|pls|and|so|ok|yes|also|then")).unwrap_or(&low);
    let rules = phrases!("keep|leave|use|make|only|always|never|don't|do not|dont|limit|let");
    after_any(bare, imperative::DOES).is_some() || imperative::opens(bare) || after_any(bare, rules).is_some()
}

/// Verbs before "only" with which a sentence tells how something is.
const ONLY_TELLS: Phrases = phrases!(
    "is|are|was|were|works|work|fails|fail|crashes|crash|happens|happen|occurs|occur|breaks|runs|builds|shows|appears|passes|loads|starts|comes|came|failed|crashed|happened|worked|it|they|he|she|i|we|you|has|have|can|does|so far|tested|seen|available|possible"
);

/// Whether the words state a rule, not a fact or a single task.
fn is_meant(form: &str, segment: &Segment, rule: &str) -> bool {
    let low = rule.to_lowercase();
    let first = low.split_whitespace().next().unwrap_or("");
    match form {
        // "We log the errors" may only tell what happens.
        "practice" => phrases!("as a rule|general rule|by convention|in this repo|in this project|in our |always|in this codebase|we indent |we spell |we prefix |we squash ").within(&segment.low),
        // "Times in the log are wrong" tells; "times in the log" names no way.
        "things-in" => after_any(&low, phrases!("the|some|these|those|your|my|two|three|many|few")).is_none() && !phrases!(" in the| in this| in that| in it| with the| with a| as a | is | are | was | were | as it| under the").within(&low),
        // "We're a nix shop since Monday, don't ask"
        "dont" if low == "ask" || after_any(&low, NO_ORDER).is_some() => false,
        // "Can't get one": the speaker is not able to.
        "dont" if after_any(&segment.low, phrases!("can't|cannot|cant|but can't|but cannot|and can't|and cannot|so can't")).is_some() => false,
        "dont" if leaves_it(&segment.low) => false,
        // "They look odd and don't align with the grid" goes on with what it tells.
        "dont" if !segment.before.is_empty() && !ORDERED.contains(first) && !orders(&segment.before) => false,
        "dont" if !ORDERED.contains(first) && words(rule) < 2 => false,
        // "We don't have the dense view", "no tests found": states, not rules.
        "dont" => {
            let told = segment.low.contains("we don't") || segment.low.contains("we do not");
            let habit = first == "do" && words(rule) >= 4 && phrases!(" in | on | at | here| inside ").within(&low);
            !told || habit || !phrases!("have|need|get|do|show|go|run").contains(first)
        }
        // "The lamp works only with oil" tells.
        "only-with" => !ONLY_TELLS.iter().any(|verb| format!(" {low}").contains(&format!(" {verb} only "))),
        // "Next time we meet I'll bring the slides"
        "from-now-on" if segment.low.contains("next time ") => !phrases!("i|i'll|we|you|he|she|they|it").contains(first),
        "no-rule" if after_any(&low, phrases!("no")).is_some_and(no_is_remark) => false,
        "no-rule" => !phrases!(" found| involved| needed| required| left| exist| there|session|yet").within(&low) && (bounds(&low) || is_said_as_order(segment)),
        // "First I have to survive the meeting": a duty of the speaker.
        "subject-must" if after_any(&low, phrases!("i|first i|now i|but i|then i|still i")).is_some() && !low.contains("be able") => false,
        // "Need to ask Ines first": a step of the speaker.
        "subject-must" if after_any(&low, phrases!("need to ask|need to check|need to talk|need to think|have to ask|have to check|have to talk|have to think")).is_some() => false,
        "subject-must" => {
            !phrases!("once|when|if|there|let's|look|seems|seem|i|it|that|this|these|we|you|they|he|she|what|also|should|needs|must|has|someone|somebody|one|everyone|everybody|consider|check|see|decide|ask|find|think|make|test|wait").contains(first)
                && !phrases!(" what we | i think| to decide|how it| that should | it should | this should | that must | it must | they should ").within(&low)
                // "The old banner has to go" asks for work.
                && !["go", "go away", "disappear", "vanish", "be gone"].iter().any(|end| {
                    low.split([',', ';', ':']).next().is_some_and(|head| head.ends_with(&format!(" {end}")))
                })
        }
        "only" if low.ends_with(" only") => words(rule) <= 4 || phrases!(" in | with | as | via | through | under ").within(&low) && words(rule) <= 6,
        "only" => !phrases!(" implies | fires | works | happens | fails ").within(&format!("{low} ")),
        "bound" => !rule.contains(":="),
        // "One file per slot, settled" is a choice.
        "one-at-a-time" => !phrases!(", settled|, decided|, final|, agreed").iter().any(|end| segment.low.ends_with(end)),
        "each-time" => words(rule) > 3,
        // "It always fails" tells; "prices ALWAYS go through the rounding step" insists.
        "mid-always" => phrases!(" ALWAYS | NEVER ").within(&segment.text),
        // "All tests in green now" tells how things are.
        "all-in" => !phrases!(" is | are | was | were | have | has | do | can | will | need | green| order| place| vain| favour| favor").within(&format!(" {low} ")) && after_any(&low, phrases!("all in all|all the best|any luck|any idea|any news|each of|all of|every time")).is_none(),
        "everywhere" => {
            let complains = phrases!("error|errors|warning|warnings|bug|bugs|crash|crashes|typo|typos|mess|noise|logs|todos|todo|same|it|that|this|there|not|is|are|was|were|shows|fails|works|broken|missing|red");
            let speaks = after_any(&low, phrases!("we|we'll|i|i'll|i'd|you|they|let's|lets|go|stick|use|take|keep"));
            speaks.is_none() && !low.split(' ').any(|word| complains.contains(word)) && !imperative::opens(&low)
        }
        "x-only" => !phrases!(" is | are | was | were | it | that | i | we | you | fails | works | happens ").within(&format!(" {low} ")),
        "need-to" => after_any(&low, phrases!("keep going|keep in mind|keep an eye|keep track|keep working|keep trying|keep moving|keep looking|keep this in mind|keep that in mind|stay focused|work on|work with what|run it|run this|run that|run in debug|work in")).is_none(),
        "bare-must-not" => !phrases!("it|that|this|they|he|she|you|we|i|there|what|which|who").contains(first),
        "as-never" => !phrases!(", never mind|, never again| never seen| never saw| never heard").within(&low) && after_any(&low, phrases!("i|we|you|they|he|she|it|that|this|there")).is_none(),
        "each-needs" => !phrases!(" fixing| needs work| need work| some work| more work|to be fixed|to be updated|to be rewritten|updating|some |rewriting|attention|a look|to go").within(&low),
        _ => true,
    }
}

/// Whether the words may instead be an expectation ("the build should be green now") or a description.
fn is_weak(form: &str, segment: &Segment, rule: &str) -> bool {
    let low = format!(" {} ", rule.to_lowercase());
    let pointing =
        phrases!(" than that | than this | with this | of this | to this | with that | like this | like that ")
            .within(&low);
    let should = form == "subject-must"
        && !phrases!(
            " must | has to | have to | may not | may never | may only | cannot | can't | shouldn't | never | always | not "
        )
        .within(&low);
    let of_all = after_any(low.trim(), phrases!("every|all|each|any|no")).is_some()
        && phrases!(" need to | needs to ").within(&low);
    // "The build should be green now" expects.
    let expects = phrases!(" now | already | by now | soon | fine | ok | work | probably | be done | be there | be enough | be ready | be green | be possible | be easy | be able ").within(&low);
    let should = should && expects && !of_all && !gives_a_value(&segment.text);
    pointing || should || words(&segment.text) > PROSE_WORDS
}

/// Number of words from which a sentence counts as prose.
const PROSE_WORDS: usize = 26;

/// Whether "no ..." sets a limit ("no new dependencies", "no writes in this module").
pub(super) fn bounds(low: &str) -> bool {
    // "No planks over 3 m"
    let amount = phrases!(" over | under | above | below ").find(low).and_then(|(at, len)| low.get(at + len..));
    amount.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) || phrases!(" ever |no new |no extra |no additional |no further |no other |no external |no third|no touching |no editing |no changing | after | before | without | unless | by hand| in the | in this | in any | in production| in prod| in tests| in code| in committed| in commits| to the | to our | to any | from | anywhere| on | than | more than | longer than | larger than | of any kind| at all| whatsoever").within(low)
}

/// Whether the words are an order: with "please", an exclamation mark or after other orders.
fn is_said_as_order(segment: &Segment) -> bool {
    phrases!("please|pls").within(&segment.low) || segment.text.ends_with('!') || segment.text.starts_with("NO ")
}

fn has_subject(rule: &str) -> bool {
    let first = rule.split_whitespace().next().unwrap_or("").to_lowercase();
    phrases!("i|it|that|this|they|he|she|there").contains(first.as_str())
}

/// The rule as an entry of a list; a prohibition keeps its "not".
fn worded(form: &str, rule: &str, text: &str) -> String {
    let rule = unhurried(rule);
    let said = match form {
        "never" => format!("Never {rule}"),
        "dont" => format!("Do not {rule}"),
        "lasting" => format!("{rule} from now on"),
        "dont-want" if text.to_lowercase().contains("want you to") => format!("Do not {rule}"),
        "dont-want" => format!("No {rule}"),
        "want-each" => rule.replacen(" to ", " must ", 1),
        "label" => return worded_inner(rule),
        _ => rule.to_owned(),
    };
    whole(&capital(&said.replace(" deps", " dependencies")))
}

/// Words the rule after a label, as in "one rule: don't push", like one without a label.
fn worded_inner(rule: &str) -> String {
    let low = rule.to_ascii_lowercase();
    match first(&FORMS, &low) {
        Some((form, found)) if form != "label" => {
            let inner = form::group(rule, &found, "rule");
            match form {
                "never" => whole(&format!("Never {}", unhurried(inner))),
                "dont" => whole(&format!("Do not {}", unhurried(inner))),
                _ => whole(&capital(unhurried(inner))),
            }
        }
        _ if after_any(rule, phrases!("and|i|which|that|it|this|they")).is_some() => String::new(),
        _ => whole(&capital(rule)),
    }
}

/// Whether "should" sets a value or a name: "the timeout should be 30 seconds", "the API should be REST".
fn gives_a_value(text: &str) -> bool {
    const MOST: usize = 4;
    let low = text.to_lowercase();
    let at = phrases!(" should be | should use | should run on | should live in | should stay ").find(&low);
    let Some(value) = at.and_then(|(at, len)| text.get(at + len..)) else { return false };
    let named =
        |w: &str| w.starts_with(char::is_uppercase) || w.contains(|c: char| c.is_ascii_digit()) || w.starts_with('`');
    words(value) <= MOST && value.split(' ').any(named)
}
