//! Code point offsets to byte offsets, ascending, in one pass over the content.

/// A walk over content.
#[derive(Debug)]
pub(super) struct Offsets<'a> {
    content: &'a str,
    /// Every code point is one byte.
    ascii: bool,
    point: usize,
    byte: usize,
}

impl<'a> Offsets<'a> {
    /// At the beginning of `content`, which has `length` code points.
    pub(super) fn new(content: &'a str, length: usize) -> Self {
        Self {
            content,
            ascii: content.len() == length,
            point: 0,
            byte: 0,
        }
    }

    /// The byte offset of code point `point`, which is not below the one asked for before; the
    /// length of the content for any offset beyond it.
    #[inline]
    pub(super) fn byte_of(&mut self, point: usize) -> usize {
        match self.ascii {
            true => point.min(self.content.len()),
            false => self.walk_to(point),
        }
    }

    fn walk_to(&mut self, point: usize) -> usize {
        let ahead = self.content.as_bytes().get(self.byte..).unwrap_or_default();
        self.byte += bytes_of(ahead, point.saturating_sub(self.point));
        self.point = point;
        self.byte
    }
}

/// How many bytes the first `points` code points of `text` take.
fn bytes_of(text: &[u8], points: usize) -> usize {
    let mut walk = Walk { rest: text, points };
    // Wide strides for the distance between edits, narrow ones close to the place.
    walk.stride::<192>();
    walk.stride::<32>();
    walk.stride::<8>();
    // The code point after the last passed begins with a leading byte as well.
    let mut starts = walk
        .rest
        .iter()
        .enumerate()
        .filter(|(_, byte)| leads(**byte));
    let ahead = starts
        .nth(walk.points)
        .map_or(walk.rest.len(), |(index, _)| index);
    text.len() - walk.rest.len() + ahead
}

/// `points` code points remain to be passed in `rest`.
struct Walk<'a> {
    rest: &'a [u8],
    points: usize,
}

impl Walk<'_> {
    /// Pass whole blocks that do not reach the place. Blocks compile to vector instructions; one has
    /// at most 255 bytes, so that its code points are counted in a byte.
    fn stride<const BLOCK: usize>(&mut self) {
        while let Some((block, rest)) = self.rest.split_first_chunk::<BLOCK>() {
            let leads = block
                .iter()
                .fold(0_u8, |count, byte| count + u8::from(leads(*byte)));
            let Some(points) = self.points.checked_sub(usize::from(leads)) else {
                return;
            };
            (self.points, self.rest) = (points, rest);
        }
    }
}

/// Whether `byte` begins a code point in UTF-8.
const fn leads(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn agrees_with_char_indices(content: &str) {
        let mut expected: Vec<usize> = content.char_indices().map(|(byte, _)| byte).collect();
        expected.push(content.len());
        let length = expected.len() - 1;
        for stride in [1, 2, 3, 7, 31, 100] {
            let mut offsets = Offsets::new(content, length);
            for point in (0..=length).step_by(stride) {
                // Asking twice is legal: an edit may end where the next begins.
                assert_eq!(
                    offsets.byte_of(point),
                    expected[point],
                    "{point} of {content}"
                );
                assert_eq!(
                    offsets.byte_of(point),
                    expected[point],
                    "{point} of {content}"
                );
            }
            assert_eq!(offsets.byte_of(length), content.len());
        }
    }

    #[test]
    fn offsets_are_those_of_the_code_points() {
        agrees_with_char_indices("");
        agrees_with_char_indices("abc");
        agrees_with_char_indices("é");
        agrees_with_char_indices("a\u{1F600}b");
        agrees_with_char_indices(&"x".repeat(200));
        agrees_with_char_indices(&"\u{1F600}".repeat(70));
        // Three bytes do not divide a block: code points lie across its end.
        agrees_with_char_indices(&"\u{20AC}".repeat(100));
        agrees_with_char_indices(&"aé\u{20AC}\u{1F600}".repeat(50));
    }

    #[test]
    fn an_offset_beyond_the_end_is_the_end() {
        assert_eq!(Offsets::new("abc", 3).byte_of(4), 3);
        assert_eq!(Offsets::new("é", 1).byte_of(2), 2);
    }
}
