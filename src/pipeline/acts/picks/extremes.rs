//! Defines the option that a superlative names by what each option costs, takes or weighs: "the cheapest" of "52 $/month"
//! and "105 $/month", "the faster one" of "2 s" and "300 ms", "the newest" of "2.9" and "2.10".

use crate::language::phrases::{Phrases, phrases};
use crate::pipeline::acts::offers::offer::{Choice, Offer};

/// A kind of amount that options are compared by: the words that call for the least and for the most of it, and its units,
/// each with its size.
struct Measure {
    least: Phrases,
    most: Phrases,
    units: &'static [(&'static str, f64)],
}

const MEASURES: [Measure; 3] = [
    Measure {
        least: phrases!("cheapest|cheaper"),
        most: phrases!("dearest|dearer|priciest|pricier"),
        units: &[
            ("$", 1.0),
            ("€", 1.0),
            ("£", 1.0),
            ("usd", 1.0),
            ("eur", 1.0),
            ("euro", 1.0),
            ("euros", 1.0),
            ("dollars", 1.0),
        ],
    },
    Measure {
        least: phrases!("fastest|faster|quickest|quicker|shortest|shorter"),
        most: phrases!("slowest|slower|slow|longest|longer"),
        units: &[
            ("ms", 0.001),
            ("s", 1.0),
            ("sec", 1.0),
            ("seconds", 1.0),
            ("min", 60.0),
            ("minutes", 60.0),
            ("h", 3600.0),
            ("hours", 3600.0),
            ("day", 86400.0),
            ("days", 86400.0),
            ("week", 604_800.0),
            ("weeks", 604_800.0),
        ],
    },
    Measure {
        least: phrases!("smallest|smaller|lightest|lighter"),
        most: phrases!("biggest|bigger|largest|larger|heaviest|heavier"),
        units: &[("b", 1.0), ("kb", 1e3), ("mb", 1e6), ("gb", 1e9), ("tb", 1e12), ("g", 1.0), ("kg", 1e3)],
    },
];

/// Most words of a superlative with the words around it: "I'd take the cheaper one".
const MOST: usize = 5;

/// The only option that has the least or the most of what a superlative compares. Every option must tell its amount, or
/// have one number and no other.
pub(super) fn by_extreme<'o>(low: &str, offer: &'o Offer) -> Option<&'o Choice> {
    let said: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let names = |list: Phrases| said.iter().any(|word| list.contains(word));
    let newest = names(phrases!("newest|newer|latest|highest|higher"));
    if said.len() <= MOST && (newest || names(phrases!("oldest|older|earliest|lowest|lower"))) {
        return by_version(newest, offer);
    }
    let (measure, most) = MEASURES.iter().filter(|_| said.len() <= MOST).find_map(|measure| {
        let most = names(measure.most);
        (most || names(measure.least)).then_some((measure, most))
    })?;
    let amounts = |of: &dyn Fn(&Choice) -> Option<f64>| offer.options.iter().map(of).collect::<Option<Vec<f64>>>();
    let amounts = amounts(&|option| measure.amount_of(option))
        .or_else(|| amounts(&|option| measure.amount_of(option).or_else(|| only_number(option))))?;
    let best = amounts.iter().copied().reduce(if most { f64::max } else { f64::min })?;
    let mut found = offer.options.iter().zip(&amounts).filter(|(_, amount)| amount.total_cmp(&best).is_eq());
    found.next().filter(|_| found.next().is_none()).map(|(option, _)| option)
}

/// The number that an option tells, if it tells one only. Digits within a name are none: "CX32".
fn only_number(option: &Choice) -> Option<f64> {
    let told = format!("{} {}", option.text, option.about);
    let number = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).parse::<f64>().ok();
    let mut all = told.split(|c: char| c.is_whitespace() || "/-–".contains(c)).filter_map(number);
    all.next().filter(|_| all.next().is_none())
}

/// The option with the highest or the lowest number, where every option tells one; the parts of a version count one by one.
fn by_version(highest: bool, offer: &Offer) -> Option<&Choice> {
    let versions: Option<Vec<Vec<u32>>> = offer.options.iter().map(version).collect();
    let versions = versions?;
    let best = if highest { versions.iter().max() } else { versions.iter().min() }?;
    let mut found = offer.options.iter().zip(&versions).filter(|(_, version)| *version == best);
    found.next().filter(|_| found.next().is_none()).map(|(option, _)| option)
}

/// The number or version that an option's words hold: "Python 3.12", "v18".
fn version(option: &Choice) -> Option<Vec<u32>> {
    let number = |word: &str| word.trim_start_matches('v').split('.').map(|part| part.parse().ok()).collect();
    option.text.to_lowercase().split_whitespace().find_map(number)
}

impl Measure {
    /// The first amount of this kind that an option tells.
    fn amount_of(&self, option: &Choice) -> Option<f64> {
        let told = format!("{} {}", option.text, option.about).to_lowercase();
        let words: Vec<&str> = told.split(|c: char| c.is_whitespace() || "/(),;-–".contains(c)).collect();
        words.iter().enumerate().find_map(|(at, word)| {
            let next = words.get(at + 1).copied().unwrap_or_default();
            self.amount(word, next)
        })
    }

    /// The amount of a number whose unit stands before it, behind it, or is the next word.
    fn amount(&self, word: &str, next: &str) -> Option<f64> {
        let digits = |c: char| c.is_ascii_digit() || c == '.';
        let start = word.find(|c: char| c.is_ascii_digit())?;
        let (before, number) = word.split_at(start);
        let end = number.find(|c| !digits(c)).unwrap_or(number.len());
        let (number, behind) = number.split_at(end);
        let unit = [before, behind, next].into_iter().find(|unit| !unit.is_empty())?;
        let (_, size) = self.units.iter().find(|(name, _)| *name == unit.trim_end_matches('.'))?;
        Some(number.trim_end_matches('.').parse::<f64>().ok()? * size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::acts::OfferForm;
    use crate::state::TurnId;

    #[test]
    fn a_superlative_names_the_option_with_the_least_or_the_most() {
        let mut offer = Offer::new(OfferForm::Options, &TurnId::from("t1"), 0..9, "words");
        offer.options = [("tin roof", "40 € a metre, 3 days"), ("slate roof", "$95/m, two weeks or 14 days")]
            .map(|(text, about)| Choice {
                label: None,
                text: text.to_owned(),
                summary: text.to_owned(),
                about: about.to_owned(),
                range: 0..9,
                quote: String::new(),
            })
            .into();
        let named = |said: &str| by_extreme(said, &offer).map(|o| o.text.as_str());
        for (said, expected) in [
            ("the cheapest", Some("tin roof")),
            ("the pricier one", Some("slate roof")),
            ("the slow one", Some("slate roof")),
            ("the fastest", Some("tin roof")),
            ("the smallest", None),
            ("the nicest", None),
            ("the newest", None),
        ] {
            assert_eq!(named(said), expected, "{said}");
        }
    }

    #[test]
    fn versions_are_compared_part_by_part() {
        let mut offer = Offer::new(OfferForm::Options, &TurnId::from("t1"), 0..9, "words");
        offer.options = ["Larch 2.9", "Larch 2.10"]
            .map(|text| Choice {
                label: None,
                text: text.to_owned(),
                summary: text.to_owned(),
                about: String::new(),
                range: 0..9,
                quote: String::new(),
            })
            .into();
        let named = |said: &str| by_extreme(said, &offer).map(|o| o.text.as_str());
        assert_eq!(named("the newest"), Some("Larch 2.10"));
        assert_eq!(named("the older one"), Some("Larch 2.9"));
    }
}
