//! Tests picks among options that the agent names without an "or", by place, superlative or name.

use deltamind::state::ItemKind::{Decision, RejectedOption};

use crate::dialogue::{settled, settles, talk};

const ROOFS: &str = "> For the roof I'd consider:\n- tin, the lightest\n- slate\n- straw, the warmest but it burns";

#[test]
fn names_behind_what_they_are_for_are_options() {
    settles(
        Decision,
        &[
            (&["> For the bell: Larch, Elm, Oak.", "elm"], "elm - bell"),
            (&["> Wood: Larch, Elm, or something painted. Preference?", "first"], "larch - wood"),
            (&[ROOFS, "the second"], "slate - roof"),
            (&[ROOFS, "let's start with the lightest, we can change it later"], "tin - roof"),
        ],
    );
    // What only tells names no options.
    let told = talk(&["> Passed: Larch, Elm, Oak.", "elm"]);
    assert!(settled(&told, RejectedOption).is_empty());
}

#[test]
fn a_superlative_picks_by_price_or_version() {
    settles(
        Decision,
        &[
            (
                &[
                    "> For lights there's an Aladdin X3 at 7 EUR a month, or a Zeus X9 at about 30.",
                    "the cheaper one obviously",
                ],
                "aladdin x3 at 7 eur a month",
            ),
            (&["> Which glue: 2.9, 2.10 or 2.11?", "the newest"], "2.11 - glue"),
            (&["> Which glue: 2.9, 2.10 or 2.11?", "the oldest please"], "2.9 - glue"),
        ],
    );
}

#[test]
fn options_are_told_by_amount_and_by_what_they_would_do() {
    settles(
        Decision,
        &[
            (&["> Slate would be about 48 € a metre, tin about 20 €.", "the cheaper one obviously"], "tin"),
            (&["> Woods that would work for the mast: Larch, Elm, Oak.", "last one, it never rots"], "oak"),
            (
                &[
                    "> Options: 1) oil the gate every month, 2) paint it once, 3) move it to the barn.",
                    "first option for now. let's see how far that gets us",
                ],
                "oil the gate every month",
            ),
        ],
    );
}
