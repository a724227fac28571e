//! Applies the rate limits of routes and of edits of old messages to the bot's requests.

use super::rate_limiter::{Bucket, LimitCheck};
use super::state::World;
use crate::api_error::ApiError;
use crate::model::ids::Id;

/// Age from which on edits have a rate limit of their own, in milliseconds.
const OLD_MESSAGE_MS: u64 = 60 * 60 * 1000;

impl World {
    /// Counts a call in a bucket. `bucket` is called only if there are limits.
    pub(crate) fn count_call(&mut self, bucket: impl FnOnce() -> Bucket) -> LimitCheck {
        if self.rate_limiter.limits().is_none() {
            return LimitCheck::default();
        }
        let now = self.now();
        self.rate_limiter.count_call(&bucket(), now)
    }

    /// Counts an edit of a message that was created at `created_ms`.
    ///
    /// # Errors
    /// 30046 if the message is over an hour old and there were too many such edits in the channel.
    pub(crate) fn count_edit(&mut self, channel: Id, created_ms: u64) -> Result<(), ApiError> {
        let now = self.now();
        let Some(limits) = self.rate_limiter.limits() else {
            return Ok(());
        };
        if now < created_ms + OLD_MESSAGE_MS {
            return Ok(());
        }
        let limit = limits.edit_old_message;
        let channel = self
            .channels
            .get_mut(&channel)
            .ok_or(ApiError::UNKNOWN_CHANNEL)?;
        channel.old_edits.retain(|at| now < at + limit.milliseconds);
        if channel.old_edits.len() >= usize::try_from(limit.calls).unwrap_or(usize::MAX) {
            let oldest = channel.old_edits.front().copied().unwrap_or(now);
            let wait = (oldest + limit.milliseconds).saturating_sub(now);
            return Err(ApiError::old_message_edits(wait));
        }
        channel.old_edits.push_back(now);
        Ok(())
    }
}
