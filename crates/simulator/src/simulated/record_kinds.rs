//! The kinds of records that an entry can have. A failpoint is tried once for each kind in the entry
//! that was decided on last.

use table::entry::Entry;
use table::record::{GameRecord, Record};

macro_rules! kinds {
    ($( $record:ident = $name:literal, )* ; $( $event:ident = $event_name:literal, )*) => {
        #[derive(Clone, Copy)]
        #[repr(u8)]
        enum Index { $( $record, )* $( $event, )* }

        /// The name of each kind: first the table's records, then the events of a game.
        const NAMES: &[&str] = &[$( $name, )* $( $event_name, )*];

        fn of_record(record: &Record) -> RecordKinds {
            match record {
                $( Record::$record { .. } => RecordKinds::one(Index::$record), )*
                Record::Game { events } => events.iter().map(of_event).fold(RecordKinds::default(), RecordKinds::with),
            }
        }

        fn of_event(event: &GameRecord) -> RecordKinds {
            match event { $( GameRecord::$event { .. } => RecordKinds::one(Index::$event), )* }
        }
    };
}

kinds! {
    Opened = "opened",
    Joined = "joined",
    ComputerAdded = "computer-added",
    ComputerRemoved = "computer-removed",
    SeatGivenUp = "seat-given-up",
    OptionsChanged = "options-changed",
    Dealt = "dealt",
    TurnMissed = "turn-missed",
    NewsRead = "news-read",
    Returned = "returned",
    Voted = "voted",
    VotedAway = "voted-away",
    LeftGame = "left-game",
    DeadlinesExtended = "deadlines-extended",
    Reopened = "reopened",
    DirectHand = "direct-hand",
    Closed = "closed",
    Touched = "touched",
    ChannelUnwritable = "channel-unwritable",
    ChannelRestored = "channel-restored",
    ;
    Played = "played",
    Noped = "noped",
    Passed = "passed",
    WindowClosed = "window-closed",
    Fizzled = "fizzled",
    Saw = "saw",
    ChoiceOpened = "choice-opened",
    Chosen = "chosen",
    Shuffled = "shuffled",
    Stolen = "stolen",
    Asked = "asked",
    Drew = "drew",
    DrewKitten = "drew-kitten",
    Defused = "defused",
    Exploded = "exploded",
    Lapsed = "lapsed",
    Left = "left",
    TimedOut = "timed-out",
    DirectionTurned = "direction-turned",
    Won = "won",
    TurnBegan = "turn-began",
}

/// A kind of record, as an index into `NAMES`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RecordKind(u8);

impl RecordKind {
    /// The number of kinds.
    pub(super) const COUNT: usize = NAMES.len();

    /// Returns every kind.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).filter_map(|index| u8::try_from(index).ok().map(Self))
    }

    /// Returns its index, below [`RecordKind::COUNT`].
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the name that the report prints.
    pub(super) fn name(self) -> &'static str {
        NAMES[self.index()]
    }
}

/// A set of kinds of records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RecordKinds(u64);

impl RecordKinds {
    fn one(index: Index) -> Self {
        Self(1 << index as u8)
    }

    fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the kinds of an entry's records.
    pub(super) fn of(entry: &Entry) -> Self {
        entry
            .records
            .iter()
            .map(of_record)
            .fold(Self::default(), Self::with)
    }

    /// Returns true if this kind is in the set.
    pub(super) fn has(self, kind: RecordKind) -> bool {
        self.0 >> kind.0 & 1 == 1
    }

    /// Returns the kinds in the set.
    pub(super) fn iter(self) -> impl Iterator<Item = RecordKind> {
        RecordKind::all().filter(move |&kind| self.has(kind))
    }
}
