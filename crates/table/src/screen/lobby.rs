//! The public lobby: what will be played, who has come, what is still missing.

use players::Strength;
use rules::{AttackRule, Combos, FavorRule};

use super::part::{Accent, Button, Screen, Style};
use super::view::{LobbyView, Occupant, Seated};
use super::{Emoji, Sign};
use crate::intent::Intent;
use crate::options::{FirstPlayer, LeaverPolicy, TableOptions};
use crate::text::{Countdown, Duration, Language, List, Message, Name, Words};

/// The lobby as everybody sees it.
pub fn lobby(view: &LobbyView, language: &Language) -> Screen {
    let deadline = Countdown(view.closes);
    let closes = language.say(&Message::LobbyCloses { deadline });
    Screen::new(Accent::Gathering)
        .text(format!(
            "## {} {}",
            Emoji::Sign(Sign::Bomb).unicode(),
            language.say(&Message::LobbyTitle)
        ))
        .text(terms(view, language))
        .line()
        .text(seats(view, language))
        .text(format!("{}\n-# {closes}", language.say(&readiness(view))))
        .buttons(buttons(view, language))
        .buttons(computers(view, language))
}

/// What only the host may use, and what stands here all the same: the message is everybody's.
fn computers(view: &LobbyView, language: &Language) -> Vec<Button> {
    let most = view.options.players().next_back().unwrap_or(0);
    let has_room = view.people.len() < most;
    let has_computers = view.people.iter().any(|seated| seated.user().is_none());
    let add = |strength| {
        let label = Message::ButtonAddComputer {
            strength: Words(language.strength(strength)),
        };
        Button::new(
            view.stamp.button(Intent::AddComputer(strength)),
            language.say(&label),
        )
        .emoji(Sign::Computer)
        .enabled(has_room)
    };
    let remove = view.stamp.button(Intent::RemoveComputer);
    let remove = Button::new(remove, language.say(&Message::ButtonRemoveComputer))
        .emoji(Sign::Leave)
        .enabled(has_computers);
    Strength::ALL.into_iter().map(add).chain([remove]).collect()
}

fn buttons(view: &LobbyView, language: &Language) -> [Button; 5] {
    let button =
        |intent, label: Message<'_>| Button::new(view.stamp.button(intent), language.say(&label));
    let startable = view.options.ruleset(view.people.len()).is_ok();
    [
        button(Intent::Join, Message::ButtonJoin)
            .emoji(Sign::Join)
            .style(Style::Primary),
        button(Intent::Leave { confirmed: false }, Message::ButtonLeave).emoji(Sign::Leave),
        button(Intent::OpenOptions, Message::ButtonOptions).emoji(Sign::Options),
        button(Intent::Rules, Message::ButtonRules).emoji(Sign::Rules),
        button(Intent::Start, Message::ButtonStart)
            .emoji(Sign::Start)
            .style(Style::Success)
            .enabled(startable),
    ]
}

fn terms(view: &LobbyView, language: &Language) -> String {
    let pace = view.options.pace;
    let terms = [
        edition(&view.options),
        house_rules(&view.options, language),
        Message::LobbyPace {
            pace: Words(language.pace(pace)),
            turn: Duration(view.options.time_limits().turn),
            window: Duration(view.options.time_limits().window),
        },
        first(view),
    ];
    terms
        .map(|term| language.say_in(view.options.edition, &term))
        .join("\n")
}

fn edition(options: &TableOptions) -> Message<'static> {
    let edition = options.edition;
    let mut numbers = options.players();
    match (numbers.next(), numbers.next_back()) {
        (None, _) => Message::LobbyEditionNobody { edition },
        (Some(players), None) => Message::LobbyEditionExact {
            edition,
            players: count(players),
        },
        (Some(fewest), Some(most)) => Message::LobbyEdition {
            edition,
            fewest: count(fewest),
            most: count(most),
        },
    }
}

fn first(view: &LobbyView) -> Message<'_> {
    let chosen = match view.options.first {
        FirstPlayer::Random => None,
        FirstPlayer::Person(user) => view
            .people
            .iter()
            .find(|person| person.user() == Some(user)),
    };
    match chosen {
        Some(person) => Message::LobbyFirstPerson {
            player: Name(&person.name),
        },
        None => Message::LobbyFirstRandom,
    }
}

fn house_rules(options: &TableOptions, language: &Language) -> Message<'static> {
    let rules: Vec<_> = changes(options)
        .iter()
        .map(|change| Words(language.say_in(options.edition, change)))
        .collect();
    if rules.is_empty() {
        Message::LobbyByTheBook
    } else {
        Message::LobbyHouseRules { rules: List(rules) }
    }
}

fn changes(options: &TableOptions) -> Vec<Message<'static>> {
    let house = &options.house;
    let combos = house.combos.map(|combos| match combos {
        Combos::CatPairs => Message::LobbyHouseCatPairs,
        Combos::Special => Message::LobbyHouseSpecial,
        Combos::SpecialAndFive => Message::LobbyHouseSpecialAndFive,
    });
    let attack = house.attack.map(|attack| match attack {
        AttackRule::AddsUp => Message::LobbyHouseAttackAddsUp,
        AttackRule::Resets => Message::LobbyHouseAttackResets,
    });
    let favor = house.favor.map(|favor| match favor {
        FavorRule::One => Message::LobbyHouseFavorOne,
        FavorRule::Everyone => Message::LobbyHouseFavorEveryone,
    });
    let self_nope = house.self_nope.then_some(Message::LobbyHouseSelfNope);
    let decks = (house.decks.count() == 2).then_some(Message::LobbyHouseTwoDecks);
    let leavers = (options.leavers == LeaverPolicy::Out).then_some(Message::LobbyHouseLeaversOut);
    [combos, attack, favor, self_nope, decks, leavers]
        .into_iter()
        .flatten()
        .collect()
}

fn seats(view: &LobbyView, language: &Language) -> String {
    let taken = language.say(&Message::LobbySeats {
        taken: count(view.people.len()),
    });
    let lines = view
        .people
        .iter()
        .map(|person| seat(view, person, language));
    std::iter::once(taken)
        .chain(lines)
        .collect::<Vec<_>>()
        .join("\n")
}

fn seat(view: &LobbyView, person: &Seated, language: &Language) -> String {
    let player = Name(&person.name);
    let (sign, message) = match person.occupant {
        Occupant::Person { user, .. } if user == view.host => {
            (Sign::Host, Message::LobbySeatHost { player })
        }
        Occupant::Person { .. } => (Sign::Person, Message::LobbySeat { player }),
        Occupant::Computer(strength) => {
            let strength = Words(language.strength(strength));
            (
                Sign::Computer,
                Message::LobbySeatComputer { player, strength },
            )
        }
    };
    format!("{} {}", Emoji::Sign(sign).unicode(), language.say(&message))
}

fn readiness(view: &LobbyView) -> Message<'_> {
    let here = view.people.len();
    let numbers: Vec<_> = view.options.players().collect();
    let is_host = |person: &&Seated| person.user() == Some(view.host);
    let host = view.people.iter().find(is_host);
    match (
        numbers.iter().find(|&&number| number >= here),
        numbers.last(),
        host,
    ) {
        (_, None, _) => Message::LobbyDoesNotFit,
        (None, Some(most), _) => Message::LobbyTooMany {
            extra: count(here - most),
        },
        (Some(&enough), _, Some(host)) if enough == here => Message::LobbyReady {
            host: Name(&host.name),
        },
        (Some(enough), _, _) => Message::LobbyNeedsMore {
            missing: count(enough - here),
        },
    }
}

/// A number of things, for a message.
pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
