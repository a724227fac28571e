//! The stories of finished games: their pages and files, lists of games, and moments shown to everyone. No click here
//! reaches a table. Except for solo games, `crate::pages::finished_games` decides which games a person may see.

use std::time::Duration;

use discord::{AttachedFile, Call, Callback, Lane};
use serde_json::Value;
use serenity::model::id::MessageId;
use table::control::{Control, Stamp};
use table::effect::Urgency;
use table::game_file::PlayedGame;
use table::ids::Revision;
use table::input::Clicker;
use table::intent::Meaning;
use table::pages::PageIntent;
use table::pages::coach;
use table::pages::daily::Day;
use table::pages::story::{self, GamesList, Sharer, Story, StoryPage, StoryReader};
use table::record::RecordError;
use table::screen::{InteractionError, Screen};
use table::text::Language;
use tokio::time::Instant;
use tracing::warn;

use super::{Dispatcher, PageRequest};
use crate::pages::finished_games::{FoundGame, GameAt, Reader};

/// The time limit for reading a message. Short, because the answer waits for it.
const READ_TIMEOUT: Duration = Duration::from_secs(1);
const FILE_NAME: &str = "kittens-game.jsonl";

impl Dispatcher {
    /// Shows a page of a game, replacing the clicked private message if there is one.
    pub(super) async fn show_story(
        &self,
        request: &PageRequest,
        game: u16,
        page: StoryPage,
    ) -> Result<(), InteractionError> {
        let (at, found) = self.find_game(request, game).await?;
        let reader = story_reader(&request.person, at);
        if page == StoryPage::Fair {
            return self
                .show_proof(&request.callback, &found.played, reader)
                .await;
        }
        let story = Story::of(&found.played).map_err(unreadable)?;
        if let StoryPage::Step(step) = page {
            require_step(&story, step)?;
        }
        let mut screen = story.screen(page, reader);
        if page == StoryPage::Cards && found.played.is_played_by(request.person.id) {
            screen = coach::with_coach_button(screen, reader);
        }
        if reader.may_show_moments {
            self.change_or_reply(&request.callback, &screen).await
        } else {
            self.answer_daily(&request.callback, &screen).await
        }
        Ok(())
    }

    /// Shows the story of the game whose story button is on this message. The button is untrusted: the message may be
    /// another bot's.
    pub(super) async fn show_story_of(
        &self,
        request: PageRequest,
        message: MessageId,
    ) -> Result<(), InteractionError> {
        let context = request.channel()?;
        let call = Call::ReadMessage {
            channel: context.channel,
            message,
        };
        let lane = Lane::of(context.guild, Urgency::Urgent);
        let deadline = Instant::now() + READ_TIMEOUT;
        let read = self
            .rest
            .send_in(lane, &call, None, deadline)
            .await
            .map_err(|_| InteractionError::NoStory)?;
        let (stamp, game, page) = story_button(&read).ok_or(InteractionError::NoStory)?;
        let request = PageRequest {
            stamp: Some(stamp),
            ..request
        };
        self.show_story(&request, game, page).await
    }

    pub(super) async fn find_game(
        &self,
        request: &PageRequest,
        game: u16,
    ) -> Result<(GameAt, FoundGame), InteractionError> {
        let stamp = request.stamp.ok_or(InteractionError::NoStory)?;
        let table = stamp.table;
        let at = GameAt { table, game };
        if let Some(day) = Day::of_table(table) {
            let (played, is_here) = (self.daily_story(request, day).await?, false);
            return Ok((at, FoundGame { played, is_here }));
        }
        let found = self.finished_games.find(at, reader(request));
        Ok((at, found.await?))
    }

    /// Shows the page about the proof of a game, with the game's file attached.
    async fn show_proof(
        &self,
        callback: &Callback,
        played: &PlayedGame,
        reader: StoryReader<'_>,
    ) -> Result<(), InteractionError> {
        let file = played.to_file().map_err(unreadable)?;
        let screen = story::story_fair(played, &file, reader);
        self.answer_with_file(callback, &screen, file, reader.language)
            .await;
        Ok(())
    }

    /// Shows a screen with a game's file attached, replacing the clicked private message if there is one.
    pub(super) async fn answer_with_file(
        &self,
        callback: &Callback,
        screen: &Screen,
        file: String,
        language: &Language,
    ) {
        self.announce(callback).await;
        let file = AttachedFile {
            name: FILE_NAME,
            content: file.into_bytes(),
        };
        self.complete_with_file(callback, screen, file, language)
            .await;
    }

    /// Posts a step of a game for everyone in the game's channel. The post is the answer to the click.
    pub(super) async fn show_moment(
        &self,
        request: &PageRequest,
        game: u16,
        step: u16,
    ) -> Result<(), InteractionError> {
        self.require_posting(request)?;
        let (at, found) = self.find_game(request, game).await?;
        if !found.is_here {
            return Err(InteractionError::MomentElsewhere);
        }
        let story = Story::of(&found.played).map_err(unreadable)?;
        require_step(&story, step)?;
        self.finished_games
            .count_moment(at, request.person.id, Instant::now())?;
        let reader = story_reader(&request.person, at);
        let by = match found.played.seat_of(request.person.id) {
            Some(seat) => Sharer::Player(seat),
            None => Sharer::Watcher(&request.person.name),
        };
        let moment = story.moment(step, reader, by);
        let posted = self.post(&request.callback, &moment).await;
        if posted.is_err() {
            self.finished_games.take_back_moment(at);
        }
        posted
    }

    pub(super) async fn list_games(
        &self,
        request: &PageRequest,
        list: GamesList,
    ) -> Result<(), InteractionError> {
        let reader = reader(request);
        let list = reader.place.map_or(GamesList::Own, |_| list);
        let games = self.finished_games.list(list, reader).await?;
        let has_channel = reader.place.is_some();
        let screen = story::games_list(list, &games, has_channel, request.language());
        self.change_or_reply(&request.callback, &screen).await;
        Ok(())
    }
}

fn reader(request: &PageRequest) -> Reader {
    Reader {
        person: request.person.id,
        place: request.context.map(|context| {
            (
                table::ids::GuildId(context.guild.get()),
                table::ids::ChannelId(context.channel.get()),
            )
        }),
    }
}

pub(super) fn story_reader(
    person: &Clicker,
    GameAt { table, game }: GameAt,
) -> StoryReader<'static> {
    let format = person.format();
    StoryReader {
        stamp: Stamp {
            table,
            revision: Revision(0),
        },
        game,
        may_show_moments: Day::of_table(table).is_none(),
        display_mode: format.display_mode,
        language: format.language(),
    }
}

/// Returns the stamp, the game and the page of the first story button in a message or a part of it.
fn story_button(part: &Value) -> Option<(Stamp, u16, StoryPage)> {
    match part {
        Value::Array(parts) => parts.iter().find_map(story_button),
        Value::Object(fields) => {
            let id = fields.get("custom_id").and_then(Value::as_str);
            id.and_then(as_story)
                .or_else(|| fields.values().find_map(story_button))
        }
        _ => None,
    }
}

fn as_story(id: &str) -> Option<(Stamp, u16, StoryPage)> {
    let control: Control = id.parse().ok()?;
    match control.with_values::<&str>(&[]) {
        Ok(Meaning::Page(PageIntent::Story { game, page })) => Some((control.stamp, game, page)),
        _ => None,
    }
}

fn require_step(story: &Story, step: u16) -> Result<(), InteractionError> {
    if step <= story.last_step() {
        Ok(())
    } else {
        Err(InteractionError::NoStep)
    }
}

pub(super) fn unreadable(error: RecordError) -> InteractionError {
    warn!(%error, "could not show the story of a finished game");
    InteractionError::Internal
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use table::ids::TableId;
    use table::intent::Intent;

    use super::*;

    #[test]
    fn the_story_of_a_message_is_that_of_its_button() {
        let (table, revision) = (TableId(7), Revision(9));
        let stamp = Stamp { table, revision };
        let page = StoryPage::Cards;
        let row = |control: Control| json!({ "type": 1, "components": [{ "custom_id": control.to_string() }] });
        let draw = row(stamp.button(Intent::Draw));
        let story = row(stamp.button(PageIntent::Story { game: 2, page }));
        let message = |rows: &[Value]| json!({ "id": "1", "components": [{ "components": rows }] });
        let found = story_button(&message(&[draw.clone(), story]));
        assert_eq!(found, Some((stamp, 2, page)));
        assert_eq!(story_button(&message(&[draw])), None);
        let forged = json!({ "components": [{ "custom_id": "v1:7:9:story:x" }] });
        assert_eq!(story_button(&forged), None);
    }
}
