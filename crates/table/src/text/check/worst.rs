//! Every screen, as full as it can get: nine players with the longest names, each letter of which
//! has to be escaped, hands of every title, and whole games in every edition.

use players::Strength;
use rules::{
    Decks, EditionId, Game, Hand, Illegal, Phase, Pile, Play, Seat, SeededChance, SeenEvent, Setup,
    Title, Turn, redact,
};

use super::super::{Language, Locale};
use crate::control::Stamp;
use crate::ids::{ChannelId, Millis, Revision, TableId, UserId};
use crate::intent::{PanelStep, TargetedPlay};
use crate::options::{FirstPlayer, LeaverPolicy, Setting, TableOptions};
use crate::pace::Pace;
use crate::preferences::LanguagePreference;
use crate::refusal::Refusal;
use crate::screen::{
    self, Closing, Escape, Fate, LobbyView, Notice, Obstacle, Occupant, OptionsView, OverView,
    PanelView, Permission, Placed, Question, Remark, RemarkTopic, RulesView, Screen, Seated,
    Sitter, TableView, Tally, Topic, Votes,
};

/// The longest name there can be: 32 characters, all of which are escaped.
pub(super) const NAME: &str = "*_~`|*_~`|*_~`|*_~`|*_~`|*_~`|*_";
const LINK: &str =
    "https://discord.com/channels/18446744073709551615/18446744073709551615/18446744073709551615";
const STAMP: Stamp = Stamp {
    table: TableId(u64::MAX),
    revision: Revision(u32::MAX),
};
const DEADLINE: Millis = Millis(1_800_000_030_000);
/// Games of chance in each edition: most of what can happen, happens in one of them.
const GAMES: u64 = 3;

/// Who is shown each screen with the name of it.
type Viewer<'v> = dyn FnMut(&str, &Screen) + 'v;

/// Shows every screen in this language.
pub(super) fn screens(language: &Language, show: &mut Viewer<'_>) {
    lobbies(language, show);
    crowd(language, show);
    for edition in EditionId::ALL {
        for seed in 0..GAMES {
            game(edition, seed, language, show);
        }
    }
    ends(language, show);
    pages(language, show);
    sentences(language, show);
}

fn user(index: usize) -> UserId {
    UserId(u64::MAX - index as u64)
}

fn people(count: usize, occupant: impl Fn(usize) -> Occupant) -> Vec<Seated> {
    let seated = |index| Seated {
        name: NAME.to_owned(),
        occupant: occupant(index),
    };
    (0..count).map(seated).collect()
}

fn person(index: usize, sitter: Sitter) -> Occupant {
    Occupant::Person {
        user: user(index),
        sitter,
    }
}

fn all_present(count: usize) -> Vec<Seated> {
    people(count, |index| person(index, Sitter::Person))
}

/// A person and computers of every strength.
fn mostly_computers(count: usize) -> Vec<Seated> {
    let strength = |index: usize| Strength::ALL[index % Strength::ALL.len()];
    people(count, |index| match index {
        0 => person(0, Sitter::Person),
        _ => Occupant::Computer(strength(index)),
    })
}

fn lobbies(language: &Language, show: &mut Viewer<'_>) {
    for edition in EditionId::ALL {
        let book = TableOptions::of(edition, Locale::fallback());
        for options in std::iter::once(book).chain(variations(book)) {
            for count in 1..=Seat::ALL.len() {
                lobby(options, all_present(count), language, show);
                lobby(options, mostly_computers(count), language, show);
            }
        }
    }
}

/// The options with each setting changed by itself, and with all house rules at once.
fn variations(book: TableOptions) -> Vec<TableOptions> {
    let settings = [
        Setting::Combos(Some(rules::Combos::CatPairs)),
        Setting::Combos(Some(rules::Combos::Special)),
        Setting::Combos(Some(rules::Combos::SpecialAndFive)),
        Setting::Attack(Some(rules::AttackRule::AddsUp)),
        Setting::Attack(Some(rules::AttackRule::Resets)),
        Setting::Favor(Some(rules::FavorRule::One)),
        Setting::Favor(Some(rules::FavorRule::Everyone)),
        Setting::SelfNope(true),
        Setting::Decks(Decks::Two),
        Setting::First(FirstPlayer::Person(user(0))),
        Setting::Leavers(LeaverPolicy::Out),
    ];
    let each = settings.map(|setting| book.with(setting));
    let paces = Pace::ALL.map(|pace| book.with(Setting::Pace(pace)));
    let all = settings.into_iter().fold(book, TableOptions::with);
    each.into_iter().chain(paces).chain([all]).collect()
}

fn lobby(options: TableOptions, people: Vec<Seated>, language: &Language, show: &mut Viewer<'_>) {
    let view = LobbyView {
        stamp: STAMP,
        options,
        people: people.clone(),
        host: user(0),
        closes: DEADLINE,
    };
    show("the lobby", &screen::lobby(&view, language));
    let view = OptionsView {
        stamp: STAMP,
        options,
        people,
    };
    show("the host's options", &screen::options(&view, language));
}

/// A running game and who looks at it.
struct Round {
    game: Game,
    people: Vec<Seated>,
    events: Vec<rules::Event>,
}

impl Round {
    fn new(game: Game, people: Vec<Seated>) -> Self {
        Self {
            game,
            people,
            events: Vec::new(),
        }
    }

    fn play(&mut self, action: rules::Action, chance: &mut SeededChance) -> Result<(), Illegal> {
        let events = self.game.play(action, chance)?;
        self.events.extend(events);
        Ok(())
    }

    fn seen(&self, viewer: Option<Seat>) -> Vec<SeenEvent> {
        let recent = self.events.len().saturating_sub(40);
        self.events[recent..]
            .iter()
            .map(|event| redact(event, viewer, self.game.rules()))
            .collect()
    }

    /// Every computer has something to say about everything, and everybody wants to go on without
    /// everybody.
    fn table(&self, deadline: Option<Millis>) -> TableView {
        let topics = REMARKS.into_iter().cycle();
        let remarks = topics.take(self.events.len()).enumerate();
        let remarks = remarks.map(|(after, topic)| Remark {
            after,
            by: Seat::ALL[1],
            topic,
            variant: after as u32 % 3,
        });
        let slow = match self.game.phase() {
            // Nobody votes about a Nope that nobody has to play.
            Phase::Window(_) => rules::SeatSet::EMPTY,
            _ => self.game.awaited(),
        };
        let votes = slow.iter().map(|against| Votes {
            against,
            votes: 4,
            needed: 5,
        });
        TableView {
            remarks: remarks.collect(),
            votes: votes.collect(),
            stamp: STAMP,
            people: self.people.clone(),
            game: self.game.view(None),
            story: self.seen(None),
            deadline,
        }
    }

    fn panel(&self, seat: Seat, step: PanelStep, refusal: Option<Refusal>) -> PanelView {
        PanelView {
            stamp: STAMP,
            people: self.people.clone(),
            seat,
            game: self.game.view(Some(seat)),
            news: self.seen(Some(seat)),
            refusal,
            deadline: Some(DEADLINE),
            step,
            dawdlers: self.game.awaited().without(seat),
        }
    }

    fn show(&self, language: &Language, show: &mut Viewer<'_>) {
        for deadline in [Some(DEADLINE), None] {
            show("the table", &screen::table(&self.table(deadline), language));
        }
        for seat in self.game.rules().seats().iter() {
            let places =
                matches!(self.game.phase(), Phase::Placing { seat: placing } if *placing == seat);
            let steps = places.then_some([
                PanelStep::Places { from: 0 },
                PanelStep::Places { from: 25 },
            ]);
            for step in steps.into_iter().flatten().chain([PanelStep::Hand]) {
                let view = self.panel(seat, step, None);
                show("the hand", &screen::panel(&view, language));
            }
        }
    }
}

/// As many players as an edition takes, with all house rules; the first holds three of every title,
/// and the pile is of the longest card.
fn crowded(edition: EditionId) -> Option<Round> {
    let book = TableOptions::of(edition, Locale::fallback());
    let options = variations(book).into_iter().rev();
    let rules = options
        .filter_map(|options| options.ruleset(options.players().next_back()?).ok())
        .max_by_key(|rules| rules.seats().len())?;
    let mut setup = Setup::new(rules);
    let held = rules
        .titles()
        .iter()
        .filter(|&title| title != Title::ExplodingKitten);
    setup.hands[0] = held.flat_map(|title| [title; 3]).collect();
    let seats = rules.seats().len();
    for hand in &mut setup.hands[1..seats] {
        *hand = Hand::from_iter([Title::Nope; 3]);
    }
    let mut pile = vec![Title::RainbowRalphingCat; 40];
    pile.extend(vec![Title::ExplodingKitten; seats - 1]);
    setup.pile = Pile::from_bottom(&pile)?;
    setup.turn = Some(Turn::normal(Seat::ALL[0]));
    let people = people(seats, |index| match index % 4 {
        0 => person(index, Sitter::Away),
        1 => person(index, Sitter::Left),
        2 => Occupant::Computer(Strength::Tiger),
        _ => person(index, Sitter::Person),
    });
    Some(Round::new(Game::from_setup(setup).ok()?, people))
}

fn steps() -> impl Iterator<Item = PanelStep> {
    let on = Seat::ALL[1];
    let of_title = move |title| {
        [
            PanelStep::Title(title),
            PanelStep::Target(TargetedPlay::Pair(title)),
            PanelStep::Target(TargetedPlay::Triple(title)),
            PanelStep::Naming { title, on },
        ]
    };
    let places = [0, 25, 50, 111, 255].map(|from| PanelStep::Places { from });
    Title::ALL
        .into_iter()
        .flat_map(of_title)
        .chain([
            PanelStep::Hand,
            PanelStep::Five,
            PanelStep::Target(TargetedPlay::Favor),
        ])
        .chain(places)
}

fn crowd(language: &Language, show: &mut Viewer<'_>) {
    for edition in EditionId::ALL {
        let Some(round) = crowded(edition) else {
            continue;
        };
        round.show(language, show);
        for step in steps() {
            let view = round.panel(Seat::ALL[0], step, Some(Refusal::MovedOn));
            show("a step of the hand", &screen::panel(&view, language));
        }
        let on = round.game.rules().seats().iter().last();
        let triple = on.map(|on| Play::Triple {
            title: Title::RainbowRalphingCat,
            on,
            naming: Title::SeeTheFuture,
        });
        let favors = [None, on].map(|on| Play::Favor { on });
        let singles = [
            Title::Attack,
            Title::Skip,
            Title::Shuffle,
            Title::SeeTheFuture,
        ];
        for play in triple
            .into_iter()
            .chain(favors)
            .chain(singles.map(Play::Single))
        {
            noped(edition, play, language, show);
        }
    }
}

/// A crowded table's card under as many Nopes as may be, and what comes of it.
fn noped(edition: EditionId, play: Play, language: &Language, show: &mut Viewer<'_>) {
    let Some(mut round) = crowded(edition) else {
        return;
    };
    let (seat, chance) = (Seat::ALL[0], &mut SeededChance::new(1));
    let other = |layer: u8| Seat::ALL[usize::from(layer + 1) % 2];
    let nopes = (0..6).map(|layer| rules::Action::Nope {
        seat: other(layer),
        layer,
    });
    let actions = std::iter::once(rules::Action::Play { seat, play }).chain(nopes);
    for action in actions.chain([rules::Action::TimeOut]) {
        if round.play(action, chance).is_err() {
            return;
        }
        round.show(language, show);
    }
    // Once he has read his news, his panel tells what he still knows.
    let mut view = round.panel(seat, PanelStep::Hand, None);
    view.news.clear();
    show("the hand", &screen::panel(&view, language));
}

/// A game in which everybody does anything that he may, dawdles and leaves.
fn game(edition: EditionId, seed: u64, language: &Language, show: &mut Viewer<'_>) {
    let options = TableOptions::of(edition, Locale::fallback());
    let Some(rules) = options
        .players()
        .next_back()
        .and_then(|players| options.ruleset(players).ok())
    else {
        return;
    };
    let chance = &mut SeededChance::new(seed);
    let (game, _) = Game::deal(rules, Seat::ALL[0], chance);
    let seats = rules.seats().len();
    let people = if seed.is_multiple_of(2) {
        all_present(seats)
    } else {
        mostly_computers(seats)
    };
    let mut round = Round::new(game, people);
    while let Some(action) = anything(&round.game, chance) {
        round.show(language, show);
        if round.play(action, chance).is_err() {
            return;
        }
    }
    round.show(language, show);
}

fn anything(game: &Game, chance: &mut SeededChance) -> Option<rules::Action> {
    use rules::Chance;
    let living = game.living();
    if game.winner().is_some() {
        return None;
    }
    match chance.below(24) {
        0 => living
            .iter()
            .last()
            .map(|seat| rules::Action::Leave { seat }),
        1..=3 => Some(rules::Action::TimeOut),
        _ => {
            let open: Vec<_> = living
                .iter()
                .flat_map(|seat| game.legal(seat).actions().collect::<Vec<_>>())
                .collect();
            let number = u32::try_from(open.len()).ok()?;
            open.get(chance.below(number.max(1)) as usize).copied()
        }
    }
}

fn ends(language: &Language, show: &mut Viewer<'_>) {
    for number in [0, 1, 999] {
        let fate = |index| match index {
            0 if number == 0 => Fate::Won,
            0 => Fate::WonByComputer,
            index if index % 2 == 0 => Fate::Exploded,
            _ => Fate::Left,
        };
        let view = OverView {
            stamp: STAMP,
            people: all_present(Seat::ALL.len()),
            placing: Seat::ALL
                .map(|seat| Placed {
                    seat,
                    fate: fate(seat.index()),
                })
                .to_vec(),
            tally: Tally {
                turns: number,
                nopes: number,
                longest_chain: u8::try_from(number).unwrap_or(10),
                closest_escape: Some(Escape {
                    seat: Seat::ALL[8],
                    kittens: 8,
                    cards: 9,
                }),
            },
        };
        show("the end", &screen::over(&view, language));
    }
    let closings = [
        Closing::LobbyIdle,
        Closing::LobbyEmpty,
        Closing::Ended {
            by: NAME.to_owned(),
        },
        Closing::Abandoned,
    ];
    for closing in closings {
        show("the end", &screen::closed(&closing, language));
    }
}

fn pages(language: &Language, show: &mut Viewer<'_>) {
    let general = [
        Topic::Guide,
        Topic::Cards,
        Topic::Combos,
        Topic::Window,
        Topic::House,
    ];
    for topic in general.into_iter().chain(Title::ALL.map(Topic::Card)) {
        for edition in EditionId::ALL {
            let page = screen::rules(&RulesView { edition, topic }, language);
            show("the rules help", &page);
        }
    }
}

fn sentences(language: &Language, show: &mut Viewer<'_>) {
    for question in [
        Question::End,
        Question::LeaveToStandIn,
        Question::LeaveForGood,
    ] {
        show("a question", &screen::question(question, STAMP, language));
    }
    for notice in notices() {
        show("a notice", &screen::notice(notice, language));
    }
    for obstacle in obstacles() {
        show("a refusal", &screen::obstacle(&obstacle, language));
    }
    for refusal in Refusal::all(DEADLINE) {
        show("a refusal", &screen::refusal(&refusal, language));
    }
}

fn notices() -> impl Iterator<Item = Notice> {
    let fixed = [
        Notice::Joined,
        Notice::LeftLobby,
        Notice::LeftToStandIn,
        Notice::LeftForGood,
        Notice::Ended,
        Notice::TablePosted,
        Notice::Noped,
        Notice::Passed,
        Notice::Voted,
        Notice::VotedAway,
        Notice::Done,
        Notice::OpenedIn {
            channel: ChannelId(u64::MAX),
        },
    ];
    fixed
        .into_iter()
        .chain(LanguagePreference::all().map(Notice::Reading))
}

fn obstacles() -> impl Iterator<Item = Obstacle> {
    let permissions = [
        Permission::View,
        Permission::Send,
        Permission::SendInThreads,
        Permission::CreateThreads,
        Permission::EmbedLinks,
        Permission::AttachFiles,
    ];
    let others = [
        Obstacle::NoGame,
        Obstacle::GameHere {
            link: LINK.to_owned(),
        },
        Obstacle::SlowDown,
        Obstacle::ServersOnly,
        Obstacle::UnknownButton,
        Obstacle::UnknownCard,
        Obstacle::UnknownValue,
        Obstacle::Full,
        Obstacle::Trouble,
    ];
    others.into_iter().chain(permissions.map(Obstacle::Missing))
}

const REMARKS: [RemarkTopic; 8] = [
    RemarkTopic::Nope,
    RemarkTopic::Defuse,
    RemarkTopic::Explode,
    RemarkTopic::Farewell,
    RemarkTopic::Robbed,
    RemarkTopic::Robs,
    RemarkTopic::Attacked,
    RemarkTopic::Draw,
];
