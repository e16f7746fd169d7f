//! Tests a followed file under random changes against a model of its content.

use proptest::prelude::*;

use crate::model::{Act, World};

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        6 => (1..5_u8).prop_map(Act::Append),
        3 => (1..9_u8).prop_map(Act::Torn),
        2 => Just(Act::EndLine),
        1 => (0..100_u8).prop_map(Act::Truncate),
        1 => ((0..100_u8), (1..9_u8)).prop_map(|(cut, lines)| Act::TruncateAndWrite(cut, lines)),
        1 => (0..4_u8).prop_map(Act::Replace),
        1 => (0..4_u8).prop_map(Act::Rotate),
        1 => Just(Act::AwayAndBack),
        1 => Just(Act::Delete),
        1 => (0..4_u8).prop_map(Act::DeleteAndMake),
        1 => any::<u8>().prop_map(Act::ChangeByte),
        1 => Just(Act::Rewrite),
        1 => (1..200_u8).prop_map(Act::Nuls),
        1 => Just(Act::ClockBack),
        5 => (1..=255_u8).prop_map(Act::Poll),
        3 => Just(Act::Rest),
        1 => Just(Act::Restart),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn at_rest_every_line_was_read_once_and_in_order(acts in proptest::collection::vec(act(), 1..50)) {
        let mut world = World::new();
        for act in &acts {
            world.act(act);
            if matches!(act, Act::Rest) {
                world.rest();
            }
        }
        world.rest();
    }
}
