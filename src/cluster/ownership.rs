//! The relation of this process to a table that it has loaded, among the processes that share a journal: a
//! transition table without I/O. The facts come from the journal; the driver holds the relation and carries
//! out the actions. Tables that are not loaded: `forwarding`.
//!
//! A journal that only one process uses never names another owner, so its tables are owned.

use journal::Owner;

/// This process's relation to a table that it has loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ownership {
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

    /// Returns the relation to a table that was just loaded from the journal, which names this owner.
    pub(crate) fn loaded(owner: Owner) -> Self {
        match owner {
            Owner::ThisProcess => Self::Owner,
            Owner::OtherProcess | Owner::Expired => Self::Visitor,
        }
    }

    /// Returns the relation after an event, and what to do about it.
    pub(crate) fn next(self, event: OwnershipEvent) -> (Self, OwnershipAction) {
        use OwnershipAction as Action;
        match (event, self) {
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
    use super::Ownership::{NewOwner, Visitor};
    use super::OwnershipAction::{AdoptMessages, FollowOwner, Nothing, ReplaceMessage};
    use super::OwnershipEvent::{Appended, ClosedElsewhere, Reloaded, TakenOver};
    use super::{Ownership, OwnershipAction, OwnershipEvent};
    use journal::Owner;

    type Outcome = (Ownership, OwnershipAction);

    const OWNER: Ownership = Ownership::Owner;
    const SHOW: OwnershipAction = OwnershipAction::Show;

    /// Asserts the outcome of an event in each relation: owner, new owner, visitor.
    #[track_caller]
    fn assert_outcomes(event: OwnershipEvent, expected: [Outcome; 3]) {
        let all = [OWNER, NewOwner, Visitor];
        assert_eq!(all.map(|held| held.next(event)), expected, "{event:?}");
    }

    #[test]
    fn a_table_that_is_loaded_is_resumed_by_its_owner_and_visited_by_others() {
        assert_eq!(Ownership::loaded(Owner::ThisProcess), OWNER);
        assert_eq!(Ownership::loaded(Owner::OtherProcess), Visitor);
        assert_eq!(Ownership::loaded(Owner::Expired), Visitor);
    }

    #[test]
    fn a_table_that_is_taken_over_has_a_new_owner() {
        assert_outcomes(TakenOver, [(NewOwner, AdoptMessages); 3]);
    }

    #[test]
    fn the_journal_decides_which_process_owns_a_loaded_table() {
        for owner in [Owner::OtherProcess, Owner::Expired] {
            for has_news in [false, true] {
                assert_outcomes(Reloaded { owner, has_news }, [(Visitor, FollowOwner); 3]);
            }
        }
        let reloaded = |has_news| Reloaded {
            owner: Owner::ThisProcess,
            has_news,
        };
        let new_owner = (NewOwner, AdoptMessages);
        let kept = [(OWNER, Nothing), (NewOwner, Nothing), new_owner];
        assert_outcomes(reloaded(false), kept);
        assert_outcomes(reloaded(true), [new_owner; 3]);
    }

    #[test]
    fn a_table_closed_by_another_process_is_shown_by_that_one() {
        assert_outcomes(ClosedElsewhere, [(Visitor, FollowOwner); 3]);
    }

    #[test]
    fn a_visitor_that_appends_becomes_the_new_owner() {
        let visitor = (NewOwner, AdoptMessages);
        assert_outcomes(Appended, [(OWNER, Nothing), (NewOwner, Nothing), visitor]);
    }

    #[test]
    fn a_new_owner_replaces_the_previous_owners_message_once() {
        let (shown, replaced) = ((OWNER, SHOW), (OWNER, ReplaceMessage));
        let event = OwnershipEvent::Show { edit: true };
        assert_outcomes(event, [shown, replaced, (Visitor, Nothing)]);
    }

    #[test]
    fn an_owner_and_a_new_owner_post_as_asked_and_a_visitor_shows_nothing() {
        let shown = (OWNER, SHOW);
        let event = OwnershipEvent::Show { edit: false };
        assert_outcomes(event, [shown, shown, (Visitor, Nothing)]);
    }
}
