//! The kinds of facts that an entry can hold, to tell what was written down when a process came
//! past a point.

use table::entry::Entry;
use table::record::{GameRecord, Record};

macro_rules! kinds {
    ($( $record:ident = $name:literal, )* ; $( $event:ident = $word:literal, )*) => {
        #[derive(Clone, Copy)]
        #[repr(u8)]
        enum Index { $( $record, )* $( $event, )* }

        /// The name of each kind; a game's own events follow the table's facts.
        const NAMES: &[&str] = &[$( $name, )* $( $word, )*];

        fn of_record(record: &Record) -> Kinds {
            match record {
                $( Record::$record { .. } => Kinds::one(Index::$record), )*
                Record::Game { events } => events.iter().map(of_event).fold(Kinds::default(), Kinds::with),
            }
        }

        fn of_event(event: &GameRecord) -> Kinds {
            match event { $( GameRecord::$event { .. } => Kinds::one(Index::$event), )* }
        }
    };
}

kinds! {
    Opened = "opened",
    Joined = "joined",
    ComputerAdded = "computer-sat",
    ComputerRemoved = "computer-got-up",
    SeatGivenUp = "got-up",
    OptionsChanged = "chosen",
    Dealt = "dealt",
    TurnMissed = "missed",
    NewsRead = "learnt",
    Returned = "returned",
    Voted = "voted",
    VotedAway = "voted-away",
    LeftGame = "stepped-out",
    DeadlinesExtended = "prolonged",
    Reopened = "reopened",
    Closed = "closed",
    Touched = "touched",
    ChannelUnwritable = "silenced",
    ChannelRestored = "heard",
    ;
    Played = "played",
    Noped = "noped",
    Passed = "passed",
    WindowClosed = "window-closed",
    Fizzled = "fizzled",
    Saw = "saw",
    ShuffleBegan = "shuffle-began",
    Stopped = "stopped",
    Shuffled = "shuffled",
    Stolen = "stolen",
    Asked = "asked",
    FavorOwed = "favor-owed",
    Gave = "gave",
    TakeAwaited = "take-awaited",
    Took = "took",
    Drew = "drew",
    DrewKitten = "drew-kitten",
    Defused = "defused",
    Placed = "placed",
    Exploded = "exploded",
    Lapsed = "lapsed",
    Left = "left",
    TimedOut = "timed-out",
    Won = "won",
    TurnBegan = "turn-began",
}

/// One kind, by its place in the list of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kind(u8);

impl Kind {
    /// How many there are.
    pub(super) const COUNT: usize = NAMES.len();

    /// Every kind.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).filter_map(|index| u8::try_from(index).ok().map(Self))
    }

    /// Its place in the list of all.
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        NAMES[self.index()]
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kinds(u64);

impl Kinds {
    fn one(index: Index) -> Self {
        Self(1 << index as u8)
    }

    fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What an entry holds.
    pub(super) fn of(entry: &Entry) -> Self {
        entry
            .records
            .iter()
            .map(of_record)
            .fold(Self::default(), Self::with)
    }

    /// Whether this kind is among them.
    pub(super) fn has(self, kind: Kind) -> bool {
        self.0 >> kind.0 & 1 == 1
    }

    /// Those that are in it.
    pub(super) fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::all().filter(move |&kind| self.has(kind))
    }
}
