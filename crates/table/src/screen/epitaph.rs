//! The few words shown on the line of a dead player, chosen by public numbers only.

use rules::Seat;

use crate::computer_delay::hash;
use crate::ids::TableId;
use crate::text::Message;

/// The number of wordings.
const VARIANTS: u64 = 5;

/// Returns the words for a player who died after this many others.
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
