//! The pictures of pages as data. They contain no text; `discord` draws them.

use std::collections::BTreeSet;

use rules::Seat;

use super::chart::LineEnding;
use crate::ids::UserId;
use crate::results::{Badge, ShownRating};

/// The picture of a page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Picture {
    /// A rating after each game, oldest first.
    Curve(Vec<i32>),
    /// A card with a person's statistics.
    Card(PlayerCard),
    /// The games of an evening.
    Evening(EveningPicture),
}

/// A person's statistics at a glance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerCard {
    /// The person whose avatar is shown.
    pub person: UserId,
    /// The person's rating on a server; always `None` in statistics for all servers together.
    pub rating: Option<ShownRating>,
    /// How often the person came first, second and third.
    pub places: [u32; 3],
    /// The person's badges.
    pub badges: BTreeSet<Badge>,
}

/// The winners, the games and the riskiest draw of an evening. A seat stands for the player at its index in `people`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EveningPicture {
    /// The players, most wins first; `None` for a computer.
    pub people: Vec<Option<UserId>>,
    /// The number of games won by each of `people`.
    pub wins: Vec<u32>,
    /// For each game, its players in order of placement, and how the game ended for them.
    pub games: Vec<Vec<(Seat, LineEnding)>>,
    /// The player who survived the riskiest draw, and the risk of that draw in percent.
    pub shave: Option<(Seat, u32)>,
}

impl PlayerCard {
    /// Returns the seat whose mark replaces a missing avatar. Always the same for the same person.
    pub fn mark(&self) -> Seat {
        // The lower 22 bits are dropped: the rest of the id is the time at which the account was created.
        let index = (self.person.0 >> 22) % Seat::COUNT as u64;
        Seat::ALL[index as usize]
    }
}

impl Picture {
    /// Returns the people whose avatars the picture shows, with the seats whose marks replace missing avatars.
    pub fn people(&self) -> Vec<(Seat, UserId)> {
        match self {
            Self::Curve(_) => Vec::new(),
            Self::Card(card) => vec![(card.mark(), card.person)],
            Self::Evening(evening) => {
                let faces = Seat::ALL.into_iter().zip(&evening.people);
                faces
                    .filter_map(|(seat, user)| Some((seat, (*user)?)))
                    .collect()
            }
        }
    }
}
