//! Tests words that carry over to another thing what the agent or the person has told.

use deltamind::state::ItemKind::Task;

use crate::dialogue::{settled, talk};

#[test]
fn the_same_is_asked_for_another_thing_in_the_agents_words() {
    let cases = [
        (
            &["> The north door now opens after 5 seconds.", "good. same for the south door"][..],
            "the north door now opens after 5 seconds; the same for the south door",
        ),
        (
            &["> The ropes go to the shed every night now.", "put the lamps there too"],
            "the ropes go to the shed every night now; put the lamps there",
        ),
    ];
    for (lines, what) in cases {
        assert_eq!(settled(&talk(lines), Task), [what], "{lines:?}");
    }
}

#[test]
fn a_deed_is_done_again_at_another_place() {
    let cases = [
        (&["hang the lamp in the hall", "> Hung.", "hang it in the attic as well"][..], "hang the lamp in the attic"),
        (
            &["> I've written labels for the oak bed.", "nice. now the ones for the elm bed please"],
            "write labels for the elm bed",
        ),
        (
            &["try larch oil on the north gate", "> It is dry now.", "use it on the south gate as well"],
            "use larch oil on the south gate",
        ),
        (
            &[
                "> I moved the bell out of the tower into the yard.",
                "great! the horn has its stand in the tower too. do the same thing there",
            ],
            "move the horn into the yard",
        ),
        (
            &["the lamps smoke, use oil instead", "> Switched the lamps to oil.", "great. same for the torches"],
            "switch the torches to oil",
        ),
        (&["> I painted the gate orange.", "make it blue instead"], "make the gate blue instead"),
    ];
    for (lines, what) in cases {
        let tasks = settled(&talk(lines), Task);
        assert!(tasks.iter().any(|task| task == what), "{lines:?}: {tasks:?}");
    }
    let other = settled(&talk(&["wax the hinges of the gate", "> Waxed.", "use it on the door as well"]), Task);
    assert!(!other.iter().any(|task| task.contains("hinges") && task.contains("door")), "{other:?}");
}
