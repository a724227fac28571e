//! Answers requests for pages that have a picture. Each answer is deferred before the picture is drawn, because Discord
//! may not wait long enough. If the picture cannot be drawn or sent, the page's text is shown.

use discord::{AttachedFile, Callback, deferred_post};
use table::screen::{InteractionError, Screen};
use tokio::time::Instant;

use super::{Dispatcher, PageRequest};

const PICTURE_FILE: &str = "kittens.png";

impl Dispatcher {
    /// Publicly posts a screen with its picture, at most once a minute per person.
    pub(super) async fn post_picture(
        &self,
        request: &PageRequest,
        screen: Screen,
    ) -> Result<(), InteractionError> {
        let (person, now) = (request.person.id, Instant::now());
        if !self.card_limit.lock().try_take(person, now) {
            return Err(InteractionError::CardTooSoon);
        }
        let callback = &request.callback;
        self.send(callback, &deferred_post()).await;
        let file = self.draw(&screen).await;
        self.complete_with_picture(callback, &screen, file).await;
        Ok(())
    }

    /// Shows a private screen with its picture, if it has one.
    pub(super) async fn answer_with_picture(&self, request: &PageRequest, screen: Screen) {
        let callback = &request.callback;
        let screen = screen.displayed_as(request.format().display_mode);
        if screen.picture().is_none() {
            return self.change_or_reply(callback, &screen).await;
        }
        self.announce(callback).await;
        self.complete_page(callback, &screen).await;
    }

    /// Completes a deferred answer with the screen, and with its picture if it has one.
    pub(super) async fn complete_page(&self, callback: &Callback, screen: &Screen) {
        if screen.picture().is_none() {
            return self.complete(callback, screen).await;
        }
        let file = self.draw(screen).await;
        self.complete_with_picture(callback, screen, file).await;
    }

    async fn draw(&self, screen: &Screen) -> Option<AttachedFile> {
        let picture = screen.picture()?.clone();
        let content = self.registry.env().end_pictures.draw_page(picture).await?;
        let name = PICTURE_FILE;
        Some(AttachedFile { name, content })
    }
}
