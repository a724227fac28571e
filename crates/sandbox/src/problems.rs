//! What went wrong between the bot and the sandbox, for tests to look at.

use serde_json::{Value, json};

use crate::interactions::Interaction;
use crate::refusal::Refusal;
use crate::world::World;

/// An answer later than this, in milliseconds, is told of as slow.
const SLOW_MS: u64 = 1000;

/// Refusals and counts since the start.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    refused: Vec<Value>,
    requests: u64,
    /// Answers of 401, 403 or 429, too many of which get an address banned.
    invalid: u64,
}

impl Problems {
    /// Counts a REST call.
    pub(crate) fn request(&mut self) {
        self.requests += 1;
    }

    /// Notes a REST call that was refused, by the sandbox's own judgement or by a fault.
    pub(crate) fn refused(&mut self, method: &str, path: &str, refusal: &Refusal, injected: bool) {
        self.invalid += u64::from(matches!(refusal.status, 401 | 403 | 429));
        self.refused.push(json!({
            "method": method,
            "path": path,
            "status": refusal.status,
            "code": refusal.code,
            "errors": refusal.errors,
            "injected": injected,
        }));
    }
}

impl World {
    /// Everything that a careful bot would not have caused.
    pub(crate) fn problems_json(&self) -> Value {
        let now = self.now();
        let all = || self.interactions.all();
        let unanswered: Vec<_> = all()
            .filter(|one| one.is_late(now))
            .map(|one| one.id)
            .collect();
        let slow: Vec<_> = all().filter_map(slow_json).collect();
        let answered = all().filter(|one| one.answered_after().is_some()).count();
        json!({
            "refused": self.problems.refused,
            "unanswered": unanswered,
            "slow": slow,
            "counts": {
                "requests": self.problems.requests,
                "invalid": self.problems.invalid,
                "interactions": all().count(),
                "answered": answered,
            },
        })
    }
}

fn slow_json(interaction: &Interaction) -> Option<Value> {
    let elapsed = interaction.answered_after()?;
    (elapsed > SLOW_MS).then(|| json!({"interaction": interaction.id, "elapsed_ms": elapsed}))
}
