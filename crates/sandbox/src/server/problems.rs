//! Collects what goes wrong between the bot and the sandbox, for `GET /sandbox/problems`, and counts the bot's calls.

use serde_json::{Value, json};

use crate::api_error::ApiError;
use crate::id::Id;
use crate::server::sessions::Sessions;
use crate::world::{Interaction, World};

/// A first response to an interaction is reported as slow if it takes longer than this.
const SLOW_RESPONSE_MS: u64 = 1000;

#[derive(Debug, Default)]
pub(crate) struct Problems {
    refused: Vec<Value>,
    requests: u64,
    /// The number of requests that count towards the global rate limit.
    limited_requests: u64,
    /// The number of 401, 403 and 429 responses; Discord bans IP addresses that receive too many.
    invalid: u64,
}

impl Problems {
    /// Counts a REST call to this path. Calls with an interaction's token do not count towards the global
    /// rate limit.
    pub(crate) fn count_request(&mut self, path: &str) {
        let is_exempt = path.starts_with("/interactions/") || path.starts_with("/webhooks/");
        self.requests += 1;
        self.limited_requests += u64::from(!is_exempt);
    }

    pub(crate) fn request_counts(&self) -> (u64, u64) {
        (self.requests, self.limited_requests)
    }

    /// Records a refused REST call. `injected` is true if a fault refused it.
    pub(crate) fn record_refusal(
        &mut self,
        method: &str,
        path: &str,
        error: &ApiError,
        injected: bool,
    ) {
        self.invalid += u64::from(matches!(error.status, 401 | 403 | 429));
        self.refused.push(json!({
            "method": method,
            "path": path,
            "status": error.status,
            "code": error.code,
            "errors": error.errors,
            "injected": injected,
        }));
    }

    /// Returns the refused calls, the problematic interactions and the counts. An unanswered interaction also counts as
    /// unreceived, unless a session received it and was not cut off before the deadline.
    pub(crate) fn to_json(&self, world: &World, sessions: &Sessions) -> Value {
        let now = world.now();
        let all = || world.interactions();
        let unanswered: Vec<_> = all()
            .filter(|one| one.is_late(now))
            .map(|one| one.id)
            .collect();
        let received = |id: &&Id| sessions.has_received(**id);
        let unreceived: Vec<_> = unanswered.iter().filter(|id| !received(id)).collect();
        let cut_off: Vec<_> = unreceived
            .iter()
            .filter_map(|id| Some((id, sessions.cut_off_after_ms(**id)?)))
            .map(|(id, after_ms)| json!({"interaction": id, "after_ms": after_ms}))
            .collect();
        let slow: Vec<_> = all().filter_map(slow_json).collect();
        let answered = all().filter(|one| one.response_time_ms().is_some()).count();
        json!({
            "refused": self.refused,
            "unanswered": unanswered,
            "unreceived": unreceived,
            "cut_off": cut_off,
            "slow": slow,
            "counts": {
                "requests": self.requests,
                "invalid": self.invalid,
                "interactions": all().count(),
                "answered": answered,
            },
        })
    }
}

fn slow_json(interaction: &Interaction) -> Option<Value> {
    let elapsed = interaction.response_time_ms()?;
    (elapsed > SLOW_RESPONSE_MS)
        .then(|| json!({"interaction": interaction.id, "elapsed_ms": elapsed}))
}
