//! Time limits that do not depend on the pace, and related counts. The limits of a game's turns, choices and windows
//! are in [`pace`](crate::pace).

use crate::ids::Millis;

/// How long a lobby stays open if its host does not click and no one joins.
pub const LOBBY_IDLE: Millis = Millis::minutes(15);

/// A lobby offers the host's role to others if the host has not clicked and no one has joined for this time.
pub const HOST_AWAY: Millis = Millis::minutes(2);

/// How long a rematch waits for the players of the last game.
pub const REMATCH_WAIT: Millis = Millis::seconds(75);

/// How long a paused game is kept before its table is closed.
pub const PAUSE_END: Millis = Millis::hours(24);

/// How long the table waits before it first retries, without a click, to post a running game's message that Discord
/// refused. The interval doubles with each further attempt.
pub const FIRST_REPOST_ATTEMPT: Millis = Millis::minutes(1);

/// The maximum interval between two attempts to repost a paused game's message without a click.
pub const MAX_REPOST_INTERVAL: Millis = Millis::hours(1);

/// How long a table stays open without a click after its game is over.
pub const OVER_IDLE: Millis = Millis::hours(1);

/// A process that takes over a finished table after an outage shows the last screen again if the outage began within
/// this time after the game's end, because the screen may be missing from the channel.
pub(crate) const LAST_SCREEN_WITHIN: Millis = Millis::minutes(1);

/// The age at which the public message is replaced by a new one if it is edited often. Discord throttles edits of
/// messages older than an hour.
pub const REPOST_AFTER: Millis = Millis::minutes(55);

/// If [`OFTEN`] edits fall within this time, they count as frequent.
pub(crate) const OFTEN_WITHIN: Millis = Millis::minutes(10);

/// The number of edits within [`OFTEN_WITHIN`] that cause an old message to be replaced.
pub(crate) const OFTEN: usize = 5;

/// How long a private panel can be edited after the click that it answers. Discord accepts an interaction token for 15
/// minutes; the last minute is left for requests in flight. Also used by the crate `discord`.
pub const PANEL_LIFETIME: Millis = Millis::minutes(14);

/// How long a hand stays open after the last click on it. The hand is folded while its message can still be edited.
pub(crate) const HAND_FOLDS_AFTER: Millis = Millis(PANEL_LIFETIME.0 - 30_000);

/// After this many missed turns in a row, a person's seat counts as away.
pub(crate) const MISSED_UNTIL_AWAY: u8 = 2;
