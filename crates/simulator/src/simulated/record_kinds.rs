//! The kinds of records that an entry can have. A failpoint is tried once for each kind in the entry
//! that was decided on last.

use table::entry::Entry;
use table::record::{GameRecord, Record};

macro_rules! kinds {
    ($( $record:ident )* ; $( $event:ident )*) => {
        /// A kind of record: of a table, or of an event in its game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum RecordKind { $( $record, )* $( $event, )* }

        const ALL: &[RecordKind] = &[$( RecordKind::$record, )* $( RecordKind::$event, )*];

        fn of_record(record: &Record) -> RecordKinds {
            match record {
                $( Record::$record { .. } => RecordKinds::one(RecordKind::$record), )*
                Record::Game { events } => events.iter().map(of_event).fold(RecordKinds::default(), RecordKinds::with),
            }
        }

        fn of_event(event: &GameRecord) -> RecordKinds {
            match event { $( GameRecord::$event { .. } => RecordKinds::one(RecordKind::$event), )* }
        }
    };
}

kinds! {
    Opened Joined ComputerAdded ComputerRemoved SeatGivenUp OptionsChanged Dealt TurnMissed NewsRead
    Returned Voted VotedAway LeftGame DeadlinesExtended Reopened DirectHand Closed Touched
    ChannelUnwritable ChannelRestored
    ;
    Played Noped Passed WindowClosed Fizzled Saw ChoiceOpened Chosen Shuffled Stolen Asked Drew
    DrewKitten Defused Exploded Lapsed Left TimedOut DirectionTurned Won TurnBegan
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RecordKinds(u64);

impl RecordKinds {
    fn one(kind: RecordKind) -> Self {
        Self(1 << kind as u8)
    }

    fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn of(entry: &Entry) -> Self {
        let records = entry.records.iter().map(of_record);
        records.fold(Self::default(), Self::with)
    }

    pub(super) fn has(self, kind: RecordKind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }

    pub(super) fn iter(self) -> impl Iterator<Item = RecordKind> {
        ALL.iter().copied().filter(move |&kind| self.has(kind))
    }
}
