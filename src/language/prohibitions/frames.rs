//! Defines [`forbidden`], which finds the wordings of a prohibition anywhere in a message: "don't push", "no force
//! pushes", "X stays as it is", "hands off X", "pushing is my job", "only touch X".
// size: the forms of one sentence are tried in one order.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::VecDeque;

use super::antecedents::{named_last, unsaid, with_antecedent, without_pronoun};
use super::conditions::{Condition, condition, exceptions};
use super::content::content;
use super::destinations::{sent, to_place};
use super::kinds::{
    CHANGES, after_changes, history, is_act, is_data, is_history, of_noun, of_verb, outside, starts, trunk,
};
use super::libraries::{is_packages, upgraded};
use super::objects::{files, objects};
use super::operations::{is_local, operated, places};
use super::ownership::{branches_and_places, owned, withheld};
use super::services::is_service;
use super::verbs::{PROGRAMS, Verb, leading};
use super::verdicts::judged;
use super::wishes::in_present;
use super::{Ban, Exception, Forbidden, ruled_out};
use crate::language::phrases::{Phrases, phrases};
use crate::text::patterns;

patterns! {
    /// A negation after which the forbidden verb stands.
    NOT = r"(?ix)(?P<not> \b(?: do\s+not | don['’]?t | dont | never(?:\s+ever)? | must\s*n(?:ot|['’]t) | should\s*n(?:ot|['’]t) | may\s+not | cannot | can\s*not | can['’]?t | won['’]t | not\s+to | (?:are|is|am|we['’]re|you['’]re)\s+not(?:\s+(?:allowed|supposed|permitted|going)\s+to)? | aren['’]?t(?:\s+(?:allowed|supposed|permitted|going)\s+to)?
        | (?:could|can|would|will)\s+you\s+(?:please\s+)?not | please\s+not | (?:i['’]d|i\s+would)\s+(?:rather|prefer(?:\s+it)?(?:\s+if)?)(?:\s+that)?\s+you\s+(?:didn['’]?t|don['’]?t|did\s+not|do\s+not|wouldn['’]t|not)
        | i\s+(?:never|(?:don['’]?t|do\s+not)\s+ever)\s+want(?:\s+you)?(?:\s+to)?(?:\s+see)? | (?:i['’]d|i\s+would|we['’]d)\s+rather\s+not(?:\s+have\s+you)? | better\s+not(?:\s+to)? | you(?:['’]ve|\s+have)?\s+(?:got\s+)?no\s+(?:permission|right|business|need|reason)\s+to | to\s+not | no\s+need\s+to | no\s+way(?:\s+that)?\s+(?:you['’]re|you\s+are|you) | (?:do\s+not|don['’]?t)\s+(?:need|have)\s+to | (?:do\s+not|don['’]?t)\s+you\s+dare(?:\s+to)? | (?:i['’]m|i\s+am|we['’]re)\s+not\s+(?:ok|okay|fine|happy|comfortable)\s+with(?:\s+you)? | i\s+forbid(?:\s+you)?(?:\s+to)? | (?:great|nice|good|better|best|lovely|kind|glad|happy|grateful|thankful|appreciate|like|love|prefer)(?:\s+(?:it|of\s+you))?\s+(?:if|when)\s+you\s+(?:didn['’]?t|don['’]?t|did\s+not|do\s+not|wouldn['’]?t|would\s+not|not|never)
        | under\s+no\s+(?:circumstances?|conditions?)(?:\s+(?:should|may|must|shall|are|do|can))?(?:\s+(?:you|we|anyone|anybody))?(?:\s+to)? | (?:it['’]?s|it\s+is)\s+(?:forbidden|prohibited|not\s+(?:allowed|permitted))(?:\s+(?:to|for)\s+(?:me|us|you|anyone|anybody))?\s+to | forbidden\s+to | (?:i['’]m|i\s+am)\s+asking\s+you\s+not\s+to | let['’]?s\s+not | on\s+no\s+account | by\s+no\s+means | at\s+no\s+point | in\s+no\s+(?:case|event) | (?:it['’]?s|it\s+is|it\s+isn['’]?t|is|are|isn['’]t|aren['’]t)\s+(?:not\s+|never\s+)?(?:ok|okay|allowed|fine|acceptable|permitted)\s+to | not )) (?:\s+|,\s*)";
    /// Words between a negation and its verb.
    FILLER = r"(?ix)^(?: ever | even | do(?:ing)? | directly | just | please | really | absolutely | simply | also | again | accidentally | automatically | at\s+all | be | been | go(?:ing)?(?:\s+(?:and|ahead(?:\s+and)?|around))? | start(?:ing)? | try(?:ing)?\s+to | to | want | want(?:ing)? | get\s+to | like | need | (?:to\s+)?see(?:ing)? | have | having | you | us | we | anyone | anybody | people | claude | think(?:ing)?\s+about | think(?:ing)?\s+of | bother(?:ing)?(?:\s+to|\s+with)? | dare(?:\s+to)? | attempt(?:ing)?\s+to | let(?:ting)?\s+(?:the\s+)?[\w-]+ | allow(?:ed)? | under\s+any\s+circumstances?,? | in\s+any\s+case | yet | now | manually | by\s+hand | blindly | straight | for\s+now | ,)\s+";
    /// A negation that makes a rule of any subject.
    DEONTIC = r"(?i)^(?:must|should|may|shall)\s*(?:n['’]?t|not)$|^(?:are|is)\s+not\s+(?:allowed|supposed|permitted)\s+to$";
    /// A negation after which the forbidden noun or gerund stands.
    NO = r"(?ix)(?:^|[\s(*_]|[,;:—–-]\s*)(?P<no> no\s+(?:need|place|room|space|excuse|call)\s+for | stop\s+it\s+with(?:\s+the)? | omit | spare\s+(?:me|us)(?:\s+the)? | no | zero | avoid | stop | quit | refrain\s+from | abstain\s+from | resist\s+(?:the\s+(?:urge|temptation|impulse)\s+(?:to|of)|from) | rather\s+than | instead\s+of | (?:do|get\s+by|manage|live|solve\s+it|make\s+it\s+work|work)\s+without | not\s+a\s+fan\s+of | skip | ditch | hold\s+(?:off|back)\s+(?:on|with) | hold\s+off | wait\s+with | without(?:\s+any)? | w/o | not\s+(?:one|a\s+single|any) | (?:don['’]?t|do\s+not|dont)\s+(?:want|need|like)(?:\s+to\s+(?:see|have))?(?:\s+(?:any|a|an|you))? | (?:can['’]t|cannot|won['’]t|must\s+not|mustn['’]t)\s+(?:use|have|take)(?:\s+any)? | ban\s+on | never(?:\s+any)? ) \s+ (?:more\s+)?(?P<what>.+)$";
    /// A thing that must not be acted upon: "the generated files must not be edited".
    PASSIVE = r"(?ix)(?P<what>[^,;:!?—]+?)\s+(?: (?:must|should|may|can|shall|will)\s*(?:not|never|n['’]t)(?:\s+ever)?\s+(?:be|get) | (?:can['’]t|cannot|mustn['’]t|shouldn['’]t|won['’]t)\s+(?:be|get) | (?:is|are)\s+(?:not|never)\s+to\s+be | (?:isn['’]t|aren['’]t)\s+to\s+be | (?:isn['’]t|aren['’]t|is\s+not|are\s+not|is\s+never|are\s+never|never\s+gets?|never\s+get|(?:doesn['’]?t|don['’]?t|didn['’]?t|does\s+not|do\s+not|did\s+not)\s+get|wasn['’]?t|weren['’]?t|(?:was|were)\s+not|not\s+(?:be|get)) )\s+(?:ever\s+|directly\s+|accidentally\s+|to\s+be\s+|being\s+)*(?P<verb>checked\s+in|force-pushed|run|rewritten|overwritten|[a-z]+ed)\b(?P<rest>[^;!?]*)";
    /// A thing or act that is ruled out: "X is off limits", "pushing is my job".
    RULED = concat!(
        r"(?ix)(?P<what>[^,;:!?—]+?)(?:\s+(?:is|are|remains?|stays?|was|were|(?:has|have)\s+been)|['’]s)\s+(?:still\s+|also\s+|strictly\s+|absolutely\s+|completely\s+|totally\s+|definitely\s+|just\s+|really\s+|currently\s+|now\s+|all\s+|simply\s+)*(?:",
        ruled_out!(),
        r"|not\s+(?:allowed|permitted|accepted|ok|okay|acceptable|an\s+option|negotiable|welcome|wanted|yours(?:\s+to\s+(?:change|edit|touch|modify))?|your\s+(?:job|call|business)|to\s+be\s+(?:touched|changed|edited|modified|used|removed|deleted)) | out\b | my\s+(?:job|call|business|thing|task|decision)|(?:on|for)\s+me\b | mine\b | (?:the\s+)?(?:[\w-]+\s+)?(?:[\w-]+(?:['’]s|s['’])|ops|devops|infra|platform|qa|security|legal|marketing)\s+(?:business|job|turf|territory|responsibility|department|domain) | none\s+of\s+(?:our|your)\s+(?:business|concern) | not\s+(?:ours|our\s+(?:job|business|call|turf)|a\s+thing) | an?\s+(?:hard\s+|definite\s+|clear\s+)?no\b | not\s+a\s+(?:fix|solution|way\s+out) | (?:for|reserved\s+for)\s+(?:the\s+)?[\w-]+(?:\s+team)?\s+only | cheating | noise | evil | pointless | an?\s+(?:cop[\s-]?out|crutch|cheat|no-no) | too\s+(?:expensive|risky|dangerous) | not\s+up\s+for\s+(?:discussion|debate) | something\s+(?:i|we)\s+(?:decide|do|handle|never|don['’]?t)\b | (?:left|up|down)\s+to\s+(?:the\s+)?[\w-]+(?:\s+[\w-]+)?[\s.!]*$ | not\s*(?:$|[.,;!]) | not\s+for\s+(?:me|us|you)\b | a\s+(?:pet\s+peeve|thing\s+of\s+the\s+past) )"
    );
    /// Work that is undone or refused whenever it is done: "commits on master get reverted".
    REFUSED = r"(?ix)(?P<what>[^,;:!?—]+?)\s+(?: (?:(?:will\s+)?(?:gets?|be)|are|is)\s+(?:always\s+|automatically\s+|just\s+)?(?:reverted|bounced|refused|rejected|turned\s+down|thrown\s+out|sent\s+back) | (?:has|have)\s+no\s+(?:place|business) | (?:doesn['’]?t|don['’]?t)\s+count | (?:will\s+not|won['’]?t)\s+(?:be\s+)?(?:merged?|accepted|pass|fit) )\b";
    /// A refusal by the person: "I won't accept X", "I hate X".
    REJECTED = r"(?ix)\b(?:i|we)(?:['’](?:ll|m|d)|\s+will|\s+am|\s+would)?\s+(?:(?:going\s+to|always|just|really|absolutely)\s+)*(?: (?:reject|refuse|revert|decline|bounce|hate|despise|loathe|dislike)(?:\s+(?:to\s+see|seeing|any\s+use\s+of|using))? | (?:won['’]?t|will\s+not|do\s+not|don['’]?t|can['’]?t|cannot|never|not)\s+(?:ever\s+)?(?:accept|tolerate|allow|merge|approve|permit|do|like|put\s+up\s+with|take) | (?:allergic\s+to|sick\s+of|tired\s+of|fed\s+up\s+with|not\s+(?:very\s+|too\s+|so\s+)?(?:keen\s+on|fond\s+of|into|comfortable\s+with)) )\s+(?P<what>[^,;:.!?]+)";
    /// Hand edits that do not last: "manual changes to X are pointless", "whatever you change in X gets overwritten".
    LOST = r"(?ix)\b(?: (?:(?P<own>hand|manual|your|any)[\s-]+)?(?:hand[\s-]+)?(?:edits?|changes?|modifications?|tweaks?|fixes) | (?:whatever|anything|everything|what)\s+(?:you|one|we|anybody|somebody)\s+(?:change|edit|patch|write|touch|put)s? )(?P<place>\s+(?:in|to|under|inside|of|on|into)\s+[^,;:!?]+?)?[,\s]+(?:they\s+)?(?: (?:(?:will|would|just|always|only|get|gets|be|being|are|is)\s+)+(?:lost|overwritten|wiped|clobbered|discarded|thrown\s+away|blown\s+away|undone|gone|pointless|useless|futile|in\s+vain|wasted) | (?:don['’]?t|won['’]?t|never|doesn['’]?t|do\s+not|will\s+not)\s+(?:survive|last|stick) )\b";
    /// The content that a place must be free of: "the parser stays free of regexes".
    FREE_OF = r"(?i)\b(?:stays?|remains?|be|is|are|keep\s+\S+(?:\s+\S+)?)\s+(?:completely\s+)?free\s+(?:of|from)\s+(?P<what>[^,;:.!?]+)";
    /// A contrast that leaves out the verb: "run the unit tests but not the integration ones".
    BUT_NOT = r"(?i)(?:\b(?:but|just)\s+not\s+(?:(?:in|on|to)\s+)?|,\s+not\s+(?:in\s+|on\s+)?(?-i:(?:the|our|my)\s))(?P<what>[^,;:!?]+)";
    /// Who does it and who does not: "I merge, you don't".
    I_DO = r"(?i)\b(?:i|we|he|she|ops|ci)\s+(?P<act>[a-z-]+(?:\s+[^,;:.!?]{1,30})?),?\s+(?:and\s+|but\s+)?(?:you\s+(?:don['’]?t|do\s+not|never)|not\s+you)\s*(?:$|[.,;!])";
    /// A place whose files are all to be kept.
    RETAINED = r"(?i)\b(?:keep|preserve|retain)\s+(?:everything|all(?:\s+(?:the\s+)?files?|\s+of\s+it)?)\s+(?:in|under|inside)\s+(?P<place>[^,;:!?]+)|\b(?:in|under|inside)\s+(?P<kept>\S*[/.]\S*)\s+(?:(?:is|are)\s+to|must|should|has\s+to|have\s+to)\s+(?:be\s+)?(?:kept|preserved|retained)\b";
    /// A library that was given up for good: "we dropped axios for a reason".
    DROPPED = r"(?ix)\b(?:we|i)(?:['’]re|\s+are)\s+(?:getting\s+rid\s+of|phasing\s+out|moving\s+(?:off|away\s+from))\s+`?(?P<gone>[\w@./+-]+)`?\s*(?:$|[,.;]) | \b(?:we|i)\s+(?:(?:deliberately|finally|just)\s+)?(?:dropped|removed|banned|ditched|kicked\s+out|threw\s+out|got\s+rid\s+of|moved\s+(?:off|away\s+from))\s+`?(?P<what>[\w@./+-]+)`?(?:\s+(?:for\s+(?:a|good)\s+reasons?|on\s+purpose|deliberately|for\s+good)\b|[,;]?\s+(?:and\s+|so\s+)?(?:please\s+)?(?:do\s+not|don['’]?t|never|no)\s+(?:bring|add|put|drag|pull|re-?introduc|re-?add|sneak|want)(?:e|ing)?\b)";
    /// A thing that remains as it is.
    KEEP = r"(?ix)\b(?:leave|leaving|keep)\s+(?P<what>[^;:!?]+?)\s+(?:alone | untouched | unchanged | unmodified | intact | exactly\s+as | the\s+way\s+(?:it|they)\s+(?:is|are) | (?:where|at\s+what)\s+(?:it|they)\s+(?:is|are)\b | at\s+(?:the\s+)?current\s+\w+ | as\s+(?:it|they|is|are)\b | as[\s-]is | frozen | strict | (?:at|on|pinned\s+(?:at|to))\s+v?\d | at\s+(?:its|their)\b | pinned | out\s+of\s+(?:this|it|the\s+change) | in\s+peace | be\b )";
    LEFT = r"(?i)\bleave\s+(?P<what>`[^`]+`(?:\s+folder)?)\s*[.!]*$";
    STAYS = r"(?ix)(?P<what>[^,;:!?—]+?)\s+(?:(?:has|have|needs?)\s+to\s+|must\s+|should\s+|shall\s+|is\s+to\s+|are\s+to\s+|to\s+)?(?:stays?|remains?|survives?(?:\s+\w+){0,3}?|looks?|be|comes?\s+out|ends?\s+up)\s+(?:exactly\s+)?(?:as\s+(?:it|they|is|are|before)\b|as[\s-]is|untouched|unchanged|unmodified|intact|the\s+way|the\s+same(?:\s+(?:when|as|after\w*|before|once)\b|\s*(?:$|[.,;!]))|byte|identical|frozen|strict|like\s+(?:it|they|now|before)\b|where\s+(?:it|they)\b|(?:at|on|pinned\s+(?:at|to))\s+v?\d|pinned|alone|put\b|out\s+of\s+(?:this|it|here))|(?P<never>[^,;:!?—]+?)\s+(?:must|should|may|can|shall|to|do|does)(?:\s+not|n['’]t|not|\s+never)\s+(?:ever\s+)?(?:change|move|grow)\b|(?:n['’]t|\bdont|\bnot|\bnever)\s+(?:want|let)\s+(?P<let>[^,;:!?—]+?)\s+(?:to\s+)?(?:change|move|grow|differ)\b";
    HANDS_OFF = r"(?ix)\b(?:hands?\s+off(?:\s+of)? | keep\s+(?:your\s+|those\s+)?(?:hands|fingers|paws)\s+off(?:\s+of)? | stay\s+(?:away\s+from|out\s+of|off(?:\s+of)?|clear\s+of) | keep\s+(?:away\s+from|out\s+of|clear\s+of|off) | no\s+business\s+(?:in|with|inside|on|near|touching|editing|changing) | steer\s+clear\s+of | go\s+near | leave\s+out | (?:thing|file|folder|part|place|one)s?\s+(?:that\s+)?you\s+(?:can['’]t|cannot|must\s*n(?:['’]t|ot)|may\s+not|should\s*n(?:['’]t|ot))\s+\w+\s+(?:is|are) )\s+(?P<what>[^;!?]+)";
    /// A thing with its ruling behind it: "the lock file: hands off".
    OFF_LAST = concat!(r"(?i)(?:^|[,;]\s*|\band\s+)(?P<what>[^,;:!?—]+?)\s*(?:[:,—–]|\s-)\s*(?:please\s+)?(?:",ruled_out!(),r"|hands\s+off|(?:do\s+not|don['’]?t)\s+touch|no\s+touching|off[\s-]limits|leave\s+(?:it|them|alone))\W*$");
    /// Work that stays undone: "leave everything uncommitted".
    UNDONE = r"(?i)\b(?:leave|keep|stays?|remains?)\s+(?:[^,;:!?]+?\s+)?un(?P<verb>committed|pushed|merged|staged|published|released|deployed|applied|tagged)\b";
    /// A thing that goes on: "leave nginx running".
    RUNNING = r"(?i)\b(?:leave|keep)\s+(?P<what>[^,;:!?]+?)\s+(?:up\s+and\s+)?running\b|(?:^|[,;:]\s*)(?P<up>[^,;:!?]{2,40}?)\s+(?:must|has\s+to|have\s+to|should|needs?\s+to)\s+(?:keep\s+running|(?:stay|remain)\s+(?:up|online|alive|running)|not\s+(?:go\s+down|stop))\b";
    /// The only place that may be changed.
    ONLY = r"(?ix)\b(?: (?:only|just)\s+(?:ever\s+)?(?:touch|change|edit|modify|alter|write\s+(?:to|in)|work\s+(?:in|on|inside|within|under)|make\s+changes\s+(?:in|to|under)) | (?:touch|change|edit|modify|work\s+in)\s+(?:only|just|nothing\s+but|nothing\s+except) | (?:keep|limit|restrict|confine)\s+(?:your|all|the|any|this|it|yourself|everything)?\s*(?:changes?|edits?|work|yourself)?\s*(?:to|in|inside|within)(?:\s+only)? | (?:all\s+)?changes?\s+(?:only\s+)?(?:go|belong|stay)?\s*only\s+(?:in|to|under|inside) | (?:stay|remain|keep)\s+(?:in|inside|within)(?:\s+of)? )\s+(?P<where>[^;!?]+) | \bonly\s+(?P<yours>[^;!?,]+?)\s+(?:is|are)\s+yours\b | \bplayground\s+is\s+(?P<there>[^;!?,]+)";
    OUTSIDE = r"(?ix)\b(?:nothing|whatever|everything|no\s+(?:\w+\s+)?(?:files?|changes?|edits?|code)|anything|files?|changes?)\s+(?:else\s+)?(?:(?:that\s+)?(?:is|are|lives?)\s+)?outside(?:\s+of)?\s+(?P<where>[^;!?]+)";
    /// Only what the project already has: "standard library only".
    STANDARD = r"(?ix)\b(?: (?P<std7>standard\s+library|std\s?lib|built-?ins)\s+alone | what['’]s\s+(?:already\s+)?(?:installed|available|in\s+the\s+repo|in\s+(?:the\s+)?(?:\w+['’]?s?\s+)?(?P<std8>standard\s+library|std\s?lib)) | (?:with|to|on)\s+(?:only\s+)?(?:the\s+|our\s+)?existing\s+(?:dependencies|packages|libraries|deps|libs) | (?P<std>standard\s+lib(?:rary|s)?|std\s?lib|std)\s+only | only\s+(?:use\s+)?(?:the\s+)?(?:\w+['’]?s?\s+)?(?P<std2>standard\s+library|std\s?lib|built-?ins?) | (?:keep|stick|limit|confine|restrict)\w*\s+(?:\w+\s+){0,3}?to\s+(?:the\s+)?(?:\w+['’]?s?\s+)?(?P<std3>standard\s+library|std\s?lib|built-?ins?) | (?:stay|stays|remain)\s+(?:on|with|in|within)\s+(?:the\s+)?(?:\w+['’]?s?\s+)?(?P<std4>standard\s+library|std\s?lib) | stick\s+with\s+(?:the\s+)?(?:\w+['’]?s?\s+)?(?P<std5>standard\s+library|std\s?lib) | nothing\s+(?:but|except|beyond|outside)\s+(?:of\s+)?(?:the\s+)?(?:\w+['’]?s?\s+)?(?P<std6>standard\s+library|std\s?lib)
        | dependency[\s-]free | free\s+of\s+dependencies | zero[\s-]dep(?:endenc(?:y|ies)|s)? | (?:with|to|from|at|use)\s+(?:only\s+)?(?:the\s+|what\s+)?(?:tools|packages|dependencies|libraries|libs|deps|crates|what|gems|modules)?\s*(?:that\s+)?(?:we|you)(?:['’]ve|\s+have)?\s+(?:already\s+)?(?:have|got)(?:\s+already)?\b | (?:only\s+)?what['’]?s\s+(?:already\s+)?in\s+(?:the\s+)?(?:package\.json|cargo\.toml|pyproject|requirements|go\.mod|gemfile) | without\s+(?:any\s+)?(?:new\s+)?(?:third[\s-]party\s+)?dependencies )";
    /// Files that exist already are meant, not new ones: "existing migrations", "migrations that are applied".
    EXISTING = r"(?ix)\b(?:existing|applied|old|older|released|published|previous|past)\s+(?:[\w-]+\s+)?(?:migrations?|versions?|revisions?|tests?|files?|fixtures?|snapshots?|changesets?) | \b(?:migrations?|versions?|revisions?|changesets?)\s+(?:that|which)\s+(?:are|have|were|has|is)\b";
    /// A version that a thing is to keep: "stay on react 17".
    PINNED = r"(?ix)\b(?:stay|stays|staying|stick|remain|keep\s+(?:us|it|everything))\s+(?:on|with|at)\s+`?(?P<name>[a-z][\w.@/-]*[a-z])`?\s+(?:version\s+)?v?(?P<version>\d+(?:\.\d+)*)\b";
    /// "Nobody" or "nothing" as the subject.
    NOBODY = r"(?ix)\b(?:nobody|no\s+one|no-one|nothing|none\s+of\s+(?:this|it|that))\s+(?:else\s+)?(?:(?:ever|should|must|may|can|shall|is\s+(?:allowed\s+)?to|gets?\s+to|is|gets?|goes|go|ends?|lands?|will|be|allowed\s+to|up)\s+)*(?P<what>.+)$";
    NOBODY_ALONE = r"(?i)\b(?:nobody|no\s+one|no-one|else)\s*$";
    /// A branch that nothing may be pushed or merged to.
    GOES_TO = r"(?ix)^(?:pushed\s+|committed\s+|merged\s+|straight\s+|directly\s+)*(?:in)?(?:to|on|onto)\s+(?:the\s+)?(?P<branch>main|master|trunk|develop|dev|release|staging|production|prod|[\w./-]+\s+branch)\b";
    /// One tool instead of another: "use pnpm, not npm".
    NOT_THIS = r"(?ix)\b(?:use|using|with|take|go\s+with|on|via|through|run|prefer|want|install\s+with)\s+`?(?P<this>[\w@./+-]+)`?(?:\s+[\w-]+){0,3}?\s*[,;(]?\s*(?:and\s+)?(?:not|never|no|instead\s+of|rather\s+than)\s+(?:(?:with|via|bare|plain|raw|directly|the)\s+)*`?(?P<that>[\w@/.+-]*[\w@])`?";
    /// One thing before another: "prefer ky over axios".
    PREFERRED = r"(?i)\b(?:prefer|choose|favou?r|pick)\s+`?[\w@./+-]+`?\s+(?:over|to)\s+`?(?P<that>[\w@/.+-]*[\w@])`?\s*(?:$|[.,;!]|\b(?:here|please|in|for|everywhere)\b)";
    /// The person does the act themselves: "I'll do the release".
    MYSELF = r"(?ix)\bi['’]ll\s+(?:then\s+|just\s+)?(?P<own>(?:open|create|push|merge|deploy|release|publish|tag)\s+(?:it|this|that|everything|the\s+[\w-]+))\b | \b(?:i['’]ll|i\s+will|i|let\s+me|i['’]d\s+like\s+to|i\s+want\s+to|i\s+always)\s+(?:do\s+(?:the\s+)?)?(?:the\s+)?(?P<what>(?:push|commit|merg|deploy|releas|publish|tag|rebas|migrat)\w*[^,.;!?]*?)\s*(?:myself|on\s+my\s+own|by\s+hand|later|afterwards|tomorrow|tonight|when\b|once\b|as\s+soon\b|from\s+my\b)";
    LEAVE_TO_ME = r"(?ix)\bleave\s+(?:the\s+|all\s+|any\s+)?(?P<what>[\w-]+ing|push|commits?|merge|deploy(?:ment)?s?|releases?|tags?|publish|pull\s+requests?|prs?|migrations?)\b[^,.;!?]*?\s+(?:to|for)\s+(?:me|us|ci|ops|the\s+[\w-]+|(?-i:[A-Z]\w+))\b";
    /// Read-only work: "just look, no changes".
    LOOK_ONLY = r"(?ix)\b(?:just|only)\s+(?:look|read|analy[sz]e|investigate|explain|review|tell\s+me|describe)\b[^.;!?]*\b(?:no|don['’]t|do\s+not|without)\b";
    /// An act with its answer: "commits yes, pushing no".
    ANSWERED = r"(?i)(?:^|[,;:.]\s*|\b(?:and|but)\s+)(?P<what>[a-z-]+ing|push|commits?|merges?|deploys?|releases?|tags?)\b\s*[:,=]?\s+(?:no|nope|never)\s*(?:$|[.,;!])";
    /// Words that make "without" a condition.
    LIMITED = r"(?i)\b(?:nothing|nobody|no\s+one|none|no\s+\w+\s+(?:gets?|goes|is|may)|never|not|n['’]t)\b";
    PRONOUN = r"(?i)^\s*(?:(?:any|one|some|all)\s+of\s+)?(?:them|it|those|these|any)\b";
    /// What is done to a thing, after a negation: "should the golden files be updated".
    DONE_TO = r"(?i)^(?P<what>[^,;:]{2,60}?)\s+(?:(?:ever|be|get|gets|getting|being|to)\s+)*(?P<verb>[a-z]+(?:ed|en|un))\b";
    /// A place that nothing may end up in: "the keys must never end up in the repo".
    END_UP = r"(?ix)(?P<what>[^,;:!?—]+?)\s+(?:(?:must|should|may|can|shall)\s*(?:not|never|n['’]t)\s+(?:ever\s+)?(?:end\s+up|land|go|appear|show\s+up|be)|(?:do\s+not|don['’]?t|does\s+not|doesn['’]?t|never)\s+(?:belong|go))\s+(?:in|into)\s+(?:the\s+)?(?:repo|repository|git|code|history|commits?|source|logs?)\b";
    FREEZE = r"(?i)\b(?:freeze|lock|embargo|moratorium)\s+(?:on|for)\s+(?P<what>[^,;:!?]+)";
    /// "nothing under assets/ gets overwritten", "no rows may be deleted"
    NOTHING_IN = r"(?ix)\b(?:nothing|no|none\s+of|not\s+a\s+single)\s+(?P<place>[^,;:!?]{2,50}?)\s+(?:(?:ever|should|must|may|can|shall|will|is\s+to|are\s+to|is|gets?|be|being|allowed)\s+)+(?P<verb>[a-z]+(?:ed|en)|change|move)\b";
    /// A process by its number: "pid 4211", "the job 4211", "running as 4211".
    PROCESS = r"(?i)\b(?:pid|process|job|task|running\s+as|going\s+as|runs\s+as|kill|stop|interrupt|terminate|let|leave)\s+(?:(?:with|id|pid|number|no\.?)\s+)*#?(?P<pid>\d{2,7})\b";
    /// Verbs that keep a process running.
    GOES_ON = r"(?i)n['’]t\b|\b(?:dont|not|never|no|keeps?|stays?|remains?|leave|let|hands\s+off|alone|must|has\s+to)\b";
    /// Tools of which a sentence leaves out one: "not npm, not yarn".
    NOT_TOOL = r"(?i)(?:^|[,;:(.—–-]\s*|\b(?:and|but)\s+)(?:certainly\s+|definitely\s+|please\s+)?(?:not|never|no)\s+`?(?P<tool>[a-z][\w-]+)`?";
    /// "commit nothing yet", "touch nothing in core/", "make no changes in lib/".
    NOTHING = r"(?ix)(?:^|[,;:]\s*|\b(?:and|but|please|so|then)\s+)(?P<verb>commit|push|publish|deploy|touch|change|edit|delete|install|add|merge|make|release|modify|remove)\s+(?:nothing|no\s+changes?|no\s+edits?|none\s+of\s+(?:it|this))\b(?P<place>\s+(?:in|under|to|inside|on|from)\s+\S+)?";
    SENTENCE = r"(?:[.!?;]+[\s)\x22]+|\n+|\s[—–]\s)";
    RELATIVE = r"(?i)\s(?:that|which)\s+(?:are|is|have|has|were|was|we|you|i)\b";
    /// A prohibition in the form of a question.
    POLITE = r"(?i)\b(?:can|could|shall)\s+we\s+(?:please\s+)?(?:agree|not|keep|leave|avoid)\b|\b(?:could|can|would|will)\s+(?:you|we)\b.*\b(?:do|get\s+by|manage|live|work)\s+without\b|\b(?:could|can|would|will)\s+you\s+(?:please\s+)?(?:not|avoid|stop|refrain|leave|keep)\b|\b(?:could|can|would|will)\s+you\b.*(?:\bbut\b|\band\b|,).*(?:n['’]t|\bnot\b|\bnever\b|\bno\b|\bwithout\b|\bhands\s+off\b|\bleave\b|\bkeep\b|\bavoid\b)";
    /// The question at the end of an order: "no new packages, ok?"
    TAG = r"(?i),\s*(?:ok|okay|alright|all\s+right|right|please|yes|yeah|got\s+it|deal|understood|agreed|clear|will\s+you)\s*$";
    /// Words that make "X isn't changed" an order.
    ENSURES = r"(?i)\b(?:sure|ensure|important|careful|see\s+to|watch\s+out|take\s+care|check\s+that)\b";
    /// A passive that may also describe a state: "docker is not installed".
    IS_NOT = r"(?i)\b(?:is|are)(?:\s+not|n['’]t)\s+(?:ever\s+|directly\s+|accidentally\s+|being\s+)*$";
    /// A thing by what it does: "anything that rewrites history".
    DOES = r"(?i)^(?:anything|code|changes?|something|whatever|commands?|scripts?|prs?|patch(?:es)?)\s+(?:that|which)\s+(?P<act>[a-z-]+s\b.*)$";
    /// Words by which somebody else, or the person in former times, was told something: "I was told not to".
    WAS_TOLD = r"(?i)\b(?:i|we|he|she|they|\w+s)\s+(?:was|were|am|are|had\s+been|got)\s+(?:always\s+)?(?:told|asked|advised|instructed|warned|taught)$";
    /// Words that quote or report somebody else.
    QUOTED = r"(?i)^\s*>|\b(?:he|she|they|the\s+(?:docs?|readme|issue|error|log|message|test|ticket|manual))\s+(?:said|says|told|wrote|claims?|states?|reads?)\b";
    /// A "no" that answers or remarks: "no idea", "no, this is fine".
    NOT_A_RULE = r"(?i)^(?:,|idea|problem|worries|need\b|rush|hurry|thanks|way\b|one\b|longer|matter|doubt|reason|wonder|business|luck|clue|sorry|questions?|difference|sense|errors?\b|results?\b|output\b|exceptions?\s*(?:$|[.,;!]))";
}

/// Words before a negation that make it a statement about something else: "I don't", "the tests do not".
const SPEAKS_OF_OTHERS: &str = " i he she they it that this which who these those server script code program function app api \
     build test tests user users customer customers library page thing compiler linter ci parser bug still \
     why what how where also-does really-does and-i ";

/// Words before an order that are none of its subject.
const LEAD_INS: &[&str] = &[
    "whatever happens",
    "whatever you do",
    "no matter what",
    "at this point",
    "one more thing",
    "as always",
    "as usual",
    "i said",
    "by the way",
    "btw",
    "fyi",
    "heads up",
    "quick note",
    "side note",
    "for the record",
    "seriously",
    "honestly",
    "obviously",
    "in general",
    "in particular",
    "above all",
    "most importantly",
    "at all costs",
    "reminder",
    "important",
    "warning",
    "careful",
    "absolutely",
    "kindly",
    "ideally",
    "as a rule",
    "for safety",
    "in doubt",
    "anyway",
    "meanwhile",
    "until then",
    "the meantime",
    "one thing",
    "we agreed",
    "agreed",
    "hey",
    "hi",
    "hello",
    "thanks",
    "thx",
    "cool",
    "great",
    "good",
    "perfect",
    "right",
];

/// Ends of abbreviations whose dot ends no sentence.
const ABBREVIATIONS: [&str; 4] = ["i.e", "e.g", " vs", " approx"];

/// Words of which every prohibition has one.
const SIGNS: Phrases = phrases!(
    "n't|n’t|not|dont|no |never|zero|avoid|without|stop|hold|only|just|leave|keep|hands|stay|off|nobody\
     |nothing|myself|forbid|frozen|out|my job|protected|refrain|instead|rather|free|ask|except|but|wait\
     |postpone|delay|closed|final|fixed|complete|sacred|holy|immutable|stone|alone|existing|installed\
     |available|what's|check with|tell me|let me|local|treat|consider|belong|owned|maintained|generated\
     |pull request|review|via|through|by ci|by me|plain|vanilla|pure|skip|ditch|resist|fan of|i'll|i do \
     |handle|take care|business|shop|need|require|stick|have|read|mine|on me|ing no|ban|locked|for me|to me|revert|bounce|refused\
     |turned down|dropped|ditched|moved off|repo|for a reason|has to|must|remain|same|pinned|spare|hate|reject|cheat|noise\
     |cop-out|crutch|pointless|lost|thrown away|survive|decide|up to|every|looked after|taboo|prohibited|clear of|go near|like it|before you|none|ve got|ed by|made by|built by|written by|comes from| job|should|before|left to|down to|unchanged|identical|untouched|intact|limit|restrict|confine|omit|uncommitted|unpushed|unmerged|unapplied|unstaged|unpublished\
     |let's|no-verify|yours|running|allow|peeve|thing of the past|getting rid|phasing|untouchable|sacrosanct|unw|undesired|unacceptable|inappropriate\
     |frowned|veto|outlaw|barred|allergic|sick of|tired of|fed up|keen|fond|rid of|last thing|, no|my |moving|blocked|to be kept|everything in|everything under|all by|preserve|prefer|favor|favour|resist|opened|done by|run by|survive|read only|we use|uses|let me|accepted"
);

/// Whether a text may forbid something: a cheap test before it is parsed.
pub(crate) fn may_forbid(text: &str) -> bool {
    SIGNS.within(&text.to_ascii_lowercase())
}

/// The prohibitions in a message or in the words of a rule. Empty if it is unclear what is forbidden.
pub(crate) fn forbidden(text: &str) -> Vec<Forbidden> {
    forbidden_before(text, "")
}

/// The prohibitions in a text, with the exceptions that the words `behind` it may hold.
pub(crate) fn forbidden_before(text: &str, behind: &str) -> Vec<Forbidden> {
    if text.contains('…') {
        return Vec::new();
    }
    let mut out: Vec<Forbidden> = Vec::new();
    let mut rest = text.trim();
    let mut before = "";
    while !rest.is_empty() {
        let mut ends =
            SENTENCE.find_iter(rest).filter(|end| !ABBREVIATIONS.iter().any(|a| rest[..end.start()].ends_with(a)));
        let (sentence, next) = match ends.next() {
            Some(end) => (&rest[..end.start()], &rest[end.end()..]),
            None => (rest, ""),
        };
        let asks = rest[sentence.len()..].starts_with('?') || sentence.ends_with('?');
        let follow = if next.trim().is_empty() { behind } else { next };
        for rule in in_sentence(before, sentence.trim(), follow, asks) {
            if !out.iter().any(|known| known.ban == rule.ban && known.names == rule.names) {
                out.push(rule);
            }
        }
        before = &rest[..sentence.len() + usize::from(asks && !sentence.ends_with('?'))];
        rest = next.trim_start();
    }
    out
}

/// The prohibitions of a sentence, with its limits. `before` is the sentence before it, which may name what it is about,
/// `next` the text after it, which may hold an exception.
fn in_sentence(before: &str, sentence: &str, next: &str, asks: bool) -> Vec<Forbidden> {
    let request = || POLITE.is_match(sentence) || TAG.is_match(sentence.trim_end_matches('?'));
    if !may_forbid(sentence) || asks && !request() {
        return Vec::new();
    }
    let sentence = &*in_present(sentence);
    let mut out = read_lately(sentence);
    if out.is_empty()
        && let Some(named) = with_antecedent(sentence, before)
    {
        out = read_lately(&named);
    }
    if out.is_empty() {
        out = unsaid(sentence, before);
    }
    if out.is_empty() || QUOTED.may_match(sentence) {
        return Vec::new();
    }
    let own = ruling(sentence);
    let limit = condition(own);
    let follow: String = next.chars().take(120).collect();
    let Some(except) = exceptions(sentence).and_then(|mut e| {
        e.extend(exceptions(&follow)?);
        Some(e)
    }) else {
        return Vec::new();
    };
    if limit == Condition::Open {
        return Vec::new();
    }
    let places = places(own);
    let existing = EXISTING.is_match(sentence);
    for rule in &mut out {
        if is_local(rule.ban) && rule.at.is_empty() {
            rule.at.clone_from(&places);
        }
        if existing && rule.ban == Ban::Paths {
            rule.except.push(Exception::NEW.to_owned());
        }
        rule.until |= limit == Condition::Until;
        // "terraform plan is fine, terraform apply is not"
        let words: Vec<String> = rule.names.iter().flat_map(|name| name.split(' ')).map(str::to_owned).collect();
        rule.except.extend(except.iter().filter(|e| !rule.names.contains(e) && !words.contains(e)).cloned());
    }
    out
}

/// The part of a sentence that rules, without the reason: what the tests do on staging limits no "so don't run them".
fn ruling(sentence: &str) -> &str {
    let behind = sentence.rfind(" so ").map(|at| &sentence[at + 4..]).filter(|tail| !read_lately(tail).is_empty());
    let own = behind.unwrap_or(sentence);
    own.find(" because ").map(|at| &own[..at]).filter(|own| !read_lately(own).is_empty()).unwrap_or(own)
}

/// Sentences whose reading is kept per thread: those of a message are read in it as a whole and one by one.
const KEPT: usize = 48;

thread_local! {
    static LATELY: RefCell<VecDeque<(String, Vec<Forbidden>)>> = const { RefCell::new(VecDeque::new()) };
}

/// What a sentence by itself forbids.
fn read_lately(sentence: &str) -> Vec<Forbidden> {
    LATELY.with_borrow_mut(|lately| {
        if let Some((_, known)) = lately.iter().rev().find(|(words, _)| words == sentence) {
            return known.clone();
        }
        let mut out = Vec::new();
        read(sentence, &mut out);
        if lately.len() >= KEPT {
            lately.pop_front();
        }
        lately.push_back((sentence.to_owned(), out.clone()));
        out
    })
}

fn read(sentence: &str, out: &mut Vec<Forbidden>) {
    negated_verbs(sentence, out);
    things(sentence, out);
    if let Some(found) = STANDARD.captures(sentence) {
        out.push(Forbidden::new(Ban::Packages, Vec::new()));
        if ["std", "std2", "std3", "std4", "std5", "std6", "std7", "std8"].iter().any(|n| found.name(n).is_some()) {
            out.push(Forbidden::new(Ban::ThirdParty, Vec::new()));
        }
    }
    owned(sentence, out);
    withheld(sentence, out);
    branches_and_places(sentence, out);
    for found in [ONLY.captures(sentence), OUTSIDE.captures(sentence)].into_iter().flatten() {
        let place = ["where", "yours", "there"].iter().find_map(|name| found.name(name));
        outside(place.map_or("", |m| m.as_str()), out);
    }
    if let Some(what) = NOBODY.captures(sentence).and_then(|c| c.name("what")) {
        let before = NOBODY.find(sentence).map_or("", |found| &sentence[..found.start()]);
        // "nobody applied it" tells what happened.
        let told = what.as_str().split(' ').next().is_some_and(|verb| verb.ends_with("ed"))
            && NOBODY_ALONE.is_match(&sentence[..what.start()]);
        if !told {
            nobody(what.as_str(), before, out);
        }
    }
    if out.is_empty()
        && let Some(found) = NOT_THIS.captures(sentence)
    {
        let that = found.name("that").map_or("", |m| m.as_str());
        if found.name("this").is_some_and(|this| !this.as_str().eq_ignore_ascii_case(that)) {
            of_noun(that, out);
        }
    }
    if let Some(that) = PREFERRED.captures(sentence).and_then(|c| c.name("that")) {
        of_noun(that.as_str(), out);
    }
    if let Some(found) = PINNED.captures(sentence) {
        let [name, version] = ["name", "version"].map(|n| found.name(n).map_or("", |m| m.as_str()));
        let except = vec![format!("{}{version}", Exception::VERSION)];
        out.push(Forbidden { except, ..Forbidden::new(Ban::Upgrade, vec![name.to_lowercase()]) });
    }
    if let Some((verb, _)) = ANSWERED.captures(sentence).and_then(|c| leading(c.name("what")?.as_str())) {
        of_verb(verb, "", out);
    }
    nothing_in(sentence, out);
    if out.is_empty() {
        anywhere(sentence, out);
    }
    if out.is_empty() {
        plainly(sentence, out);
    }
    if out.is_empty() && LOOK_ONLY.is_match(sentence) && sentence.to_lowercase().contains("chang") {
        out.push(Forbidden::new(Ban::Paths, Vec::new()));
    }
}

/// Reads "the keys must never end up in the repo", "code freeze on X", "nothing in X gets changed", "commit nothing".
fn nothing_in(sentence: &str, out: &mut Vec<Forbidden>) {
    if let Some(what) = END_UP.captures(sentence).and_then(|c| c.name("what")) {
        let what = subject(what.as_str());
        let named = files(what);
        if named.is_empty() { content(what, out) } else { out.push(Forbidden::new(Ban::CommitPaths, named)) }
    }
    if let Some(what) = FREEZE.captures(sentence).and_then(|c| c.name("what")) {
        kept(what.as_str(), out);
    }
    if let Some(found) = NOTHING_IN.captures(sentence)
        && let Some((verb, _)) = found.name("verb").and_then(|m| leading(m.as_str()))
    {
        of_verb(verb, &format!(" {}", found.name("place").map_or("", |m| m.as_str())), out);
    }
    if let Some(found) = NOTHING.captures(sentence)
        && let Some((verb, _)) = found.name("verb").and_then(|m| leading(m.as_str()))
    {
        let place = found.name("place").map_or("", |m| m.as_str());
        of_verb(verb, if place.is_empty() { " anything" } else { place }, out);
    }
}

/// Reads what a negation and a known thing in one clause forbid, whatever stands between them: "nothing goes up to
/// origin", "not npm, not yarn", "don't solve it with a force push", "process 4211 has to keep running".
fn plainly(sentence: &str, out: &mut Vec<Forbidden>) {
    for clause in sentence.split([',', ';', '(', '—', '–']).flat_map(|part| part.split(" and ")) {
        sent(clause, out);
    }
    for tool in NOT_TOOL.captures_iter(sentence).filter_map(|c| c.name("tool")) {
        let behind = sentence[tool.end()..].trim_start_matches(['`', ' ']);
        let alone = behind.is_empty() || behind.starts_with([',', ';', '.', '!', ')']);
        if (alone || behind.starts_with('-')) && PROGRAMS.contains(&tool.as_str().to_ascii_lowercase()) {
            of_noun(&sentence[tool.start()..], out);
        }
    }
    if let Some(what) = RUNNING.captures(sentence).and_then(|c| c.name("what").or(c.name("up"))) {
        of_verb(Verb::Restart, &format!(" {}", what.as_str()), out);
    }
    if let Some((verb, _)) = UNDONE.captures(sentence).and_then(|c| leading(c.name("verb")?.as_str())) {
        of_verb(verb, if sentence.contains("migration") { " migrations" } else { "" }, out);
    }
    if let Some(pid) = PROCESS.captures(sentence).and_then(|c| c.name("pid")).filter(|_| GOES_ON.is_match(sentence)) {
        out.push(Forbidden::new(Ban::Restart, vec![pid.as_str().to_owned()]));
    }
}

/// Adds an act of git that is the means of a forbidden one: "don't settle it with a force push".
fn means(behind: &str, out: &mut Vec<Forbidden>) {
    let clause = &behind[..behind.find([',', ';', ':']).unwrap_or(behind.len())];
    for by in ["with ", "via ", "by ", "through ", "using "] {
        let Some(what) = clause.find(by).map(|at| without_article(&clause[at + by.len()..])) else { continue };
        if let Some((verb @ (Verb::ForcePush | Verb::Rebase | Verb::Amend), object)) = leading(what) {
            of_verb(verb, object, out);
        } else if let Some((verb @ (Verb::Edit | Verb::Delete), object)) = leading(what).filter(|_| by == "by ") {
            of_verb(verb, object, out);
        } else if starts(what, &["forced push", "--force"]) {
            of_noun(what, out);
        }
    }
}

/// Reads "don't push", "no pushes", "without touching X", everywhere in a sentence.
fn negated_verbs(sentence: &str, out: &mut Vec<Forbidden>) {
    for found in NOT.captures_iter(sentence) {
        let (Some(whole), Some(not)) = (found.get(0), found.name("not")) else { continue };
        let words = not.as_str().to_ascii_lowercase();
        let behind = without_filler(&sentence[whole.end()..]);
        if sentence[..not.start()].trim_end().to_ascii_lowercase().ends_with("there")
            && behind != &sentence[whole.end()..]
        {
            of_noun(without_article(behind), out);
            continue;
        }
        if !speaks_to_agent(&sentence[..not.start()], &words) {
            if DEONTIC.is_match(&words) {
                of_code(&sentence[..not.start()], behind, out);
            }
            continue;
        }
        means(behind, out);
        let Some((verb, object)) = leading(behind) else {
            // "use uv here, never pip"
            if let Some(found) = DONE_TO.captures(behind)
                && let Some((verb, _)) = found.name("verb").and_then(|m| leading(m.as_str()))
            {
                of_verb(verb, &format!(" {}", found.name("what").map_or("", |m| m.as_str())), out);
            }
            let wanted = words.contains("want") || words.contains("i forbid");
            if wanted || words == "never" && sentence[..not.start()].trim_end().ends_with(',') {
                of_noun(without_article(behind), out);
            }
            continue;
        };
        // "not main": a bare "not" forbids a gerund or an infinitive only.
        let contrasted = sentence[..not.start()].trim_end().ends_with("but");
        if words != "not" || contrasted || behind.split(' ').next().is_some_and(|w| w.ends_with("ing")) {
            if verb == Verb::Operate {
                operated(behind, object, out);
            }
            verbs(verb, object, &sentence[..not.start()], out);
        }
    }
    let mut rest = sentence;
    while let Some(found) = NO.captures(rest) {
        let (Some(no), Some(what)) = (found.name("no"), found.name("what")) else { return };
        let word = no.as_str().to_ascii_lowercase();
        let negated = word.starts_with("don") || word.starts_with("do ") || word.starts_with("can") || word == "never";
        // "nothing goes out without the team" is no rule about the team.
        let limits = word.starts_with("without") && LIMITED.is_match(&rest[..no.start()]);
        let own = negated && word != "never" && !word.contains("use") && !word.contains("have")
            || word.contains("without") && !limits
            || word.starts_with("w/")
            || word.starts_with("wait")
            || (word.starts_with("instead") || word.starts_with("rather")) && is_order(&rest[..no.start()])
            || word.ends_with(" for") && !starts(what.as_str(), &["the", "a", "an", "that", "this"])
            || speaks_to_agent(&rest[..no.start()], &word)
            || is_noun_barred(&rest[..no.start()], &word);
        let done =
            DONE_TO.captures(what.as_str()).and_then(|c| Some((c.name("what")?, leading(c.name("verb")?.as_str())?)));
        if let Some((what, (verb, _))) = done.filter(|_| word.contains("want")) {
            of_verb(verb, &format!(" {}", what.as_str()), out);
        } else if (own || word.starts_with("spare")) && !NOT_A_RULE.is_match(what.as_str()) && word != "never" {
            noun(&word, what.as_str(), &rest[..no.start()], out);
        }
        rest = what.as_str();
    }
}

/// Whether words are an order: they begin with a verb in its base form, not with a subject.
fn is_order(before: &str) -> bool {
    let clause = before.rsplit([':', ';', '—']).next().unwrap_or(before).trim();
    let mut words = clause.split_whitespace().map(|w| w.trim_matches([',', '.', '`', '*']).to_ascii_lowercase());
    let mut words = words.by_ref().skip_while(|w| OPENERS.contains(w));
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    let bent = |w: &str| ["ing", "ed", "s"].iter().any(|end| w.ends_with(end)) && !w.ends_with("ss");
    !bent(&first) && !SUBJECTS.contains(&first) && !bent(&second)
}

/// Words before the verb of an order.
const OPENERS: Phrases =
    phrases!("please|pls|just|so|then|and|now|ok|okay|also|kindly|let's|lets|you|should|could|can|must|better");
/// Words that begin a statement, not an order.
const SUBJECTS: Phrases = phrases!(
    "i|we|they|he|she|it|that|this|there|these|those|what|who|which|why|how|where|when|while|if|since|because|the|a|an|our|my\
     |your|their|his|her|its|everything|anything|everybody|nobody|nothing|no|some|all|people|in|on|at|for|with|by|as|from|to|of\
     |is|are|was|were|be|been|has|have|had|did|does|do|will|would|maybe|perhaps|not|never"
);

/// Adds what a part of the code must not hold: "the tests must not hit the network". The rule is for its files only.
fn of_code(subject: &str, behind: &str, out: &mut Vec<Forbidden>) {
    let part = subject.trim_end().rsplit([' ', ',', '(']).next().unwrap_or("").to_ascii_lowercase();
    let part = part.trim_matches('`').trim_end_matches('s');
    let whole = ["library", "crate", "package", "app", "code", "codebase", "project", "program", "tool", "cli"];
    let at = if whole.contains(&part) { Vec::new() } else { vec![part.to_owned()] };
    let mut found = Vec::new();
    match leading(behind) {
        _ if part.len() < 3 => return,
        _ if starts(behind, &["log", "print", "write to stdout", "write to the console"]) => {
            content("prints", &mut found);
        }
        Some((verb, object)) => of_verb(verb, object, &mut found),
        None => return,
    }
    found.retain(|rule| matches!(rule.ban, Ban::Content | Ban::Library | Ban::Network | Ban::ThirdParty));
    out.extend(found.into_iter().map(|rule| Forbidden { at: at.clone(), ..rule }));
}

/// Verbs that turn a negation into its opposite: "don't forget to push".
const INVERTS: &[&str] = &[
    "forget",
    "hesitate",
    "worry",
    "be afraid",
    "be shy",
    "fail",
    "miss",
    "neglect",
    "omit",
    "mind",
    "shy",
    "have to ask",
];

/// Reads an order whose verb stands some words after its negation: "don't go and quickly push".
fn anywhere(sentence: &str, out: &mut Vec<Forbidden>) {
    for found in NOT.captures_iter(sentence) {
        let (Some(whole), Some(not)) = (found.get(0), found.name("not")) else { continue };
        let words = not.as_str().to_ascii_lowercase();
        if words == "not" || !speaks_to_agent(&sentence[..not.start()], &words) {
            continue;
        }
        let behind = &sentence[whole.end()..];
        if starts(behind, INVERTS) {
            continue;
        }
        let clause = &behind[..behind.find([',', ';', ':', '(']).unwrap_or(behind.len())];
        let starts = clause.match_indices(' ').map(|(at, _)| at + 1).take(6);
        for at in starts {
            let doing = clause[at..].split(' ').next().is_some_and(|w| w.len() > 5 && w.ends_with("ing"));
            let joined =
                clause[..at].ends_with("and ") || clause[..at].ends_with("to ") || clause[..at].ends_with("or ");
            if let Some((verb, object)) = leading(&clause[at..]).filter(|_| doing || joined) {
                verbs(verb, object, &sentence[..not.start()], out);
            }
        }
    }
}

/// Adds what stands after "no", "avoid", "without": a gerund with its object, or a noun.
pub(super) fn noun(word: &str, what: &str, before: &str, out: &mut Vec<Forbidden>) {
    let is_wanted = word.contains("want") && (what.starts_with("to ") || what.starts_with("you to "));
    let what = without_filler(what);
    let gerund = what.split([' ', ',', '.']).next().is_some_and(|w| w.len() > 4 && w.ends_with("ing"));
    let what = if word.ends_with(" for") { without_article(what) } else { what };
    if matches!(word, "avoid" | "skip") && !objects(what).0.is_empty() && !files(what).is_empty() {
        out.push(Forbidden::new(Ban::Paths, files(what)));
        return;
    }
    if let Some((verb, object)) = DOES.captures(what).and_then(|c| leading(c.name("act")?.as_str())) {
        verbs(verb, object, before, out);
        return;
    }
    match leading(what) {
        Some((verb, object)) if is_wanted => verbs(verb, object, before, out),
        Some((Verb::Operate, object)) if gerund => operated(what, object, out),
        Some((verb, object)) if gerund => verbs(verb, object, before, out),
        _ if ["stop", "quit", "rather", "instead", "resist"].iter().any(|w| word.starts_with(w)) => {
            if word.contains("with") {
                of_noun(what, out);
            } else if word.starts_with("resist")
                && let Some((verb, object)) = leading(what)
            {
                verbs(verb, object, before, out);
            }
        }
        _ => of_noun(
            if word.starts_with("wait") || word.starts_with("hold") { without_article(what) } else { what },
            out,
        ),
    }
}

/// Adds what a verb forbids, and the verbs joined to it: "don't commit or push anything".
fn verbs(verb: Verb, object: &str, before: &str, out: &mut Vec<Forbidden>) {
    let joined = ["or ", "and ", "nor ", "/", ", or ", ", "].iter().find_map(|j| {
        let rest = object.trim_start().strip_prefix(j)?;
        // "don't rebase, merge main": the other verb is what to do instead, unless the list goes on.
        let lists = *j != ", " || rest.contains(" or ") || rest.contains(" nor ") || {
            let (_, behind) = leading(rest)?;
            behind.trim_matches([' ', '.', '!']).is_empty() || behind.starts_with(',')
        };
        lists.then_some(rest)
    });
    match joined.and_then(leading) {
        Some((other, rest)) if verb != Verb::Program => {
            of_verb(verb, &without_pronoun(rest, before), out);
            verbs(other, rest, before, out);
        }
        _ if verb == Verb::Skip && PRONOUN.is_match(object) && before.contains("test") => of_verb(verb, " tests", out),
        _ if verb == Verb::Skip && PRONOUN.is_match(object) && before.contains("hook") => of_verb(verb, " hooks", out),
        _ => of_verb(verb, &without_pronoun(object, before), out),
    }
}

/// Reads "X must not be edited", "X is off limits", "leave X alone", "hands off X".
fn things(sentence: &str, out: &mut Vec<Forbidden>) {
    if let Some(found) = PASSIVE.captures(sentence) {
        let [what, verb, rest] = ["what", "verb", "rest"].map(|n| found.name(n).map_or("", |m| m.as_str()));
        let before = found.name("verb").map_or("", |verb| &sentence[..verb.start()]);
        let told = IS_NOT.is_match(before) && !ENSURES.is_match(sentence);
        if let Some((verb, _)) = leading(verb).filter(|_| !told) {
            let start = found.name("what").map_or(0, |m| m.start());
            let thing = without_pronoun(subject(what), &sentence[..start]);
            let thing = thing.trim();
            let thing = if matches!(verb, Verb::Push | Verb::Commit) && files(thing).is_empty() { rest } else { thing };
            of_verb(verb, &format!(" {thing}"), out);
        }
    }
    let whole = with_whole_not(sentence);
    for (pattern, sentence) in [(&RULED, &*whole), (&REFUSED, sentence), (&OFF_LAST, sentence)] {
        if let Some(what) = pattern.captures(sentence).and_then(|c| c.name("what")) {
            ruled(subject(what.as_str()), out);
        }
    }
    for pattern in [&FREE_OF, &DROPPED, &REJECTED] {
        if let Some(what) = pattern.captures(sentence).and_then(|c| c.name("what").or(c.name("gone"))) {
            noun("no", without_article(what.as_str()), "", out);
        }
    }
    judged(&whole, out);
    if let Some(place) = RETAINED.captures(sentence).and_then(|c| c.name("place").or(c.name("kept"))) {
        let named = files(&format!(" {}", place.as_str()));
        out.extend((!named.is_empty()).then(|| Forbidden::new(Ban::Delete, named)));
    }
    lost(sentence, out);
    contrasts(sentence, out);
    for pattern in [&KEEP, &STAYS, &LEFT] {
        if let Some(what) =
            pattern.captures(sentence).and_then(|c| c.name("what").or(c.name("never")).or(c.name("let")))
        {
            kept(subject(what.as_str()), out);
        }
    }
    if let Some(what) = HANDS_OFF.captures(sentence).and_then(|c| c.name("what")) {
        let what = without_pronoun(what.as_str(), HANDS_OFF.find(sentence).map_or("", |m| &sentence[..m.start()]));
        let found = files(&what);
        let before = out.len();
        of_verb(Verb::Edit, &format!(" {what}"), out);
        if out.len() == before {
            if found.is_empty() { of_noun(&what, out) } else { out.push(Forbidden::new(Ban::Paths, found)) }
        }
    }
    for pattern in [&MYSELF, &LEAVE_TO_ME] {
        if let Some(what) = pattern.captures(sentence).and_then(|c| c.name("what").or(c.name("own"))) {
            match leading(what.as_str()) {
                _ if is_act(what.as_str()) => of_noun(what.as_str(), out),
                Some((verb, object)) => of_verb(verb, object, out),
                None => {}
            }
        }
    }
}

/// A sentence with "is not" for "isn't".
fn with_whole_not(sentence: &str) -> Cow<'_, str> {
    let short = ["isn't", "isn’t", "aren't", "aren’t", "isnt ", "arent "];
    if !short.iter().any(|word| sentence.contains(word)) {
        return sentence.into();
    }
    let long = |out: String, word: &&str| out.replace(word, if word.starts_with('i') { "is not " } else { "are not " });
    short.iter().fold(sentence.to_owned(), long).replace("  ", " ").into()
}

/// Reads "hand edits in X get lost", "X is generated, changes don't survive".
fn lost(sentence: &str, out: &mut Vec<Forbidden>) {
    let Some(found) = LOST.captures(sentence) else { return };
    match found.name("place") {
        Some(place) if !place.as_str().contains("there") => of_noun(&format!("edits{}", place.as_str()), out),
        // A form may lose changes too: only those by hand are the agent's.
        place if place.is_some() || found.name("own").is_some() => {
            let before = found.get(0).map_or("", |whole| &sentence[..whole.start()]);
            let named = named_last(before).map(|file| files(&file)).unwrap_or_default();
            out.extend((!named.is_empty()).then(|| Forbidden::new(Ban::Paths, named)));
        }
        _ => {}
    }
}

/// Reads "run the unit tests but not the integration ones", "I merge, you don't".
fn contrasts(sentence: &str, out: &mut Vec<Forbidden>) {
    // "I use vim, you don't" forbids nothing.
    let act = I_DO.captures(sentence).and_then(|c| leading(c.name("act")?.as_str()));
    if let Some((verb, object)) = act.filter(|(verb, _)| !matches!(verb, Verb::Use | Verb::Bring | Verb::Read)) {
        of_verb(verb, object, out);
    }
    let Some(found) = BUT_NOT.captures(sentence) else { return };
    let (Some(whole), Some(what)) = (found.get(0), found.name("what")) else { return };
    let before = &sentence[..whole.start()];
    // The nearest verb is the one that is left out.
    let mut starts: Vec<usize> = std::iter::once(0).chain(before.match_indices(' ').map(|(at, _)| at + 1)).collect();
    starts.reverse();
    let ordered = |at: &usize| {
        let told = before[*at..].split(' ').next().is_some_and(|w| w.ends_with("ed") || w.ends_with('s'));
        let subject = before[..*at].trim_end().rsplit(' ').next().unwrap_or_default().to_ascii_lowercase();
        !told && !matches!(subject.as_str(), "i" | "we" | "he" | "she" | "they" | "it" | "the" | "a" | "this")
    };
    let mut orders = starts.into_iter().filter(ordered).filter_map(|at| leading(&before[at..]));
    let Some((verb, object)) = orders.next().filter(|_| leading(what.as_str()).is_none()) else { return };
    let noun = object.trim().trim_end_matches(',').rsplit(' ').next().unwrap_or_default();
    let what = what.as_str().replace(" ones", &format!(" {noun}"));
    of_verb(verb, &format!(" {what}"), out);
}

/// Adds a thing that is to remain as it is: files, a branch, the dependencies.
fn kept(what: &str, out: &mut Vec<Forbidden>) {
    // "when you are done go.mod"; an attribute of a file is not the file.
    let mut words = what.trim_end().rsplit(' ');
    let (last, related) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_attribute = matches!(related, "of" | "in" | "from" | "for" | "to" | "with" | "at" | "by" | "on" | "under");
    let found = if files(what).is_empty() && !is_attribute { files(last) } else { files(what) };
    let bare = what.trim().trim_start_matches("the ").trim_start_matches("our ").trim_end_matches(" branch");
    if matches!(bare, "it" | "them" | "that" | "this" | "those" | "everything") {
        return;
    }
    if is_history(what) {
        history(what, out);
    } else if starts(bare, &["versions", "pinned versions"]) {
        out.push(Forbidden::new(Ban::Upgrade, Vec::new()));
    } else if CHANGES.is_match(bare) {
        of_verb(Verb::Delete, &format!(" {bare}"), out);
    } else if !found.is_empty() {
        out.push(Forbidden::new(Ban::Paths, found));
    } else if let Some(trunk) = trunk(bare) {
        out.extend([Ban::Push, Ban::Commit].map(|ban| Forbidden::new(ban, vec![trunk.to_owned()])));
    } else if is_packages(what)
        || starts(
            bare,
            &[
                "dependency list",
                "dependency tree",
                "dependency set",
                "dependency count",
                "number of dependencies",
                "dependency footprint",
                "package list",
            ],
        )
    {
        out.extend([Ban::Packages, Ban::Upgrade].map(|ban| Forbidden::new(ban, Vec::new())));
    } else if ["origin", "remote", "upstream"].iter().any(|place| what.split(' ').any(|w| w == *place)) {
        out.push(Forbidden::new(Ban::ForcePush, Vec::new()));
    } else if is_act(bare) || PROGRAMS.contains(bare) {
        of_noun(bare, out);
    } else if is_data(&format!(" {what}")) {
        of_verb(Verb::Edit, &format!(" {what}"), out);
    } else if is_service(bare) {
        of_verb(Verb::Restart, &format!(" {bare}"), out);
    } else {
        upgraded(bare, out);
    }
}

/// Adds an act or a thing that is ruled out.
pub(super) fn ruled(what: &str, out: &mut Vec<Forbidden>) {
    let (whole, what) = (what, without_article(what));
    let before = out.len();
    to_place(what, out);
    if out.len() > before {
        return;
    }
    let gerund = what.split([' ', '-']).any(|w| w.len() > 4 && w.ends_with("ing"));
    if let Some((verb, object)) =
        leading(what).filter(|(verb, _)| gerund || *verb == Verb::Program || *verb == Verb::ForcePush)
    {
        of_verb(verb, object, out);
        if out.len() > before {
            return;
        }
    }
    let found = files(whole);
    if !found.is_empty() {
        out.push(Forbidden::new(Ban::Paths, found));
    } else if is_history(what) {
        kept(what, out);
    }
    let is_long = what.split(' ').count() > if is_act(what) || after_changes(what).is_some() { 6 } else { 3 };
    if out.len() == before && !is_long {
        of_noun(what, out);
    }
}

pub(super) fn without_article(text: &str) -> &str {
    let text = text.trim_start();
    ["the ", "The ", "a ", "an ", "any "].iter().find_map(|article| text.strip_prefix(article)).unwrap_or(text)
}

fn nobody(what: &str, before: &str, out: &mut Vec<Forbidden>) {
    if let Some(branch) = GOES_TO.captures(what).and_then(|c| c.name("branch")) {
        let branch = branch.as_str().split(' ').next().unwrap_or("").to_owned();
        out.extend([Ban::Push, Ban::Commit, Ban::Merge].map(|ban| Forbidden::new(ban, vec![branch.clone()])));
        if matches!(branch.as_str(), "staging" | "production" | "prod" | "live") {
            out.push(Forbidden::new(Ban::Deploy, vec![branch]));
        }
    } else if let Some((verb, object)) = leading(what) {
        if verb == Verb::Operate {
            operated(what, object, out);
        }
        let end = object.find(" but ").map_or(object.len(), |at| at);
        of_verb(verb, &without_pronoun(&object[..end], before), out);
    }
}

/// The last clause of the words before a verb: "I know it is slow and the lock file" is about the lock file.
pub(super) fn subject(what: &str) -> &str {
    // "migrations that are applied already"
    let head = RELATIVE.find(what).map(|m| &what[..m.start()]).filter(|head| !files(head).is_empty());
    if let Some(head) = head {
        return subject(head);
    }
    let starts =
        [" that ", " and ", " but ", " so ", " because ", " sure ", " if ", " though ", " since ", " as ", " mind "];
    let at = starts.iter().filter_map(|s| Some(what.rfind(s)? + s.len())).max().unwrap_or(0);
    let last = &what[at..];
    // "the files in a and b": a list is one subject.
    if files(last).is_empty() && !files(what).is_empty() { what.trim() } else { last.trim() }
}

/// Whether a clause holds an order not to do something.
pub(super) fn orders_not(clause: &str) -> bool {
    let is_order =
        |not: crate::text::Match<'_>| speaks_to_agent(&clause[..not.start()], &not.as_str().to_ascii_lowercase());
    NOT.captures_iter(clause).filter_map(|found| found.name("not")).any(is_order)
}

/// Whether a negation is an order to the agent, given the words before it.
pub(super) fn speaks_to_agent(before: &str, not: &str) -> bool {
    let own = [
        "dare",
        "ok",
        "happy",
        "comfortable",
        "forbid",
        " if you",
        " when you",
        "no way",
        "want",
        "rather",
        "prefer",
        "asking",
        "no circumstances",
        "forbidden",
        "you ",
    ];
    if own.iter().any(|w| not.contains(w)) {
        return true;
    }
    let before = before.trim_end().to_ascii_lowercase();
    if not == "not to" && WAS_TOLD.is_match(&before) {
        return false;
    }
    if before.is_empty() || before.ends_with([',', ':', ';', '-', '(', '"', '*', '_', '—', '–', '.', '!']) {
        return true;
    }
    if LEAD_INS.iter().any(|lead| before.ends_with(lead)) {
        return true;
    }
    let last = before.rsplit([' ', ',', '(']).next().unwrap_or("");
    // "for this task don't push", "on this branch never rebase"
    let of_others = SPEAKS_OF_OTHERS.contains(&format!(" {last} ")) || (last.ends_with('s') && last.len() > 4);
    let order = matches!(not, "don't" | "don’t" | "dont" | "do not" | "never");
    let near = before.rsplit(' ').take(6).any(|w| {
        " for in on at during while when with until as about besides after before today tonight time first of from careful sure ".contains(&format!(" {w} "))
    });
    if (order && near && !of_others) || not == "not to" && !of_others {
        return true;
    }
    let addressed = " you we and but so please also or then again said just ok okay must should that though however still \
                     instead because now rule rules anyone people everybody agents claude from for want though tests-but \
                     lets let's pls yet mean repeat remember sure note only simply kindly always ";
    addressed.contains(&format!(" {last} "))
        && !(last == "that" && SPEAKS_OF_OTHERS.contains(" that ") && not.starts_with("do"))
}

/// Whether "no X" after these words bars X: it tells of something only after a verb of having, being or finding.
fn is_noun_barred(before: &str, word: &str) -> bool {
    let low = before.trim_end().to_ascii_lowercase();
    let mut last = low.rsplit(' ');
    let (own, verb) = (last.next().unwrap_or(""), last.next().unwrap_or(""));
    let ordered = own == "be" && matches!(verb, "must" | "should" | "shall" | "may" | "will" | "to");
    let adverb = own.ends_with("ly") || matches!(own, "still" | "also" | "please" | "kindly");
    ordered
        || adverb && !word.starts_with("hold")
        || (word == "no" || word == "zero") && BEFORE_NO.contains(&format!(" {own} "))
}

/// Words before "no" that make it an order.
const BEFORE_NO: &str = " make use add take allow introduce accept write create open want wants yes with: means mean remember reminder rule rules today absolutely strictly same again here then but now so and or hence therefore thus ";

fn without_filler(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(found) = FILLER.find(rest) {
        // "start the server", "see new gems": a verb of its own if no other follows.
        let behind = &rest[found.end()..];
        let verbal = matches!(found.as_str().trim(), "start" | "see" | "want" | "have" | "need" | "like");
        if verbal && leading(without_filler(behind)).is_none() {
            break;
        }
        rest = behind;
    }
    rest
}
