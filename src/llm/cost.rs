//! Defines [`ReadingCost`], the estimated number of questions and tokens that reading a session takes.

/// Questions about a hundred turns, measured on real sessions.
pub const QUESTIONS: usize = 12;
/// Bytes of talk in a hundred turns, measured on the same sessions.
pub const BYTES: usize = 75_000;
/// Bytes of a question in addition to its new turns: instructions, the ledger, earlier turns.
const BYTES_OF_QUESTION: usize = 13_000;
/// Tokens of an answer.
const TOKENS_OF_ANSWER: u64 = 400;
/// Estimated bytes per token, for servers that do not count tokens.
pub const BYTES_PER_TOKEN: usize = 4;

/// Questions and tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadingCost {
    pub questions: usize,
    /// Tokens read and written.
    pub tokens: u64,
}

impl ReadingCost {
    /// The cost of reading so many turns, which are so many bytes of talk together.
    pub fn of(turns: usize, bytes: usize) -> Self {
        Self::of_questions((turns * QUESTIONS).div_ceil(100), bytes)
    }

    /// The cost of so many questions about so many bytes of talk.
    pub fn of_questions(questions: usize, bytes: usize) -> Self {
        let read = (questions * BYTES_OF_QUESTION + bytes) / BYTES_PER_TOKEN;
        Self { questions, tokens: read as u64 + questions as u64 * TOKENS_OF_ANSWER }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_turns_cost_what_was_measured() {
        assert_eq!(ReadingCost::of(0, 0), ReadingCost::default());
        assert_eq!(ReadingCost::of(1, 200).questions, 1);
        let hundred = ReadingCost::of(100, BYTES);
        assert_eq!(hundred.questions, QUESTIONS);
        assert!((50_000..70_000).contains(&hundred.tokens), "{hundred:?}");
    }
}
