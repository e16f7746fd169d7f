//! Defines [`Fence`], which tracks line by line whether Markdown is inside a fenced code block.

use std::path::Path;

/// The fence that is open, if any.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fence {
    /// Character and length of the open fence.
    open: Option<(char, usize)>,
}

impl Fence {
    /// Reads the next line and returns whether it belongs to a fenced block, its fences included.
    pub fn takes(&mut self, line: &str) -> bool {
        let line = line.trim();
        let sign = line.chars().next().filter(|c| matches!(c, '`' | '~'));
        let run = sign.map_or(0, |s| line.chars().take_while(|c| *c == s).count());
        match (self.open, sign) {
            (None, Some(sign)) if run >= 3 => {
                self.open = Some((sign, run));
                true
            }
            (None, _) => false,
            (Some((open, length)), Some(sign)) if sign == open && run >= length && run == line.chars().count() => {
                self.open = None;
                true
            }
            (Some(_), _) => true,
        }
    }

    /// The line that closes the open block.
    pub fn closing(self) -> Option<String> {
        self.open.map(|(sign, length)| sign.to_string().repeat(length))
    }
}

/// Whether a path has the extension of Markdown.
pub fn is_markdown(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|e| e.eq_ignore_ascii_case("md"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_ends_with_the_fence_it_began_with() {
        let mut fence = Fence::default();
        let text = ["a", "````md", "```", "~~~", "````", "b", "~~~~", "``` x", "~~~~~", "``", "```sh"];
        let inside: Vec<bool> = text.iter().map(|l| fence.takes(l)).collect();
        assert_eq!(inside, [false, true, true, true, true, false, true, true, true, false, true]);
        assert_eq!(fence.closing().as_deref(), Some("```"));
    }
}
