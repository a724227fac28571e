//! The public lobby: the options, the players so far, and controls such as the buttons to join and start.

use players::Strength;
use rules::{AttackRule, Combos, FavorRule, Recipe, Seat};

use super::element::{Accent, Button, ButtonStyle, Element, Screen, Select, SelectOption};
use super::game_context::join_lines;
use super::view::{LobbyView, Occupant, Player, RematchView};
use super::{Emoji, Icon};
use crate::computer_setup::opponents_now;
use crate::control::Stamp;
use crate::intent::{CALL_PLAYERS, Intent, Menu, OptionPage, REMOVE_COMPUTER};
use crate::options::{FirstPlayer, LeaverPolicy, RatingPolicy, TableOptions};
use crate::pages::calls::call_me_button;
use crate::pages::recipes::wording;
use crate::text::{
    BoldName, Called, Countdown, DeckName, Language, List, Message, Name, PlainName, ShownName,
    Verbatim,
};
use crate::user_set::UserSet;

pub(crate) fn lobby(view: &LobbyView, language: &Language) -> Screen {
    let heading = match &view.rematch {
        Some(rematch) => rematch_heading(rematch, language),
        None => {
            let title = language.translate(&Message::LobbyTitle);
            format!("### {} {title}", Emoji::Icon(Icon::Bomb))
        }
    };
    let options = view.rematch.is_none().then(|| option_lines(view, language));
    let (first_buttons, other_buttons) = buttons(view, language);
    let mut screen = Screen::new(Accent::Gathering)
        .text(heading)
        .element(options.map(Element::Text))
        .separator()
        .text(seat_lines(view, language))
        .text(end_lines(view, language))
        .buttons(first_buttons)
        .buttons(other_buttons)
        .buttons(door_buttons(view, language))
        .element(computer_menu(view, language).map(Element::Select))
        .displayed_as(view.options.display_mode);
    screen.mentions = called(view);
    screen
}

/// Returns the people to mention: the people asked for a rematch or, in any other lobby, the host if anyone knocks.
fn called(view: &LobbyView) -> UserSet {
    match &view.rematch {
        Some(rematch) => rematch.asked.iter().filter_map(Player::user).collect(),
        None if view.knocking.is_empty() => UserSet::EMPTY,
        None => UserSet::only(view.host),
    }
}

/// Returns the lines about a closed door, the people knocking, and a host who is away.
fn door_lines(view: &LobbyView, language: &Language) -> [Option<String>; 3] {
    let host = view
        .players
        .iter()
        .find(|one| one.user() == Some(view.host));
    let knocking = view.knocking.iter();
    let players: Vec<_> = knocking
        .map(|person| BoldName(person.shown_name()))
        .collect();
    let knock = host
        .filter(|_| !players.is_empty())
        .map(|host| Message::LobbyKnocking {
            host: Called {
                user: host.user(),
                name: BoldName(host.shown_name()),
            },
            players: List(players),
        });
    let closed = view.is_door_closed.then_some(Message::LobbyDoorClosed);
    let away = view.offers_host.then_some(Message::LobbyHostAway);
    [closed, knock, away].map(|line| line.map(|line| language.translate(&line)))
}

/// Returns the button to take over as host, if it is offered, and a let-in button for each person who knocks.
fn door_buttons(view: &LobbyView, language: &Language) -> Vec<Button> {
    let take_over = view.offers_host.then(|| {
        let label = Message::ButtonTakeOver;
        Button::labelled(view.stamp, Intent::TakeOver, &label, language).emoji(Icon::Host)
    });
    let knocking = view.knocking.iter();
    let let_in = knocking.filter_map(|person| let_in_button(view.stamp, person, language));
    take_over.into_iter().chain(let_in).collect()
}

pub(crate) fn let_in_button(stamp: Stamp, person: &Player, language: &Language) -> Option<Button> {
    let player = PlainName(person.shown_name());
    let (let_in, label) = (
        Intent::LetIn(person.user()?),
        Message::ButtonLetIn { player },
    );
    Some(Button::labelled(stamp, let_in, &label, language).emoji(Icon::Join))
}

/// Returns the title of a rematch and the players who are asked to join. The options are left out, because the players
/// know them from the previous game.
fn rematch_heading(rematch: &RematchView, language: &Language) -> String {
    let title = language.translate(&Message::LobbyRematch);
    let asked = rematch.asked.iter().map(|player| Called {
        user: player.user(),
        name: BoldName(ShownName::unmarked(&player.name)),
    });
    let players = List(asked.collect());
    let asked = (!rematch.asked.is_empty())
        .then(|| language.translate(&Message::LobbyRematchAsked { players }));
    join_lines([
        Some(format!("## {} {title}", Emoji::Icon(Icon::Rematch))),
        asked,
    ])
}

/// Returns the lines about the conditions for starting, and the time at which a rematch starts or the lobby closes.
fn end_lines(view: &LobbyView, language: &Language) -> String {
    let condition = language.translate(&start_condition(view));
    match &view.rematch {
        Some(rematch) => {
            let deadline = Countdown(rematch.starts);
            let starts = language.translate(&Message::LobbyRematchStarts { deadline });
            let fits = view
                .options
                .ruleset(&view.editions, view.players.len())
                .is_ok();
            join_lines([Some(starts), (!fits).then_some(condition)])
        }
        None => {
            let deadline = Countdown(view.closes);
            let closes = language.translate(&Message::LobbyCloses { deadline });
            format!("{condition}\n-# {closes}")
        }
    }
}

/// Returns the menu that adds or removes computer players or calls for players, or `None` if it has no options. Only
/// the host may use it, but everyone sees the same message.
fn computer_menu(view: &LobbyView, language: &Language) -> Option<Select> {
    let mut allowed = view.options.players(&view.editions);
    let has_room = view.players.len() < allowed.next_back().unwrap_or(0);
    let has_computers = view.players.iter().any(|player| player.user().is_none());
    let add = |strength: Strength| {
        let label = match strength {
            Strength::Kitten => Message::ButtonAddKitten,
            Strength::Cat => Message::ButtonAddCat,
            Strength::Tiger => Message::ButtonAddTiger,
        };
        SelectOption::new(strength.to_string(), language.translate(&label)).emoji(Icon::Computer)
    };
    let remove = || {
        let label = language.translate(&Message::ButtonRemoveComputer);
        SelectOption::new(REMOVE_COMPUTER, label).emoji(Icon::Leave)
    };
    let call = || {
        let label = language.translate(&Message::ButtonCallPlayers);
        SelectOption::new(CALL_PLAYERS, label).emoji(Icon::Call)
    };
    let may_call = !view.has_called && !view.options.are_calls_off;
    let can_call = has_room && may_call && view.rematch.is_none();
    let strengths = Strength::ALL.into_iter().filter(|_| has_room).map(add);
    let others = has_computers.then(remove).into_iter();
    let options: Vec<_> = strengths.chain(others).chain(can_call.then(call)).collect();
    let placeholder = if has_room {
        Message::LobbyAddComputer
    } else {
        Message::ButtonRemoveComputer
    };
    let players = u8::try_from(view.players.len()).unwrap_or(u8::MAX);
    let control = view.stamp.menu(Menu::Computers { players });
    let placeholder = language.translate(&placeholder);
    (!options.is_empty()).then(|| Select::one(control, placeholder, options))
}

/// Returns the buttons to start, join and leave in one list, and the other buttons in a second list. For a rematch, all
/// buttons are in the first list, and the button with which people ask to be called is left out.
fn buttons(view: &LobbyView, language: &Language) -> (Vec<Button>, Vec<Button>) {
    let button =
        |intent: Intent, label: Message<'_>| Button::labelled(view.stamp, intent, &label, language);
    let ruleset = view.options.ruleset(&view.editions, view.players.len());
    let (join, leave) = match view.rematch {
        Some(_) => (Message::ButtonImIn, Message::ButtonNotThisTime),
        None => (Message::ButtonJoin, Message::ButtonLeave),
    };
    let start = match opponents_now(&view.options, &view.editions) {
        Some(computers) if view.players.len() == 1 && view.rematch.is_none() => {
            play_now_button(view.stamp, count(computers), language)
        }
        _ => start_button(view.stamp, ruleset.is_ok(), language),
    };
    let join = button(Intent::Join, join)
        .emoji(Icon::Join)
        .style(ButtonStyle::Primary);
    let leave = button(Intent::Leave { confirmed: false }, leave).emoji(Icon::Leave);
    let open = Intent::OpenOptions(OptionPage::Game);
    let options = button(open, Message::ButtonOptions).emoji(Icon::Options);
    let rules = button(Intent::Rules(None), Message::ButtonRules).emoji(Icon::Rules);
    match view.rematch {
        Some(_) => (vec![start, join, leave, options, rules], Vec::new()),
        None => {
            let others = vec![options, call_me_button(language), rules];
            (vec![start, join, leave], others)
        }
    }
}

fn play_now_button(stamp: Stamp, computers: u32, language: &Language) -> Button {
    let label = Message::ButtonPlayNow { computers };
    Button::labelled(stamp, Intent::PlayNow, &label, language)
        .emoji(Icon::Start)
        .style(ButtonStyle::Success)
}

/// Returns the button that starts the game, disabled unless the number of players fits the options.
pub(crate) fn start_button(stamp: Stamp, fits: bool, language: &Language) -> Button {
    Button::labelled(stamp, Intent::Start, &Message::ButtonStart, language)
        .emoji(Icon::Start)
        .style(ButtonStyle::Success)
        .enabled(fits)
}

/// Returns the lines about the game: an introduction, the deck and the pace, the options that differ from the rulebook,
/// and the chosen first player.
fn option_lines(view: &LobbyView, language: &Language) -> String {
    let translate = |line| language.translate_for(view.options.edition, &line);
    let pace = Message::LobbyPace {
        pace: Verbatim(language.pace_name(view.options.pace)),
    };
    let deck = recipe_line(view, language).unwrap_or_else(|| translate(edition(view)));
    let settings = format!("-# {deck} · {}", translate(pace));
    join_lines([
        Some(translate(Message::LobbyAbout)),
        Some(settings),
        house_rules(&view.options, language).map(translate),
        first_player(view).map(translate),
    ])
}

/// Returns the line about the recipe that the game uses, if it uses one.
fn recipe_line(view: &LobbyView, language: &Language) -> Option<String> {
    let chosen = view.options.recipe.as_ref()?;
    let recipe = DeckName::Recipe(*chosen);
    let known = Recipe::from_code(chosen.code.as_str()).ok();
    let players = known.and_then(|known| wording::players(&known));
    Some(language.translate(&match players {
        Some(players) => Message::LobbyRecipe {
            recipe,
            edition: view.options.edition,
            players,
        },
        None => Message::LobbyRecipeNobody { recipe },
    }))
}

fn edition(view: &LobbyView) -> Message<'static> {
    let edition = view.options.edition;
    let mut numbers = view.options.players(&view.editions);
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

fn first_player(view: &LobbyView) -> Option<Message<'_>> {
    let first = chosen_first(view.options.first, &view.players)?;
    Some(Message::LobbyFirstPerson {
        player: Name(first.shown_name()),
    })
}

pub(crate) fn chosen_first(first: FirstPlayer, players: &[Player]) -> Option<&Player> {
    match first {
        FirstPlayer::Random => None,
        FirstPlayer::Person(user) => players.iter().find(|player| player.user() == Some(user)),
    }
}

fn house_rules(options: &TableOptions, language: &Language) -> Option<Message<'static>> {
    let rules: Vec<_> = changed_rules(options)
        .iter()
        .map(|change| Verbatim(language.translate_for(options.edition, change)))
        .collect();
    (!rules.is_empty()).then_some(Message::LobbyHouseRules { rules: List(rules) })
}

fn changed_rules(options: &TableOptions) -> Vec<Message<'static>> {
    let (house, is_recipe) = (&options.house, options.recipe.is_some());
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
    let friendly = (options.rating == RatingPolicy::Friendly || is_recipe)
        .then_some(Message::LobbyHouseFriendly);
    let ghosts = options.ghosts.then_some(Message::LobbyHouseGhosts);
    [
        combos, attack, favor, self_nope, decks, leavers, ghosts, friendly,
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn seat_lines(view: &LobbyView, language: &Language) -> String {
    let taken = language.translate(&Message::LobbySeats {
        taken: count(view.players.len()),
    });
    let seats = Seat::ALL.into_iter().zip(&view.players);
    let lines = seats.map(|(seat, player)| Some(seat_line(view, seat, player, language)));
    let door = door_lines(view, language);
    join_lines([Some(taken)].into_iter().chain(lines).chain(door))
}

fn seat_line(view: &LobbyView, seat: Seat, seated: &Player, language: &Language) -> String {
    let player = Name(ShownName::unmarked(&seated.name));
    let (mark, message) = match seated.occupant {
        Occupant::Person { user, .. } if user == view.host => {
            (Some(Icon::Host), Message::LobbySeatHost { player })
        }
        Occupant::Person { .. } => (None, Message::LobbySeat { player }),
        Occupant::Computer(strength) => {
            let strength = Verbatim(language.computer_kind(strength));
            let message = Message::LobbySeatComputer { player, strength };
            (Some(Icon::Computer), message)
        }
    };
    let mark = mark.map_or_else(String::new, |icon| format!("{} ", Emoji::Icon(icon)));
    let line = language.translate(&message);
    format!("{} {mark}{line}", Emoji::Seat(seat))
}

fn start_condition(view: &LobbyView) -> Message<'_> {
    let joined = view.players.len();
    let numbers: Vec<_> = view.options.players(&view.editions).collect();
    let is_host = |player: &&Player| player.user() == Some(view.host);
    let host = view.players.iter().find(is_host);
    let enough = numbers.iter().find(|&&number| number >= joined);
    match (enough, numbers.last(), host) {
        (_, None, _) => Message::LobbyDoesNotFit,
        (None, Some(most), _) => Message::LobbyTooMany {
            extra: count(joined - most),
        },
        (Some(&enough), _, Some(host)) if enough == joined => Message::LobbyReady {
            host: Name(host.shown_name()),
        },
        (Some(enough), _, _) => Message::LobbyNeedsMore {
            missing: count(enough - joined),
        },
    }
}

/// Converts a count for use in a message. Saturates at `u32::MAX`.
pub(crate) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
