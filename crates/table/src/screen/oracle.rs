//! The menu *Who's next?* in private messages, in which dead players and watchers predict who explodes next.

use rules::Seat;

use super::Icon;
use super::element::{Accent, ButtonStyle, Screen, Select, SelectOption};
use super::game_context::GameContext;
use super::table::pile_line;
use super::view::{OracleView, WatcherView};
use crate::intent::{Intent, Menu, PREDICT_NOBODY};
use crate::oracles::Prediction;
use crate::text::{Language, Message, PlainName};

/// Returns the private message for a person who is only watching.
pub(crate) fn watcher(view: &WatcherView, language: &Language) -> Screen {
    let context = GameContext::of_table(&view.table, language);
    let screen =
        Screen::new(Accent::Private).text(context.heading(Icon::Sight, &Message::ButtonOracle));
    let sit_down = view.may_sit_down.then(|| {
        let button = context.button(Intent::Join, &Message::ButtonSitDown);
        button.style(ButtonStyle::Success)
    });
    add_oracle(screen, &context, &view.oracle).buttons(sit_down)
}

/// Adds the line about the draw pile, the score, and either the current prediction or the menu for a new prediction.
pub(super) fn add_oracle(screen: Screen, context: &GameContext<'_>, oracle: &OracleView) -> Screen {
    let (score, stands) = (oracle.score, oracle.prediction.filter(|one| one.stands));
    let told = match stands {
        Some(Prediction { on: Some(seat), .. }) => Message::OracleStands {
            player: context.name(seat),
        },
        Some(Prediction { until, .. }) => Message::OracleStandsNobody {
            cards: until.into(),
        },
        None => Message::OracleAbout,
    };
    let own = Message::OracleScore {
        right: score.right,
        decided: score.decided,
    };
    let screen = screen.lines([
        Some(pile_line(context)),
        Some(context.translate(&told)),
        (score.decided > 0).then(|| context.translate(&own)),
    ]);
    if stands.is_some() {
        return screen;
    }
    screen.select(menu(context, oracle.prediction))
}

fn menu(context: &GameContext<'_>, chosen: Option<Prediction>) -> Select {
    let option = |on: Option<Seat>, value: String, label: String| {
        let is_chosen = chosen.is_some_and(|chosen| chosen.on == on);
        SelectOption::new(value, label).chosen(is_chosen)
    };
    let players = context.living().iter().map(|seat| {
        let player = PlainName(context.raw_name(seat));
        let label = context.translate(&Message::OptionsPerson { player });
        option(Some(seat), seat.index().to_string(), label)
    });
    let known = chosen.filter(|chosen| chosen.on.is_none());
    let until = known.map_or(context.game.pile_count / 2, |chosen| chosen.until);
    let cards = until.into();
    let label = context.translate(&Message::OracleNobody { cards });
    let nobody = option(None, PREDICT_NOBODY.to_owned(), label);
    Select::one(
        context.stamp.menu(Menu::Predict),
        context.translate(&Message::ButtonOracle),
        players.chain([nobody]).collect(),
    )
}
