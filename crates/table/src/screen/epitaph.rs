//! The epitaph of a dead player. Its wording depends only on public numbers.

use rules::Seat;

use crate::computer_delay::hash;
use crate::ids::TableId;
use crate::text::Message;

const VARIANTS: u64 = 5;

/// Returns the epitaph of a player who died after `order` others. `first` is the first player to die in the game. If
/// one player explodes right after another, their epitaphs differ. All implosions share one epitaph.
pub(super) fn message(
    table: TableId,
    first: Seat,
    order: usize,
    imploded: bool,
) -> Message<'static> {
    let variant = (hash(&[table.0, first.index() as u64]) % VARIANTS + order as u64) % VARIANTS;
    if imploded {
        Message::EpitaphImploded
    } else {
        Message::Epitaph {
            variant: variant as u32,
        }
    }
}
