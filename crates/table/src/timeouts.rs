//! The time limits that are the same at every pace, and how often a turn's may be missed. Those of a game's
//! turns, choices and windows are in [`pace`](crate::pace).

use crate::ids::Millis;

/// How long a lobby stays open without a click.
pub const LOBBY_IDLE: Millis = Millis::minutes(15);

/// How long a rematch waits for those who played the last game.
pub const REMATCH_WAIT: Millis = Millis::seconds(20);

/// How long a paused game is kept before its table is closed.
pub const PAUSE_END: Millis = Millis::hours(24);

/// How long after a pause began a game among computers tries for the first time to show itself again.
/// No player can wake it. The interval doubles with each further attempt.
pub const FIRST_REPOST_ATTEMPT: Millis = Millis::minutes(1);

/// The longest interval between two attempts of a paused game among computers to show itself.
pub const MAX_REPOST_INTERVAL: Millis = Millis::hours(1);

/// How long a table stays open without a click after its game is over.
pub const OVER_IDLE: Millis = Millis::hours(1);

/// How long after the end of a game its last screen may not have reached the channel yet. A process
/// that takes the table over within this time shows it again.
pub(crate) const LAST_SCREEN_WITHIN: Millis = Millis::minutes(1);

/// The age at which the public message is replaced by a new one. Discord throttles edits of messages
/// that are older than an hour.
pub const REPOST_AFTER: Millis = Millis::minutes(55);

/// How long a private panel can be changed after the click that it answers. Discord accepts an
/// interaction token for 15 minutes; the last one is left out, for requests that are under way. The
/// outbox goes by this constant too.
pub const PANEL_LIFETIME: Millis = Millis::minutes(14);

/// How long a hand stays open after the last click on it. It is folded while it still can be changed.
pub(crate) const HAND_FOLDS_AFTER: Millis = Millis(PANEL_LIFETIME.0 - 30_000);

/// The number of turns in a row that a person may miss before their seat counts as away.
pub(crate) const MISSED_UNTIL_AWAY: u8 = 2;
