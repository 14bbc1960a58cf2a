//! Text that canonical JSON does not change.

/// Whether a byte is escaped.
fn is_escaped(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// How many bytes are looked at together: wide enough for vector instructions, which an early exit per byte would rule out.
const BLOCK: usize = 16;

fn is_plain_block<const N: usize>(block: &[u8; N]) -> bool {
    let escaped = block.iter().map(|&byte| is_escaped(byte));
    !escaped.fold(false, |found, escaped| found | escaped)
}

/// Whether no byte needs an escape.
#[inline]
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    // The last pieces overlap those before them, so that no length needs a loop over single bytes.
    match (
        bytes.last_chunk::<BLOCK>(),
        bytes.first_chunk::<8>().zip(bytes.last_chunk::<8>()),
        bytes.first_chunk::<4>().zip(bytes.last_chunk::<4>()),
    ) {
        (Some(last), ..) => blocks.iter().all(is_plain_block) && is_plain_block(last),
        (None, Some((first, last)), _) => is_plain_word(first) && is_plain_word(last),
        (None, None, Some((first, last))) => {
            let [a, b, c, d] = *first;
            let [e, f, g, h] = *last;
            is_plain_word(&[a, b, c, d, e, f, g, h])
        }
        _ => !bytes.iter().any(|&byte| is_escaped(byte)),
    }
}

/// Whether none of eight bytes needs an escape, found in all of them at once.
#[inline]
fn is_plain_word(bytes: &[u8; 8]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let word = u64::from_ne_bytes(*bytes);
    // The highest bit of some byte is set when, and only when, a byte is less than the limit, which is at most 128.
    let less = |word: u64, limit: u8| word.wrapping_sub(ONES * u64::from(limit)) & !word & HIGH;
    let equal = |byte: u8| less(word ^ (ONES * u64::from(byte)), 1);
    less(word, 0x20) | equal(b'"') | equal(b'\\') == 0
}

/// How many bytes from the start need no escape.
pub(super) fn plain_length(bytes: &[u8]) -> usize {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let clean = blocks
        .iter()
        .take_while(|block| is_plain_block(block))
        .count();
    let tail = bytes.get(clean * BLOCK..).unwrap_or_default();
    let escaped = tail.iter().position(|&byte| is_escaped(byte));
    clean * BLOCK + escaped.unwrap_or(tail.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_any_length_is_plain_without_an_escape() {
        for length in 0..70 {
            let plain = vec![b'a'; length];
            assert!(is_plain(&plain), "{length}");
            for place in 0..length {
                for byte in 0..=u8::MAX {
                    let mut text = plain.clone();
                    text[place] = byte;
                    let escaped = byte < 0x20 || byte == 0x22 || byte == 0x5c;
                    assert_eq!(is_plain(&text), !escaped, "{byte} at {place} of {length}");
                }
            }
        }
        // A byte that borrows from the next one does not hide it, or give it away.
        for pair in [
            [0x1f, 0x20],
            [0x20, 0x1f],
            [0xff, 0x00],
            [0x80, 0x7f],
            [0x23, 0x22],
        ] {
            let escaped = pair.iter().any(|&byte| is_escaped(byte));
            assert_eq!(is_plain(&pair.repeat(4)), !escaped, "{pair:?}");
        }
    }

    #[test]
    fn plain_runs_end_at_the_first_escape() {
        for place in 0..70 {
            let mut text = "a".repeat(70).into_bytes();
            assert_eq!(plain_length(&text), 70);
            for escaped in [0, 0x1f, b'"', b'\\'] {
                text[place] = escaped;
                assert_eq!(plain_length(&text), place);
            }
            // None of these is escaped; 0xC3 starts a two-byte character.
            for plain in [0x20, 0x7f, 0xC3, b'/'] {
                text[place] = plain;
                assert_eq!(plain_length(&text), 70);
            }
        }
    }
}
