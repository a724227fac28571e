//! Reads an edition from the text of its file, key by key, and checks that it can be played. The keys are
//! explained in `config/editions/classic.toml`, the values in [`crate::edition`].

use crate::{
    card::Hazard,
    edition::{
        DeadHand, Edition, EditionError, EditionGroup, EditionId, HazardCount, MAX_FUTURE_DEPTH,
        PlayerRange, ShuffleRule, SpareDefuseLimit, SpareDefuses,
    },
    hand::Hand,
    house_rules::{AttackRule, Combos, FavorRule, HouseRule},
    seat::Seat,
    title::{Title, TitleSet},
    toml_reader::TomlReader,
};

/// The last place in the lists of a group.
const LAST_PLACE: u8 = 99;

impl Edition {
    /// Parses an edition from the text of a TOML file and checks that it can be played.
    /// `file` is the name shown in errors.
    ///
    /// # Errors
    /// Names the first key that is missing, unknown, of the wrong type or not playable.
    pub fn parse(file: &str, text: &str) -> Result<Edition, EditionError> {
        let reader = TomlReader::new(file, text)?;
        let edition = Edition {
            id: reader.keyword("id", &EditionId::names())?,
            group: read_group(&reader)?,
            order: read_order(&reader)?,
            house_rules: read_house_rules(&reader)?,
            hazards: read_hazards(&reader)?,
            deck: read_deck(&reader)?,
            one_deck: read_players(&reader, "players.one-deck")?,
            two_decks: match reader.has("players.two-decks") {
                true => Some(read_players(&reader, "players.two-decks")?),
                false => None,
            },
            cards_dealt: reader.number("deal.cards", 0..=Hand::MAX_CARDS as u8)?,
            spare_defuses: reader.keyword(
                "deal.spare-defuses",
                &SpareDefuses::ALL.map(|time| (time.id(), time)),
            )?,
            spare_defuse_limit: read_spares_kept(&reader)?,
            future_depth: reader.number("rules.future-depth", 1..=MAX_FUTURE_DEPTH as u8)?,
            attack: reader.keyword(
                "rules.attack",
                &AttackRule::ALL.map(|rule| (rule.id(), rule)),
            )?,
            favor: reader.keyword("rules.favor", &FavorRule::ALL.map(|rule| (rule.id(), rule)))?,
            shuffle: reader.keyword(
                "rules.shuffle",
                &ShuffleRule::ALL.map(|rule| (rule.id(), rule)),
            )?,
            combos: reader.keyword(
                "rules.combos",
                &Combos::ALL.map(|combos| (combos.id(), combos)),
            )?,
            dead_hand: reader.keyword(
                "rules.dead-hand",
                &DeadHand::ALL.map(|place| (place.id(), place)),
            )?,
        };
        reader.reject_unread_keys()?;
        edition.check(&reader)?;
        Ok(edition)
    }

    fn check(&self, reader: &TomlReader) -> Result<(), EditionError> {
        self.check_deck(reader, "players.one-deck", self.one_deck, 1)?;
        match self.two_decks {
            Some(range) => self.check_deck(reader, "players.two-decks", range, 2),
            None => Ok(()),
        }
    }

    fn check_deck(
        &self,
        reader: &TomlReader,
        key: &str,
        range: PlayerRange,
        decks: u8,
    ) -> Result<(), EditionError> {
        let counts = self.deck.titles().map(|title| self.deck.count(title));
        let cards = counts.map(usize::from).sum::<usize>() * usize::from(decks);
        if cards > Hand::MAX_CARDS {
            return Err(reader.error(
                "cards",
                cards,
                format!("at most {} cards in all", Hand::MAX_CARDS),
            ));
        }
        (range.min..=range.max)
            .try_for_each(|players| self.check_hazards(reader, decks, players))?;
        let defuses = self.deck.count(Title::Defuse) * decks;
        if defuses < range.max {
            return Err(reader.error(
                key,
                range.max,
                format!("at most {defuses} players, a Defuse for each"),
            ));
        }
        (range.min..=range.max).try_for_each(|players| self.check_deal(reader, decks, players))
    }

    fn check_hazards(
        &self,
        reader: &TomlReader,
        decks: u8,
        players: u8,
    ) -> Result<(), EditionError> {
        let key = "deal.hazards";
        let hazards = self.hazards(players);
        for title in TitleSet::HAZARDS.iter() {
            let (wanted, there) = (hazards.count(title), self.deck.count(title) * decks);
            if wanted > there {
                let reason = format!("at most {there} {title} for {players} players");
                return Err(reader.error(key, wanted, reason));
            }
        }
        if hazards.total() + 1 < players {
            let reason = format!("at least {} hazards for {players} players", players - 1);
            return Err(reader.error(key, hazards.total(), reason));
        }
        Ok(())
    }

    fn check_deal(&self, reader: &TomlReader, decks: u8, players: u8) -> Result<(), EditionError> {
        let set_aside = TitleSet::HAZARDS.with(Title::Defuse);
        let others = self
            .deck
            .titles()
            .filter(|&title| !set_aside.contains(title));
        let others: u16 = others
            .map(|title| u16::from(self.deck.count(title)) * u16::from(decks))
            .sum();
        let spare_defuses = match self.spare_defuses {
            SpareDefuses::BeforeDeal => u16::from(self.spare_defuse_count(decks, players)),
            SpareDefuses::AfterDeal => 0,
        };
        let wanted = u16::from(self.cards_dealt) * u16::from(players);
        let available = others + spare_defuses;
        if wanted > available {
            let reason = format!("at most {available} cards for {players} players");
            return Err(reader.error("deal.cards", self.cards_dealt, reason));
        }
        Ok(())
    }
}

fn read_deck(reader: &TomlReader) -> Result<Hand, EditionError> {
    let mut deck = Hand::EMPTY;
    for title in Title::ALL {
        let key = format!("cards.{title}");
        if reader.has(&key) {
            deck.set(title, reader.number(&key, 0..=16)?);
        }
    }
    Ok(deck)
}

fn read_group(reader: &TomlReader) -> Result<EditionGroup, EditionError> {
    match reader.has("group") {
        true => reader.keyword("group", &EditionGroup::ALL.map(|group| (group.id(), group))),
        false => Ok(EditionGroup::Base),
    }
}

/// Reads the place in the lists of the group; without the key, the last.
fn read_order(reader: &TomlReader) -> Result<u8, EditionError> {
    match reader.has("order") {
        true => reader.number("order", 1..=LAST_PLACE),
        false => Ok(LAST_PLACE),
    }
}

/// Reads the house rules that a table may choose; without the key, all of them.
fn read_house_rules(reader: &TomlReader) -> Result<Vec<HouseRule>, EditionError> {
    let all = HouseRule::ALL.map(|rule| (rule.id(), rule));
    match reader.has("house-rules") {
        true => reader.keywords("house-rules", &all),
        false => Ok(HouseRule::ALL.to_vec()),
    }
}

/// Reads how many cards of each hazard go into the pile; without the key, one Exploding Kitten fewer
/// than players.
fn read_hazards(reader: &TomlReader) -> Result<Vec<(Title, HazardCount)>, EditionError> {
    let key = "deal.hazards";
    if !reader.has(key) {
        let kittens = HazardCount::FewerThanPlayers {
            fewer: 1,
            at_least: 1,
        };
        return Ok(vec![(Title::ExplodingKitten, kittens)]);
    }
    let mut hazards = Vec::new();
    for title in TitleSet::HAZARDS.iter() {
        let key = format!("{key}.{title}");
        let most = match title.hazard() {
            // A second one could lie face up while the first is drawn face down; nobody could tell
            // which of them is where.
            Some(Hazard::Implodes) => 1,
            Some(Hazard::Explodes) | None => Seat::COUNT as u8,
        };
        if reader.has(&key) {
            hazards.push((title, read_hazard(reader, &key, most)?));
        }
    }
    Ok(hazards)
}

fn read_hazard(reader: &TomlReader, key: &str, most: u8) -> Result<HazardCount, EditionError> {
    let fewer = format!("{key}.fewer-than-players");
    if !reader.has(&fewer) {
        return reader.number(key, 0..=most).map(HazardCount::Exactly);
    }
    Ok(HazardCount::FewerThanPlayers {
        fewer: reader.number(&fewer, 0..=Seat::COUNT as u8)?,
        at_least: reader.number(&format!("{key}.at-least"), 0..=most)?,
    })
}

fn read_players(reader: &TomlReader, key: &str) -> Result<PlayerRange, EditionError> {
    let max = Seat::COUNT as u8;
    let min = reader.number(&format!("{key}.least"), 2..=max)?;
    let max = reader.number(&format!("{key}.most"), min..=max)?;
    Ok(PlayerRange { min, max })
}

fn read_spares_kept(reader: &TomlReader) -> Result<Option<SpareDefuseLimit>, EditionError> {
    let key = "deal.spare-defuses-kept";
    if !reader.has(key) {
        return Ok(None);
    }
    Ok(Some(SpareDefuseLimit {
        up_to_players: reader.number(&format!("{key}.up-to-players"), 2..=Seat::COUNT as u8)?,
        kept: reader.number(&format!("{key}.kept"), 0..=Hand::MAX_CARDS as u8)?,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRAVEL: &str = include_str!("../../../config/editions/travel.toml");

    fn parse_error(change: (&str, &str)) -> EditionError {
        assert!(TRAVEL.contains(change.0));
        Edition::parse("mine.toml", &TRAVEL.replace(change.0, change.1)).unwrap_err()
    }

    #[test]
    fn an_error_names_the_file_the_key_the_value_found_and_the_expected_one() {
        let error = parse_error(("cards = 5", "cards = \"five\""));
        assert_eq!(
            error.to_string(),
            "mine.toml: deal.cards: found \"five\", expected a whole number from 0 to 112"
        );
    }

    #[test]
    fn an_unplayable_edition_is_refused_with_the_key_at_fault() {
        let keys = [
            (("id = \"travel\"", "id = \"tarvel\""), "id"),
            (
                ("exploding-kitten = 3", "exploding-kitten = 2"),
                "deal.hazards",
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
            (("group = \"base\"", "group = \"party\""), "group"),
            (("order = ", "order = -"), "order"),
            (("order = 3", "order = 100"), "order"),
            (
                ("id =", "house-rules = [\"favor\", \"dice\"]\nid ="),
                "house-rules",
            ),
            (("[deal]", "[deal"), "line 22"),
        ];
        for (change, key) in keys {
            assert_eq!(parse_error(change).key, key, "{change:?}");
        }
    }

    #[test]
    fn an_expansion_that_cannot_be_played_is_refused_with_the_key_at_fault() {
        let imploding = include_str!("../../../config/editions/imploding.toml");
        let fewer = "{ fewer-than-players = 2, at-least = 1 }";
        let keys = [
            (("reverse = 4", "revers = 4"), "cards.revers"),
            (("reverse = 4", "reverse = 17"), "cards.reverse"),
            (("feral-cat = 4", "feral-cat = 1.5"), "cards.feral-cat"),
            (
                ("imploding-kitten = 1\n\n[rules]", "[rules]"),
                "deal.hazards",
            ),
            (
                ("imploding-kitten = 1\n\n", "imploding-kitten = 2\n\n"),
                "deal.hazards.imploding-kitten",
            ),
            (
                (fewer, "{ fewer-than-players = 0, at-least = 1 }"),
                "deal.hazards",
            ),
            (
                (fewer, "{ fewer-than-players = 2 }"),
                "deal.hazards.exploding-kitten.at-least",
            ),
            (("imploding-kitten = 1\nalter", "alter"), "deal.hazards"),
            (("\"self-nope\"", "\"decks\""), "house-rules"),
            (("[\"combos\", \"self-nope\"]", "\"combos\""), "house-rules"),
            (("most = 6", "most = 7"), "deal.hazards"),
            (("cards = 7", "cards = 12"), "deal.cards"),
            (("group = \"expansion\"", "group = \"party\""), "group"),
        ];
        for (change, key) in keys {
            assert!(imploding.contains(change.0), "{change:?}");
            let changed = imploding.replacen(change.0, change.1, 1);
            let error = Edition::parse("mine.toml", &changed).unwrap_err();
            assert_eq!(error.key, key, "{change:?}: {error}");
        }
    }

    #[test]
    fn two_decks_with_more_cards_than_a_game_can_hold_are_refused() {
        let classic = include_str!("../../../config/editions/classic.toml");
        let error =
            Edition::parse("big.toml", &classic.replace("favor = 4", "favor = 5")).unwrap_err();
        assert_eq!((error.key.as_str(), error.found.as_str()), ("cards", "114"));
    }
}
