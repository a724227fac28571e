//! A running game from one viewer's point of view, with the players' names and the viewer's
//! language. Passed to the functions that write the lines of tables and panels.

use rules::{Direction, EditionId, PlayerView, Seat, SeatSet, Title};

use super::element::Button;
use super::game_over::percent;
use super::view::{PanelView, Player, TableView};
use super::{Emoji, Icon};
use crate::control::Stamp;
use crate::display_mode::DisplayMode;
use crate::ids::Millis;
use crate::intent::{Intent, PanelStep};
use crate::text::{
    BoldName, Called, CardName, CardWithEmoji, Countdown, CountedCard, Language, List, Message,
    Name, ShownName, Verbatim,
};

#[derive(Clone, Copy)]
pub(crate) struct GameContext<'v> {
    pub(crate) stamp: Stamp,
    pub(crate) game: &'v PlayerView,
    pub(crate) players: &'v [Player],
    pub(crate) deadline: Option<Millis>,
    pub(crate) language: &'v Language,
    pub(crate) display_mode: DisplayMode,
}

impl<'v> GameContext<'v> {
    pub(crate) fn of_table(view: &'v TableView, language: &'v Language) -> Self {
        Self {
            stamp: view.stamp,
            game: &view.game,
            players: &view.players,
            deadline: view.deadline,
            language,
            display_mode: view.display_mode,
        }
    }

    pub(crate) fn of_panel(view: &'v PanelView, language: &'v Language) -> Self {
        Self {
            stamp: view.stamp,
            game: &view.game,
            players: &view.players,
            deadline: view.deadline,
            language,
            display_mode: view.display_mode,
        }
    }

    /// Translates a message in the wording of the game's edition.
    pub(crate) fn translate(&self, message: &Message<'_>) -> String {
        self.language.translate_for(self.edition(), message)
    }

    pub(crate) fn card_about(&self, title: Title) -> String {
        self.language.card_about(title, &self.game.rules)
    }

    pub(crate) fn line(&self, emoji: impl Into<Emoji>, message: &Message<'_>) -> String {
        format!("{} {}", emoji.into(), self.translate(message))
    }

    pub(crate) fn heading(&self, emoji: impl Into<Emoji>, message: &Message<'_>) -> String {
        format!("### {}", self.line(emoji, message))
    }

    /// Returns the icon and the sentence for a win by a seat's owner or their stand-in.
    pub(crate) fn win(&self, winner: Seat) -> (Icon, Message<'v>) {
        let player = self.name(winner);
        if self.has_stand_in(winner) {
            (Icon::StandInWon, Message::OverTitleStandIn { player })
        } else {
            (Icon::Winner, Message::OverTitle { player })
        }
    }

    pub(crate) fn has_stand_in(&self, seat: Seat) -> bool {
        let player = self.players.get(seat.index());
        player.is_some_and(Player::has_stand_in)
    }

    /// Returns the line about the deadline, or `None` if there is no deadline, such as in a paused game.
    pub(crate) fn deadline_line(
        &self,
        message: fn(Countdown) -> Message<'static>,
    ) -> Option<String> {
        let deadline = Countdown(self.deadline?);
        Some(self.line(Icon::Clock, &message(deadline)))
    }

    pub(crate) fn button(&self, intent: Intent, label: &Message<'_>) -> Button {
        Button::new(self.stamp.button(intent), self.translate(label))
    }

    pub(crate) fn back_button(&self) -> Button {
        self.button(Intent::Show(PanelStep::Hand), &Message::ButtonBack)
            .emoji(Icon::Back)
    }

    pub(crate) fn rules_button(&self) -> Button {
        self.button(Intent::Rules(None), &Message::ButtonRules)
            .emoji(Icon::Rules)
    }

    pub(crate) fn card_button(&self, intent: Intent, title: Title) -> Button {
        Button::new(self.stamp.button(intent), self.card_label(title)).emoji(title)
    }

    pub(crate) fn edition(&self) -> EditionId {
        self.game.rules.edition()
    }

    pub(crate) fn player(&self, seat: Seat) -> Option<&'v Player> {
        self.players.get(seat.index())
    }

    pub(crate) fn name(&self, seat: Seat) -> Name<'v> {
        Name(self.raw_name(seat))
    }

    /// Returns the name of the player whose turn it is, or an empty name if it is no one's turn.
    pub(crate) fn turn_name(&self) -> Name<'v> {
        let turn = self.game.turn;
        Name(turn.map_or_else(ShownName::default, |turn| self.raw_name(turn.seat)))
    }

    pub(crate) fn raw_name(&self, seat: Seat) -> ShownName<'v> {
        let player = self.player(seat);
        player.map_or_else(ShownName::default, Player::shown_name)
    }

    /// Returns the name for use on a line that already starts with the seat's mark.
    pub(crate) fn name_beside_mark(&self, seat: Seat) -> Name<'v> {
        Name(ShownName::unmarked(self.raw_name(seat).name))
    }

    pub(crate) fn names(&self, seats: SeatSet) -> List<BoldName<'v>> {
        let names = seats.iter().map(|seat| BoldName(self.raw_name(seat)));
        List(names.collect())
    }

    /// Returns the names of players the game is waiting for. Mentions the people among them who are present.
    pub(crate) fn called(&self, seats: SeatSet) -> List<Called<'v>> {
        let called = seats.iter().map(|seat| Called {
            user: self.player(seat).and_then(Player::present_user),
            name: BoldName(self.raw_name(seat)),
        });
        List(called.collect())
    }

    pub(crate) fn is_viewer(&self, seat: Seat) -> bool {
        self.game.viewer == Some(seat)
    }

    pub(crate) fn cards_named(&self, title: Title, count: u32) -> CountedCard {
        CountedCard {
            card: self.card_name(title),
            count,
        }
    }

    pub(crate) fn card_name(&self, title: Title) -> CardName {
        CardName {
            title,
            edition: self.edition(),
        }
    }

    pub(crate) fn card_label(&self, title: Title) -> String {
        self.language.card_name(title, self.edition())
    }

    /// Returns a card's name, with the count if there are several.
    pub(crate) fn counted_card(&self, title: Title, held: u8) -> String {
        match held {
            0 | 1 => self.card_label(title),
            count => self.translate(&Message::ButtonCardMany {
                card: self.card_name(title),
                count: count.into(),
            }),
        }
    }

    pub(crate) fn cards_with_emoji(
        &self,
        titles: impl IntoIterator<Item = Title>,
    ) -> List<CardWithEmoji> {
        let card = |title| CardWithEmoji(self.card_name(title));
        List(titles.into_iter().map(card).collect())
    }

    /// Returns each of these titles once, in order of first appearance, with a count if it occurs several times.
    pub(crate) fn counted_with_emoji(&self, titles: &[Title]) -> List<Verbatim> {
        let first = (0..titles.len()).filter(|&index| !titles[..index].contains(&titles[index]));
        let counted = first.map(|index| {
            let title = titles[index];
            let count = titles.iter().filter(|other| **other == title).count();
            let counted = self.counted_card(title, count as u8);
            Verbatim(format!("{} {counted}", Emoji::from(title)))
        });
        List(counted.collect())
    }

    /// Returns the risk, in percent, that the top card of the draw pile is a hazard (see [`PlayerView::kitten_odds`]).
    /// The risk is 0 if the viewer's hand can shelter another kitten.
    pub(crate) fn risk(&self) -> u32 {
        if self
            .game
            .hand
            .is_some_and(|own| own.shelters_another_kitten())
        {
            return 0;
        }
        let (dangerous, possible) = self.game.kitten_odds();
        percent(dangerous.into(), possible.into())
    }

    pub(crate) fn living(&self) -> SeatSet {
        self.game.living()
    }

    /// Returns the next living seat in the direction of play, or `seat` itself if there is no other living seat.
    pub(crate) fn next_living(&self, seat: Seat) -> Seat {
        self.next_in(self.game.direction, seat)
    }

    /// Returns the living seat whose turn would be next if this seat played a Reverse. With only
    /// two players, a Reverse does not change the order.
    pub(crate) fn after_reverse(&self, seat: Seat) -> Seat {
        match self.living().len() {
            0..=2 => self.next_living(seat),
            _ => self.next_in(self.game.direction.turned(), seat),
        }
    }

    fn next_in(&self, direction: Direction, seat: Seat) -> Seat {
        self.living().next_in(direction, seat).unwrap_or(seat)
    }
}

pub(crate) fn join_lines(lines: impl IntoIterator<Item = Option<String>>) -> String {
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}
