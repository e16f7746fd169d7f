//! Tests orders that are given a second time in another way.

use deltamind::state::ItemKind::Task;

use crate::dialogue::{settled, talk};

#[test]
fn an_order_given_again_in_another_way_takes_the_place_of_the_first() {
    let cases = [
        (
            &["Put the lamps next to the door.", "> Done.", "no wait, put them behind the shed"][..],
            "put the lamps behind the shed",
        ),
        (
            &["Sort the ropes by length.", "> Sorted by length.", "hmm by colour is better, darkest first"],
            "sort the ropes by colour",
        ),
        (
            &["Delete old charts after 12 weeks.", "> Ok.", "Sorry, after a whole year."],
            "delete old charts after a whole year",
        ),
        (
            &["Store the log in tin boxes.", "> Done.", "actually store the log in oak boxes, tin rusts"],
            "store the log in oak boxes",
        ),
        (
            &[
                "put the photos into static/img",
                "> Photos go to static/img.",
                "no wait, put them next to the json file instead",
            ],
            "put the photos next to the json file",
        ),
    ];
    for (lines, what) in cases {
        let tasks = settled(&talk(lines), Task);
        assert!(tasks.iter().any(|task| task.starts_with(what) && !task.contains("instead")), "{lines:?}: {tasks:?}");
    }
    let added = settled(&talk(&["Put the lamps next to the door.", "> Done.", "also put them behind the shed"]), Task);
    assert!(!added.iter().any(|task| task == "put them behind the shed"), "{added:?}");
}
