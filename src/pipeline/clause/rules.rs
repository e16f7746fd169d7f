//! Defines the language rules as data. Each row has an id, a class, a pattern, an
//! example it must match and a counter-example it must not; both run as tests.
//!
//! A rule is a cue, not a verdict: modality and the scorer weigh the cues together.
// size: one flat table of rules.

use crate::language::answers::{DELEGATES, NO, PICK, YES};
use crate::text::{Pattern, PatternSet, pattern};

words! {
    /// The meaning of a rule's match.
    Class {
        Commitment = "commitment", Obligation = "obligation", Prohibition = "prohibition", Permission = "permission",
        Request = "request", Hedge = "hedge", Question = "question", Conditional = "conditional", Negated = "negated",
        Report = "report", Narration = "narration",
        /// Work reported done.
        Completion = "completion",
        /// Something found out.
        Finding = "finding",
        Option = "option",
        /// Proposed to the person for an answer.
        Offer = "offer",
        Answer = "answer", Correction = "correction",
        /// A label of the clause's kind or scope.
        Mark = "mark",
        /// An idiom that only looks like a choice.
        Idiom = "idiom",
    }
}

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// The cue it sets.
    pub cue: Cue,
    /// Stable id, shown in rejections and explanations.
    pub id: &'static str,
    /// The meaning of a match.
    pub class: Class,
    /// Pattern over the clause in small letters, with code and quotations blanked out ([`super::matcher`]).
    pub pattern: &'static str,
    /// A clause it matches.
    pub example: &'static str,
    /// A clause it does not match.
    pub counter: &'static str,
}

macro_rules! rules {
    ($($cue:ident $class:ident $id:literal $pattern:tt yes $example:literal no $counter:literal;)+) => {
        /// A rule's match.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Cue { $(#[doc = $id] $cue),+ }

        /// Every rule, in the order of [`Cue`].
        pub const RULES: &[Rule] = &[$(Rule {
            cue: Cue::$cue, id: $id, class: Class::$class, pattern: $pattern, example: $example, counter: $counter,
        }),+];

        static EACH: [Pattern; RULES.len()] = [$(pattern!($pattern)),+];
    };
}

rules! {
    Decided Commitment "said-decided" r"\b(we|i|they)(?:'ve| have)?(?: all| just| already| now)? (decided|agreed|settled|chose|chosen|picked|opted|landed on)\b"
        yes "We decided Postgres." no "Have they told you?";
    DecisionLabel Commitment "label-decision" r"^[\W_]*(decision|decided|chosen|choice|verdict|resolution|agreed|resolved)\b[*_]*\s*[:=-]"
        yes "Decision: use Postgres" no "the decision tree is large";
    GoWith Commitment "go-with" r"\b(go|going|went|run|stick|stay|sticking) (ahead )?with\b"
        yes "I'd go with option four" no "go home";
    LetsDo Commitment "lets" r"\blet'?s\b|\blet us\b"
        yes "Let's do Redis." no "the outlet";
    LetsChoose Commitment "lets-choose" r"\b(?:let'?s|let us) (?:just |also |then |instead |now |definitely |rather |maybe )?(use|go|keep|stick|make|take|have|switch|move|drop|skip|leave|ship|stay|call|do|not|default|defer|name|limit|only|store|put|remove|avoid|prefer|assume|start|target|support|require|treat|rename)\b"
        yes "let's keep it optional" no "let's see";
    IdGo Commitment "id-rather" r"\bi(?:'d| would) (rather|prefer|go|keep|use|say|like|want|just|also|still|lean|suggest|make|do|leave|drop|skip|put|add)\b|\bi prefer\b|\bi lean\b"
        yes "I'd rather keep it small" no "I did it";
    WellDo Commitment "well-do" r"\b(we|i)(?:'ll| will| are going to|'re going to) (use|go|keep|make|have|need|store|drop|skip|defer|only|not|stick|leave|take|do|treat|ship|start|support)\b"
        yes "we'll store it in metadata" no "we went";
    UseIt Commitment "use-imperative" r"^[\W_]*(?:ok(?:ay)?,? |so |then |just |please |yeah,? |yes,? |no,? |and |but |actually,? )*(use|keep|go with|stick with|call it|name it|make it|leave (?:it|the|that)|prefer|default to|stay with|skip|drop|remove|do|pick|take|choose|go for|store|put|set)\b"
        yes "just use the default one" no "the use of it";
    SwitchTo Commitment "switch-to" r"\b(switch|move|change|migrate|convert|go back|revert|rename|default)(?:d|ed|ing)? (?:\S+ ){0,3}(to|over to|back to|into)\b"
        yes "Switch to Fastify." no "a switch on the wall";
    WeWant Commitment "want" r"\b(we|i)(?: really| just| also| definitely| do)? (want|need|'d like|'d like|would like|wanted)\b|\b(we|i)(?:'d|'d) (?:really |also )?(like|want|love)\b|\bi(?:'m| am| was) (looking for|after|thinking of)\b"
        yes "I want CSV exports" no "they waited";
    DontWant Commitment "dont-want" r"\b(we|i) (don'?t|do not|didn'?t|wouldn'?t|won'?t) (really |even |actually |think we )?(want|need|care|like|use|have to|support|do)\b|\bno need\b|\bnot needed\b|\bnot worth\b|\boverkill\b"
        yes "I don't want a second queue" no "we need it";
    ShouldBe Commitment "should" r"\bshould(?:n'?t)?\b|\bought to\b"
        yes "it should be one file" no "shoulder";
    Suffices Commitment "suffices" r"\b(is|are|'s|be|seems|sounds|looks|that's|will) (?:totally |perfectly |probably |also |all |a )?(fine|enough|sufficient|good|ok|okay|great|better|perfect|best|nicer|simpler|right|preferable|acceptable)\b|\bsuffices?\b|\bmakes sense\b|\bworks for me\b"
        yes "one worker is enough" no "fine-grained locks";
    ForNow Mark "for-now" r"\bfor now\b|\bfor the (?:moment|time being)\b|\bin v1\b|\bfirst version\b|\binitially\b|\blater on\b|\bfollow[- ]up\b"
        yes "that's fine for now" no "now and then";
    InsteadOf Correction "instead" r"\binstead\b|\brather than\b|\bin favou?r of\b|\breplac(?:e|es|ed|ing)\b|\bno longer\b|\bnot \S+ but\b"
        yes "sqlite instead of files" no "in the stead";
    OutOfScope Commitment "out-of-scope" r"\bout of scope\b|\bnot in (?:this|the) (?:pr|release|version|first)\b|\bleave (?:it|that|this|them) (?:out|alone|as)\b|\bwon'?t (?:do|fix|support)\b|\bdefer(?:red|ring)?\b|\bskip(?:ping|ped)?\b"
        yes "search is out of scope" no "a telescope";

    Must Obligation "must" r"\bmust\b|\bha(?:s|ve) to (?:be|stay|have|work|run|support|keep|match|go|use)\b|\brequired?\b|\bmandatory\b|\bneeds to (?:be|stay|work|run|support|keep|have)\b"
        yes "it must be fast" no "mustard";
    Always Obligation "always" r"\balways\b|\bevery time(?: you\b|[,.;!]|\s*$)|\bat all times\b|\bfrom now on\b|\bgoing forward\b|\bas a rule\b|\bin general,"
        yes "Always run the linter before commit." no "all ways";
    MakeSure Obligation "make-sure" r"\b(make|be|making) sure\b|\bensure\b|\bguarantee\b|\bremember to\b|\bdon'?t forget\b|\bkeep in mind\b|\bmind that\b"
        yes "make sure it stays small" no "I am not sure";
    OnlyRule Obligation "only" r"\bonly\b|\bexclusively\b|\bsolely\b|\bnothing (?:else|but)\b"
        yes "only the owner may write" no "lonely";
    Bounds Obligation "bounds" r"\b(at (?:least|most)|no more than|less than|under|below|above|within|up to|max(?:imum)?|min(?:imum)?|limit(?:ed)? to|not exceed|keep (?:it|them|this) under)\b.*\d"
        yes "keep it under 200 ms" no "under the table";
    NeedBound Obligation "need-bound" r"\b(?:should|needs? to|must|has to|have to|shall|require[sd]?) (?:[\w/-]+ ){0,6}?(?:at (?:least|most)|under|below|within|no more than|less than|more than|max(?:imum)?|min(?:imum)?|up to)\b.*\d"
        yes "the cache needs to handle at least 10k entries" no "it needs 10 tests";
    EachMust Obligation "each-must" r"^[\W_]*(?:and |but |so |also )*(?:every|each|all|any|both) (?:[\w'/-]+ ){1,4}(?:should|must|needs? to|has to|have to|gets?|goes|go through)\b"
        yes "Every error should have a code." no "every day I go home";
    KeepWithin Obligation "keep-within" r"^[\W_]*(?:and |but |so |also |please |just |actually,? )*(?:keep|hold|stay|limit|cap|restrict) (?:it |that |this |them |the [\w -]{2,30} |everything )?(?:under|below|within|to|at)\b.*\d"
        yes "Limit it to 10 connections" no "keep an eye on it";
    Weighty Obligation "weighty" r"^[\W_]*(?:very |really )?(?:important|critical|crucial|essential)(?: (?:constraint|requirement|rule|point|note))?\b[*_]*\s*[:!-]"
        yes "Important: every endpoint checks the token" no "an important question";
    Setting Commitment "setting" r"\b(?:make|set|keep|use|send|limit|cap|poll|run|do|take|start|at|every|below|above|under|over|within|after|for|only|like|around) (?:it |that |this |them |the |at |to |every |about |like |around |a )*\d"
        yes "make it every 6 minutes" no "chapter six";
    MustSay Obligation "must-say" r"\bmust\b"
        yes "the mail must carry a warning" no "authentication required";
    MustBound Obligation "must-bound" r"\b(?:must|has to|have to|needs to|may|can) (?:never |not |only |always )?(?:stay|be|remain|keep|fit|take|exceed|finish|run|return|respond|answer|load|cost|weigh|use)\b.*\d"
        yes "resident memory must stay under 64 MB" no "it must be fast";
    LabelRule Obligation "label-constraint" r"^[\W_]*(constraint|requirement|rule|hard rule|non-?negotiable|invariant|budget)s?\b[*_]*\s*[:=]"
        yes "Constraint: no network in tests" no "the constraint solver";
    NeverDo Prohibition "never-do" r"^[\W_]*(?:and |but |so |also |please |ok(?:ay)?,? |then )*never\b|\b(?:we|you|it|this|that|must|should|may|can|let'?s) (?:also |just |should |must |can |may |will )?never\b"
        yes "we never deploy on a Friday" no "half of them never read mail";
    NotAllowed Prohibition "must-not" r"\b(must|should|may|shall|can) ?(?:not|never)\b|\b(mustn|shouldn|can|shan)'?t\b|\bcannot\b|\bnot allowed\b|\bforbidden\b|\bprohibited\b"
        yes "must not use eval" no "can do";
    Never Prohibition "never" r"\bnever\b|\bunder no circumstances\b|\bno \w+ (?:ever|at all)\b"
        yes "never call the network" no "nevertheless";
    Dont Prohibition "dont" r"^[\W_]*(?:ok(?:ay)?,? |so |and |but |please |also |just |no,? |yes,? )*(don'?t|do not|dont|avoid|stop|no more)\b|\bplease (don'?t|do not)\b"
        yes "don't touch the parser" no "I don't know";
    NoThing Prohibition "no-noun" r"^[\W_]*(?:and |but |also |so )?no (?:new |extra |more |external |public |other |additional |hard |global |third[- ]party )?[a-z][\w-]{2,}"
        yes "No public endpoints." no "no, keep it";
    NoNew Prohibition "no-new" r"^[\W_]*(?:and |but |also |so )?no (?:new|extra|more|external|public|other|additional|hard|global|third[- ]party|outside|network|runtime|breaking|shared|implicit|magic) [a-z]"
        yes "No public endpoints." no "no problem";
    NotSay Prohibition "not-say" r"\b(?:must|should|may|shall) ?(?:not|never)\b|\b(?:mustn|shouldn)'?t\b|\bnot allowed\b|\bforbidden\b"
        yes "it must not use eval" no "cannot open file";
    Nobody Prohibition "nobody" r"^[\W_]*(?:and |but |so |also |that )*(?:nobody|no one|no-one) [a-z]+"
        yes "nobody gets a message at night" no "somebody does";
    NoneAtAll Prohibition "none-at-all" r"^[\W_]*(?:and |but |so |also |stop\.? |please )*no [a-z][\w-]+.*\b(?:at all|ever|whatsoever)\b"
        yes "no tracking, no analytics, ever" no "no, ever since";
    Without Prohibition "without" r"\bwithout\b|\bfree of\b|\bno (?:new|extra|external|additional) \w+"
        yes "do it without new crates" no "within";
    MayDo Permission "may" r"\b(allowed|optional|feel free|it'?s ok(?:ay)? to|is ok(?:ay)? to|are free to|can (?:also|still|just|be)|may (?:be|use|also))\b"
        yes "the flag is optional" no "maybe";

    CanYou Request "can-you" r"\b(can|could|would|will) (?:you|u|we)(?: please| also| maybe| just| then)? \w+|\bcan (?:i|we) (?:get|have|see)\b|\bmind \w+ing\b"
        yes "can you also bump the node version" no "candy";
    Please Request "please" r"\bplease\b|(?:^|[^\w./-])(?:pls|plz)\b|\bkindly\b"
        yes "please add a test" no "pleased to";
    Imperative Request "imperative" r"^[\W_]*(?:ok(?:ay)?[,.]? |so,? |then,? |just |please |also,? |and |now,? |next,? |first,? |yes[,.]? |yeah[,.]? |great[,.]? |cool[,.]? |perfect[,.]? |alright,? |go ahead and |let'?s |try to |lets )*(add|fix|update|implement|create|write|refactor|remove|delete|rename|move|run|build|make|change|check|investigate|look|review|push|commit|merge|open|close|test|document|draft|bump|rebase|revert|clean|extract|split|convert|generate|set up|setup|install|deploy|release|verify|analy[sz]e|explore|compare|plan|figure|find|show|explain|tell|give|do|start|continue|finish|improve|simplify|replace|migrate|port|support|handle|address|resolve|apply|capture|note|record|save|double[- ]check|research|dig|debug|reply|comment|post|publish|send|upload|download|read|reproduce|measure|benchmark|profile|optimi[sz]e|expand|shorten|rewrite|tweak|adjust|align|center|design|prepare|describe|list|summari[sz]e|squash|tag|try|put|include|drop|bring|wire|hook|expose|disable|enable|hide|undo|poll|let (?:the|it|them|this|that))\b"
        yes "add a column for the weight" no "the add button";
    AskFor Request "ask-for" r"\b(i(?:'d| would) like (?:you|us|to|it)|i want (?:you|us|to)|i need (?:you|us|to|a|an|some)|let me know|help me|i(?:'d)? appreciate|we (?:need|have|ought) to|needs? (?:fixing|updating|a|an|to)|should (?:also )?(?:add|fix|update|write|have|be (?:fixed|updated|added|removed|moved)))\b"
        yes "we need to print the labels" no "I like it";
    LetsTask Request "lets-task" r"\b(?:let'?s|lets) (?:just |also |then |now |first |next |quickly )?(add|fix|update|implement|create|write|refactor|remove|delete|rename|move|run|build|change|check|investigate|look|review|push|commit|merge|test|document|draft|bump|rebase|revert|clean|extract|split|continue|finish|explore|plan|figure|dig|debug|start|step|do|get|address|resolve|close|handle|try|think|discuss|tackle|work)\b"
        yes "let's write a test for the tariff" no "let's say";
    TaskLabel Request "label-task" r"^[\W_]*(todo|to do|to-do|task|action item|fixme|next steps?|follow[- ]?ups?|open item|remaining)\b[*_]*\s*[:=-]|\bnext step:"
        yes "TODO: write docs" no "the task at hand";
    NextStep Request "next-step" r"\bnext steps?\b|\bnext up\b|\bworking on\b|\bremaining (?:work|tasks?|steps?)\b|\bstill (?:needs?|to do|open|missing|todo)\b"
        yes "next step: add the tests" no "the next day";
    Goal Mark "goal" r"\b(goal|objective|aim|mission|purpose)(?:[^\w.]|\.?$|\.\s)|\bi(?:'m| am)? (?:trying|want|going|looking) to (?:build|make|create|understand|get|figure|set)\b|\bwe(?:'re| are) (?:building|trying|going to build|working on|on a)\b|\bi want to build\b|\bthe idea is\b"
        yes "the goal is a small binary" no "goalkeeper";

    Maybe Hedge "maybe" r"\b(maybe|perhaps|possibly|potentially|conceivably|might|may be able|could be|could also be|may be)\b"
        yes "Maybe Redis?" no "May the fourth";
    CouldUse Hedge "could" r"\b(we|i|you|it|one|that|this|they) could\b|\bcould (?:also |just |then |maybe )?(?:use|do|be|have|go|try|make|add)\b"
        yes "We could use Redis for caching." no "cold";
    NotSure Hedge "not-sure" r"\bnot (?:sure|certain|convinced|clear)\b|\bunsure\b|\bi wonder\b|\bwondering\b|\bno idea\b|\bi don'?t know\b|\bhard to say\b|\bunclear\b|\btbd\b|\bundecided\b|\bopen question\b"
        yes "I'm not sure about Redis" no "make sure";
    Considering Hedge "considering" r"\b(considering|exploring|evaluating|(?:think|talk) about (?:it|that|this) (?:later|when|after|again|tomorrow|next)|thinking (?:about|of|through|we|if|whether)|toying|leaning|playing with the idea|weighing|in two minds|tempted)\b"
        yes "We're considering using Redis" no "considerate";
    Probably Hedge "probably" r"\b(probably|likely|presumably|i (?:guess|suppose|assume|suspect|imagine)|my guess|seems? (?:like|to)|appears? to|sort of|kind of|kinda|tentatively|ideally|roughly speaking)\b"
        yes "probably the watcher" no "problem";
    KeepOpen Hedge "keep-open" r"\b(?:keep|leave|leaving|keeping) (?:\w+ ){0,3}(?:options?|question|door|choice|that|it|this|both) open\b|\b(?:decide|figure|sort|settle|discuss|revisit|talk about) (?:that |it |this |them )?(?:out )?(?:later|another time|tomorrow|some other time|when we get there)\b|\bstill (?:up in the air|to be decided|undecided)\b"
        yes "let's keep both options open for now" no "keep the file open";
    Suspect Hedge "suspect" r"\b(suspect|suspicion|hunch|theory|hypothesis|my guess|could be (?:because|that|caused)|might be (?:because|that|caused|due)|i (?:bet|fear)|worry|worried|wonder)\b"
        yes "I suspect the cache" no "the subject";
    WhatIf Hedge "what-if" r"\bwhat if\b|\bfor (?:example|instance),? (?:we|i|you|one|it) (?:could|can|might|may)\b|\bhow about\b|\bwhat about\b|\bwould it (?:make|be|help|work)\b|\bis it (?:possible|worth)\b|\bdo we (?:even )?(?:need|want|have)\b|\bwhy not\b|\bcould we\b|\bshould we\b|\bcan we (?:also|maybe|just|somehow)?\b"
        yes "what if we cached it" no "that is it";
    Depends Hedge "depends" r"\b(it|that|this) depends\b|\bdepending on\b|\bdepends? on (?:how|what|whether|if)\b|\b(?:would|might|may|could) depend\b"
        yes "It depends on load" no "independent";
    IThink Mark "i-think" r"\bi (?:_|\*)?(?:think|believe|feel|reckon|figured?)\b|\bimo\b|\bimho\b|\bin my opinion\b"
        yes "I think one lamp suffices" no "thinking of you";

    AsksWh Question "wh-word" r"^[\W_]*(?:ok(?:ay)?,? |so,? |and |but |hmm,? |wait,? |also,? |q: |question: |just curious,? |btw,? )*(?:(?:assuming|supposing|suppose|given|if|when|once) [^,?]{3,60}, )?(what|which|why|how|when|where|who|whose|whether)\b"
        yes "why did it fail" no "the reason why";
    AsksAux Question "aux-first" r"^[\W_]*(?:ok(?:ay)?,? |so,? |and |but |hmm,? |wait,? |also,? |q: )*(should|shall|could|would|can|do|does|did|is|are|am|has|have|was|were|will|isn'?t|aren'?t|doesn'?t|don'?t (?:we|you|they)|didn'?t|won'?t|shouldn'?t|couldn'?t|can'?t) (?:we|i|you|it|this|that|they|there|he|she|the|these|those|my|our|your|a|an|any|all|some|both)\b"
        yes "Should we use Kafka" no "you should";

    IfClause Conditional "if" r"^[\W_]*(?:and |but |so |ok,? |then |also |well,? )*(if|unless|suppose|supposing|assuming|provided|in case|imagine|hypothetically|say we|were we|had we|should the)\b"
        yes "If the load test fails, let's use Kinesis." no "the gif";
    IfTail Conditional "if-tail" r"\b(if|unless|assuming|provided that|in case|as long as|only when|once|until)\b"
        yes "we switch if it fails" no "gift";
    WhenClause Conditional "when" r"^[\W_]*(when|whenever|once|as soon as|after|before|while)\b"
        yes "when the queue is full we drop" no "the when";
    WouldDo Conditional "would" r"\bwould(?:n'?t)?\b|\b(?:it|that|we|this|there)(?:'d|'d)\b"
        yes "that would break the api" no "wooden";

    NotDone Negated "not-done" r"\b(haven'?t|hasn'?t|have not|has not|had not|hadn'?t|didn'?t|did not|isn'?t|is not|aren'?t|are not|wasn'?t|were not|weren'?t|not yet|not going|no decision|won'?t|will not|doesn'?t|does not)\b"
        yes "We have not decided on a database." no "nothing";
    NotNeeded Negated "not-needed" r"\b(?:do|does|did|would|will|should|may|might)(?:n'?t| not) (?:[a-z]+ ){0,2}(?:need|have to|require)\b|\bno (?:longer |real )?need (?:to|for)\b|\bneed(?:n'?t| not)\b|n'?t (?:think|believe|see why) (?:that )?(?:we|you|i) (?:[a-z]+ )?(?:need|have to|should)\b"
        yes "we don't really need to keep the old rows" no "we need it, don't we";
    Reported Report "reported" r"\b(says|said|claims? (?:that|to|it|they|the|there|this|we|you)|claimed|states? (?:that|it|the|there)|stated|suggests|recommends|argues|mentions (?:that|it|the|a|an|no)|mentioned|wrote|writes|reports|reported|according to|quotes? (?:the|from|that|an?)|reads:|documented|announced|(?:docs?|documentation|guides?|books?|specs?|manuals?|articles?|they|people|folks|others) (?:say|recommend|suggest|claim|argue|state|mention|write))\b"
        yes "The vendor claims it is fast" no "sad";
    ErrorIs Report "error-is" r"\b(?:error|exception|warning|message|log|output|stack ?trace|panic|traceback)\b(?: \w+)? ?(?:\b(?:is|was|says|reads)\b|:)|\berror:|\bexception:|\bfatal:|\bpanic(?:ked)?:|\bwarning:|\bdenied\b|\bexit code\b"
        yes "The error is: cannot open file." no "errors happen";

    LetMe Narration "let-me" r"^[\W_]*(?:ok(?:ay)?[,.]? |now,? |good[,.]? |great[,.]? |perfect[,.]? |first,? |next,? |and |so,? |right,? |actually,? |hmm,? |alright,? |then )*(let me|i'?ll (?:now |first |then |also |start|check|look|read|run|see|verify|search|find|take|explore|go|begin|continue|use the|need to)|i(?:'m| am) (?:going to|now|about to|check|read|look|runn|search|verif)|now (?:i|let|the|we|for|check|run|update|add|fix)|i need to (?:check|see|look|read|find|verify|understand)|i should (?:check|look|read|verify))"
        yes "Let me check the config." no "let it be";
    Gerund Narration "gerund" r"^[\W_]*(checking|looking|running|reading|searching|verifying|updating|adding|fixing|writing|creating|starting|waiting|building|testing|working|implementing|exploring|investigating|committing|pushing|applying|rerunning|re-running|inspecting|reviewing|editing|moving|replying|starting with)\b"
        yes "Checking the logs" no "the checking account";

    Done Completion "done" r"^[\W_]*(?:\[x\])?[\W_]*(?:all |everything(?:'s| is)? |that'?s |it'?s |ok(?:ay)?[,.]? |great[,.]? )*(done|fixed|complete[d]?|finished|pushed|merged|committed|shipped|resolved|closed|released|published|deployed|landed|all set)\b|\[x\]|\bis (?:now )?(?:done|complete|fixed|finished|live|merged|pushed|committed|in place)\b"
        yes "Done. The importer streams rows." no "undone";
    DoneTail Completion "done-tail" r"^[\W_]*(?:the |all |both |your )?[\w`./-]+(?: [\w`./-]+){0,5} (?:is |are |now |has been |have been )*(?:done|complete|completed|updated|refactored|implemented|generated|fixed|added|finished|ready|created|written|shipped|merged|rewritten|removed|renamed|migrated|in place)\b(?: now)?[.!,:-]*(?:$|[-.:,!(])"
        yes "Auth endpoints done." no "when it is done we go";
    PastVerb Completion "past-verb" r"^[\W_]*(?:\[x\])?[\W_]*(?:i(?:'ve| have)?(?: now| also| just)? )?(?:successfully |also |now )?(added|updated|created|implemented|removed|moved|renamed|fixed|rewrote|rewritten|replaced|refactored|changed|wrote|written|extracted|converted|cleaned|committed|pushed|merged|deployed|bumped|opened|closed|posted|replied|saved|captured|documented|restored|reverted|installed|configured|wired|migrated|split|simplified|dropped|deleted|generated|built|ran|verified|tested|addressed|resolved|applied|rebased|filed|drafted|reworked|extended|introduced|switched|registered|enabled|disabled|exposed|published|shipped|set up|tightened|corrected|adjusted|swapped)\b"
        yes "Rewrote the doc as attribution.md" no "I would have added";
    NowIs Completion "now-is" r"\b(?:is|are|has|have|does|do|it|they|both|we|you|which)? ?now (?:also |all |correctly |properly |just |fully |only |returns?|uses?|works?|includes?|handles?|shows?|runs?|supports?|has|have|is|are|reads?|writes?|\w+s\b)"
        yes "The script now inspects the metadata" no "know";
    AllPass Completion "all-pass" r"\b(all|full|everything|tests?|checks?|suite|build|builds|lint|ci)\b.*\b(pass(?:es|ed|ing)?|green|clean|succeed(?:s|ed)?|works|ok)\b|\bpassing\b|\b\d+/\d+ (?:pass|green)"
        yes "All tests pass and linting is clean" no "pass me the salt";
    SummaryLine Completion "summary-line" r"^[\W_]*(here'?s (?:the|a|what|my)|summary|recap|to summari[sz]e|in summary|what (?:i|we) (?:did|changed|built)|changes made|result|final)\b"
        yes "Here's what changed:" no "the summary";

    RootCause Finding "root-cause" r"\b(root cause|the (?:real |actual |underlying |core |main |key )?(?:problem|issue|bug|cause|culprit|reason|catch|blocker|gap) (?:is|was|here)|caused by|because|due to|that'?s why|this is why|which is why|since the|turns out|it turned out|stems from|comes from)\b"
        yes "The root cause is a stale lock" no "the roots";
    Found Finding "found" r"\b(found|discovered|confirmed|verified|noticed|realized|learned|i see|shows? that|proves?|reveals?|means that|this means|so it'?s|clearly|indeed|in fact|actually)\b"
        yes "Confirmed: it is an ancestor of main" no "foundry";
    CantWork Finding "cant" r"\b(doesn'?t|does not|can'?t|cannot|never|isn'?t|not) (?:work|exist|support|handle|have|include|fire|run|get|call|pass|know|reload|check|match|return|implement|expose|persist|set|used?|reach|called|implemented|supported|available|possible)\b|\bunreachable\b|\bno (?:longer|way|such|support)\b|\bmissing\b|\bfails?\b|\bbroken\b|\bignores?\b|\bonly (?:works|accepts|supports|handles|runs)\b"
        yes "the hook does not fire" no "does it";
    Measured Finding "measured" r"\b\d+(?:[.,]\d+)? ?(?:%|ms|s\b|sec|seconds|minutes|min\b|mb|gb|kb|bytes|lines|files|rows|requests|tokens|x\b|times|tests|commits|users|items)"
        yes "it takes 340 ms" no "chapter 3";

    OptionWord Option "option" r"\boption(?:s)? ?[a-e1-9]?\b|\balternatives?\b|\bapproach(?:es)?\b|\bchoices?\b|\b(?:two|three|four|several|few|couple of) (?:ways|options|paths|approaches|possibilities|choices)\b|\btrade-?offs?\b|\bpros?\b.*\bcons?\b"
        yes "Option A keeps the file" no "adoption";
    Either Option "either" r"\beither\b|\bor (?:should|do|we|would|keep|just|is|leave|stop|use|the|go)\b|\bvs\.?\b|\bversus\b|\balternatively\b|\bwhether\b.*\bor\b"
        yes "either a flag or a file" no "neither here";
    OrChoice Option "or" r"\bor\b"
        yes "a map or a list" no "for";

    WantMe Offer "want-me" r"\b(want me to|shall i|should i|would you like|do you want|like me to|ready for me|ok(?:ay)? (?:to|if i)|may i|can i (?:go|proceed)|want to (?:go|proceed|do|keep|review|see)|let me know (?:if|which|what|when|how)|does (?:that|this) (?:sound|look|work|make|match|seem)|sound (?:good|right|ok)|which (?:one|option|approach|would|do you)|what (?:do you think|would you|'s your))\b"
        yes "Want me to rename the table?" no "wanton";
    Suggest Offer "suggest" r"\b(i(?:'d| would)? (?:suggest|recommend|propose|lean|go with|vote|advise|favou?r)|my (?:recommendation|suggestion|proposal|vote|pick|preference)|recommend(?:ed|ation)?|proposal|proposed|suggest(?:ion|ed)?)\b"
        yes "I'd suggest a shared helper" no "suggestive";

    Yes Answer "yes" YES
        yes "yup, capture that" no "yesterday";
    No Answer "no" NO
        yes "no, keep it optional" no "nobody";
    PickLetter Answer "pick" PICK
        yes "b" no "basic";
    Delegates Answer "delegates" DELEGATES
        yes "you decide" no "we decide";
    Thanks Idiom "thanks" r"^[\W_]*(thanks?|thank you|thx|ty|cheers|great work|nice work|good job|well done|awesome|amazing|brilliant|lovely|wow|haha|lol)\b"
        yes "Thanks!" no "thankless";

    Actually Correction "actually" r"\b(actually|wait|scratch that|on second thoughts?|never ?mind|i meant|correction|oops|sorry|my bad|hang on|hmm|mmm|rather)\b"
        yes "Wait, actually it's a desktop app" no "actual";
    Reopens Correction "reopen" r"\bre-?open(?:ed|ing)?\b|\bstill (?:broken|fail(?:s|ing)|not (?:working|fixed|there|right)|doesn'?t (?:work|show|help)|happen(?:s|ing)|wrong|crash(?:es|ing)|the same (?:error|problem|issue|bug))\b|\bnot (?:yet )?fixed\b|\b(?:didn'?t|doesn'?t|did not|does not) (?:actually |really )?(?:work|help|fix (?:it|that|this|anything))\b|\b(?:came|is|it'?s) back again\b"
        yes "the login is still broken" no "is it still open?";
    DropIt Correction "drop" r"\b(forget (?:the|about|it|that)|drop (?:the|it|that|this)|scrap|abandon|ditch|get(?:ting)? rid of|revert|undo|go back to|going back to|roll back|remove (?:this|it|that|the)|no longer|take (?:it|that|this) out|throw (?:it|that) away|don'?t bother|ignore (?:this|that|it|the)|cancel)\b"
        yes "Forget the cache" no "forgetful";
    Exception Correction "exception" r"\b(except|exception|excluding|apart from|other than|but not|allow(?:ed|ing)?|relax|loosen|tighten|unless)\b"
        yes "allow commander as sole exception" no "acceptance";
    Bigger Correction "adjust" r"\b(bit|little|slightly|much|even|too) (?:more|less|bigger|smaller|longer|shorter|tighter|looser|higher|lower|wider|darker|lighter|much|long|short|big|small|many|verbose|noisy|wide)\b|\b(?:increase|decrease|bump|raise|lower|reduce|shorten|extend) (?:it|that|this|the)\b"
        yes "a bit tighter" no "a bitmap";

    ProjectWide Mark "project-wide" r"\b(in this (?:repo|project|codebase)|across the (?:repo|project|codebase)|project[- ]wide|repo[- ]wide|for (?:this|the) (?:project|repo)|everywhere|codebase)\b"
        yes "in this repo we use tabs" no "a report";
    Durable Mark "durable" r"\b(from now on|going forward|in (?:the )?future|for every project|in all (?:my|our) (?:projects|repos)|as a (?:general )?rule|i always|we always)\b"
        yes "from now on use rebase" no "now";
    PlainFact Mark "plain-fact" r"^[\W_]*(?:the|our|this|that|each|every) (?:[\w#./-]+ ){1,3}(?:uses|runs on|runs at|lives in|listens on|is on|stores|returns|depends on|requires|is hosted|is written in|points to|expires|defaults to)\b"
        yes "The API uses port 3000." no "the use of ports";
    SaidWe Commitment "we-decided" r"^[\W_]*(?:ok(?:ay)?,? |so,? |yes,? |yeah,? |right,? |and |then )*(?:we|i)(?:'ve| have)?(?: all| just| already| now| finally)? (?:decided|agreed|settled|chose|chosen|picked|opted|landed)\b"
        yes "We chose DuckDB." no "have they agreed";
    LetsDoThe Mark "lets-do-the" r"\b(?:let'?s|lets|let us) (?:just |also |now |then |first )?do (?:the|this|that|it|some|a|an|one|another|more|all|both|these|those)\b"
        yes "let's do the implementation too" no "let's do Redis";
    PastTale Mark "past-tale" r"^[\W_]*(?:and |but |so |yes,? |yeah,? |actually,? )*(?:i|we)(?:'ve| have| had)? (?:just |also |only |now |already |recently )*(?:tried|ran|run|saw|seen|noticed|got|reset|started|was|were|had|did|mean|moved|went|thought|found|clicked|opened|asked|made|added|changed|removed|installed|restarted|tested|checked|read|looked|been|see)\b"
        yes "I just opened the wrong drawer" no "I want CSV exports";
    GoalSay Mark "goal-say" r"\b(?:the|our|my) (?:main |overall |real )?(?:goal|aim|objective) (?:is|here|for|of)\b|\b(?:i|we)(?:'d like| want| need| would like|'m trying| am trying|'re trying| are trying) to (?:build|make|create|write|set up|develop|ship|launch|design|rewrite|port|migrate)\b"
        yes "I want to build a small service" no "I want CSV exports";
    MaybeFirst Hedge "maybe-first" r"^[\W_]*(?:ok(?:ay)?,? |so,? |hmm+,? |and |but |or )*(?:maybe|perhaps|possibly|what if|i wonder|i suspect|my guess is|i have a hunch)\b"
        yes "maybe a map at some point" no "that may be so";
    RiskWord Mark "risk" r"\b(risk(?:y|s)?|danger(?:ous)?|concern(?:s|ed)?|careful|pitfalls?|gotchas?|caveats?|downside|footgun|watch out|break(?:s|ing)? (?:the|existing))\b"
        yes "the risk is a stale lock" no "brisk";
    DependsOn Mark "depends-on" r"\b(depends on|dependency|requires|relies on|blocked (?:by|on)|prerequisite|needs? .* first)\b"
        yes "it depends on the new parser" no "independent";
    ThirdParty Mark "third-party" r"\b(upstream|vendor|library|libraries|framework|docs|documentation|readme|spec|standard|blog|article|paper|changelog|plan says|issue says)\b"
        yes "the upstream docs" no "stream";
    UsesFact Mark "uses" r"\b(uses|use|runs (?:on|at)|lives in|is (?:stored|located|defined|called|named|written|implemented|handled|set|kept|based) |stores|returns|contains|keeps|works by|listens on|points (?:to|at))\b"
        yes "The API uses port 3000." no "user";
    Idiom Idiom "idiom" r"\b(use (?:this|the) (?:opportunity|time|chance|moment)|can'?t be right|go(?:ing)? with the flow|let'?s (?:see|say|hope|be honest|face it|pretend)|make(?:s)? (?:no|little|any) (?:difference|sense)|for example|for instance|e\.g\.|such as|i\.e\.|needless to say|must (?:say|admit|have (?:been|missed|forgotten))|have to (?:say|admit)|long story|no (?:problem|worries|rush|hurry|idea|doubt|wonder|kidding|thanks)|never ?mind|you can'?t|can'?t wait|always nice|let'?s go!?$)\b"
        yes "Let's use the time well." no "we use it";
}

const CLASS_MASKS: [u128; 32] = {
    let mut masks = [0_u128; 32];
    let mut i = 0;
    while i < RULES.len() {
        masks[RULES[i].class as usize] |= 1 << i;
        i += 1;
    }
    masks
};

/// The patterns of the rules.
pub(super) static PATTERNS: PatternSet = PatternSet::new(&EACH);

/// The cues of one clause, as a bit set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CueSet(u128);

const _: () = assert!(RULES.len() <= 128, "a cue set holds 128 cues");

impl CueSet {
    /// Whether the set has `cue`.
    pub fn has(self, cue: Cue) -> bool {
        self.0 >> (cue as u8) & 1 == 1
    }

    /// Whether the set has any of `cues`.
    pub fn any(self, cues: &[Cue]) -> bool {
        cues.iter().any(|&c| self.has(c))
    }

    /// Whether the set has any cue of `class`.
    pub fn class(self, class: Class) -> bool {
        self.0 & CLASS_MASKS.get(class as usize).copied().unwrap_or(0) != 0
    }

    /// The rules of the set's cues, in table order.
    pub fn iter(self) -> impl Iterator<Item = &'static Rule> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let at = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            RULES.get(at)
        })
    }

    /// The set without the cues of `other`.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Adds a cue.
    pub fn insert(&mut self, cue: Cue) {
        self.0 |= 1 << (cue as u8);
    }

    /// The set of these bits: bit `n` is the cue of rule `n`.
    pub(super) fn of_bits(bits: u128) -> Self {
        Self(bits)
    }
}

/// The rule with this id.
pub fn by_id(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|r| r.id == id)
}

/// Bytes of a clause searched for cues; a longer clause is not a sentence.
pub const LOOK_BYTES: usize = 600;

#[cfg(test)]
mod tests {
    use super::super::matcher::find;
    use super::*;

    #[test]
    fn every_rule_matches_its_example_and_not_its_counter_example() {
        let mut faults = Vec::new();
        for (rule, pattern) in RULES.iter().zip(&EACH) {
            assert!(pattern.compiles(), "{} does not compile", rule.id);
            crate::text::assert_excludes_no_match(rule.pattern);
            if !find(rule.example).has(rule.cue) {
                faults.push(format!("{} misses its example", rule.id));
            }
            if find(rule.counter).has(rule.cue) {
                faults.push(format!("{} takes its counter-example {:?}", rule.id, rule.counter));
            }
            // Behind a backslash a capital is a class of characters, not a letter.
            let letters = rule.pattern.split('\\').flat_map(|part| part.chars().skip(1)).collect::<String>();
            assert!(!letters.contains(|c: char| c.is_ascii_uppercase()), "{} has capitals", rule.id);
        }
        assert!(faults.is_empty(), "{faults:#?}");
    }

    #[test]
    fn ids_are_unique_and_rows_stand_in_cue_order() {
        for (i, rule) in RULES.iter().enumerate() {
            assert_eq!(rule.cue as usize, i);
            assert_eq!(by_id(rule.id).map(|r| r.cue), Some(rule.cue), "{} twice", rule.id);
        }
    }
}
