//! A queue in which servers take turns, regardless of how many requests each has queued. The bot's own requests count
//! as one server. Within a server, urgent requests go first; requests of equal urgency keep their order of arrival.
//!
//! The queue has no clock: `request_pacer` takes an item out when a request may be sent.

use std::collections::{BTreeMap, HashMap, VecDeque};

use serenity::model::id::GuildId;
use table::effect::Urgency;

/// Determines when a request gets its turn, and which server a refusal counts against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The server on whose behalf the request is sent; `None` for the bot's own requests.
    pub(crate) guild: Option<GuildId>,
    pub(crate) urgency: Urgency,
    /// True for direct messages: a person's refusal must not count against the server.
    pub(crate) to_person: bool,
}

impl Lane {
    /// The lane of the bot's own requests that are not urgent.
    pub const BACKGROUND: Self = Self {
        urgency: Urgency::Routine,
        ..Self::OWN
    };
    /// The lane of the bot's own urgent requests.
    pub const OWN: Self = Self {
        guild: None,
        urgency: Urgency::Urgent,
        to_person: false,
    };

    pub fn of(guild: GuildId, urgency: Urgency) -> Self {
        Self {
            guild: Some(guild),
            urgency,
            to_person: false,
        }
    }

    /// Returns the lane of direct messages that a table in this server sends.
    pub fn to_person(guild: GuildId, urgency: Urgency) -> Self {
        Self {
            to_person: true,
            ..Self::of(guild, urgency)
        }
    }

    /// Returns the server that a refusal counts against; `None` for direct messages and the bot's own requests.
    pub fn refusing_guild(self) -> Option<GuildId> {
        self.guild.filter(|_| !self.to_person)
    }
}

#[derive(Debug)]
pub(super) struct FairQueue<T> {
    waiting: HashMap<Option<GuildId>, BTreeMap<Urgency, VecDeque<T>>>,
    /// The servers with queued items, in the order of their turns; `None` stands for the bot's own requests.
    turns: VecDeque<Option<GuildId>>,
    length: usize,
}

impl<T> FairQueue<T> {
    pub(super) fn new() -> Self {
        Self {
            waiting: HashMap::new(),
            turns: VecDeque::new(),
            length: 0,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.length == 0
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    pub(super) fn push(&mut self, lane: Lane, item: T) {
        let turns = &mut self.turns;
        let of_guild = self.waiting.entry(lane.guild).or_insert_with(|| {
            turns.push_back(lane.guild);
            BTreeMap::new()
        });
        of_guild.entry(lane.urgency).or_default().push_back(item);
        self.length += 1;
    }

    /// Takes the next item. If its server has more items, the server moves to the end of the turns.
    pub(super) fn pop(&mut self) -> Option<T> {
        let guild = self.turns.pop_front()?;
        let of_guild = self.waiting.get_mut(&guild)?;
        let mut first = of_guild.first_entry()?;
        let item = first.get_mut().pop_front();
        if first.get().is_empty() {
            first.remove();
        }
        if of_guild.is_empty() {
            self.waiting.remove(&guild);
        } else {
            self.turns.push_back(guild);
        }
        self.length -= 1;
        item
    }

    pub(super) fn retain(&mut self, mut is_wanted: impl FnMut(&T) -> bool) {
        self.length = 0;
        for of_guild in self.waiting.values_mut() {
            for items in of_guild.values_mut() {
                items.retain(&mut is_wanted);
                self.length += items.len();
            }
            of_guild.retain(|_, items| !items.is_empty());
        }
        self.waiting.retain(|_, of_guild| !of_guild.is_empty());
        self.turns.retain(|guild| self.waiting.contains_key(guild));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(guild: u64, urgency: Urgency) -> Lane {
        Lane::of(GuildId::new(guild), urgency)
    }

    fn drain<T>(queue: &mut FairQueue<T>) -> Vec<T> {
        std::iter::from_fn(|| queue.pop()).collect()
    }

    #[test]
    fn servers_take_turns_however_many_requests_each_has() {
        let mut queue = FairQueue::new();
        for number in 0..100 {
            queue.push(lane(1, Urgency::Urgent), ("flood", number));
        }
        queue.push(lane(2, Urgency::Routine), ("quiet", 0));
        queue.push(lane(2, Urgency::Routine), ("quiet", 1));
        let order = drain(&mut queue);
        assert_eq!(order[1], ("quiet", 0));
        assert_eq!(order[3], ("quiet", 1));
        assert_eq!(order.len(), 102);
        assert!(queue.is_empty());
    }

    #[test]
    fn within_a_server_urgent_requests_go_first_and_equals_in_order() {
        let mut queue = FairQueue::new();
        queue.push(lane(1, Urgency::Unattended), 5);
        queue.push(lane(1, Urgency::Routine), 3);
        queue.push(lane(1, Urgency::Routine), 4);
        queue.push(lane(1, Urgency::Urgent), 1);
        queue.push(lane(1, Urgency::Urgent), 2);
        assert_eq!(drain(&mut queue), [1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_server_that_has_had_its_turn_cannot_come_first_again_by_asking_anew() {
        let mut queue = FairQueue::new();
        queue.push(lane(1, Urgency::Urgent), 1);
        queue.push(lane(2, Urgency::Urgent), 2);
        queue.push(lane(3, Urgency::Urgent), 3);
        assert_eq!(queue.pop(), Some(1));
        queue.push(lane(1, Urgency::Urgent), 4);
        assert_eq!(drain(&mut queue), [2, 3, 4]);
    }

    #[test]
    fn dropped_items_take_no_turn() {
        let mut queue = FairQueue::new();
        for number in 0..10 {
            queue.push(lane(number % 3 + 1, Urgency::Routine), number);
        }
        queue.retain(|number| number % 3 == 1);
        assert_eq!(drain(&mut queue), [1, 4, 7]);
        assert!(queue.is_empty() && queue.waiting.is_empty());
    }
}
