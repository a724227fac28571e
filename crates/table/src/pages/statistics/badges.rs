//! The private page about a person's badges: a badge with its description, and a menu of all badges that the person
//! has. A control can name any badge, but a badge that the person lacks is never shown.

use crate::control::NO_TABLE;
use crate::ids::UserId;
use crate::pages::leaderboard::named;
use crate::pages::statistics::{PersonStats, StatsView};
use crate::pages::{PageIntent, PageMenu};
use crate::results::Badge;
use crate::screen::lobby::count;
use crate::screen::{Accent, Button, Emoji, Screen, Select, SelectOption};
use crate::text::{Language, List, Message, Verbatim};

/// Generates the functions for a badge's emoji and texts from one list.
macro_rules! badges {
    ($( $badge:ident $unicode:literal $name:ident $reason:ident; )*) => {
        impl Badge {
            pub(crate) fn unicode(self) -> &'static str {
                match self { $( Self::$badge => $unicode, )* }
            }

            pub(crate) fn name(self, language: &Language) -> String {
                language.translate(&match self { $( Self::$badge => Message::$name, )* })
            }

            fn reason(self, language: &Language) -> String {
                language.translate(&match self { $( Self::$badge => Message::$reason, )* })
            }
        }
    };
}

badges! {
    Idler "🛋️" BadgeIdler ReasonIdler;
    Speechless "🤐" BadgeSpeechless ReasonSpeechless;
    GoodKitty "😇" BadgeGoodKitty ReasonGoodKitty;
    EarlyExit "⏰" BadgeEarlyExit ReasonEarlyExit;
    GraveGoods "💰" BadgeGraveGoods ReasonGraveGoods;
    FishBone "🦴" BadgeFishBone ReasonFishBone;
    Hoarder "🐿️" BadgeHoarder ReasonHoarder;
    Gardener "🌱" BadgeGardener ReasonGardener;
    StatisticallyDead "👻" BadgeStatisticallyDead ReasonStatisticallyDead;
    LastWord "🗯️" BadgeLastWord ReasonLastWord;
    SoupKitchen "🥣" BadgeSoupKitchen ReasonSoupKitchen;
    BlackHole "🍩" BadgeBlackHole ReasonBlackHole;
    BrickWall "🧱" BadgeBrickWall ReasonBrickWall;
    NineLives "🩹" BadgeNineLives ReasonNineLives;
    Boomerang "🪃" BadgeBoomerang ReasonBoomerang;
    RunnerUp "🥈" BadgeRunnerUp ReasonRunnerUp;
    CoinOnEdge "🪙" BadgeCoinOnEdge ReasonCoinOnEdge;
    YesActually "👍" BadgeYesActually ReasonYesActually;
    ThoughtfulHost "🎁" BadgeThoughtfulHost ReasonThoughtfulHost;
    LastPurr "🏅" BadgeLastPurr ReasonLastPurr;
}

/// Returns the page that shows `badge`, or the person's rarest badge if `badge` is `None` or not theirs. A person
/// without badges gets a page that says so.
pub fn badges(
    stats: &PersonStats,
    person: UserId,
    view: StatsView,
    badge: Option<Badge>,
    language: &Language,
) -> Screen {
    let had = &stats.badges;
    let shown = badge
        .filter(|badge| had.contains(badge))
        .or_else(|| had.first().copied());
    let title = title(stats, person, view, language);
    let top = Screen::new(Accent::Private).text(format!("### {title}"));
    let screen = match shown {
        None => top.text(language.translate(&Message::BadgesNone)),
        Some(shown) => top
            .illustrated(
                format!("**{}**\n{}", shown.name(language), shown.reason(language)),
                Emoji::Badge(shown),
                shown.name(language),
            )
            .select(menu(stats, view, shown, language)),
    };
    let back = NO_TABLE.button(PageIntent::Stats(view));
    screen.buttons([Button::new(back, language.translate(&Message::ButtonBack))])
}

fn title(stats: &PersonStats, person: UserId, view: StatsView, language: &Language) -> String {
    let (badges, all) = (count(stats.badges.len()), count(Badge::ALL.len()));
    language.translate(&match view {
        StatsView::Own | StatsView::Of(_) => Message::BadgesTitle {
            person: named(person, &stats.names),
            badges,
            all,
        },
        StatsView::Everywhere => Message::BadgesTitleAll { badges, all },
    })
}

fn menu(stats: &PersonStats, view: StatsView, shown: Badge, language: &Language) -> Select {
    let options = stats.badges.iter().map(|&badge| {
        SelectOption::new(badge.id(), badge.name(language))
            .description(badge.reason(language))
            .emoji(Emoji::Badge(badge))
            .chosen(badge == shown)
    });
    let control = NO_TABLE.page_menu(PageMenu::Badge(view));
    Select::one(control, shown.name(language), options.collect())
}

pub(super) fn list(stats: &PersonStats, language: &Language) -> Option<Message<'static>> {
    let names = stats
        .badges
        .iter()
        .map(|badge| Verbatim(badge.name(language)));
    let badges = List(names.collect());
    (!stats.badges.is_empty()).then_some(Message::StatsBadges { badges })
}
