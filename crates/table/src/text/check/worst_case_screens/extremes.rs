//! The longest names and the largest numbers used on screens.

use players::Strength;
use rules::Seat;

use crate::control::Stamp;
use crate::direct_hand::DirectMessage;
use crate::ids::{ChannelId, GuildId, Millis, Revision, TableId, UserId};
use crate::oracles::OracleScore;
use crate::screen::{Occupant, OracleView, Player, Presence, Screen, TableLink};

/// A name of maximum length: 32 characters. The first character is right-to-left, and all others need escaping.
pub(in crate::text::check) const LONGEST_NAME: &str = "א_~`|*_~`|*_~`|*_~`|*_~`|*_~`|*_";
pub(super) const LONGEST_ORACLE: OracleView = OracleView {
    prediction: None,
    score: OracleScore {
        right: 999,
        decided: 999,
    },
};
pub(super) const LONGEST_LINK: &str =
    "https://discord.com/channels/18446744073709551615/18446744073709551615/18446744073709551615";
pub(super) const LINK: TableLink = TableLink {
    guild: GuildId(u64::MAX),
    channel: ChannelId(u64::MAX),
    message: None,
};
pub(super) const MESSAGE: DirectMessage = DirectMessage {
    channel: ChannelId(u64::MAX),
    message: u64::MAX,
};
pub(crate) const STAMP: Stamp = Stamp {
    table: TableId(u64::MAX),
    revision: Revision(u32::MAX),
};
pub(crate) const DEADLINE: Millis = Millis(1_800_000_030_000);
/// A callback that receives each screen with its name.
pub(crate) type ScreenVisitor<'v> = dyn FnMut(&str, &Screen) + 'v;

pub(super) fn user(index: usize) -> UserId {
    UserId(u64::MAX - index as u64)
}

pub(super) fn players(count: usize, occupant: impl Fn(usize) -> Occupant) -> Vec<Player> {
    let player = |index| Player {
        name: LONGEST_NAME.to_owned(),
        occupant: occupant(index),
        mark: Seat::new(index),
    };
    (0..count).map(player).collect()
}

pub(super) fn person(index: usize, presence: Presence) -> Occupant {
    Occupant::Person {
        user: user(index),
        presence,
    }
}

pub(super) fn all_present(count: usize) -> Vec<Player> {
    players(count, |index| person(index, Presence::Present))
}

/// Returns one person, followed by computer players that cycle through the strengths.
pub(super) fn mostly_computers(count: usize) -> Vec<Player> {
    let strength = |index: usize| Strength::ALL[index % Strength::ALL.len()];
    players(count, |index| match index {
        0 => person(0, Presence::Present),
        _ => Occupant::Computer(strength(index)),
    })
}
