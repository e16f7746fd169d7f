//! Defines sentences that sound like a choice, a rule or an order but only tell, explain or mock: stories of others and of
//! former times, definitions, conclusions about how a thing works, sarcasm, praise. Their items wait for the person or
//! are removed.

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::sentences::wording::{after_any, capital, lowered, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, Certainty, View, overlaps};
use crate::pipeline::clause::{BlockKind, Sentence};
use crate::text::patterns;

/// Words that may stand before any statement, as a part of a pattern with `(?x)`.
macro_rules! led {
    () => {
        r"^(?:(?:and|but|so|oh|ah|btw|by\ the\ way|fyi|well|ok|okay|also|yes|no|yeah|hm+|fun\ fact|funny|cool|nice|right|reminder|note|lol|haha)[,:.]?\ )*"
    };
}

patterns! {
    /// Times and people of which a story is told.
    FORMERLY = concat!(r"(?x)", led!(), r"(?:back\ in\ \w+|back\ (?:then|when)|in\ (?:19|20)\d\d|in\ v\d[\w.]*|for\ my\ (?:thesis|phd|bachelor|master)|as\ a\ (?:student|kid|child|junior|teenager|intern)|during\ (?:covid|lockdown|the\ pandemic|my\ \w+)|once\ upon\ a\ time|in\ the\ (?:good\ )?(?:old|early|first|bad\ old)\ (?:days|times|years)|originally|historically|initially|years\ ago|ages\ ago|(?:a\ few|some|two|three|five|ten|many)\ (?:years|months)\ ago
        |(?:at|in)\ (?:my|our|his|her)\ (?:old|last|previous|former|first|ex)[\ -](?:job|team|company|project|gig|startup|employer|lab|office|school|uni|workplace|firm|shop|life)|last\ (?:year|summer|winter|spring|autumn|fall|decade)|when\ (?:i|we)\ (?:started|joined|were|was)\b|before\ (?:my|our)\ time
        |(?:the|my|some)\ (?:guys?|people|team|folks|devs?|ones?|person|developers?|owners?|crew|consultants?|contractors?|students?|interns?|agency)\ (?:before|prior\ to)\ (?:me|us)|(?:my|our)\ (?:predecessors?|ex-\w+|former\ \w+)|(?:my|our)\ (?:old|last|previous|ex)\ (?:boss|job|team|company|lead|cto|manager|colleague|teacher|prof\w*|employer|client|project|school|flatmate|landlord)|the\ (?:first|early|earliest|original|previous|initial|old)\ (?:version|release|prototype|iteration|attempt|design|build|draft)s?|the\ (?:previous|former|original|first|last)\ (?:team|devs?|owners?|maintainers?|authors?|admins?|developers?|contractors?|agency|guys?|crew|lead|cto|teacher|tenant)s?)\b")
        ;
    /// Marks of a story anywhere in it.
    OF_OLD = r"\b(?:years|ages|decades) ago\b|\bbefore (?:me|us|my time|our time|i (?:joined|came|started))\b|\bback (?:then|in the day|when i|when we)\b|\bin the (?:good )?old days\b|\bat the time\b|\bhad (?:a|this|the) (?:rule|policy|habit|convention) (?:that|where|to|of|about)\b|\bin (?:19|20)\d\d\b";
    /// Verbs of the past.
    WAS = r"\b(?:was|were|had|did|went|chose|took|made|said|kept|ran|wrote|built|got|told|swore|meant|used to|sold|cut|put|[a-z]{3,}ed)\b";
    /// Words with which the speaker draws something for now.
    NOW = r"\b(?:so (?:let's|lets|please|we|use|take|now|from|no|never|don't|make|keep|i want|i'd|go|the)|let's|lets|please|pls|we'll|we will|therefore|hence|i want|we want|we should|we must|we need|i'd like|from now|instead|still|stays?|today|keep|don't|do not|stop|no longer|now|again)\b";
    /// Irony: what is praised is a nuisance, what is agreed to is not meant.
    IRONY = concat!(r"(?x)", led!(), r"(?:yeah,?\ right\b|yea,?\ right\b|as\ if\b|just\ what\ (?:i|we)\ (?:needed|wanted)|exactly\ what\ (?:i|we)\ needed|what\ a\ (?:joke|surprise|shock|treat)\b|(?:yay|hooray|hurray|bravo|slow\ clap)[,.!]|who\ needs\ \w+|because\ (?:why\ not|of\ course|nothing\ says|that\ (?:always|never|worked|went|works))\b
        |(?:oh\ )?(?:great|brilliant|wonderful|fantastic|awesome|lovely|perfect|genius|amazing|splendid|excellent|joy|marvell?ous)[,.!]+\ (?:another|more|yet\ another|just\ what|exactly\ what|because|why\ not|(?:the|our|my|and|now|it|that)\ .*\b(?:again|back|broken|down|dead|flaky|fails?|failed|crashed|crashes|red|gone|lost)\b)
        |(?:i\ )?(?:just\ |really\ |absolutely\ |so\ )*(?:love|adore|enjoy)\ (?:how|it\ when|when|that)\ .*\b(?:decides?|always|never|randomly|just|thinks|breaks?|fails?|forgets?|ignores?|refuses?|dies|crash(?:es)?|doesn't|can't|won't|keeps|somehow)\b)");
    /// Absurd wishes: "let's throw the pump into the sea".
    ABSURD = r"(?x)\b(?:let's|lets|let\ us|gonna|going\ to|we'll|we\ will|we|i'll|just|maybe|why\ don't|might\ as\ well|should|could|you|simply)\b.*\b(?:out\ (?:of\ )?the\ window|(?:in|into|to)\ the\ (?:sea|ocean|river|sun|volcano|void|abyss|lake)|become\ (?:a\ )?(?:farmers?|monks?|shepherds?|gardeners?|bakers?|hermits?)|(?:raise|herd|breed|keep|farm)\ (?:goats|sheep|chickens|alpacas|bees)|set\ .*on\ fire|burn\ (?:it|everything|the\ whole)|nuke\ (?:it|everything|the)
        |crayons|(?:carrier\ )?pigeons?|smoke\ signals?|punch\ ?cards?|abacus|(?:stone|clay)\ tablets?|candle\ ?light|quills?|telegrams?|pray(?:\ instead|\ harder)?|rain\ dance|exorcis\w+|horoscopes?|tarot|crystal\ balls?|flip\ a\ coin|ouija|voodoo|holy\ water|lottery|go\ on\ (?:holiday|vacation)|to\ the\ beach|(?:move|retire)\ to\ (?:the|a|an)\ (?:woods|mountains|island|moon|cabin|forest|farm)
        |live\ in\ (?:the|a)\ (?:woods|cabin|cave)|delete\ (?:prod|production|everything|the\ internet|the\ whole)|drop\ (?:prod|production)|turn\ off\ the\ internet|hamsters?|unicorns?|fairy\ dust|monkeys|shaman|sell\ the\ company|buy\ a\ farm|to\ mars|in\ the\ toilet|on\ the\ fridge|floppy\ disks?|quit\ (?:our|my)\ jobs?|call\ it\ a\ feature|with\ a\ prayer|post-?its?|until\ i\ retire|time\ (?:travel|machine)|magnifying\ glass|fix\ it\ with\ (?:love|hope|prayers?))\b|\b(?:my|our)\ \w+\ (?:don't|doesn't|isn't|aren't)\ \w+\ enough\ (?:yet|already)\b|\bsee\ if\ i\ care\b|\bsaid\ (?:nobody|no\ one)\b|\binvestors\ will\ love\b|\bwhat\ could\ (?:possibly\ )?go\ wrong\b|\b(?:we'll|you'll|i'll)\ need\ an?\ (?:ticket|permit|licen[cs]e|lawyer)\ (?:to|for)\b|[🙃🙄🤡]";
    /// Praise of work that is done, and remarks on somebody's ways.
    PRAISE = concat!(r"(?x)", led!(), r"(?:wow,?\ |really\ |very\ |quite\ |pretty\ |such\ |some\ |what\ |a\ |an\ )*(?:nice|great|good|amazing|excellent|solid|awesome|brilliant|impressive|lovely|stellar|superb|beautiful|fantastic|neat|clean|clever|fine|decent|bang-up|kudos\ for|props\ for)\ (?:\w+\ )?(?:work|job|catch|find|effort|refactor(?:ing)?|write-?up|summary|explanation|answer|thinking|spot|touch|comeback|report|log|list|test|fix|stuff)\b");
    WAYS = concat!(r"(?x)", led!(), r"(?:it's\ |its\ |kind\ of\ |kinda\ |a\ bit\ |pretty\ |so\ |really\ |very\ )*(?:(?:funny|weird|strange|odd|interesting|impressive|annoying|cute|amazing|crazy|wild|sad|hilarious|typical|fascinating|scary|sweet|frustrating|ironic|curious|remarkable)\ (?:that|how|when)\b|(?:i|we)\ (?:like|love|appreciate|admire)\ (?:that|how|when|it\ when)\ you\b|(?:i|we)\ (?:hate|noticed?|see|can't\ stand|find\ it\ \w+)\ (?:that|how|when|it\ when)\ (?:you|it|the|this|he|she|they)\b|(?:the\ way|how)\ you\ (?:always|never|keep|just)\b|you\ (?:really|seem\ to|sure|do)\ (?:always|never|love|like)\b|you\ (?:always|never|keep)\b.*\b(?:drives?\ me|annoy(?:s|ing)|hate|mad|crazy|instead\ of|even\ (?:when|though|if)|every\ single\ time|for\ no\ reason)\b)");
    /// Conclusions about how a thing works: "ah so it needs to read the label first".
    CONCLUDED = r"(?x)^(?:(?:ah+|oh+|aha|i\ see|hm+|mh+|huh|interesting|gotcha|wait)[,.!…]*\ )+(?:ok(?:ay)?[,.]?\ )?(?:so|then|that\ means|which\ means|meaning|in\ other\ words),?\ (?:basically\ |really\ )?(?:it|that|this|they|he|she|(?:the|every|each|all|both|only|your|our)\b|[a-z]+s\ )";
    /// Observations without a known cause: "for some reason the gate always sticks".
    SEEN = r"(?x)\bfor\ (?:some|whatever|no)\ reason\b|\b(?:somehow|apparently|evidently|weirdly|strangely|oddly|mysteriously|annoyingly|funnily|curiously)\b|\bturns\ out\b|\band\ then\ (?:nothing|it|everything|the\ \w+|they)\ (?:just\ )?(?:happens|dies?|hangs?|crash(?:es)?|stops?|fails?|breaks?|freezes?|waits?|sits?|forgets?|starts?)\b|\b(?:which|that|this)\ (?:explains|would\ explain)\b|\b(?:i|you)\ can\ (?:see|hear|smell|feel|watch)\b|\bi\ (?:see|saw|noticed|measured|observed)\ (?:it|that|this)\b|\bno\ (?:idea\ (?:why|how|what)|wonder)\b|\b(?:takes?|took|for)\ (?:ages|forever)\b|\bcomes?\ out\ (?:\w+\ )?\w+$|\b(?:can't|cannot|can\ not)\ (?:reach|find|connect|see|start|boot|parse|resolve|keep\ up|hear|get\ (?:past|through|out|in|to|it)|access|decode|allocate|move|cope|tell)\b|\b(?:has|have|needs?)\ to\ (?:travel|warm\ up|spin\ up|wake\ up|be\ (?:restarted|rebooted|unplugged|kicked|replugged|restarted|power[\ -]?cycled))\b|,\ it\ (?:just\ )?(?:takes|took|jumps|hangs|flickers|shows)\b|\bbefore\ anything\ happens\b|\bthat'?s\ how\ (?:it|the|an?|[a-z]+)\ (?:\w+\ )?(?:works?|goes|behaves?|does\ it)\b|^we\ (?:always|never)\ (?:lose|get|see|run\ into|end\ up|forget|hit|miss|fail|crash|wait\ for|struggle|have\ to)\b
        |\bmust\ be\ (?:on|off|up|open|closed|in\ use|running|there|in|out|back),\ (?:it's|its|there's|i\ can|i\ hear|you\ can)\b|\bshould\ .*(?:,|\ but|\ and|\ -)\ (?:but\ |instead\ )?(?:it|they|he|she|i|there)\ (?:only\ |just\ |now\ |currently\ |actually\ |still\ )*(?:is|are|isn't|aren't|does|doesn't|don't|get|see|[a-z]+s)\b|\bdon't\ know\ why\b|\bi\ wonder\b";
    /// Sentences that mark the one before them as an observation: "no idea why".
    SEEN_BEHIND = r"(?x)^(?:and\ |but\ |at\ least\ )*(?:that'?s|thats|that\ is|this\ is)\ (?:why|where|how|what\ i|what\ the|probably|odd|weird|strange|funny|new)\b|^(?:weird|strange|odd|funny|no\ idea|dunno|not\ sure\ why|crazy|go\ figure|wild|curious|who\ knows|beats\ me|took\ me\ (?:years|ages|months|forever|a\ while|an?\ \w+)|learned\ that|(?:it|they|he|she)\ (?:just\ |simply\ |only\ )*(?:exits?|crash(?:es)?|hangs?|dies|fails?|freezes?|panics?|segfaults?|goes\ (?:blank|white|dark))\b|i\ (?:can\ )?(?:see|saw|hear|checked|measured|noticed|read|learned|looked))\b";
    /// Guesses at a state, worded with "must": "the pump must be stuck".
    MUST_BE_SO = r"(?x)\bmust\ (?:be|have\ been)\ (?:\w+ly\ |so\ |really\ |quite\ |a\ bit\ |totally\ |still\ |just\ )*(?:slow|wrong|broken|stale|off|corrupt(?:ed)?|outdated|stuck|dead|confused|cached|down|missing|asleep|lost|tired|lying|racing|leaking|leaky|buggy|hanging|failing|overloaded|misconfigured|throttled|swapping|flaky|loose|faulty|a\ (?:bug|race|leak|typo|coincidence|loose|faulty|bad|caching|timing|glitch|mistake|fluke)|some(?:thing|one|body|where|how)?|because|due\ to|coming\ from|caused|related|the\ (?:cause|reason|culprit))\b|\bmust\ be\ (?:pretty|quite|so|really|rather|kinda|totally|very)\ \w+|\bneeds?\ (?:more|less|fewer|longer|shorter)\ [\w\ ]{2,30}\ than\ (?:the|it|before|any)\b|\bmust\ be\ the\ (?:\w+est|most|least|worst|best)\b|\bmust\ (?:come|stem)\ from\b|\bmust\ not\ have\ been\b|\bmust\ have\ (?:been\ (?:full|empty|on|off|down|\w+ed)|gone|come|lost|broken|forgotten|crashed|happened|died|changed|missed|slipped|moved|fallen|left|run|got|gotten|eaten|copied|forgot)\b
        |\b(?:should|would|could|ought\ to)(?:\ have|'ve|\ of)\ (?:been|run|gone|fired|worked|failed|stopped|happened|triggered|thrown|caught|done|come|sent|told|seen|known|said|started|closed|opened|expired|shown|kept|used)\b";
    /// A habit of one thing, as it is seen: "the valve always closes before the pump stops".
    HABIT = concat!(r"(?x)", led!(), r"(?:(?:in|on|with|under)\ [\w\ -]{2,20},?\ )?(?:(?:the|this|that|my|its|his|her|their)\ [\w'./-]+(?:\ [\w'./-]+){0,4}?|it|he|she|[a-z]+)\ (?:(?:\w+ly\ )?(?:always|never)\ [a-z]*[a-rt-z]s|(?:goes|does|comes|closes|opens|starts|stops|fails|fires|runs|[a-z]{3,}[a-rt-z]s)\ (?:always|never))\b|\b(?:never|always)\ (?:does|do|did)[.!]*$");
    /// Explanations of a term, a protocol, a custom of the trade.
    DEFINES = concat!(r"(?x)\b[\w./+-]+\ 101:|\b(?:by|per)\ definition\b|\bstands\ for\b|\b(?:is|are)\ (?:short|slang|jargon|latin|german|french)\ for\b|\bout\ of\ the\ box\b|\b(?:basically|just|simply|literally|only)\ means\b|\bmeans\ (?:that\ )?(?:the|it|you|a|an|there|all|every|each|nothing|one|two|same)\b|\brfc\ ?\d+\b|\bgives\ you\b|\bin\ case\ you\ (?:wonder|see|don't\ know|didn't\ know|ever)\b|\bthats?\ all\ it\ (?:says|means|does)\b|\bso[- ]called\b|\b(?:that|this)\ is\ the\ \w$|\b\w+'s\ (?:law|theorem|principle|paradox|razor|equation)\b|\bthe\ (?:law|theorem|principle)\ of\b|\bas\ opposed\ to\b|\bthe\ difference\ (?:between|is)\b
        |", led!(), r"(?:(?:by|per|according\ to|in)\ (?:the\ )?(?:spec|specification|standard|datasheet|textbook|theory|principle|rules\ of\ \w+)|in\ (?:layman's|plain|simple)\ (?:terms|words|english)|in\ a\ nutshell|technically|strictly\ speaking|generally\ speaking|traditionally|conventionally)\b
        |", led!(), r"(?:in|with|under|over)\ (?:plain\ |classic\ |the\ )?(?:http|https|http/?2|tcp|udp|ip|spi|i2c|usb|uart|rs-?485|rs-?232|can(?:\ ?bus)?|ble|bluetooth|zigbee|lora(?:wan)?|mqtt|modbus|tls|ssl|dns|dhcp|arp|smtp|imap|oauth2?|oidc|saml|jwt|rest|soap|semver|utf-?8|utf-?16|ascii|unicode|acid|cap|raft|paxos|crdts?|posix|nmea|midi|pcie?|nfc|g-?code|unix|chess|physics|statistics|music|maths?|baseball|football|cricket|law|accounting|cooking|sailing|theater|typography)(?:\ (?:land|world|terms|lingo|theory))?,?\ (?:the|a|an|every|each|all|both|you|there|one|two|nothing|everything|no|only|[a-z]+s)\b
        |", led!(), r"(?:rest|http|tcp|udp|spi|i2c|tls|dns|semver|acid|cap|raft|oauth2?|mqtt|unicode|utf-?8|utf-?16|ascii|posix|midi|g-?code|jwt|usb|ble|nmea)(?::\ (?:the\ |an?\ )?[a-z0-9-]+)?\ (?:always\ |never\ |only\ )?(?:[a-z]+s|is|are|means)\b");
    /// A kind of thing and what it is: "a spring tide is the one at new moon".
    KIND = concat!(r"(?x)", led!(), r"an?\ [\w./-]+(?:\ [\w./-]+){0,3}?\ (?:is|means|describes|refers\ to|consists\ of|denotes|has|lets|stores|says|measures|works)\ (?:\w+|\d)");
    /// A kind of thing and what it always does: "a spring tide always comes at new moon".
    KIND_DOES = concat!(r"(?x)", led!(), r"an?\ [\w./-]+(?:\ [\w./-]+){0,3}?\ (?:always|never)\ [a-z]*[a-rt-z]s\b");
    /// Wishes of a tracker, a tool or an outsider: "the ticket wants a bell".
    WISHED_BY_OTHERS = concat!(r"(?x)", led!(), r"(?:the\ |this\ |that\ |an?\ |some\ )?(?:ticket|issue|card|story|jira|pr|review|reviewer|comment|linter|clippy|eslint|sonar\w*|dependabot|renovate|scanner|form|survey|bot|stranger|recruiter|salesman|neighbou?r)(?:\ [\w-]+)?(?:\ \#?\d+)?\ (?:wants|would\ like|asks|asked|begs|wishes|keeps\ asking|is\ asking|proposes|proposed|demands|demanded|wanted)\ (?:that\ |for\ )?(?:us|me|we|you|the|it|our|to|i|an?)\b");
    /// Habits of others: "the big shipyards never paint at sea".
    OF_OTHERS = concat!(r"(?x)", led!(), r"(?:at\ )?(?:google|netflix|spotify|amazon|facebook|meta|apple|microsoft|uber|airbnb|shopify|twitter|toyota|nasa|tesla|basecamp|valve|nintendo|ikea|boeing|spacex|openai|factorio|minecraft|(?:the\ |our\ )?(?:competitors?|competition|other\ (?:team|teams|group|project|company|office|department)|neighbou?rs|rivals?)|(?:most|many|some|other|all\ the\ big|the\ big|big|real)\ (?:companies|teams|people|projects|shops|shipyards|games|apps|startups|places|labs|banks))\ (?:[a-z]+s|have|do|use|always|never|must|only|are|had|did|went|used|we|they|also|even|just)\b");
    /// A time that is still to come: "once the ice is gone, we take the big lamp".
    ONCE = concat!(r"(?x)", led!(), r"(?:once|as\ soon\ as|the\ day|until)\ .{3,60}(?:,|\ then)\ (?:then\ )?(?:we|i)(?:'ll|\ will|\ can|\ could|\ may|\ might)?\ [a-z]+");
    /// Words before what is only quoted as a joke or a saying.
    SAYING = r"\b(?:joke|meme|saying|proverb|riddle|pun|tweet|t-shirt|sticker|mug)\b[^:]{0,30}:";
    /// Words of somebody who has not made up their mind.
    WAVERS = r"(?x)\bhalf\ a\ mind\ to\b|\bsomewhere\ between\b|\bon\ the\ fence\b|\bin\ two\ minds\b|\btorn\ between\b|\btoy(?:ing)?\ with\b|\bflirt(?:ing)?\ with\b|\bplay(?:ing)?\ with\ the\ (?:idea|thought)\b|\bwarming\ up\ to\b|\b(?:lean|leaning|tend|tending|inclined|gravitating|drawn)\ (?:to|towards?|more)\b|\bnot\ (?:sold|set|fixed)\ on\b|\bgut\ (?:says|feeling)\b|\beye(?:ing|s\ on)\b|\bsaw\ the\ appeal\b";
    /// A time that may never come.
    SOMEDAY = r"\b(?:some ?day|one day|sooner or later|eventually|if ever|in an ideal world|in a perfect world)(?:$|[,.!])|^\w+ maybe\b";
    /// Words before a text that is passed on.
    PASSED_ON = r"(?x)^(?:\w+\ )?(?:from\ )?(?:the\ |this\ |a\ |our\ |their\ )?(?:ticket|mail|email|issue|readme|wiki|policy|log|spec|error|docs?|faq|guide|manual|contract|slack|story|card|comment|changelog|handbook|page|sign|poster|letter|contributing|header|man\ page)(?:\ (?:text|page|msg|message|file|of\ [\w\ ]+?|from\ \w+))?(?:\ (?:says|reads|said|states|goes|wrote))?:";
    /// A remark about it.
    REMARKS = r"^(?:-+ )?(?:who|what|whats|why|is (?:that|this|it|he|she)|no idea|lol|wtf|hm+|weird|how|since when|really|huh|never heard|does that|do we|are they)\b";
    /// A line of a settings file.
    SETTING_LINE = r"^[a-z_][\w.-]*\s?=\s?\S+(?: \S+){0,3}$";
}

/// Id of the form of these acts.
pub(in crate::pipeline::acts) const FORM: &str = "described";

/// Words that make a sentence look like a rule to the scorer.
const LIKE_A_RULE: Phrases = phrases!(
    " always | never | must | every time| at all times | as a rule | should | has to | have to | needs to | need to "
);

/// The effect of a sentence that only describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Telling {
    /// It settles nothing.
    Nothing,
    /// Its items wait for the person.
    Waits,
    /// Its rules wait; other items stay as they are.
    RuleWaits,
}

/// Takes what sentences that only describe seem to settle out of force.
pub(in crate::pipeline::acts) fn read(view: View<'_>, out: &mut Vec<Act>) {
    for act in out.iter_mut().filter(|act| act.form == "equals" && act.basis.is_none() && spells_out(&act.summary)) {
        act.certainty = Certainty::Likely;
    }
    let own: Vec<&Sentence> = view.own().filter(|s| s.block != BlockKind::Heading).collect();
    let low: Vec<String> = own.iter().map(|s| lowered(&s.text)).collect();
    let passed_on = low.first().is_some_and(|first| PASSED_ON.is_match(first))
        && own.iter().zip(&low).skip(1).any(|(s, said)| s.asks || REMARKS.is_match(said));
    let mut ironic = false;
    for (at, (sentence, said)) in own.iter().zip(&low).enumerate() {
        let behind = low.get(at + 1).map_or("", String::as_str);
        let earnest = telling(said, behind).or_else(|| is_setting(said, &own).then_some(Telling::Nothing));
        let earnest = if passed_on { Some(Telling::Nothing) } else { earnest };
        let telling = earnest.or_else(|| ironic.then_some(Telling::Waits));
        ironic |= mocks(said);
        let Some(telling) = telling.filter(|_| !sentence.asks) else { continue };
        let is_new = |act: &Act| overlaps(&act.range, &sentence.range) && act.target.is_none() && act.basis.is_none();
        for act in out.iter_mut().filter(|act| is_new(act)) {
            lessen(act, telling);
        }
        let open = !out.iter().any(|act| overlaps(&act.range, &sentence.range));
        if open && telling == Telling::Nothing {
            out.push(Act::nothing(sentence.range.clone(), FORM));
        } else if open && LIKE_A_RULE.within(&format!(" {said} ")) {
            let text = whole(&capital(unhurried(&sentence.text)));
            out.push(Act::likely(ActKind::Inform, sentence.range.clone(), text, FORM));
        }
    }
}

fn lessen(act: &mut Act, telling: Telling) {
    let is_rule = matches!(act.deed, ActKind::Rule { .. });
    if !is_rule && !matches!(act.deed, ActKind::Choose | ActKind::RuleOut | ActKind::Request) {
        return;
    }
    match telling {
        Telling::Nothing => *act = Act::nothing(act.range.clone(), FORM),
        Telling::Waits => act.certainty = Certainty::Likely,
        Telling::RuleWaits if is_rule => act.certainty = Certainty::Likely,
        Telling::RuleWaits => {}
    }
}

/// Whether a sentence only tells, explains or mocks, whatever stands behind it.
pub(in crate::pipeline::acts) fn only_tells(low: &str) -> bool {
    telling(low, "").is_some()
}

/// Whether a sentence is ironic, as those behind it may be.
pub(in crate::pipeline::acts) fn mocks(low: &str) -> bool {
    IRONY.is_match(low)
}

fn telling(said: &str, behind: &str) -> Option<Telling> {
    let story = (FORMERLY.is_match(said) || OF_OLD.is_match(said)) && WAS.is_match(said) && !NOW.is_match(said);
    if story || from_now_on_i(said) || mocks(said) || ABSURD.is_match(said) || SAYING.is_match(said) || praises(said) {
        return Some(Telling::Nothing);
    }
    let seen = SEEN.is_match(said) || SEEN_BEHIND.is_match(behind);
    if MUST_BE_SO.is_match(said)
        || CONCLUDED.is_match(said)
        || WAYS.is_match(said)
        || WAVERS.is_match(said)
        || SOMEDAY.is_match(said)
    {
        return Some(Telling::Waits);
    }
    // "Google maps is out": what looks like a verb belongs to the name.
    let is_name = |end: usize| {
        said.get(end..).is_some_and(|rest| after_any(rest, phrases!("is|are|was|were|isn't|aren't")).is_some())
    };
    let of_others = || OF_OTHERS.find(said).is_some_and(|found| !is_name(found.end())) && !NOW.is_match(said);
    if DEFINES.is_match(&said.replace("which means", "so"))
        || WISHED_BY_OTHERS.is_match(said)
        || ONCE.is_match(said)
        || of_others()
    {
        return Some(Telling::Waits);
    }
    (seen || HABIT.is_match(said) || KIND.is_match(said) || KIND_DOES.is_match(said)).then_some(Telling::RuleWaits)
}

/// Whether the speaker tells what they do themselves from now on. What they want from now on is a rule.
fn from_now_on_i(said: &str) -> bool {
    const WANTS: Phrases = phrases!(" i want | i'd | i need | i expect | i prefer | i like | i would ");
    phrases!("from now on i |from now on, i |from now on i'll ").within(said) && !WANTS.within(said)
}

/// Whether words spell out a term: "Ttl: time to live".
fn spells_out(said: &str) -> bool {
    const LEAST: usize = 3;
    let parts = said.split_once(": ").filter(|(term, _)| !term.contains(' '));
    parts.is_some_and(|(_, long)| words(long) >= LEAST && !long.contains(|c: char| c.is_ascii_digit()))
}

/// Whether a sentence praises what is done and orders nothing else.
fn praises(said: &str) -> bool {
    let goes_on = phrases!(", now|, next|, please|, pls|, then|, and|, but|, can|, could|, let's| - | and now| now ");
    PRAISE.is_match(said) && !goes_on.within(said)
}

/// Whether a line stands among the settings that the person asks about.
fn is_setting(said: &str, own: &[&Sentence]) -> bool {
    SETTING_LINE.is_match(said) && own.iter().any(|s| s.asks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(said: &str) -> Option<Telling> {
        telling(said, "")
    }

    #[test]
    fn stories_jokes_and_praise_settle_nothing() {
        for said in [
            "back in 2011 we decided to build with tin",
            "the crew before us had a rule that every rope is tarred",
            "last year the council voted for slate",
            "yeah right, and then we rebuild the harbour in marble",
            "let's throw the whole lamp into the sea",
            "i love how the gate decides when it opens",
            "there's this joke: two hard things, knots and tar",
            "great work on the hinges, didn't expect that",
        ] {
            assert_eq!(told(said), Some(Telling::Nothing), "{said}");
        }
        for said in [
            "last year we used tin, so let's take slate now",
            "great work on the hinges, now paint the gate",
            "let's throw out the old lamp",
            "great, the oak one",
            "i love how it looks, keep it",
        ] {
            assert_eq!(told(said), None, "{said}");
        }
    }

    #[test]
    fn what_is_seen_or_explained_waits() {
        for said in [
            "the pump must be stuck because of the ice",
            "ah so it needs to read the label first",
            "funny how you always greet the cat first",
            "over i2c the keeper always starts",
            "i'm somewhere between oak and pine, half a mind to go oak",
            "the issue wants us to paint the gate",
            "a spring tide is the one at new moon so boats must wait",
            "the valve always closes before the pump stops",
            "every rope goes through that one block and then nothing happens",
        ] {
            assert!(told(said).is_some(), "{said}");
        }
        for said in [
            "the pump must be green",
            "so it needs to be oak",
            "always close the valve first",
            "every rope needs a tag",
            "a hinge must have three screws",
            "prices always go through the rounding step",
        ] {
            assert_eq!(told(said), None, "{said}");
        }
        assert_eq!(telling("every gate needs two keys", "no idea why"), Some(Telling::RuleWaits));
    }
}
