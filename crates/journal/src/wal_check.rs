//! Whether the end of SQLite's log of writes is whole. SQLite itself leaves out in silence what it
//! cannot use there; this reads the log as SQLite's file format describes it, so that the operator
//! is told. It never changes anything.

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The first four bytes of a log, but for the last bit, which says how its sums are made.
const MAGIC: u32 = 0x377f_0682;

/// How many bytes at the end of this log are of no use, because they were cut off or torn when they
/// were written; nothing if it is whole. What earlier rounds have left behind the end is no damage,
/// and a cut between two transactions leaves no trace.
pub fn unusable_bytes(log: &[u8]) -> Option<usize> {
    if log.is_empty() {
        return None;
    }
    let Some(reader) = Reader::of(log) else {
        return Some(log.len());
    };
    let (transactions, frames) = reader.whole();
    let mut rest = log[frames..].chunks(reader.frame);
    let torn = rest.any(|frame| reader.is_of_this_round(frame));
    (torn || frames > transactions).then(|| log.len() - transactions)
}

struct Reader<'l> {
    log: &'l [u8],
    /// The size of a frame: a page with its header.
    frame: usize,
    /// What marks the frames of this round of the log.
    salt: &'l [u8],
    big_endian: bool,
    /// The running sum behind the header.
    sum: Sum,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sum(u32, u32);

impl<'l> Reader<'l> {
    /// Nothing if the log's header is cut off or torn.
    fn of(log: &'l [u8]) -> Option<Self> {
        let header = log.get(..HEADER)?;
        let (magic, page) = (number(header, 0)?, number(header, 8)?);
        let big_endian = magic & 1 == 1;
        let sum = Sum(0, 0).over(&header[..24], big_endian);
        let whole = magic & !1 == MAGIC && sum == read_sum(header, 24)?;
        whole.then(|| Self {
            log,
            frame: FRAME_HEADER + page as usize,
            salt: &header[16..24],
            big_endian,
            sum,
        })
    }

    /// Where the last whole transaction ends, and where the last whole frame does.
    fn whole(&self) -> (usize, usize) {
        let (mut transactions, mut frames, mut sum) = (HEADER, HEADER, self.sum);
        for frame in self.log[HEADER..].chunks_exact(self.frame) {
            let (header, page) = frame.split_at(FRAME_HEADER);
            sum = sum
                .over(&header[..8], self.big_endian)
                .over(page, self.big_endian);
            if !self.is_of_this_round(frame) || read_sum(header, 16) != Some(sum) {
                break;
            }
            frames += self.frame;
            // The last frame of a transaction says how large the database is after it.
            if number(header, 4) != Some(0) {
                transactions = frames;
            }
        }
        (transactions, frames)
    }

    /// What is too short to say counts, too: the log grows by whole frames.
    fn is_of_this_round(&self, frame: &[u8]) -> bool {
        frame.get(8..16).is_none_or(|salt| salt == self.salt)
    }
}

impl Sum {
    fn over(self, bytes: &[u8], big_endian: bool) -> Self {
        let words = bytes.chunks_exact(8).filter_map(|pair| {
            let (first, second) = (number(pair, 0)?, number(pair, 4)?);
            Some(if big_endian {
                (first, second)
            } else {
                (first.swap_bytes(), second.swap_bytes())
            })
        });
        words.fold(self, |Self(one, other), (first, second)| {
            let one = one.wrapping_add(first).wrapping_add(other);
            Self(one, other.wrapping_add(second).wrapping_add(one))
        })
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at + 4)?;
    Some(u32::from_be_bytes(four.try_into().ok()?))
}

fn read_sum(bytes: &[u8], at: usize) -> Option<Sum> {
    Some(Sum(number(bytes, at)?, number(bytes, at + 4)?))
}
