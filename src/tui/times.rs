//! Defines how times are written.

use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp};

use crate::safe;
use crate::text::SafeText;

/// The time elapsed, in at most three letters: `now`, `4m`, `2h`, `3d`.
pub fn age(now: Timestamp, at: Timestamp) -> SafeText {
    match seconds(now, at) {
        s if s < 60 => "now".into(),
        s if s < 3600 => safe!("{}m", s / 60),
        s if s < 86_400 => safe!("{}h", s / 3600),
        s => safe!("{}d", s / 86_400),
    }
}

/// The moment at which [`age`] changes.
pub fn age_changes(now: Timestamp, at: Timestamp) -> Timestamp {
    let s = seconds(now, at);
    let unit = match s {
        s if s < 3600 => 60,
        s if s < 86_400 => 3600,
        _ => 86_400,
    };
    now.saturating_add(SignedDuration::from_secs(unit - s % unit)).unwrap_or(now)
}

fn seconds(now: Timestamp, at: Timestamp) -> i64 {
    now.duration_since(at).as_secs().max(0)
}

/// The time of day: `14:02`, with the date where it is not today's.
pub fn clock(at: Timestamp, now: Option<Timestamp>, utc_offset: i32) -> SafeText {
    let zone = Offset::from_seconds(utc_offset).unwrap_or(Offset::UTC);
    let local = zone.to_datetime(at);
    let today = now.is_some_and(|n| zone.to_datetime(n).date() == local.date());
    SafeText::shown(local.strftime(if today { "%H:%M" } else { "%Y-%m-%d %H:%M" }))
}

/// The time of day in a list in order of time: with the date only where it differs from that of the entry before.
pub fn clock_after(at: Timestamp, before: Option<Timestamp>, now: Option<Timestamp>, utc_offset: i32) -> SafeText {
    let zone = Offset::from_seconds(utc_offset).unwrap_or(Offset::UTC);
    let same_day = before.filter(|before| zone.to_datetime(*before).date() == zone.to_datetime(at).date());
    clock(at, same_day.map(|_| at).or(now), utc_offset)
}

/// The exact time.
pub fn exact(at: Timestamp, utc_offset: i32) -> SafeText {
    let zone = Offset::from_seconds(utc_offset).unwrap_or(Offset::UTC);
    SafeText::shown(zone.to_datetime(at).strftime("%Y-%m-%d %H:%M:%S"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_change_only_when_their_text_does() {
        let at: Timestamp = "2026-05-04T10:00:00Z".parse().unwrap();
        let after = |s| at + SignedDuration::from_secs(s);
        for (s, word, next) in [(0, "now", 60), (59, "now", 60), (61, "1m", 120), (3700, "1h", 7200)] {
            assert_eq!(age(after(s), at).as_str(), word);
            assert_eq!(age_changes(after(s), at), after(next));
        }
        assert_eq!(age(at, after(50)).as_str(), "now");
    }

    #[test]
    fn a_date_is_shown_only_where_the_day_changes() {
        let at: Timestamp = "2026-05-04T10:00:00Z".parse().unwrap();
        let later = |hours| at + SignedDuration::from_hours(hours);
        let shown = |at, before| clock_after(at, before, Some(later(900)), 0).into_string();
        assert_eq!(shown(at, None), "2026-05-04 10:00");
        assert_eq!(shown(later(1), Some(at)), "11:00");
        assert_eq!(shown(later(24), Some(at)), "2026-05-05 10:00");
        assert_eq!(clock_after(at, None, Some(later(2)), 0).as_str(), "10:00");
    }
}
