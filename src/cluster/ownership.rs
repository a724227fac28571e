//! The relation of this process to one table, among the processes that share a journal: a transition
//! table without I/O. The facts come from the journal. The registry holds the relation to tables that
//! are not loaded, the driver to those that are, and each carries out the actions.
//!
//! A journal that only one process uses never names another owner, so its tables are unloaded or owned.

use journal::Owner;

/// This process's relation to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ownership {
    /// Nothing of the table is in this process.
    Absent,
    /// This process owns the table and has not loaded it.
    Unloaded,
    /// This process owns the table: it wrote the newest entry, or took the table over. It wakes the
    /// table and shows it.
    Owner,
    /// As [`Ownership::Owner`], but the message in the channel was posted by the previous owner, who
    /// may still be editing it: the next screen is posted as a new message.
    NewOwner,
    /// Another process owns the table, or none does. The copy here serves the messages that wait for
    /// it, and only answers them.
    Visitor,
}

/// A fact that can change the relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnershipEvent {
    /// The table was loaded from the journal, which names this owner.
    Loaded { owner: Owner },
    /// The journal was asked for the owner of a table that is not here, because of a message for it.
    OwnerFound {
        owner: Owner,
        /// True once the owner has had its head start: it has received the message too.
        head_start_over: bool,
    },
    /// The journal has made this process the owner, because the previous owner's heartbeat stopped.
    TakenOver,
    /// The table was read again from the journal, which names this owner.
    Reloaded {
        owner: Owner,
        /// True if the journal held entries that the copy here lacked. Another process may then have
        /// owned the table and posted its message, even if this one has taken it over again since.
        has_news: bool,
    },
    /// The table was read again from the journal, where another process has closed it.
    ClosedElsewhere,
    /// An entry of this process has become durable: the process that writes last owns the table.
    Appended,
    /// The table has a new screen for its public message.
    Show {
        /// True if the message in the channel is to be edited, false if a new one is to be posted.
        edit: bool,
    },
}

/// The action that follows from an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnershipAction {
    Nothing,
    /// Wait while the owner may be answering, then ask the journal again.
    WaitForOwner,
    /// Ask the journal for all tables whose owner's heartbeat has stopped.
    TakeOver,
    /// Remember the table as one that is not loaded.
    KeepUnloaded,
    /// Load the table and extend its deadlines by the time no process ran it.
    Resume,
    /// Load the table to serve the messages that wait for it.
    Visit,
    /// Continue with the messages of the previous owner, which may have posted one more.
    AdoptMessages,
    /// Continue with the messages of the present owner, and show nothing.
    FollowOwner,
    /// Update the public message as asked.
    Show,
    /// Post a new message in place of the previous owner's.
    ReplaceMessage,
}

impl Ownership {
    /// Returns true if this process shows the table and wakes it at its deadlines.
    pub(crate) fn is_owner(self) -> bool {
        matches!(self, Self::Owner | Self::NewOwner)
    }

    /// Returns the relation after an event, and what to do about it. An event that cannot happen in
    /// this relation changes nothing.
    pub(crate) fn next(self, event: OwnershipEvent) -> (Self, OwnershipAction) {
        match self {
            Self::Absent => Self::next_absent(event),
            Self::Unloaded => Self::next_unloaded(event),
            Self::Owner | Self::NewOwner | Self::Visitor => self.next_loaded(event),
        }
    }

    fn next_absent(event: OwnershipEvent) -> (Self, OwnershipAction) {
        use OwnershipAction as Action;
        match event {
            OwnershipEvent::Loaded { owner } => Self::loaded(owner),
            OwnershipEvent::OwnerFound {
                owner,
                head_start_over,
            } => match owner {
                Owner::ThisProcess => (Self::Unloaded, Action::KeepUnloaded),
                Owner::Expired => (Self::Absent, Action::TakeOver),
                Owner::OtherProcess if head_start_over => (Self::Visitor, Action::Visit),
                Owner::OtherProcess => (Self::Absent, Action::WaitForOwner),
            },
            OwnershipEvent::TakenOver => (Self::Unloaded, Action::KeepUnloaded),
            OwnershipEvent::Reloaded { .. }
            | OwnershipEvent::ClosedElsewhere
            | OwnershipEvent::Appended
            | OwnershipEvent::Show { .. } => (Self::Absent, Action::Nothing),
        }
    }

    fn loaded(owner: Owner) -> (Self, OwnershipAction) {
        match owner {
            Owner::ThisProcess => (Self::Owner, OwnershipAction::Resume),
            Owner::OtherProcess | Owner::Expired => (Self::Visitor, OwnershipAction::Visit),
        }
    }

    fn next_unloaded(event: OwnershipEvent) -> (Self, OwnershipAction) {
        use OwnershipAction as Action;
        match event {
            OwnershipEvent::Loaded { owner } => Self::loaded(owner),
            OwnershipEvent::TakenOver => (Self::Unloaded, Action::KeepUnloaded),
            OwnershipEvent::OwnerFound { .. }
            | OwnershipEvent::Reloaded { .. }
            | OwnershipEvent::ClosedElsewhere
            | OwnershipEvent::Appended
            | OwnershipEvent::Show { .. } => (Self::Unloaded, Action::Nothing),
        }
    }

    fn next_loaded(self, event: OwnershipEvent) -> (Self, OwnershipAction) {
        use OwnershipAction as Action;
        match (event, self) {
            (OwnershipEvent::Loaded { .. } | OwnershipEvent::OwnerFound { .. }, held) => {
                (held, Action::Nothing)
            }
            (OwnershipEvent::TakenOver, _)
            | (
                OwnershipEvent::Reloaded {
                    owner: Owner::ThisProcess,
                    has_news: true,
                },
                _,
            )
            | (
                OwnershipEvent::Reloaded {
                    owner: Owner::ThisProcess,
                    has_news: false,
                }
                | OwnershipEvent::Appended,
                Self::Visitor,
            ) => (Self::NewOwner, Action::AdoptMessages),
            (
                OwnershipEvent::Reloaded {
                    owner: Owner::ThisProcess,
                    ..
                }
                | OwnershipEvent::Appended,
                held,
            ) => (held, Action::Nothing),
            (OwnershipEvent::Reloaded { .. } | OwnershipEvent::ClosedElsewhere, _) => {
                (Self::Visitor, Action::FollowOwner)
            }
            (OwnershipEvent::Show { .. }, Self::Visitor) => (Self::Visitor, Action::Nothing),
            // Also when the table is closed: an edit of the previous owner could come after the last
            // screen, and no process would put it right.
            (OwnershipEvent::Show { edit: true }, Self::NewOwner) => {
                (Self::Owner, Action::ReplaceMessage)
            }
            (OwnershipEvent::Show { .. }, _) => (Self::Owner, Action::Show),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Ownership::{Absent, NewOwner, Unloaded, Visitor};
    use super::OwnershipAction::{
        AdoptMessages, FollowOwner, KeepUnloaded, Nothing, ReplaceMessage, Resume, TakeOver, Visit,
        WaitForOwner,
    };
    use super::OwnershipEvent::{
        Appended, ClosedElsewhere, Loaded, OwnerFound, Reloaded, TakenOver,
    };
    use super::{Ownership, OwnershipAction, OwnershipEvent};
    use journal::Owner;

    type Outcome = (Ownership, OwnershipAction);

    const OWNER: Ownership = Ownership::Owner;
    const SHOW: OwnershipAction = OwnershipAction::Show;

    /// Asserts the outcome of an event in each relation: absent, unloaded, owner, new owner, visitor.
    #[track_caller]
    fn assert_outcomes(event: OwnershipEvent, expected: [Outcome; 5]) {
        let all = [Absent, Unloaded, OWNER, NewOwner, Visitor];
        assert_eq!(all.map(|held| held.next(event)), expected, "{event:?}");
    }

    fn found(owner: Owner, head_start_over: bool) -> OwnershipEvent {
        OwnerFound {
            owner,
            head_start_over,
        }
    }

    /// Asserts the outcome of finding an owner: only a table that is not here is affected.
    #[track_caller]
    fn assert_found(event: OwnershipEvent, absent: Outcome) {
        let unchanged = [Unloaded, OWNER, NewOwner, Visitor].map(|held| (held, Nothing));
        let [unloaded, owner, new_owner, visitor] = unchanged;
        assert_outcomes(event, [absent, unloaded, owner, new_owner, visitor]);
    }

    #[test]
    fn a_table_that_is_loaded_is_resumed_by_its_owner_and_visited_by_others() {
        let [owner, new_owner, visitor] = [OWNER, NewOwner, Visitor].map(|held| (held, Nothing));
        for (named, loaded) in [
            (Owner::ThisProcess, (OWNER, Resume)),
            (Owner::OtherProcess, (Visitor, Visit)),
            (Owner::Expired, (Visitor, Visit)),
        ] {
            let expected = [loaded, loaded, owner, new_owner, visitor];
            assert_outcomes(Loaded { owner: named }, expected);
        }
    }

    #[test]
    fn the_owner_of_a_table_gets_a_head_start_before_it_is_visited() {
        assert_found(found(Owner::OtherProcess, false), (Absent, WaitForOwner));
        assert_found(found(Owner::OtherProcess, true), (Visitor, Visit));
    }

    #[test]
    fn a_table_whose_owners_heartbeat_stopped_is_taken_over_at_once() {
        assert_found(found(Owner::Expired, false), (Absent, TakeOver));
        assert_found(found(Owner::Expired, true), (Absent, TakeOver));
    }

    #[test]
    fn a_table_of_this_process_that_is_not_here_becomes_unloaded() {
        assert_found(found(Owner::ThisProcess, false), (Unloaded, KeepUnloaded));
        assert_found(found(Owner::ThisProcess, true), (Unloaded, KeepUnloaded));
    }

    #[test]
    fn a_table_taken_over_is_unloaded_or_has_a_new_owner() {
        let unloaded = (Unloaded, KeepUnloaded);
        let new_owner = (NewOwner, AdoptMessages);
        let expected = [unloaded, unloaded, new_owner, new_owner, new_owner];
        assert_outcomes(TakenOver, expected);
    }

    #[test]
    fn the_journal_decides_which_process_owns_a_loaded_table() {
        let (absent, unloaded) = ((Absent, Nothing), (Unloaded, Nothing));
        let visitor = (Visitor, FollowOwner);
        for owner in [Owner::OtherProcess, Owner::Expired] {
            for has_news in [false, true] {
                let expected = [absent, unloaded, visitor, visitor, visitor];
                assert_outcomes(Reloaded { owner, has_news }, expected);
            }
        }
        let reloaded = |has_news| Reloaded {
            owner: Owner::ThisProcess,
            has_news,
        };
        let new_owner = (NewOwner, AdoptMessages);
        let kept = [(OWNER, Nothing), (NewOwner, Nothing)];
        let expected = [absent, unloaded, kept[0], kept[1], new_owner];
        assert_outcomes(reloaded(false), expected);
        let expected = [absent, unloaded, new_owner, new_owner, new_owner];
        assert_outcomes(reloaded(true), expected);
    }

    #[test]
    fn a_table_closed_by_another_process_is_shown_by_that_one() {
        let (absent, unloaded) = ((Absent, Nothing), (Unloaded, Nothing));
        let visitor = (Visitor, FollowOwner);
        let expected = [absent, unloaded, visitor, visitor, visitor];
        assert_outcomes(ClosedElsewhere, expected);
    }

    #[test]
    fn a_visitor_that_appends_becomes_the_new_owner() {
        let unloaded = [(Absent, Nothing), (Unloaded, Nothing)];
        let kept = [(OWNER, Nothing), (NewOwner, Nothing)];
        let visitor = (NewOwner, AdoptMessages);
        let expected = [unloaded[0], unloaded[1], kept[0], kept[1], visitor];
        assert_outcomes(Appended, expected);
    }

    #[test]
    fn a_new_owner_replaces_the_previous_owners_message_once() {
        let [absent, unloaded, visitor] = [Absent, Unloaded, Visitor].map(|held| (held, Nothing));
        let shown = (OWNER, SHOW);
        let replaced = (OWNER, ReplaceMessage);
        let event = OwnershipEvent::Show { edit: true };
        assert_outcomes(event, [absent, unloaded, shown, replaced, visitor]);
    }

    #[test]
    fn an_owner_and_a_new_owner_post_as_asked_and_a_visitor_shows_nothing() {
        let [absent, unloaded, visitor] = [Absent, Unloaded, Visitor].map(|held| (held, Nothing));
        let shown = (OWNER, SHOW);
        let event = OwnershipEvent::Show { edit: false };
        assert_outcomes(event, [absent, unloaded, shown, shown, visitor]);
    }
}
