//! A player's private panel: the news, the hand, and the steps that lead to a play. Built only from information that
//! the owner may see. If a step is no longer possible, the hand is shown instead. Required choices are in [`prompt`];
//! most of the steps are in [`turn_step`](super::turn_step).

use rules::{
    AnswerKind, Answers, BlindOptions, BlindPick, Choice, ChoiceKind, Hand, Legal, LegalOptions,
    Look, Phase, Play, Timing, Title, TurnOptions,
};

use super::element::{Accent, Button, ButtonStyle, Screen, SelectOption};
use super::game_context::{GameContext, join_lines};
use super::hand_help::{first_help_buttons, help_buttons, is_explained, offers_auto_pass};
use super::hand_layout::{self, HeldCard};
use super::notices::notice_message;
use super::oracle::add_oracle;
use super::panel_state::{has_no_nope, is_blind, is_burying, is_solo, options, turn_options};
use super::turn_step::{
    card_count, five_step, is_legal, naming_step, single_intent, target_step, title_step,
};
use super::view::{Hint, PanelPlace, PanelView};
use super::{
    Icon, TableLink, error_notice, explanation, ghost, illustration, news, nope_window, prompt,
    table, turn_reason,
};
use crate::intent::{Intent, PanelStep};
use crate::text::{Language, List, Message, PlainName, Verbatim};

pub(crate) fn panel(view: &PanelView, language: &Language) -> Screen {
    let context = GameContext::of_panel(view, language);
    let step = match options(view) {
        LegalOptions::Choice(answers) => {
            prompt::add_choice(view, &context, top_of_panel(view, &context), *answers)
        }
        LegalOptions::Turn(turn) => step_of_turn(view, &context, turn),
        LegalOptions::Blind(BlindOptions {
            pick: Some(pick @ (BlindPick::Give | BlindPick::Put)),
            ..
        }) => prompt::add_blind_choice(view, &context, top_of_panel(view, &context), *pick),
        LegalOptions::OffTurn(_)
        | LegalOptions::Blind(_)
        | LegalOptions::Window { .. }
        | LegalOptions::Nothing => hand(view, &context),
    };
    let screen = match view.place {
        PanelPlace::Direct {
            table,
            has_controls: false,
        } => step.without_controls().text(table_line(table, &context)),
        PanelPlace::Direct { .. } | PanelPlace::Table { .. } | PanelPlace::Solo => step,
    };
    screen.displayed_as(view.display_mode)
}

/// Starts the screen of a step with the news, preceded by any refusal, notice or hint about a kitten.
fn top_of_panel(view: &PanelView, context: &GameContext<'_>) -> Screen {
    let screen = Screen::new(accent(view));
    let Some(text) = refusal_and_news(view, context) else {
        return screen;
    };
    add_news(view, context, screen, text)
        .emoji_row(illustration::future_row(&view.news))
        .separator()
}

fn refusal_and_news(view: &PanelView, context: &GameContext<'_>) -> Option<String> {
    let refusal = view
        .refusal
        .as_ref()
        .map(|reason| context.line(Icon::Stop, &error_notice::sentence(reason)));
    let told = view
        .notice
        .map(|notice| context.line(Icon::Info, &notice_message(notice)));
    let is_saved = view.hint == Some(Hint::Kitten);
    let hint = is_saved.then(|| context.line(Icon::Info, &Message::HintKitten));
    let news = news::recent_lines(context, &view.news)
        .or_else(|| turn_reason::latecomer_line(context, view.turn_reason));
    let blocks: Vec<_> = [refusal, told, hint, news].into_iter().flatten().collect();
    (!blocks.is_empty()).then(|| blocks.join("\n\n"))
}

/// Adds the text with the news. If the latest news is a drawn card, the card's picture is beside the text.
fn add_news(view: &PanelView, context: &GameContext<'_>, screen: Screen, text: String) -> Screen {
    match news::drawn_card(&view.news) {
        Some(title) => {
            let card = context.card_name(title);
            screen.illustrated(text, title, context.translate(&Message::AltDrawn { card }))
        }
        None => screen.text(text),
    }
}

fn accent(view: &PanelView) -> Accent {
    match options(view) {
        LegalOptions::Choice(Answers::Place(_)) if !is_burying(view) => Accent::Explosion,
        LegalOptions::Blind(BlindOptions {
            pick: Some(BlindPick::Give | BlindPick::Put),
            ..
        })
        | LegalOptions::Choice(_) => Accent::Waiting,
        LegalOptions::Turn(_) | LegalOptions::Blind(_) => Accent::Calm,
        LegalOptions::Window { .. } if !view.is_quiet() => Accent::Alarm,
        LegalOptions::OffTurn(_) | LegalOptions::Window { .. } | LegalOptions::Nothing => {
            Accent::Private
        }
    }
}

fn step_of_turn(view: &PanelView, context: &GameContext<'_>, turn: &TurnOptions) -> Screen {
    let screen = top_of_panel(view, context);
    match view.step {
        PanelStep::Title(title) if turn.is_playable(title) => {
            title_step(view, context, screen, turn, title)
        }
        PanelStep::Target(aim) if is_legal(turn, aim) => target_step(context, screen, turn, aim),
        PanelStep::Naming { title, wild, on }
            if turn.allows_triple(title, wild) && turn.targets.contains(on) =>
        {
            naming_step(context, screen, turn, (title, wild, on))
        }
        PanelStep::Five if !turn.fives.is_empty() => five_step(context, screen, turn),
        // Either the hand itself, or a step that is no longer possible.
        PanelStep::Hand
        | PanelStep::Explained
        | PanelStep::Title(_)
        | PanelStep::Target(_)
        | PanelStep::Naming { .. }
        | PanelStep::Five
        | PanelStep::Giving(_)
        | PanelStep::Order(_)
        | PanelStep::Places { .. } => hand(view, context),
    }
}

fn hand(view: &PanelView, context: &GameContext<'_>) -> Screen {
    let held = view.game.hand.unwrap_or_default();
    if !is_living(view) {
        let heading = context.heading(Icon::Dead, &status(view, context));
        let text = join_lines([Some(heading), place_line(view, context)]);
        let top = top_of_panel(view, context).text(text);
        let panel = match &view.oracle {
            Some(oracle) => add_oracle(top.lines([ghost::lines(view, context)]), context, oracle),
            None => top,
        };
        return panel.buttons([context.rules_button()]);
    }
    let mut screen = top_of_hand(view, context, held);
    if is_explained(view) {
        let text = explanation::text(view, context);
        screen = screen
            .separator()
            .text(join_lines([Some(text), view.commitment.clone()]));
    }
    let screen = screen.buttons(first_help_buttons(view, context));
    // The button for five different cards comes last, because it rarely appears and must not move the other buttons.
    let buttons = action_buttons(view, context)
        .into_iter()
        .chain(help_buttons(view, context))
        .chain(five_button(view, context));
    add_cards(view, context, screen, held)
        .buttons(buttons)
        .buttons(vote_buttons(view, context))
}

/// Starts the screen of a hand with the news and the lines about the hand. If the latest news is a drawn card, the
/// hand's heading is also beside the card's picture.
fn top_of_hand(view: &PanelView, context: &GameContext<'_>, held: Hand) -> Screen {
    let cards = card_count(context, view.seat);
    let heading = [
        Some(context.heading(Icon::Hand, &Message::PanelTitle { cards })),
        Some(status_line(view, context)),
    ];
    let lines = [
        window_lines(context).filter(|_| !view.is_quiet()),
        auto_pass_line(view, context),
        deadline_line(view, context),
        (can_draw(view) && !is_solo(view)).then(|| table::pile_line(context)),
        known_cards(view, context),
        blind_line(view, context),
        marked_line(view, context),
        cards_in_words(context, held),
        place_line(view, context),
    ];
    let news = refusal_and_news(view, context);
    match news.filter(|_| news::drawn_card(&view.news).is_some()) {
        Some(news) => {
            let text = join_lines([Some(news)].into_iter().chain(heading));
            add_news(view, context, Screen::new(accent(view)), text).lines(lines)
        }
        None => top_of_panel(view, context).lines(heading.into_iter().chain(lines)),
    }
}

fn add_cards(view: &PanelView, context: &GameContext<'_>, screen: Screen, held: Hand) -> Screen {
    let card = |title: Title| {
        let turn = turn_options(view);
        let label = context.counted_card(title, held.count(title));
        HeldCard {
            button: card_button(view, context, title, label.clone()),
            option: SelectOption::new(title.id(), label).emoji(title),
            is_playable: turn.is_some_and(|turn| turn.is_playable(title))
                || off_turn_intent(view, title).is_some(),
        }
    };
    let cards = held.titles().map(card).collect();
    hand_layout::add_cards(screen, cards, context)
}

fn blind_line(view: &PanelView, context: &GameContext<'_>) -> Option<String> {
    is_blind(view).then(|| context.line(Icon::Blind, &Message::PanelBlind))
}

fn marked_line(view: &PanelView, context: &GameContext<'_>) -> Option<String> {
    let mut seats = context.game.seats.iter();
    let marked = seats.find(|seat| seat.seat == view.seat)?.marked;
    let cards = context.cards_with_emoji(marked.cards());
    let line = || context.line(Icon::Marked, &Message::PanelMarked { cards });
    (!marked.is_empty()).then(line)
}

/// Returns the line with the cards of the hand and their counts. `None` for an empty hand, and outside text-first mode
/// if each title has a button.
fn cards_in_words(context: &GameContext<'_>, held: Hand) -> Option<String> {
    let is_text_first = context.display_mode.is_text_first() && !held.is_empty();
    let is_wanted = is_text_first || hand_layout::needs_menus(held.titles().count());
    let names = held
        .titles()
        .map(|title| Verbatim(context.counted_card(title, held.count(title))));
    let cards = List(names.collect());
    is_wanted.then(|| context.translate(&Message::PanelCards { cards }))
}

/// Returns the buttons that vote to continue without a slow player, at most one row.
fn vote_buttons(view: &PanelView, context: &GameContext<'_>) -> Vec<Button> {
    let buttons = view.overdue.iter().take(5).map(|seat| {
        let player = PlainName(context.raw_name(seat));
        let label = Message::ButtonVoteAway { player };
        context
            .button(Intent::VoteAway(seat), &label)
            .emoji(Icon::Away)
    });
    buttons.collect()
}

fn is_living(view: &PanelView) -> bool {
    view.game.living().contains(view.seat)
}

/// Returns true if the panel is a direct message and its owner has nothing to do. The table's message then shows how
/// the turn continues.
fn is_others_move(view: &PanelView) -> bool {
    let is_direct = matches!(view.place, PanelPlace::Direct { .. });
    let asks_owner = match &view.game.phase {
        Phase::Turn => view.game.turn.is_some_and(|turn| turn.seat == view.seat),
        Phase::Window(_) => !view.is_quiet(),
        Phase::Choice(_) | Phase::Won { .. } => !matches!(options(view), LegalOptions::Nothing),
    };
    is_direct && !asks_owner
}

/// Returns the message that tells the owner whose move it is, or that the game is over for them.
fn status<'v>(view: &PanelView, context: &GameContext<'v>) -> Message<'v> {
    match &context.game.phase {
        Phase::Won { winner } if context.has_stand_in(*winner) => Message::PanelOverStandIn {
            player: context.name(*winner),
        },
        Phase::Won { winner } if *winner == view.seat => Message::PanelOverYou,
        Phase::Won { winner } => Message::PanelOver {
            player: context.name(*winner),
        },
        _ if !is_living(view) => Message::PanelOut,
        _ if is_others_move(view) => match context.game.turn {
            Some(turn) if turn.seat != view.seat => Message::PanelOtherTurn {
                player: context.turn_name(),
            },
            Some(_) | None => Message::PanelNotYourMove,
        },
        Phase::Turn => match context.game.turn {
            Some(turn) if turn.seat == view.seat && has_no_cards(view) => {
                Message::PanelYourTurnEmpty
            }
            Some(turn) if turn.seat == view.seat => Message::PanelYourTurn,
            turn => {
                let is_attacked = turn.is_some_and(|turn| turn.attacked);
                let reason = turn_reason::message(context, view.turn_reason);
                let player = context.turn_name();
                reason
                    .filter(|_| is_attacked)
                    .unwrap_or(Message::PanelOtherTurn { player })
            }
        },
        Phase::Window(window) if window.top_owner() == view.seat => Message::PanelWindowOwn,
        Phase::Window(_) if has_no_nope(view) => Message::PanelWindowNothing,
        Phase::Window(window) if window.passed.contains(view.seat) => Message::PanelWindowPassed,
        Phase::Window(_) => Message::PanelWindow,
        Phase::Choice(choice) => waiting_for(context, choice),
    }
}

fn waiting_for<'v>(context: &GameContext<'v>, choice: &Choice) -> Message<'v> {
    let player = context.name(choice.owner);
    match choice.kind.answer_kind() {
        AnswerKind::Place if choice.kind == ChoiceKind::Bury => {
            Message::PanelWaitingBurying { player }
        }
        AnswerKind::Place => Message::PanelWaitingPlacing { player },
        AnswerKind::Give => Message::PanelWaitingGiving {
            givers: context.names(choice.choosers),
        },
        AnswerKind::Take => Message::PanelWaitingTaking { player },
        AnswerKind::Stop => Message::PanelWaitingStopping {
            player: context.name(choice.chooser().unwrap_or(choice.owner)),
        },
        AnswerKind::Order => Message::PanelWaitingOrdering { player },
        AnswerKind::Put => Message::PanelWaitingGiving {
            givers: context.names(choice.choosers),
        },
        AnswerKind::Aim => Message::PanelWaitingAiming { player },
    }
}

/// Returns the line that says whose move it is. After an Attack on the owner, the line says how many turns they owe. A
/// hint about the turn, the window or auto-pass replaces the line.
fn status_line(view: &PanelView, context: &GameContext<'_>) -> String {
    match view.hint {
        Some(Hint::Turn) => return context.line(Icon::Info, &Message::HintTurn),
        Some(Hint::Window) => return context.line(Icon::Info, &Message::HintWindow),
        Some(Hint::AutoPass) => return context.line(Icon::Info, &Message::HintAutoPass),
        Some(Hint::Kitten) | None => {}
    }
    let turn = context.game.turn.filter(|turn| turn.seat == view.seat);
    let owes = context.game.phase == Phase::Turn && turn.is_some_and(|turn| turn.attacked);
    let reason = turn_reason::addressed_line(context, view.turn_reason);
    reason
        .filter(|_| owes)
        .unwrap_or_else(|| context.translate(&status(view, context)))
}

/// Returns the line that links from a panel at the table to the direct message with the same hand, or from the direct
/// message to the table.
fn place_line(view: &PanelView, context: &GameContext<'_>) -> Option<String> {
    let message = match view.place {
        PanelPlace::Table { direct } => Message::PanelDirect {
            link: Verbatim(direct?.to_string()),
        },
        PanelPlace::Direct {
            table,
            has_controls: true,
        } => return Some(table_line(table, context)),
        // `panel` adds the link to the table at the end of a direct message without controls.
        PanelPlace::Direct { .. } | PanelPlace::Solo => return None,
    };
    Some(format!("-# {}", context.translate(&message)))
}

fn table_line(table: TableLink, context: &GameContext<'_>) -> String {
    let link = Verbatim(table.to_string());
    format!("-# {}", context.translate(&Message::PanelTable { link }))
}

fn window_lines(context: &GameContext<'_>) -> Option<String> {
    let window = context.game.phase.window()?;
    let stake = nope_window::stake(context, window);
    Some(format!(
        "{stake}\n{}",
        nope_window::verdict(context, window)
    ))
}

fn auto_pass_line(view: &PanelView, context: &GameContext<'_>) -> Option<String> {
    view.has_auto_pass
        .then(|| context.line(Icon::Pass, &Message::PanelAutoPass))
}

/// Returns the line with the deadline of the owner's turn or of the Nope window that the panel shows, if there is one.
fn deadline_line(view: &PanelView, context: &GameContext<'_>) -> Option<String> {
    match context.game.phase {
        Phase::Turn if context.game.turn?.seat == view.seat => {
            context.deadline_line(|deadline| Message::TableTurnDeadline { deadline })
        }
        Phase::Window(_) if !view.is_quiet() => {
            context.deadline_line(|deadline| Message::WindowDeadline { deadline })
        }
        Phase::Turn | Phase::Window(_) | Phase::Choice(_) | Phase::Won { .. } => None,
    }
}

/// Returns the line with the cards of the draw pile that the owner knows, unless the news above already shows them.
fn known_cards(view: &PanelView, context: &GameContext<'_>) -> Option<String> {
    let is_told = |look: &Look| *look == context.game.look;
    if view.news.iter().filter_map(|news| news.look()).any(is_told) {
        return None;
    }
    let known = (0..context.game.pile_count).filter_map(|place| {
        let title = context.game.known_at(place)?.title();
        let [card] = context.cards_with_emoji([title]).0.try_into().ok()?;
        let place = u32::from(place) + 1;
        let known = Message::PanelKnownPlace { card, place };
        Some(Verbatim(context.translate(&known)))
    });
    let cards = List(known.collect());
    (!cards.0.is_empty()).then(|| context.translate(&Message::PanelKnown { cards }))
}

/// Returns the button for a title. It plays the card, or opens the step with the ways to play it.
fn card_button(view: &PanelView, context: &GameContext<'_>, title: Title, label: String) -> Button {
    let intent = match title.spec().timing {
        Timing::InWindow => nope_intent(view),
        Timing::AnyTurn => off_turn_intent(view, title),
        Timing::OwnTurn | Timing::OwnTurnAtOnce | Timing::Never => None,
    };
    let style = if intent.is_some() {
        ButtonStyle::Danger
    } else {
        ButtonStyle::Secondary
    };
    let intent = intent.or_else(|| turn_options(view).and_then(|turn| turn_intent(turn, title)));
    // Even a disabled button needs an id that is unique in the panel.
    let control = intent.unwrap_or(Intent::Show(PanelStep::Title(title)));
    Button::new(context.stamp.button(control), label)
        .emoji(title)
        .style(style)
        .enabled(intent.is_some())
}

/// Returns the intent to play a card during another player's turn, if the owner may play it.
fn off_turn_intent(view: &PanelView, title: Title) -> Option<Intent> {
    let titles = view.game.legal.as_ref().map(Legal::off_turn)?;
    let may = titles.contains(title);
    may.then_some(Intent::Play(Play::single(title)))
}

fn nope_intent(view: &PanelView) -> Option<Intent> {
    let layer = view.game.legal.as_ref()?.can_nope()?;
    Some(Intent::Nope { layer })
}

fn turn_intent(turn: &TurnOptions, title: Title) -> Option<Intent> {
    if turn.is_in_combo(title) {
        Some(Intent::Show(PanelStep::Title(title)))
    } else {
        single_intent(turn, title)
    }
}

fn has_no_cards(view: &PanelView) -> bool {
    view.game.hand.as_ref().is_some_and(Hand::is_empty)
}

/// Returns true if the owner is alive and does not have to make a choice, so that the panel shows the hand or a step
/// that leads to a play.
pub(crate) fn shows_hand(view: &PanelView) -> bool {
    let shows_hand = matches!(
        options(view),
        LegalOptions::Turn(_)
            | LegalOptions::OffTurn(_)
            | LegalOptions::Window { .. }
            | LegalOptions::Nothing
            | LegalOptions::Blind(BlindOptions {
                pick: Some(BlindPick::Play) | None,
                ..
            })
    );
    shows_hand && is_living(view)
}

fn can_draw(view: &PanelView) -> bool {
    let legal = view.game.legal.as_ref();
    legal.is_some_and(|legal| legal.can_draw())
}

/// Returns the risk, in percent, of the draw that the owner may make now. `None` if they cannot draw, know that the
/// card is harmless, or draw it for another player.
fn draw_risk(view: &PanelView, context: &GameContext<'_>) -> Option<u32> {
    let known = view.game.known_at(0).map(|card| card.title().hazard());
    let mut seats = view.game.seats.iter();
    let is_claimed = seats.any(|seat| seat.seat == view.seat && seat.claimed_by.is_some());
    let risk = match known {
        Some(None) => return None,
        Some(Some(_)) => 100,
        None => context.risk(),
    };
    (can_draw(view) && !is_claimed).then_some(risk)
}

/// Returns the button that turns auto-pass off or, if [`offers_auto_pass`] returns true, the button that turns it on
/// until the owner's turn.
fn auto_pass_button(view: &PanelView, context: &GameContext<'_>) -> Option<Button> {
    if view.has_auto_pass {
        let off = context.button(Intent::AutoPass(false), &Message::ButtonAutoPassOff);
        return Some(off.emoji(Icon::Stop));
    }
    offers_auto_pass(view).then(|| {
        let on = context
            .button(Intent::AutoPass(true), &Message::ButtonAutoPass)
            .emoji(Icon::AutoPass);
        match view.hint {
            Some(Hint::AutoPass) => on.style(ButtonStyle::Primary),
            _ => on,
        }
    })
}

/// Returns the button that plays a random card from a blind owner's hand.
fn blind_button(view: &PanelView, context: &GameContext<'_>) -> Option<Button> {
    let pick = view.game.legal.as_ref().and_then(Legal::blind_pick);
    is_blind(view).then(|| {
        context
            .button(Intent::PickBlindly, &Message::ButtonPlayBlindly)
            .emoji(Icon::Blind)
            .enabled(pick == Some(BlindPick::Play))
    })
}

fn action_buttons(view: &PanelView, context: &GameContext<'_>) -> Vec<Button> {
    let legal = view.game.legal.as_ref();
    let can_pass = legal.is_some_and(|legal| legal.can_pass()) && !view.is_quiet();
    let label = match draw_risk(view, context) {
        Some(percent) => Message::ButtonDrawRisk { percent },
        None => Message::ButtonDraw,
    };
    let draw = context
        .button(Intent::Draw, &label)
        .emoji(Icon::Draw)
        .style(ButtonStyle::Success)
        .enabled(can_draw(view));
    let pass = context
        .button(Intent::Pass, &Message::ButtonPass)
        .emoji(Icon::Pass)
        .enabled(can_pass);
    let others = [blind_button(view, context), auto_pass_button(view, context)];
    [draw, pass]
        .into_iter()
        .chain(others.into_iter().flatten())
        .collect()
}

fn five_button(view: &PanelView, context: &GameContext<'_>) -> Option<Button> {
    let has_five = turn_options(view).is_some_and(|turn| !turn.fives.is_empty());
    has_five.then(|| {
        let five = Intent::Show(PanelStep::Five);
        context.button(five, &Message::ButtonFive).emoji(Icon::Five)
    })
}
