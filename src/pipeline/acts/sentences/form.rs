//! Defines [`Form`], a sentence pattern with named groups, an example that it matches and one that it must not match.

use crate::text::{Captures, Pattern};

/// A sentence pattern.
pub(in crate::pipeline::acts) struct Form {
    /// Stable id, shown in the log.
    pub id: &'static str,
    /// Matched against the segment in lower case; named groups mark the parts to extract.
    pub pattern: Pattern,
    /// A sentence that it matches.
    #[cfg(test)]
    pub example: &'static str,
    /// A sentence that it must not match.
    #[cfg(test)]
    pub counter: &'static str,
}

/// Declares a table of forms, and the test of their examples.
macro_rules! forms {
    ($($id:literal $pattern:literal yes $example:literal no $counter:literal;)+) => {
        static FORMS: [$crate::pipeline::acts::sentences::form::Form; [$($id),+].len()] = [$($crate::pipeline::acts::sentences::form::Form {
            id: $id,
            pattern: $crate::text::pattern!($pattern),
            #[cfg(test)]
            example: $example,
            #[cfg(test)]
            counter: $counter,
        }),+];

        #[cfg(test)]
        #[test]
        fn every_form_reads_its_example_and_not_its_counter() {
            let mut wrong = Vec::new();
            for form in &FORMS {
                assert!(form.pattern.compiles(), "{} does not compile", form.id);
                $crate::text::assert_excludes_no_match(form.pattern.source());
                let reads = |words: &str| form.pattern.is_match(&words.to_lowercase());
                if !reads(form.example) || reads(form.counter) {
                    wrong.push(form.id);
                }
            }
            assert!(wrong.is_empty(), "{wrong:?}");
        }
    };
}
pub(in crate::pipeline::acts) use forms;

/// The words of a group in the original letter case of `text`; empty if the group did not match.
pub(in crate::pipeline::acts) fn group<'t>(text: &'t str, captures: &Captures<'_>, name: &str) -> &'t str {
    let Some(found) = captures.name(name) else { return "" };
    text.get(found.range()).unwrap_or("").trim()
}

/// The id and the groups of the first form that matches the text.
pub(in crate::pipeline::acts) fn first<'t>(
    forms: &'static [Form],
    low: &'t str,
) -> Option<(&'static str, Captures<'t>)> {
    forms.iter().find_map(|form| Some((form.id, form.pattern.captures(low)?)))
}
