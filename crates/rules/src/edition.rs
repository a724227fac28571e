//! An edition: what a rulebook says, as data read from a TOML file and checked. What the house
//! changes of it is in [`crate::house_rules`]; nothing here plays.

use std::{fmt, str::FromStr, sync::LazyLock};

use crate::{
    hand::Hand,
    house_rules::{AttackRule, Combos, FavorRule},
    reader::Reader,
    seat::Seat,
    title::Title,
};

pub use crate::reader::EditionError;

/// The rulebooks that the game knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EditionId {
    /// The first printing of the 56-card box; two decks for six to nine players.
    Classic,
    /// The current 56-card box.
    Original,
    /// The 42-card box for travelling.
    Travel,
    /// The 32-card box for two.
    TwoPlayer,
}

/// No edition has this id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the id of an edition")]
pub struct UnknownEdition;

impl EditionId {
    /// Every edition, in the order of its number.
    pub const ALL: [EditionId; 4] = [
        EditionId::Classic,
        EditionId::Original,
        EditionId::Travel,
        EditionId::TwoPlayer,
    ];

    /// The fixed id used by files, stored games and command options, as `two-player`.
    pub fn id(self) -> &'static str {
        match self {
            EditionId::Classic => "classic",
            EditionId::Original => "original",
            EditionId::Travel => "travel",
            EditionId::TwoPlayer => "two-player",
        }
    }
}

impl fmt::Display for EditionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for EditionId {
    type Err = UnknownEdition;

    fn from_str(id: &str) -> Result<EditionId, UnknownEdition> {
        EditionId::ALL
            .into_iter()
            .find(|edition| edition.id() == id)
            .ok_or(UnknownEdition)
    }
}

/// How many may play, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerRange {
    /// The fewest.
    pub least: u8,
    /// The most.
    pub most: u8,
}

impl PlayerRange {
    /// Whether this many may play.
    pub fn contains(self, players: usize) -> bool {
        (usize::from(self.least)..=usize::from(self.most)).contains(&players)
    }
}

/// When the Defuses that nobody was given go into the pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpareDefuses {
    /// Before the deal: a hand may start with two or more.
    BeforeDeal,
    /// After it: every hand starts with exactly one.
    AfterDeal,
}

/// What a Shuffle does once it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShuffleRule {
    /// The pile is mixed at once.
    AtOnce,
    /// The next living player says when it is enough (`travel`).
    UntilStopped,
}

/// Where the cards of a dead player go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeadHand {
    /// Hand and kitten lie face up on the discard pile.
    Discarded,
    /// Before him: the kitten face up, the hand face down (`travel`).
    SetAside,
}

/// The fewest spare Defuses are kept when only this many play; see [`Edition`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SparesKept {
    pub(crate) up_to_players: u8,
    pub(crate) kept: u8,
}

/// One rulebook: its cards and whatever it has of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    pub(crate) id: EditionId,
    pub(crate) deck: Hand,
    pub(crate) one_deck: PlayerRange,
    pub(crate) two_decks: Option<PlayerRange>,
    pub(crate) dealt: u8,
    pub(crate) spare_defuses: SpareDefuses,
    pub(crate) spares_kept: Option<SparesKept>,
    pub(crate) future_depth: u8,
    pub(crate) attack: AttackRule,
    pub(crate) favor: FavorRule,
    pub(crate) shuffle: ShuffleRule,
    pub(crate) combos: Combos,
    pub(crate) dead_hand: DeadHand,
}

/// The most cards that any See the Future may show: a look is kept for this many.
pub const MOST_FUTURE: usize = 3;

static BUILT_IN: LazyLock<[Edition; 4]> = LazyLock::new(|| {
    [
        (
            "classic.toml",
            include_str!("../../../config/editions/classic.toml"),
        ),
        (
            "original.toml",
            include_str!("../../../config/editions/original.toml"),
        ),
        (
            "travel.toml",
            include_str!("../../../config/editions/travel.toml"),
        ),
        (
            "two-player.toml",
            include_str!("../../../config/editions/two-player.toml"),
        ),
    ]
    // The test of this module reads all four.
    .map(|(file, text)| Edition::parse(file, text).expect("the editions built in can be played"))
});

impl Edition {
    /// Reads an edition from the text of a TOML file and checks that it can be played.
    /// `file` is the name that an error carries.
    ///
    /// # Errors
    /// The first key that is missing, unknown, of the wrong kind or cannot be played.
    pub fn parse(file: &str, text: &str) -> Result<Edition, EditionError> {
        let reader = Reader::new(file, text)?;
        let edition = Edition {
            id: reader.word("id", &EditionId::ALL.map(|id| (id.id(), id)))?,
            deck: read_deck(&reader)?,
            one_deck: read_players(&reader, "players.one-deck")?,
            two_decks: match reader.has("players.two-decks") {
                true => Some(read_players(&reader, "players.two-decks")?),
                false => None,
            },
            dealt: reader.number("deal.cards", 0..=Hand::MOST as u8)?,
            spare_defuses: reader.word(
                "deal.spare-defuses",
                &[
                    ("before-deal", SpareDefuses::BeforeDeal),
                    ("after-deal", SpareDefuses::AfterDeal),
                ],
            )?,
            spares_kept: read_spares_kept(&reader)?,
            future_depth: reader.number("rules.future-depth", 1..=MOST_FUTURE as u8)?,
            attack: reader.word(
                "rules.attack",
                &AttackRule::ALL.map(|rule| (rule.id(), rule)),
            )?,
            favor: reader.word("rules.favor", &FavorRule::ALL.map(|rule| (rule.id(), rule)))?,
            shuffle: reader.word(
                "rules.shuffle",
                &[
                    ("at-once", ShuffleRule::AtOnce),
                    ("until-stopped", ShuffleRule::UntilStopped),
                ],
            )?,
            combos: reader.word(
                "rules.combos",
                &Combos::ALL.map(|combos| (combos.id(), combos)),
            )?,
            dead_hand: reader.word(
                "rules.dead-hand",
                &[
                    ("discarded", DeadHand::Discarded),
                    ("set-aside", DeadHand::SetAside),
                ],
            )?,
        };
        reader.refuse_unread()?;
        edition.check(&reader)?;
        Ok(edition)
    }

    /// The edition as this project ships it.
    pub fn built_in(id: EditionId) -> &'static Edition {
        &BUILT_IN[id as usize]
    }

    /// Which edition it is.
    pub fn id(&self) -> EditionId {
        self.id
    }

    /// How many may play with this many decks; none where the edition forbids them.
    pub fn players(&self, decks: crate::house_rules::Decks) -> Option<PlayerRange> {
        match decks {
            crate::house_rules::Decks::One => Some(self.one_deck),
            crate::house_rules::Decks::Two => self.two_decks,
        }
    }

    /// The spare Defuses that stay in the game.
    pub(crate) fn spares(&self, decks: u8, players: u8) -> u8 {
        let spare = (self.deck.count(Title::Defuse) * decks).saturating_sub(players);
        match self.spares_kept {
            Some(few) if players <= few.up_to_players => spare.min(few.kept),
            _ => spare,
        }
    }

    fn check(&self, reader: &Reader) -> Result<(), EditionError> {
        self.check_deck(reader, "players.one-deck", self.one_deck, 1)?;
        match self.two_decks {
            Some(range) => self.check_deck(reader, "players.two-decks", range, 2),
            None => Ok(()),
        }
    }

    fn check_deck(
        &self,
        reader: &Reader,
        key: &str,
        range: PlayerRange,
        decks: u8,
    ) -> Result<(), EditionError> {
        let cards = usize::from(self.deck.total()) * usize::from(decks);
        if cards > Hand::MOST {
            return Err(reader.wrong(
                "cards",
                cards,
                format!("at most {} cards in all", Hand::MOST),
            ));
        }
        let [kittens, defuses] =
            [Title::ExplodingKitten, Title::Defuse].map(|title| self.deck.count(title) * decks);
        if kittens + 1 < range.most {
            return Err(reader.wrong(
                key,
                range.most,
                format!("at most {} players for {kittens} kittens", kittens + 1),
            ));
        }
        if defuses < range.most {
            return Err(reader.wrong(
                key,
                range.most,
                format!("at most {defuses} players, a Defuse for each"),
            ));
        }
        (range.least..=range.most).try_for_each(|players| self.check_deal(reader, decks, players))
    }

    fn check_deal(&self, reader: &Reader, decks: u8, players: u8) -> Result<(), EditionError> {
        let others = u16::from(self.deck.total()) * u16::from(decks)
            - u16::from(self.deck.count(Title::ExplodingKitten) * decks)
            - u16::from(self.deck.count(Title::Defuse) * decks);
        let spares = match self.spare_defuses {
            SpareDefuses::BeforeDeal => u16::from(self.spares(decks, players)),
            SpareDefuses::AfterDeal => 0,
        };
        let wanted = u16::from(self.dealt) * u16::from(players);
        if wanted > others + spares {
            let reason = format!("at most {} cards for {players} players", others + spares);
            return Err(reader.wrong("deal.cards", self.dealt, reason));
        }
        Ok(())
    }
}

fn read_deck(reader: &Reader) -> Result<Hand, EditionError> {
    let mut deck = Hand::EMPTY;
    for title in Title::ALL {
        let key = format!("cards.{title}");
        if reader.has(&key) {
            deck.set(title, reader.number(&key, 0..=16)?);
        }
    }
    Ok(deck)
}

fn read_players(reader: &Reader, key: &str) -> Result<PlayerRange, EditionError> {
    let most = Seat::MOST as u8;
    let least = reader.number(&format!("{key}.least"), 2..=most)?;
    let most = reader.number(&format!("{key}.most"), least..=most)?;
    Ok(PlayerRange { least, most })
}

fn read_spares_kept(reader: &Reader) -> Result<Option<SparesKept>, EditionError> {
    let key = "deal.spare-defuses-kept";
    if !reader.has(key) {
        return Ok(None);
    }
    Ok(Some(SparesKept {
        up_to_players: reader.number(&format!("{key}.up-to-players"), 2..=Seat::MOST as u8)?,
        kept: reader.number(&format!("{key}.kept"), 0..=Hand::MOST as u8)?,
    }))
}

/// The editions in use: those built in, each of which a file may replace.
#[derive(Clone, Debug)]
pub struct Editions([Edition; 4]);

impl Editions {
    /// The four as this project ships them.
    pub fn built_in() -> Editions {
        Editions(BUILT_IN.clone())
    }

    /// Puts `edition` in the place of the one with its id.
    pub fn replace(&mut self, edition: Edition) {
        let index = edition.id as usize;
        self.0[index] = edition;
    }

    /// The edition with this id.
    pub fn get(&self, id: EditionId) -> &Edition {
        &self.0[id as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRAVEL: &str = include_str!("../../../config/editions/travel.toml");

    fn refused(change: (&str, &str)) -> EditionError {
        assert!(TRAVEL.contains(change.0));
        Edition::parse("mine.toml", &TRAVEL.replace(change.0, change.1)).unwrap_err()
    }

    #[test]
    fn the_built_in_editions_have_the_cards_of_their_boxes() {
        let totals = EditionId::ALL.map(|id| {
            let edition = Edition::built_in(id);
            assert_eq!((edition.id(), id.id().parse()), (id, Ok(id)));
            edition.deck.total()
        });
        assert_eq!(totals, [56, 56, 42, 32]);
    }

    #[test]
    fn a_refused_file_is_named_with_its_key_what_was_found_and_what_was_expected() {
        let error = refused(("cards = 5", "cards = \"five\""));
        assert_eq!(
            error.to_string(),
            "mine.toml: deal.cards: found \"five\", expected a whole number from 0 to 112"
        );
    }

    #[test]
    fn what_cannot_be_played_is_refused_at_its_key() {
        let keys = [
            (("id = \"travel\"", "id = \"tarvel\""), "id"),
            (
                ("exploding-kitten = 3", "exploding-kitten = 2"),
                "players.one-deck",
            ),
            (("defuse = 5", "defuse = 3"), "players.one-deck"),
            (("most = 4", "most = 10"), "players.one-deck.most"),
            (("least = 2", "least = 1"), "players.one-deck.least"),
            (("cards = 5", "cards = 9"), "deal.cards"),
            (
                ("future-depth = 2", "future-depth = 4"),
                "rules.future-depth",
            ),
            (
                ("attack = \"adds-up\"", "attack = \"halves\""),
                "rules.attack",
            ),
            (("tacocat = 4", "taco-cat = 4"), "cards.taco-cat"),
            (("shuffle = 4", "shuffle = -4"), "cards.shuffle"),
            (("combos = \"special\"\n", ""), "rules.combos"),
            (("[deal]", "[deal"), "line 20"),
        ];
        for (change, key) in keys {
            assert_eq!(refused(change).key, key, "{change:?}");
        }
    }

    #[test]
    fn two_decks_must_fit_a_game() {
        let classic = include_str!("../../../config/editions/classic.toml");
        let error =
            Edition::parse("big.toml", &classic.replace("favor = 4", "favor = 5")).unwrap_err();
        assert_eq!((error.key.as_str(), error.found.as_str()), ("cards", "114"));
    }
}
