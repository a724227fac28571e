//! The epitaph on a dead player's line. Its wording depends only on public numbers.

use rules::Seat;

use crate::computer_delay::hash;
use crate::ids::TableId;
use crate::text::Message;

/// The number of different epitaphs.
const VARIANTS: u64 = 5;

/// Returns the epitaph of a player who died after `order` others.
pub(super) fn message(
    table: TableId,
    seat: Seat,
    order: usize,
    imploded: bool,
) -> Message<'static> {
    let variant = hash(&[table.0, seat.index() as u64, order as u64]) % VARIANTS;
    if imploded {
        Message::EpitaphImploded
    } else {
        Message::Epitaph {
            variant: variant as u32,
        }
    }
}
