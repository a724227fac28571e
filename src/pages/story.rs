//! The story of finished games: its pages, lists of games, and moments shown to everyone.
//! `crate::pages::finished_games` decides which games a person may look at; no click here reaches a table.

use discord::{AttachedFile, Callback};
use table::control::Stamp;
use table::game_file::PlayedGame;
use table::ids::Revision;
use table::input::Clicker;
use table::pages::coach;
use table::pages::daily::Day;
use table::pages::story::{self, GamesList, Story, StoryPage, StoryReader};
use table::record::RecordError;
use table::screen::{InteractionError, Screen};
use table::text::Language;
use tokio::time::Instant;
use tracing::warn;

use super::{Dispatcher, PageRequest, require_writer};
use crate::pages::finished_games::{FoundGame, GameAt, Reader};
use crate::permissions::missing_to_post;

/// The name of a game's file.
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
        match reader.may_show_moments {
            true => self.change_or_reply(&request.callback, &screen).await,
            false => self.answer_daily(&request.callback, &screen).await,
        }
        Ok(())
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

    /// Posts a step of a game for everyone, in the channel in which it was played. The post is the answer to
    /// the click.
    pub(super) async fn show_moment(
        &self,
        request: &PageRequest,
        game: u16,
        step: u16,
    ) -> Result<(), InteractionError> {
        let context = request.channel()?;
        let missing = missing_to_post(context.bot_permissions, context.is_thread);
        self.require(&request.callback, context, missing)?;
        require_writer(context)?;
        let (at, found) = self.find_game(request, game).await?;
        if !found.is_here {
            return Err(InteractionError::MomentElsewhere);
        }
        let story = Story::of(&found.played).map_err(unreadable)?;
        require_step(&story, step)?;
        self.finished_games
            .count_moment(at, request.person.id, Instant::now())?;
        let moment = story.moment(step, story_reader(&request.person, at));
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
