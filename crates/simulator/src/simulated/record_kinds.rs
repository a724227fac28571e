//! The kinds of records in an entry. `coverage` tests each failpoint after each kind of record that it can follow.

use std::collections::BTreeSet;

use rules::Event;
use table::entry::Entry;
use table::record::Record;

macro_rules! kinds {
    ($( $record:ident )* ; $( $event:ident )*) => {
        /// The kind of a table's record, or of an event in its game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum RecordKind { $( $record, )* $( $event, )* }

        pub(super) fn kinds_of(entry: &Entry) -> BTreeSet<RecordKind> {
            let mut kinds = BTreeSet::new();
            for record in &entry.records {
                match record {
                    $( Record::$record { .. } => drop(kinds.insert(RecordKind::$record)), )*
                    Record::Game { events, .. } => kinds.extend(events.iter().map(|event| match event {
                        $( Event::$event { .. } => RecordKind::$event, )*
                    })),
                }
            }
            kinds
        }
    };
}

kinds! {
    Opened Committed Joined ComputerAdded ComputerRemoved SeatGivenUp OptionsChanged Dealt TurnMissed
    Removed DoorSet Knocked HostOffered HostChanged PlayersCalled RemindersSet Predicted
    NewsRead Returned Voted VotedAway LeftGame DeadlinesExtended Reopened RematchOpened RematchLapsed
    WatchSpeedSet AutoPass DirectHand Closed Touched
    ChannelUnwritable ChannelRestored
    ;
    Played Noped Passed WindowClosed Fizzled Saw ChoiceOpened Chosen Shuffled Stolen Asked Drew
    DrewKitten Defused Exploded Lapsed Left TimedOut DirectionTurned Won TurnBegan
    MarkRemoved Marked Cursed CurseEnded TurnedUp WentOff EndsSwapped KittensRaised
    Lifted Stacked Claimed ClaimUsed DrewFor TowerWorn StashRobbed StashDiscarded Barked BarkedInVain TurnsAdded
}
