//! The rules of one game: an edition, what the house changes of it and a number of players,
//! checked against each other. It cannot be built of what cannot be played.

use crate::{
    edition::{DeadHand, Edition, EditionId, PlayerRange, ShuffleRule, SpareDefuses},
    hand::Hand,
    house_rules::{AttackRule, Combos, Decks, FavorRule, HouseRules},
    seat::SeatSet,
    title::{Title, TitleSet},
};

/// Why these rules and this number of players do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    /// The edition is never played with two decks.
    #[error("this edition is not played with two decks")]
    TwoDecks,
    /// Too few or too many for the edition and its decks.
    #[error("a table of {players}, where {} players", allowed(*decks, *least, *most))]
    Players {
        /// How many wanted to play.
        players: usize,
        /// With how many decks.
        decks: Decks,
        /// The fewest that may.
        least: u8,
        /// The most that may.
        most: u8,
    },
}

/// For how many players these decks are, in words.
fn allowed(decks: Decks, least: u8, most: u8) -> String {
    let decks = match decks {
        Decks::One => "one deck is",
        Decks::Two => "two decks are",
    };
    match least == most {
        true => format!("{decks} for {most}"),
        false => format!("{decks} for {least} to {most}"),
    }
}

/// The rules of one game. Small and without heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruleset {
    edition: EditionId,
    house: HouseRules,
    players: u8,
    deck: Hand,
    dealt: u8,
    spares: u8,
    spare_defuses: SpareDefuses,
    future_depth: u8,
    combos: Combos,
    attack: AttackRule,
    favor: FavorRule,
    shuffle: ShuffleRule,
    dead_hand: DeadHand,
    titles: TitleSet,
}

impl Ruleset {
    /// Puts an edition, the house's rules and a number of players together.
    ///
    /// # Errors
    /// A number of players, or of decks, that the edition does not allow.
    pub fn new(
        edition: &Edition,
        house: HouseRules,
        players: usize,
    ) -> Result<Ruleset, RulesetError> {
        let range = edition.players(house.decks).ok_or(RulesetError::TwoDecks)?;
        let PlayerRange { least, most } = range;
        let seats = u8::try_from(players)
            .ok()
            .filter(|_| range.contains(players))
            .ok_or(RulesetError::Players {
                players,
                decks: house.decks,
                least,
                most,
            })?;
        let mut deck = edition.deck;
        if house.decks == Decks::Two {
            deck.add_all(&edition.deck);
        }
        Ok(Ruleset {
            edition: edition.id,
            house,
            players: seats,
            deck,
            dealt: edition.dealt,
            spares: edition.spares(house.decks.count(), seats),
            spare_defuses: edition.spare_defuses,
            future_depth: edition.future_depth,
            combos: house.combos.unwrap_or(edition.combos),
            attack: house.attack.unwrap_or(edition.attack),
            favor: house.favor.unwrap_or(edition.favor),
            shuffle: edition.shuffle,
            dead_hand: edition.dead_hand,
            titles: deck.holding(1),
        })
    }

    /// The edition they come from.
    pub fn edition(&self) -> EditionId {
        self.edition
    }

    /// What the house changed.
    pub fn house_rules(&self) -> HouseRules {
        self.house
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.players.into()
    }

    /// The seats in play.
    pub fn seats(&self) -> SeatSet {
        SeatSet::first(self.players())
    }

    /// Every card of the box (or of both), also those that the set-up takes out.
    pub fn deck(&self) -> Hand {
        self.deck
    }

    /// The titles that the edition has.
    pub fn titles(&self) -> TitleSet {
        self.titles
    }

    /// The titles that a triple may ask for: all but the kitten.
    pub fn namings(&self) -> TitleSet {
        self.titles.without(Title::ExplodingKitten)
    }

    /// How many cards each player is dealt besides his one Defuse.
    pub fn dealt(&self) -> u8 {
        self.dealt
    }

    /// How many Defuses go into the pile besides those given to the players.
    pub fn spares(&self) -> u8 {
        self.spares
    }

    /// When they go in.
    pub fn spare_defuses(&self) -> SpareDefuses {
        self.spare_defuses
    }

    /// How many kittens the draw pile starts with.
    pub fn kittens(&self) -> u8 {
        self.players - 1
    }

    /// The cards that the set-up takes out of the game.
    pub fn out(&self) -> Hand {
        let mut out = Hand::EMPTY;
        let kept = self.spares + self.players;
        out.set(Title::Defuse, self.deck.count(Title::Defuse) - kept);
        out.set(
            Title::ExplodingKitten,
            self.deck.count(Title::ExplodingKitten) - self.kittens(),
        );
        out
    }

    /// How many cards a See the Future shows.
    pub fn future_depth(&self) -> usize {
        self.future_depth.into()
    }

    /// Which combos may be played.
    pub fn combos(&self) -> Combos {
        self.combos
    }

    /// What an Attack under attack does.
    pub fn attack(&self) -> AttackRule {
        self.attack
    }

    /// Who gives on a Favor.
    pub fn favor(&self) -> FavorRule {
        self.favor
    }

    /// Whether one may Nope the own card on top.
    pub fn self_nope(&self) -> bool {
        self.house.self_nope
    }

    /// How a Shuffle ends.
    pub fn shuffle(&self) -> ShuffleRule {
        self.shuffle
    }

    /// Where the cards of a dead player go.
    pub fn dead_hand(&self) -> DeadHand {
        self.dead_hand
    }
}
