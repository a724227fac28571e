//! Ownership of a table as its driver sees it, among the processes that share a journal. A pure
//! transition table: the facts come from the journal, the actions are carried out by the driver.

use journal::Owner;
use table::effect::MessageUpdate;

/// This process's relation to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ownership {
    /// This process owns the table: it wrote the newest entry, or took the table over. It wakes the
    /// table and shows it.
    Owner,
    /// As [`Ownership::Owner`], but the message in the channel was posted by the previous owner, who
    /// may still be editing it: the next screen is posted as a new message.
    NewOwner,
    /// Another process owns the table, or none does. The copy here serves one click.
    Visitor,
}

impl Ownership {
    /// Returns true if this process shows the table and wakes it.
    pub(crate) fn is_owner(self) -> bool {
        self != Self::Visitor
    }

    /// Returns the relation after the journal was read again and named this owner. `has_news` says
    /// that it held entries this copy did not know: another process may have owned the table and
    /// posted its message meanwhile, even if this process has taken it over again since.
    pub(super) fn after_reload(self, owner: Owner, has_news: bool) -> Self {
        match (owner, self) {
            (Owner::ThisProcess, Self::Visitor) => Self::NewOwner,
            (Owner::ThisProcess, _) if has_news => Self::NewOwner,
            (Owner::ThisProcess, held) => held,
            (Owner::OtherProcess | Owner::Expired, _) => Self::Visitor,
        }
    }

    /// Returns the relation after this process appended an entry: whoever writes last owns the table.
    pub(super) fn after_append(self) -> Self {
        match self {
            Self::Visitor => Self::NewOwner,
            held => held,
        }
    }

    /// Returns how to update the public message, and the relation afterwards. The previous owner's
    /// message is replaced instead of edited, also when the table is closed: an edit of the previous
    /// owner could come after the last screen, and nobody would put it right.
    pub(super) fn update_message(self, update: MessageUpdate) -> (MessageUpdate, Self) {
        match (self, update) {
            (Self::NewOwner, MessageUpdate::Edit | MessageUpdate::EditOrPost) => {
                (MessageUpdate::Replace { ping: None }, Self::Owner)
            }
            (Self::NewOwner, update) => (update, Self::Owner),
            (held, update) => (update, held),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Ownership; 3] = [Ownership::Owner, Ownership::NewOwner, Ownership::Visitor];
    const REPLACE: MessageUpdate = MessageUpdate::Replace { ping: None };

    #[test]
    fn the_journal_decides_who_owns_a_table() {
        for held in ALL {
            for other in [Owner::OtherProcess, Owner::Expired] {
                assert_eq!(held.after_reload(other, false), Ownership::Visitor);
                assert_eq!(held.after_reload(other, true), Ownership::Visitor);
            }
        }
        let after = ALL.map(|held| held.after_reload(Owner::ThisProcess, false));
        let expected = [Ownership::Owner, Ownership::NewOwner, Ownership::NewOwner];
        assert_eq!(after, expected);
    }

    #[test]
    fn an_owner_that_finds_unknown_entries_takes_over_from_whoever_wrote_them() {
        for held in ALL {
            let after = held.after_reload(Owner::ThisProcess, true);
            assert_eq!(after, Ownership::NewOwner);
        }
    }

    #[test]
    fn a_visitor_that_appends_becomes_the_new_owner() {
        let after = ALL.map(Ownership::after_append);
        let expected = [Ownership::Owner, Ownership::NewOwner, Ownership::NewOwner];
        assert_eq!(after, expected);
    }

    #[test]
    fn a_new_owner_replaces_the_previous_owners_message_once() {
        for update in [MessageUpdate::Edit, MessageUpdate::EditOrPost] {
            let (first, held) = Ownership::NewOwner.update_message(update);
            assert_eq!((first, held), (REPLACE, Ownership::Owner));
            assert_eq!(held.update_message(update), (update, Ownership::Owner));
        }
    }

    #[test]
    fn an_owner_and_a_visitor_update_as_asked() {
        for held in [Ownership::Owner, Ownership::Visitor] {
            for update in [MessageUpdate::Edit, REPLACE] {
                assert_eq!(held.update_message(update), (update, held));
            }
        }
    }
}
