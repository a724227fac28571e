//! Game files: written from entries, read back, and rejected after almost any change.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use data_encoding::BASE32;
use fairness::{GameChance, GameId, GameKey, PickCounts, Purpose, Secret};
use rules::simulation::random_action;
use rules::{Action, scenario};
use sha2::{Digest, Sha256};
use table::display_mode::DisplayMode;
use table::game_file::{CheckedGame, FileError, FileFault, FilePlace, PlayedGame, SHOWN_SUM};
use table::options::FirstPlayer;
use table::pages::daily::Day;
use table::pages::story::{Story, StoryPage, StoryReader};

use crate::daily;
use crate::driver::START;
use crate::monkey;
use crate::personal_data::without;
use crate::prelude::*;
use crate::whole_games::tables;

/// A game played with the rules alone, and the entries that a table would have written.
struct Invented {
    entries: Vec<Entry>,
    game: Game,
}

impl Invented {
    /// Plays a game in which players may time out or leave. Every ninth seed has no proof; some games are ended early.
    fn new(seed: u64) -> Self {
        let tables = tables();
        let (mut options, players) = tables[seed as usize % tables.len()];
        let first = Seat::ALL[1];
        if seed.is_multiple_of(4) {
            options = options.with(OptionValue::First(FirstPlayer::Person(UserId(NOBODY + 2))));
        }
        let rules = options
            .ruleset(&Editions::built_in(), players)
            .expect("rules");
        let number = (!seed.is_multiple_of(9)).then_some(1);
        let secret = Secret::new([seed as u8; 32]);
        let mut invented = Self {
            entries: lobby(&options, players, number, &secret),
            game: Game::deal(rules, first, &mut SeededChance::new(0)).0,
        };
        let shares: Vec<u64> = (2..=players as u64).chain([99]).collect();
        let mut draws = Draws {
            key: GameKey::derive(&secret, GAME, &shares),
            counts: PickCounts::default(),
            has_proof: number.is_some(),
        };
        let ((first, dealt), drawn) = draws.draw(|chance| {
            let is_chosen = seed.is_multiple_of(4);
            let first = if is_chosen {
                first
            } else {
                chance.first_seat(players)
            };
            let (game, dealt) = Game::deal(rules, first, chance);
            invented.game = game;
            (first, dealt)
        });
        invented.add(
            Some(99),
            vec![Record::Dealt {
                first,
                rules: Box::new(rules),
                dealt: (&dealt).into(),
                drawn,
            }],
        );
        invented.play(&mut SeededChance::new(seed), &mut draws);
        invented
    }

    fn play(&mut self, chance: &mut SeededChance, draws: &mut Draws) {
        let most = if chance.below(8) == 0 { 20 } else { usize::MAX };
        let mut actions = 0;
        while let Some(action) = self.any_action(chance).filter(|_| actions < most) {
            let (events, drawn) = draws.draw(|chance| self.game.play(action, chance));
            let events = events.expect("a legal action").to_vec();
            self.add(None, vec![Record::Game { events, drawn }]);
            actions += 1;
        }
        let why = CloseReason::ChannelGone;
        self.add(None, vec![Record::Closed { why }]);
    }

    fn any_action(&self, chance: &mut SeededChance) -> Option<Action> {
        let living = self.game.living();
        match chance.below(60) {
            _ if self.game.winner().is_some() => None,
            0 => Some(Action::Leave {
                seat: living.nth(chance.below(living.len() as u32) as usize)?,
            }),
            1..=5 => Some(Action::TimeOut),
            _ => random_action(&self.game, chance),
        }
    }

    fn add(&mut self, interaction: Option<u64>, records: Vec<Record>) {
        add(&mut self.entries, interaction, records);
    }

    fn file(&self) -> String {
        file(&self.entries, 1)
    }
}

/// The smallest possible Discord id. Smaller numbers represent people who have been erased.
const NOBODY: u64 = 1 << 22;

const GAME: GameId = GameId {
    channel: 6,
    table: 1,
    game: 1,
};

struct Draws {
    key: GameKey,
    counts: PickCounts,
    has_proof: bool,
}

impl Draws {
    fn draw<T>(&mut self, play: impl FnOnce(&mut GameChance<'_>) -> T) -> (T, Vec<Purpose>) {
        let mut chance = GameChance::new(&self.key, &mut self.counts);
        let played = play(&mut chance);
        let drawn = chance.into_picks().into_iter().map(|drawn| drawn.purpose);
        (played, drawn.filter(|_| self.has_proof).collect())
    }
}

fn add(entries: &mut Vec<Entry>, interaction: Option<u64>, records: Vec<Record>) {
    let version = entries.len() as u64 + 1;
    entries.push(Entry {
        schema: SCHEMA,
        table: TABLE,
        version,
        at: START.after(Millis(version / 3)),
        interaction: interaction.map(InteractionId),
        records,
        result: None,
    });
}

fn lobby(
    options: &TableOptions,
    players: usize,
    number: Option<u32>,
    secret: &Secret,
) -> Vec<Entry> {
    let person = |user: u64| PersonRecord {
        user: UserId(NOBODY + user),
        name: format!("Player {user} *\u{202e}\""),
    };
    let mut entries = Vec::new();
    let opened = Record::Opened {
        guild: GuildId(5),
        channel: ChannelId(6),
        number,
        host: person(1),
        options: *options,
    };
    let secret = secret.clone();
    let committed = number.map(|_| Record::Committed { secret });
    let records = [opened].into_iter().chain(committed);
    add(&mut entries, Some(1), records.collect());
    for user in 2..=players as u64 {
        let person = person(user);
        add(&mut entries, Some(user), vec![Record::Joined { person }]);
    }
    entries
}

fn file(entries: &[Entry], number: u32) -> String {
    let game = PlayedGame::find(entries, number).expect("entries of a table");
    game.expect("a game that is over")
        .to_file()
        .expect("a file")
}

fn read(file: &str) -> CheckedGame {
    CheckedGame::read(file.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{file}"))
}

#[test]
fn the_file_of_any_game_is_right_and_leads_to_the_same_end() {
    for seed in 0..1000 {
        let invented = Invented::new(seed);
        let checked = read(&invented.file());
        assert!(checked.game == invented.game, "seed {seed}");
        assert_eq!(checked.id, (seed % 9 > 0).then_some(GAME));
    }
}

#[test]
fn the_file_of_a_game_that_people_clicked_through_is_right() {
    let mut games = 0;
    for seed in 0..tables().len() as u64 {
        let mut driver = monkey::table(seed);
        let mut chance = SeededChance::new(!seed);
        while driver.table.is_playing() && driver.entries.len() < 400 {
            monkey::random_input(&mut driver, &mut chance);
        }
        if driver.table.is_playing() {
            let is_found = PlayedGame::find(&driver.entries, 1).expect("entries");
            assert!(is_found.is_none(), "a running game is nobody's to see");
            continue;
        }
        let checked = read(&file(&driver.entries, 1));
        assert!(checked.game == *driver.game(), "seed {seed}");
        assert_eq!(driver.table.game_sum(), Some(&*checked.sum), "seed {seed}");
        games += 1;
    }
    assert!(games > 20, "only {games} games ended");
}

#[test]
fn each_game_of_a_table_has_a_file_once_it_is_over() {
    let mut driver = Driver::playing(options(), 3, 2);
    driver.draw_to_the_end();
    driver.play_again(&[1, 2, 3]);
    while !driver.table.is_playing() {
        driver.wake();
    }
    let find =
        |driver: &Driver, number| PlayedGame::find(&driver.entries, number).expect("entries");
    assert!(
        find(&driver, 2).is_none(),
        "a running game is nobody's to see"
    );
    driver.draw_to_the_end();
    let (first, second) = (file(&driver.entries, 1), file(&driver.entries, 2));
    assert!(read(&second).game == *driver.game());
    assert_eq!(read(&first).id, Some(GAME));
    assert_eq!(read(&second).id, Some(GameId { game: 2, ..GAME }));
    assert!(first.contains("\"first\":null") && !second.contains("\"first\":null"));
    assert!(find(&driver, 3).is_none() && find(&driver, 0).is_none());
}

#[test]
fn a_person_who_was_forgotten_is_a_number_and_the_games_sum_stays() {
    let entries = Invented::new(1).entries;
    let left = without(&entries, UserId(NOBODY + 1));
    let file = file(&left, 1);
    assert!(
        !file.contains("Player 1") && file.contains("{\"names\":[1,"),
        "{file}"
    );
    let checked = read(&file);
    assert_eq!(checked.names[0], "#1");
    assert_eq!(checked.sum, read(&self::file(&entries, 1)).sum);
    let story = shown_story(&left, StoryPage::Cards);
    assert!(
        story.contains("#1") && !story.contains("Player 1 "),
        "{story}"
    );
}

#[test]
fn a_name_that_looks_like_that_of_a_forgotten_person_stays_a_name() {
    let mut entries = Invented::new(1).entries;
    let own = format!("#{}", NOBODY + 1);
    if let Record::Opened { host, .. } = &mut entries[0].records[0] {
        host.name.clone_from(&own);
    }
    let file = file(&entries, 1);
    assert!(file.contains(&format!("{{\"names\":[\"{own}\",")), "{file}");
    assert_eq!(read(&file).names[0], own);
}

/// Returns the start of the checksum, as shown in the public message.
fn shown_sum(table: &Table) -> String {
    let screen = table.screen().to_string();
    let (_, sum) = screen
        .rsplit_once("🔗 ")
        .unwrap_or_else(|| panic!("{screen}"));
    sum.chars().take(SHOWN_SUM).collect()
}

#[test]
fn the_last_message_shows_the_sum_of_the_file_also_of_a_game_that_was_ended_or_is_read_again() {
    for is_ended in [false, true] {
        let mut driver = Driver::playing(options(), 3, 2);
        assert!(!driver.table.screen().to_string().contains('🔗'));
        if is_ended {
            driver.click_message(UserId(1), Intent::End { confirmed: true });
        } else {
            driver.draw_to_the_end();
            // After an idle hour, the table closes. Its last message stays.
            driver.wake();
        }
        let checked = read(&file(&driver.entries, 1));
        assert!(checked.has_sum(&shown_sum(&driver.table)));
        let again = Table::replay(&driver.entries, TableConfig::default()).expect("its entries");
        assert!(checked.has_sum(&shown_sum(&again)));
    }
}

#[test]
fn another_winner_or_another_kind_of_player_has_another_sum() {
    let bodies = bodies(&Invented::new(1).file());
    let sum = read(&with_sums(&bodies)).sum;
    let mut other = bodies.clone();
    other[0] = other[0].replacen("\"kind\":\"person\"", "\"kind\":\"cat\"", 1);
    assert!(!read(&with_sums(&other)).has_sum(&sum));
    let (one, other) = (Invented::new(37), Invented::new(1));
    assert_ne!(read(&one.file()).sum, read(&other.file()).sum);
}

fn shown_story(entries: &[Entry], page: StoryPage) -> String {
    let game = PlayedGame::find(entries, 1).expect("entries of a table");
    let story = Story::of(&game.expect("a game that is over")).expect("a story");
    story.screen(page, reader()).to_string()
}

pub(crate) fn reader() -> StoryReader<'static> {
    StoryReader {
        stamp: Stamp {
            table: TABLE,
            revision: Revision(0),
        },
        game: 1,
        may_show_moments: true,
        display_mode: DisplayMode::Pictures,
        language: english(),
    }
}

#[test]
fn a_story_marks_the_names_that_look_alike() {
    let mut entries = Invented::new(1).entries;
    if let Record::Opened { host, .. } = &mut entries[0].records[0] {
        host.name = "player 2 *\u{202e}\"".to_owned();
    }
    let story = shown_story(&entries, StoryPage::Cards);
    for (shown, expected) in [
        ("🐟 player 2", true),
        ("🧶 Player 2", true),
        ("🔔 Player 3", false),
    ] {
        assert_eq!(story.contains(shown), expected, "{shown} in {story}");
    }
}

#[test]
fn the_story_of_a_played_game_ends_as_the_game_did() {
    for seed in 0..60 {
        let invented = Invented::new(seed);
        let last = shown_story(&invented.entries, StoryPage::Last);
        let winner = invented.game.winner().map(|seat| seat.index() + 1);
        let is_told = |number| last.contains(&format!("🏆 Player {number} "));
        let told = winner.is_none_or(is_told);
        assert!(told && last.contains("🏆") == winner.is_some(), "{last}");
    }
}

#[test]
fn a_game_can_be_played_as_a_scenario() {
    for seed in 0..60 {
        let scenario = read(&Invented::new(seed).file()).to_scenario();
        let played = scenario::run(&scenario, &Editions::built_in());
        assert_eq!(played, Ok(()), "seed {seed}\n{scenario}");
    }
}

/// Splits a line without its checksum into strings, numbers, words and punctuation marks.
fn tokens(body: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        let mut token = String::from(c);
        if c == '"' {
            while let Some(c) = chars.next() {
                token.push(c);
                match c {
                    '\\' => token.extend(chars.next()),
                    '"' => break,
                    _ => {}
                }
            }
        } else if c.is_ascii_alphanumeric() {
            while let Some(c) = chars.next_if(char::is_ascii_alphanumeric) {
                token.push(c);
            }
        }
        tokens.push(token);
    }
    tokens
}

/// Returns a replacement for this token, usually of the same kind; `None` for punctuation and keys.
fn changed(tokens: &[String], index: usize) -> Option<String> {
    let token = tokens[index].as_str();
    let is_key = tokens.get(index + 1).is_some_and(|next| next == ":");
    match token {
        _ if is_key => None,
        "true" => Some("false".to_owned()),
        "false" => Some("true".to_owned()),
        "null" => Some("\"A\"".to_owned()),
        _ if token.starts_with('"') => Some(match &token[1..token.len() - 1] {
            "nope" => "\"skip\"".to_owned(),
            "A" => "\"B\"".to_owned(),
            text if text.parse::<Title>().is_ok() => "\"nope\"".to_owned(),
            text if text.len() >= 32 && text.ends_with('0') => token.replace("0\"", "1\""),
            text if text.len() >= 32 => format!("\"{}0\"", &text[..text.len() - 1]),
            text => format!("\"{text}1\""),
        }),
        _ => token
            .parse()
            .ok()
            .map(|number: u64| (number + 1).to_string()),
    }
}

/// Returns the last key before this token.
fn key(tokens: &[String], index: usize) -> &str {
    let colon = (0..index).rev().find(|at| tokens[*at] == ":");
    colon.map_or("", |colon| tokens[colon - 1].trim_matches('"'))
}

const SUM_LENGTH: usize = ",\"sum\":\"\"}".len() + 28;

/// Returns the lines of a file without their checksums.
fn bodies(file: &str) -> Vec<String> {
    let body = |line: &str| line[..line.len() - SUM_LENGTH].to_owned();
    file.lines().map(body).collect()
}

/// Adds recomputed checksums to forged lines.
fn with_sums(bodies: &[String]) -> String {
    let (mut file, mut sum) = (String::new(), String::new());
    for body in bodies {
        let hash = Sha256::digest(format!("{sum}{body}"));
        sum = BASE32.encode(&hash)[..28].to_owned();
        file += &format!("{body},\"sum\":\"{sum}\"}}\n");
    }
    file
}

fn place(line: usize, lines: usize) -> FilePlace {
    match line {
        0 => FilePlace::Head,
        _ if line + 1 == lines => FilePlace::Names,
        _ if line + 2 == lines => FilePlace::End,
        _ => FilePlace::Step(line as u32 - 1),
    }
}

#[track_caller]
fn refused(file: &str) -> FileError {
    let read = CheckedGame::read(file.as_bytes());
    let error = read
        .err()
        .unwrap_or_else(|| panic!("not found out:\n{file}"));
    assert!(!error.reason.is_empty() && !error.reason.contains(char::is_control));
    error
}

/// Picks one value at random for each key in the head, and for each key in the other lines. Returns their places.
fn one_of_each_key(lines: &[Vec<String>], chance: &mut SeededChance) -> Vec<(usize, usize)> {
    let mut of_key: BTreeMap<(bool, &str), Vec<(usize, usize)>> = BTreeMap::new();
    for (line, tokens) in lines.iter().enumerate() {
        for index in 0..tokens.len() {
            if changed(tokens, index).is_some() {
                let key = (line == 0, key(tokens, index));
                of_key.entry(key).or_default().push((line, index));
            }
        }
    }
    let any = |places: Vec<(usize, usize)>| places[chance.below(places.len() as u32) as usize];
    of_key.into_values().map(any).collect()
}

/// Returns true if a change to this key's value may go undetected once the checksums are recomputed.
fn is_free(key: &str, line: usize, doctored: &CheckedGame) -> bool {
    let is_rule = line == 0 && !doctored.has_built_in_rules();
    is_rule || matches!(key, "names" | "at" | "self_nope")
}

#[test]
fn a_changed_field_is_found_out_with_its_step_also_if_the_sums_are_computed_anew() {
    for seed in 0..100 {
        let file = Invented::new(seed).file();
        let bodies = bodies(&file);
        assert_eq!(with_sums(&bodies), file);
        let sum = read(&file).sum;
        let lines: Vec<Vec<String>> = bodies.iter().map(|body| tokens(body)).collect();
        for (line, index) in one_of_each_key(&lines, &mut SeededChance::new(seed)) {
            let mut tokens = lines[line].clone();
            let other = changed(&tokens, index).expect("a value");
            let told = format!("seed {seed}, line {line}: {} to {other}", tokens[index]);
            tokens[index] = other;
            let mut doctored = bodies.clone();
            doctored[line] = tokens.concat();
            let careless = file.replacen(&bodies[line], &doctored[line], 1);
            let error = refused(&careless);
            let here = place(line, bodies.len());
            assert_eq!(error.place, here, "{told}");
            assert_ne!(error.fault, FileFault::Unfair, "{told}");
            let is_version = error.reason.contains("version");
            assert!(
                error.reason.contains("sum") || is_version,
                "{told}: {error}"
            );
            let key = key(&lines[line], index);
            match CheckedGame::read(with_sums(&doctored).as_bytes()) {
                Ok(game) => {
                    assert!(is_free(key, line, &game), "{told}");
                    assert_eq!(game.has_sum(&sum), key == "names", "{told}");
                }
                // A change in the head may be detected in the deal, and a wrong time only at the next step.
                Err(error) => {
                    assert!(
                        error.place == here || line == 0 || key == "at",
                        "{told}: {error}"
                    );
                }
            }
        }
    }
}

#[test]
fn numbers_beyond_all_limits_in_the_head_are_refused_or_harmless() {
    for seed in 0..36 {
        let bodies = bodies(&Invented::new(seed).file());
        let head = tokens(&bodies[0]);
        for index in (0..head.len()).filter(|at| head[*at].parse::<u64>().is_ok()) {
            for other in ["0", "9", "120", "255", "18446744073709551615"] {
                let mut tokens = head.clone();
                tokens[index] = other.to_owned();
                let doctored = [vec![tokens.concat()], bodies[1..].to_vec()].concat();
                let read = CheckedGame::read(with_sums(&doctored).as_bytes());
                let is_same = tokens == head || key(&head, index) == "dealt_at";
                let is_free = |game: CheckedGame| is_same || !game.has_built_in_rules();
                assert!(
                    read.is_err() || read.is_ok_and(is_free),
                    "{} {other}",
                    key(&head, index)
                );
            }
        }
    }
}

#[test]
fn lines_that_are_dropped_doubled_or_swapped_and_cut_files_are_found_out() {
    for seed in 0..100 {
        let file = Invented::new(seed).file();
        let bodies = bodies(&file);
        let lines = bodies.len();
        let line = seed as usize % (lines - 2);
        let mut dropped = bodies.clone();
        dropped.remove(line);
        assert_eq!(refused(&with_sums(&dropped)).place, place(line, lines - 1));
        let mut doubled = bodies.clone();
        doubled.insert(line, bodies[line].clone());
        assert_eq!(
            refused(&with_sums(&doubled)).place,
            place(line + 1, lines + 1)
        );
        let mut swapped = bodies.clone();
        swapped.swap(line, line + 1);
        assert_eq!(refused(&with_sums(&swapped)).place, place(line, lines));
        for cut in [1, file.len() / 3, file.len() / 2, file.len() - 1] {
            let end = file.floor_char_boundary(cut);
            refused(&file[..end]);
        }
        let without_end = with_sums(&bodies[..lines - 1]);
        assert_eq!(refused(&without_end).place, FilePlace::End);
    }
}

#[test]
fn later_versions_and_files_too_large_are_refused_early_and_reasons_are_printable() {
    let bodies = bodies(&Invented::new(1).file());
    let with_head = |from: &str, to: &str| {
        let mut bodies = bodies.clone();
        bodies[0] = bodies[0].replacen(from, to, 1);
        refused(&with_sums(&bodies)).to_string()
    };
    let later = with_head("\"kittens_game\":1", "\"kittens_game\":2,\"more\":[]");
    assert_eq!(
        later,
        "the head: version 2 of the format; this program reads version 1"
    );
    for (from, to) in [
        ("\"edition\":\"", "\"edition\":\"\\u001b[31m"),
        ("\"first\":", "\"first\": "),
        ("\"first\":", "\"more\":1,\"first\":"),
        ("\"cards_dealt\":", "\"cards_dealt\":30"),
    ] {
        let reason = with_head(from, to);
        assert!(
            reason.contains("the line does not follow the format, at character "),
            "{reason:?}"
        );
    }
    for (from, to, reason) in [
        ("\"game\":\"6/", "\"game\":\"06/", "not a game id"),
        ("\"game\":\"6/1.", "\"game\":\"6/0.", "not a game id"),
        ("\"shares\":[\"", "\"shares\":[\"0", "not the id of a click"),
        ("\"game\":\"6/1.", "\"game\":\"0/1.", "no such share"),
        ("\"dealt_at\":", "\"dealt_at\":999999", "a time above"),
    ] {
        let refused = with_head(from, to);
        assert!(refused.contains(reason), "{refused}");
    }
    assert_eq!(refused("").to_string(), "the head: the file ends too early");
    assert_eq!(refused("{}\n").to_string(), "the head: not a game file");
    let long = "x".repeat((1 << 20) + 1);
    assert_eq!(
        refused(&long).to_string(),
        "the head: the line is longer than 1 MB"
    );
    let large = "\n".repeat((16 << 20) + 1);
    assert_eq!(
        refused(&large).to_string(),
        "the file: it is larger than 16 MB"
    );
}

/// Every later version must be able to read the golden files.
#[test]
fn golden_files_stay_right() {
    let day = Day(35);
    for (name, id, file) in [
        ("proof", Some(GAME), Invented::new(10).file()),
        ("no-proof", None, Invented::new(18).file()),
        ("daily", Some(day.game_id()), daily::played_file(day, 4)),
    ] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games");
        let path = folder.join(format!("{name}.jsonl"));
        if std::env::var_os("KITTENS_WRITE_JOURNALS").is_some() {
            fs::write(&path, file).expect("a file is written");
        }
        let checked = read(&fs::read_to_string(path).expect("a golden file"));
        assert_eq!(checked.id, id);
        assert!(checked.game.winner().is_some() && checked.has_built_in_rules());
    }
}
