//! The faults that the simulation injects from outside a process, and their rates. `interruption` plans the kills.

use std::fmt;

use discord::Call;

use super::rng::SimRng;

discord::named_enum! {
    /// A kind of fault. The report lists the kinds in this order.
    pub(super) Fault {
        /// The request takes up to three seconds longer to arrive.
        Slow = "slow",
        /// The request never arrives; the bot gets no answer.
        RequestLost = "lost on the way there",
        /// The request takes effect, but the bot gets no answer.
        AnswerLost = "lost on the way back",
        /// The connection breaks before the request takes effect.
        ConnectionBroken = "broken connection",
        /// A proxy in front of Discord answers with 503; the request takes no effect.
        ServerErrorBefore = "5xx before applying",
        /// The request takes effect, but Discord answers with 500.
        ServerErrorAfter = "5xx after applying",
        /// The request takes effect, but the answer has no body.
        TruncatedAnswer = "torn answer",
        RouteLimit = "429 of a route",
        GlobalLimit = "429 global",
        /// 429 because of a limit shared with other bots.
        SharedLimit = "429 shared",
        /// 429 without a JSON body, from a proxy in front of Discord.
        HtmlLimit = "429 in HTML",
        MessageGone = "10008 message deleted",
        Forbidden = "50013 not allowed",
        Archived = "50083 thread archived",
        Blocked = "200000 blocked by moderation",
        /// Discord limits edits of an old message.
        TooManyEdits = "30046 too many edits",
        /// Discord refuses one of the application's emojis although it exists.
        EmojiRefused = "50035 emoji refused",
        OpenedTooFast = "40003 direct messages opened too fast",
        TokenExpired = "50027 token expired",
        UnknownInteraction = "10062 unknown interaction",
        /// The journal returns an error and stores nothing.
        DiskRefuses = "disk refuses",
        /// The journal takes up to 900 ms.
        DiskSlow = "disk slow",
        /// The journal stores the entry and returns an error.
        DiskFalseError = "disk kept, said no",
        DiskReadFails = "disk not read",
        /// The system clock jumps, by up to an hour in either direction, before a process starts.
        ClockJump = "clock jumps",
        /// The gateway delivers nothing for a while.
        GatewayOutage = "gateway deaf",
        MessageDeleted = "message deleted by hand",
        /// A moderator temporarily revokes the bot's permission.
        PermissionRevoked = "permission taken for a while",
        /// The bot is temporarily removed from a private thread. Its permissions look unchanged.
        AccessLost = "access lost unnoticed",
        ChannelDeleted = "channel deleted",
        ProcessPaused = "process paused",
        /// While a process was paused, its monotonic clock stopped too.
        MachineSlept = "machine slept",
        /// One of several processes temporarily cannot reach the journal.
        JournalCutOff = "process cut off from the journal",
        /// One of several processes temporarily cannot reach Discord's API.
        DiscordCutOff = "process cut off from Discord",
        /// The gateway temporarily delivers nothing to one of several processes.
        GatewayCutOff = "process cut off from the gateway",
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The rates of faults in one game, in thousandths unless stated otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaultRates {
    /// The share of requests with a fault.
    pub(super) network: u32,
    /// The share of reads and writes of the journal with a fault.
    pub(super) disk: u32,
    /// The share of clicks that are delivered more than once. The share of deliveries that are late is a tenth of this.
    pub(super) delivery: u32,
    /// The mean interval in seconds between faults caused by a moderator or the gateway; 0 for none.
    pub(super) moderator_interval: u32,
}

impl FaultRates {
    /// Draws a game's rates. About one game in ten uses [`Self::duplicates_only`].
    pub(super) fn draw(rng: &mut SimRng) -> Self {
        if rng.one_in(10) {
            return Self::duplicates_only();
        }
        Self {
            network: rng.between(0, 120),
            disk: rng.between(0, 60),
            delivery: rng.between(200, 900),
            moderator_interval: [0, 60, 180, 600][rng.below(4) as usize],
        }
    }

    /// Returns these rates without the faults that cause retries with backoff.
    pub(super) fn without_retries(self) -> Self {
        Self {
            network: 0,
            disk: 0,
            ..self
        }
    }

    pub(super) fn duplicates_only() -> Self {
        Self {
            network: 0,
            disk: 0,
            delivery: 400,
            moderator_interval: 0,
        }
    }

    /// Returns the maximum time in milliseconds that the journal takes without a fault. Some games have a slow disk.
    pub(super) fn longest_write_ms(self) -> u32 {
        if self.disk % 6 == 5 { 130 } else { 8 }
    }

    pub(super) fn draw_fault(self, call: &Call, rng: &mut SimRng) -> Option<Fault> {
        const ANY_REQUEST: [Fault; 11] = [
            Fault::Slow,
            Fault::RequestLost,
            Fault::AnswerLost,
            Fault::ConnectionBroken,
            Fault::ServerErrorBefore,
            Fault::ServerErrorAfter,
            Fault::TruncatedAnswer,
            Fault::RouteLimit,
            Fault::GlobalLimit,
            Fault::SharedLimit,
            Fault::HtmlLimit,
        ];
        if !rng.permille(self.network) {
            return None;
        }
        let specific_faults = request_specific_faults(call);
        if rng.one_in(4) && !specific_faults.is_empty() {
            rng.pick(specific_faults).copied()
        } else {
            rng.pick(&ANY_REQUEST).copied()
        }
    }
}

fn request_specific_faults(call: &Call) -> &'static [Fault] {
    match call {
        Call::Callback { .. } => &[Fault::UnknownInteraction],
        Call::ReadOriginal { .. } | Call::FollowUp(_) => &[Fault::TokenExpired],
        Call::EditOriginal { .. } | Call::DeleteOriginal { .. } => {
            &[Fault::TokenExpired, Fault::MessageGone]
        }
        Call::Post { .. } => &[Fault::Forbidden, Fault::Archived, Fault::Blocked],
        Call::Edit { .. } => &[
            Fault::MessageGone,
            Fault::Forbidden,
            Fault::Archived,
            Fault::Blocked,
            Fault::TooManyEdits,
        ],
        Call::Delete { .. } => &[Fault::MessageGone, Fault::Forbidden],
        Call::OpenDirectMessages => &[Fault::Forbidden, Fault::OpenedTooFast],
        Call::ReadMessages { .. } => &[Fault::Forbidden],
        Call::ReadMessage { .. }
        | Call::ReadChannel { .. }
        | Call::OpenThread { .. }
        | Call::DeleteThread { .. }
        | Call::ArchiveThread { .. }
        | Call::ReadCommands { .. }
        | Call::WriteCommands { .. }
        | Call::ReadEmojis { .. }
        | Call::CreateEmoji { .. }
        | Call::DeleteEmoji { .. } => &[],
    }
}
