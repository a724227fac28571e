//! What can go wrong outside of the process: each kind by name, and how often it strikes.

use std::fmt;

use kittens::outbox::Call;

use super::dice::Dice;

macro_rules! faults {
    ($( $(#[$doc:meta])* $fault:ident = $name:literal, )*) => {
        /// One kind of trouble.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(super) enum Fault { $( $(#[$doc])* $fault, )* }

        impl Fault {
            /// Every kind.
            pub(super) const ALL: &[Self] = &[$( Self::$fault, )*];

            /// Its name.
            pub(super) const fn name(self) -> &'static str {
                match self { $( Self::$fault => $name, )* }
            }
        }
    };
}

faults! {
    /// The request takes long.
    Slow = "slow",
    /// The request never arrives, and nobody says so.
    LostThere = "lost on the way there",
    /// It takes effect, and its answer never comes.
    LostBack = "lost on the way back",
    /// The connection breaks before anything has happened.
    Broken = "broken connection",
    /// A server in front of Discord is in trouble; nothing has happened.
    TroubleBefore = "5xx before applying",
    /// Discord gets into trouble after it has happened.
    TroubleAfter = "5xx after applying",
    /// It has happened, and the answer cannot be read.
    Torn = "torn answer",
    /// Too many requests on this route.
    RouteLimit = "429 of a route",
    /// Too many requests of this bot.
    GlobalLimit = "429 global",
    /// Too many requests of several bots.
    SharedLimit = "429 shared",
    /// Too many requests, says a server in front of Discord.
    HtmlLimit = "429 in HTML",
    /// The message is gone, and really is.
    MessageGone = "10008 message deleted",
    /// The bot may not write there just now.
    Forbidden = "50013 not allowed",
    /// The thread is archived just now.
    Archived = "50083 thread archived",
    /// The message is too old for so many edits.
    TooManyEdits = "30046 too many edits",
    /// The token is no longer good.
    TokenExpired = "50027 token expired",
    /// The interaction is unknown.
    Unknown = "10062 unknown interaction",
    /// The journal refuses to write; nothing is kept.
    DiskRefuses = "disk refuses",
    /// The journal takes its time.
    DiskSlow = "disk slow",
    /// The journal has kept the entry and says that it has not.
    DiskUnsure = "disk kept, said no",
    /// The journal cannot be read.
    DiskUnread = "disk not read",
    /// The system's clock jumps by up to an hour either way.
    ClockJump = "clock jumps",
    /// Nothing is heard from the gateway for a while.
    Deafness = "gateway deaf",
    /// A moderator deletes the table's message.
    MessageDeleted = "message deleted by hand",
    /// A moderator takes the bot's permission away, and gives it back.
    PermissionTaken = "permission taken for a while",
    /// The channel is deleted.
    ChannelDeleted = "channel deleted",
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// How bad it is out there, in thousandths of what is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weather {
    /// Requests that something happens to.
    pub(super) network: u32,
    /// Writes and reads that something happens to.
    pub(super) disk: u32,
    /// Clicks that are delivered more than once, or late.
    pub(super) delivery: u32,
    /// The mean of seconds between two deeds of moderators and other outsiders; 0 for none.
    pub(super) deeds: u32,
}

impl Weather {
    /// One game in ten has fair weather; the others have it as bad as the dice say.
    pub(super) fn draw(dice: &mut Dice) -> Self {
        if dice.one_in(10) {
            return Self::fair();
        }
        Self {
            network: dice.between(0, 120),
            disk: dice.between(0, 60),
            delivery: dice.between(200, 900),
            deeds: [0, 60, 180, 600][dice.below(4) as usize],
        }
    }

    /// Nothing but clicks delivered twice.
    pub(super) fn fair() -> Self {
        Self {
            network: 0,
            disk: 0,
            delivery: 400,
            deeds: 0,
        }
    }

    /// What befalls this request, if anything.
    pub(super) fn strike(self, call: &Call, dice: &mut Dice) -> Option<Fault> {
        const ANYWHERE: [Fault; 11] = [
            Fault::Slow,
            Fault::LostThere,
            Fault::LostBack,
            Fault::Broken,
            Fault::TroubleBefore,
            Fault::TroubleAfter,
            Fault::Torn,
            Fault::RouteLimit,
            Fault::GlobalLimit,
            Fault::SharedLimit,
            Fault::HtmlLimit,
        ];
        if !dice.permille(self.network) {
            return None;
        }
        let own = refusals(call);
        match dice.one_in(4) {
            true if !own.is_empty() => dice.pick(own).copied(),
            _ => dice.pick(&ANYWHERE).copied(),
        }
    }
}

/// What only requests of this kind are refused for.
fn refusals(call: &Call) -> &'static [Fault] {
    match call {
        Call::Callback { .. } => &[Fault::Unknown],
        Call::ReadOriginal { .. } => &[Fault::TokenExpired],
        Call::EditOriginal { .. } => &[Fault::TokenExpired, Fault::MessageGone],
        Call::Post { .. } => &[Fault::Forbidden, Fault::Archived],
        Call::Edit { .. } => &[
            Fault::MessageGone,
            Fault::Forbidden,
            Fault::Archived,
            Fault::TooManyEdits,
        ],
        Call::Delete { .. } => &[Fault::MessageGone, Fault::Forbidden],
        Call::ReadMessages { .. } => &[Fault::Forbidden],
        Call::OpenThread { .. } | Call::ReadCommands { .. } | Call::WriteCommands { .. } => &[],
    }
}
