//! Checks the end of SQLite's write-ahead log. SQLite silently ignores incomplete frames there; this
//! module reads the log according to SQLite's file format, so that the operator can be warned. It never
//! changes the log.

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The first four bytes of a log, without the last bit, which is the byte order of its checksums.
const MAGIC: u32 = 0x377f_0682;

/// Returns the number of bytes at the end of a write-ahead log that are unusable because a write was cut
/// off or torn; none if the log is complete. Frames that remain from before the last checkpoint are not
/// damage, and a cut exactly between two transactions cannot be detected.
pub fn unusable_bytes(log: &[u8]) -> Option<usize> {
    if log.is_empty() {
        return None;
    }
    let Some(reader) = Reader::parse(log) else {
        return Some(log.len());
    };
    let (transactions, frames) = reader.complete_ends();
    let mut rest = log[frames..].chunks(reader.frame);
    let torn = rest.any(|frame| reader.is_current(frame));
    (torn || frames > transactions).then(|| log.len() - transactions)
}

struct Reader<'l> {
    log: &'l [u8],
    /// The size of a frame: a page with its header.
    frame: usize,
    /// The salt of the log's header, which marks the frames written since the last checkpoint.
    salt: &'l [u8],
    big_endian: bool,
    /// The running checksum after the header.
    checksum: Checksum,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Checksum(u32, u32);

impl<'l> Reader<'l> {
    /// Parses the header of a log; none if it is cut off or torn.
    fn parse(log: &'l [u8]) -> Option<Self> {
        let header = log.get(..HEADER)?;
        let (magic, page) = (read_u32(header, 0)?, read_u32(header, 8)?);
        let big_endian = magic & 1 == 1;
        let checksum = Checksum(0, 0).updated_with(&header[..24], big_endian);
        let is_valid = magic & !1 == MAGIC && checksum == read_checksum(header, 24)?;
        is_valid.then(|| Self {
            log,
            frame: FRAME_HEADER + page as usize,
            salt: &header[16..24],
            big_endian,
            checksum,
        })
    }

    /// Returns the offsets at which the last complete transaction and the last complete frame end.
    fn complete_ends(&self) -> (usize, usize) {
        let (mut transactions, mut frames, mut checksum) = (HEADER, HEADER, self.checksum);
        for frame in self.log[HEADER..].chunks_exact(self.frame) {
            let (header, page) = frame.split_at(FRAME_HEADER);
            checksum = checksum
                .updated_with(&header[..8], self.big_endian)
                .updated_with(page, self.big_endian);
            if !self.is_current(frame) || read_checksum(header, 16) != Some(checksum) {
                break;
            }
            frames += self.frame;
            // The last frame of a transaction says how large the database is after it.
            if read_u32(header, 4) != Some(0) {
                transactions = frames;
            }
        }
        (transactions, frames)
    }

    /// Returns true for frames written since the last checkpoint, and for a frame too short to tell: the
    /// log grows by whole frames.
    fn is_current(&self, frame: &[u8]) -> bool {
        frame.get(8..16).is_none_or(|salt| salt == self.salt)
    }
}

impl Checksum {
    fn updated_with(self, bytes: &[u8], big_endian: bool) -> Self {
        let words = bytes.chunks_exact(8).filter_map(|pair| {
            let (first, second) = (read_u32(pair, 0)?, read_u32(pair, 4)?);
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

fn read_u32(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at + 4)?;
    Some(u32::from_be_bytes(four.try_into().ok()?))
}

fn read_checksum(bytes: &[u8], at: usize) -> Option<Checksum> {
    Some(Checksum(read_u32(bytes, at)?, read_u32(bytes, at + 4)?))
}
