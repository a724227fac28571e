//! **How did I play?**: lets the coach review a finished game for a person who played it. The coach works on the
//! computers' threads, for one person at a time, in steps so short that tables hardly have to wait. Complete reviews
//! are cached in memory, and computed again if the cache has dropped them. Only the cost of each kind of mistake is
//! stored, for the person's own `statistics`. The page: `table::pages::coach`.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use players::{GameReview, Review};
use quick_cache::sync::Cache;
use rules::Seat;
use table::game_file::PlayedGame;
use table::ids::UserId;
use table::pages::coach::{self, ReviewedGame};
use table::pages::story::Story;
use table::screen::{self, InteractionError};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};
use tracing::warn;

use super::story::{story_reader, unreadable};
use super::{Dispatcher, PageRequest};
use crate::pages::finished_games::GameAt;
use crate::tables::search_pool::SearchPool;

const KEPT_REVIEWS: usize = 1_000;
const MAX_WAITING: usize = 100;
/// The maximum time that a person waits for their turn. Discord accepts the answer for fifteen minutes.
const MAX_WAIT: Duration = Duration::from_secs(600);
/// The time limit of a review. When it expires, the findings so far are shown.
const MAX_WORK: Duration = Duration::from_secs(15);

/// The queue for the coach, and the cached reviews.
pub(super) struct CoachDesk {
    turn: Semaphore,
    waiting: Mutex<HashSet<UserId>>,
    reviews: Cache<(GameAt, Seat), Arc<Review>>,
}

impl Default for CoachDesk {
    fn default() -> Self {
        Self {
            turn: Semaphore::new(1),
            waiting: Mutex::default(),
            reviews: Cache::new(KEPT_REVIEWS),
        }
    }
}

/// A person's place in the queue. Dropping it removes the person.
struct Waiting<'d>(&'d CoachDesk, UserId);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.lock().remove(&self.1);
    }
}

impl CoachDesk {
    /// Adds a person to the queue.
    ///
    /// # Errors
    /// [`InteractionError::RateLimited`] if the person is already waiting, or too many other people are.
    fn queue(&self, person: UserId) -> Result<Waiting<'_>, InteractionError> {
        let mut waiting = self.waiting.lock();
        if waiting.len() >= MAX_WAITING || !waiting.insert(person) {
            return Err(InteractionError::RateLimited);
        }
        Ok(Waiting(self, person))
    }

    /// Waits for the coach, then reviews a game.
    async fn review(
        &self,
        played: &PlayedGame,
        (at, seat): (GameAt, Seat),
        pool: &SearchPool,
    ) -> Result<Review, InteractionError> {
        let turn = timeout(MAX_WAIT, self.turn.acquire()).await;
        let _turn = turn.map_err(|_| InteractionError::RateLimited)?.ok();
        let seed = at.table.0.wrapping_add(at.game.into());
        let coach = played.review_of(seat, seed).map_err(unreadable)?;
        let deadline = Instant::now() + MAX_WORK;
        let worked = pool.run_steps(coach, deadline, GameReview::work).await;
        Ok(worked.ok_or(InteractionError::Internal)?.review())
    }
}

impl Dispatcher {
    /// Shows the page to a person who played the game, with a picture of their chance to win if requested. If the
    /// review is not cached, the answer is deferred, because the coach takes seconds.
    pub(super) async fn show_coach(
        &self,
        request: &PageRequest,
        game: u16,
        has_picture: bool,
    ) -> Result<(), InteractionError> {
        let (at, found) = self.find_game(request, game).await?;
        let seat = found
            .played
            .seat_of(request.person.id)
            .ok_or(InteractionError::NoStory)?;
        let story = Story::of(&found.played).map_err(unreadable)?;
        let reader = story_reader(&request.person, at);
        if let Some(review) = self.coach.reviews.get(&(at, seat)) {
            let page = coach::coach_page(&story, seat, (&review, has_picture), reader);
            self.answer_with_picture(request, page).await;
            return Ok(());
        }
        let _waiting = self.coach.queue(request.person.id)?;
        self.announce(&request.callback).await;
        let review = self.review(request.person.id, &found.played, (at, seat));
        let page = match review.await {
            Ok(review) => coach::coach_page(&story, seat, (&review, has_picture), reader),
            Err(error) => screen::interaction_error(&error, request.language()),
        };
        self.complete_page(&request.callback, &page).await;
        Ok(())
    }

    /// Reviews a game. Stores and caches a complete review.
    ///
    /// # Errors
    /// [`InteractionError::NoStory`] if the game has expired in the meantime, or the person has asked to be erased.
    /// Also the errors of [`CoachDesk::review`].
    async fn review(
        &self,
        person: UserId,
        played: &PlayedGame,
        (at, seat): (GameAt, Seat),
    ) -> Result<Arc<Review>, InteractionError> {
        let pool = &self.registry.env().search_pool;
        let review = Arc::new(self.coach.review(played, (at, seat), pool).await?);
        if review.is_complete {
            let reviewed = ReviewedGame::new(at.table, at.game, played.ended_at(), &review);
            match self.results.store_review(person, reviewed).await {
                Ok(true) => {}
                Ok(false) => return Err(InteractionError::NoStory),
                Err(error) => warn!(%error, "could not store a review"),
            }
            self.coach.reviews.insert((at, seat), Arc::clone(&review));
        }
        Ok(review)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_people_wait_at_once_each_in_one_place_and_nobody_more() {
        let desk = CoachDesk::default();
        let people = (1..=MAX_WAITING as u64).map(UserId);
        let mut waiting: Vec<_> = people.map(|person| desk.queue(person).ok()).collect();
        assert!(waiting.iter().all(Option::is_some));
        let is_refused = |person| desk.queue(UserId(person)).is_err();
        assert!(is_refused(1) && is_refused(1_000));
        waiting.pop();
        assert!(is_refused(1) && !is_refused(1_000));
    }
}
