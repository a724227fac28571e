//! A snapshot of the table before an input, used to decide which messages need an update afterwards.

use crate::beat::Beat;
use crate::direct_hand::DirectHands;
use crate::ids::UserId;
use crate::input::WriteRefusal;
use crate::table::Table;
use crate::user_set::UserSet;

/// The parts of the table that determine which messages need an update.
pub(super) struct Snapshot {
    pub(super) is_playing: bool,
    pub(super) is_over: bool,
    pub(super) beat: Option<Beat>,
    pub(super) players: Vec<UserId>,
    /// The people who were asked to respond: `State::asked`.
    pub(super) asked: UserSet,
    /// The people to remind in the Nope window: `State::awaited_in_window`.
    pub(super) awaited_in_window: UserSet,
    pub(super) direct_hands: DirectHands,
    pub(super) unwritable: Option<WriteRefusal>,
}

impl Snapshot {
    pub(super) fn of(table: &Table) -> Self {
        let state = &table.state;
        let seats = table.is_playing().then(|| state.seats.iter());
        let players = seats.into_iter().flatten();
        Self {
            is_playing: table.is_playing(),
            is_over: table.is_over(),
            beat: table.pending_beat(),
            players: players.filter_map(|(_, seat)| seat.user()).collect(),
            asked: state.asked(),
            awaited_in_window: state.awaited_in_window(),
            direct_hands: state.direct_hands.clone(),
            unwritable: table.unwritable(),
        }
    }
}
