//! Defines the plainest choices and bans in German, Spanish, French, Portuguese, Italian and Dutch: "wir nehmen SQLite",
//! "no toques la carpeta legacy", "pas de nouvelles dépendances". The words stay in the language they were said in.

use crate::language::phrases::phrases;
use crate::pipeline::acts::sentences::form::{first, forms, group};
use crate::pipeline::acts::sentences::segments::Segment;
use crate::pipeline::acts::sentences::wording::{capital, unhurried, whole, words};
use crate::pipeline::acts::{Act, ActKind, View};
use crate::pipeline::clause::BlockKind;

forms! {
    "german-choice" r"^(?:ok(?:ay)?,? |gut,? |also,? |ja,? |dann |na gut,? )*(?P<said>(?:wir (?:nehmen|verwenden|benutzen|nutzen|setzen auf|bleiben bei|gehen mit|machen (?:es|das) mit)|(?:nehmen|verwenden|benutzen|nutzen|bleiben) wir(?: bei)?|für .{2,40} (?:nehmen|verwenden|benutzen|nutzen) wir) (?P<what>.+))$"
        yes "dann nehmen wir SQLite für die Belege" no "wir haben es gestern gesehen";
    "german-ban" r"^(?:bitte,? |und |aber )*(?P<said>(?:(?:fass|fasse|ändere|ändert|lösche|benutze|benutz|verwende|nimm|committe|commite|pushe|push|installiere|mach) .*\b(?:nicht|nie|niemals|kein|keine|keinen|keinerlei|nichts)\b.*|keine?[nrs]? (?:neue|weitere|zusätzliche|fremde)[nrs]? .+|keine?[nrs]? [^,]+,? bitte|.{2,50} (?:nicht|nie|niemals) (?:anfassen|ändern|verändern|löschen|benutzen|verwenden|committen|pushen|installieren|umbenennen)\b.*))$"
        yes "bitte keine neuen Abhängigkeiten" no "kein Problem";
    "spanish-choice" r"^(?:vale,? |ok,? |bien,? |bueno,? |sí,? |entonces,? |pues,? )*(?P<said>(?:usamos|usemos|usaremos|vamos a usar|vamos con|nos quedamos con|elegimos|tomamos|mejor usamos) (?P<what>.+))$"
        yes "vale, entonces nos quedamos con la lista" no "vamos a ver";
    "spanish-ban" r"^(?:por favor,? |y |pero )*(?P<said>(?:no|nunca) (?:toques|toquéis|uses|cambies|borres|modifiques|subas|añadas|instales|elimines|hagas|rompas|publiques|renombres) .+)$"
        yes "por favor no cambies la carpeta vieja" no "no sé por qué";
    "french-choice" r"^(?:ok,? |bon,? |bien,? |oui,? |alors,? |donc,? |d'accord,? )*(?P<said>(?:on|nous) (?:prend|prenons|utilise|utilisons|garde|gardons|choisit|choisissons|part sur|partons sur|reste sur|restons sur|va utiliser|allons utiliser) (?P<what>.+))$"
        yes "bon, on garde la base actuelle" no "on verra demain";
    "french-ban" r"^(?:s'il te plaît,? |stp,? |svp,? |et |mais )*(?P<said>(?:ne (?:touche|touchez|modifie|modifiez|change|changez|utilise|utilisez|supprime|supprimez|ajoute|ajoutez|renomme) (?:pas|jamais|rien|aucun|aucune)\b.*|(?:pas|plus|jamais) de nouve(?:lles?|aux?|l) .+))$"
        yes "ne touche pas au dossier commun" no "pas de souci";
    "portuguese-choice" r"^(?:ok,? |bom,? |sim,? |então,? )*(?P<said>(?:vamos usar|vamos com|ficamos com|usamos|usaremos|escolhemos) (?P<what>.+))$"
        yes "então ficamos com a lista" no "vamos ver";
    "portuguese-ban" r"^(?:por favor,? |e |mas )*(?P<said>(?:não|nunca) (?:toque|toques|mexa|mexas|mude|mudes|use|uses|apague|apagues|altere|alteres|adicione|adiciones|instale|instales) .+)$"
        yes "não mexa na pasta antiga" no "não sei";
    "italian-choice" r"^(?:ok,? |va bene,? |bene,? |sì,? |allora,? )*(?P<said>(?:usiamo|useremo|prendiamo|andiamo con|teniamo|restiamo (?:su|con)|scegliamo) (?P<what>.+))$"
        yes "allora usiamo la lista" no "andiamo a vedere";
    "italian-ban" r"^(?:per favore,? |e |ma )*(?P<said>(?:non|mai) (?:toccare|cambiare|usare|cancellare|modificare|aggiungere|installare|rinominare) .+)$"
        yes "per favore non toccare la cartella vecchia" no "non lo so";
    "dutch-choice" r"^(?:ok(?:é)?,? |goed,? |ja,? |dan )*(?P<said>(?:we (?:gebruiken|nemen|kiezen|gaan voor|houden het bij)|(?:gebruiken|nemen|kiezen|houden) we(?: het bij)?) (?P<what>.+))$"
        yes "dan gebruiken we de oude lijst" no "we gaan naar huis";
    "dutch-ban" r"^(?:alsjeblieft,? |en |maar )*(?P<said>(?:(?:raak|wijzig|verander|verwijder|gebruik|installeer) .*\b(?:niet|nooit|geen|niets)\b.*|geen nieuwe .+))$"
        yes "raak de oude map niet aan" no "geen probleem";
}

pub(in crate::pipeline::acts) fn read(view: View<'_>) -> Vec<Act> {
    let own = view.own().filter(|s| !s.asks && s.block != BlockKind::Heading);
    own.flat_map(|s| view.segments(s)).filter_map(of_segment).collect()
}

/// Maximum number of words in a choice or ban.
const MOST: usize = 16;

fn of_segment(segment: &Segment) -> Option<Act> {
    let (form, found) = first(&FORMS, &segment.low)?;
    let said = unhurried(group(&segment.text, &found, "said"));
    let what = group(&segment.text, &found, "what");
    let low = format!(" {} ", segment.low);
    // A hedge, a condition, or a pronoun without its thing settles nothing.
    let open = phrases!(
        " vielleicht | eventuell | wenn | falls | quizás | quizá | tal vez | si | peut-être | talvez | se | forse | misschien | als | ob "
    );
    let points = phrases!("es|das|sie|ihn|eso|esto|ese|ça|cela|isso|isto|questo|quello|lo|dat|dit|het");
    let points = words(what) < 3 && what.to_lowercase().split(' ').next().is_some_and(|first| points.contains(first));
    if open.within(&low) || points || words(said) > MOST || words(said) < 2 {
        return None;
    }
    let deed = if form.ends_with("-ban") { ActKind::Rule { hard: true } } else { ActKind::Choose };
    let act = Act::settled(deed, segment.range.clone(), whole(&capital(said)), form);
    (!segment.asks && !segment.doubtful).then_some(act)
}
