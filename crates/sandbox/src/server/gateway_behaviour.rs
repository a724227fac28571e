//! Settings of the gateway that tests change while it runs.

const HEARTBEAT_INTERVAL_MS: u64 = 41_250;

/// Settings of the gateway that tests can change while it runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GatewayBehaviour {
    /// Announced in HELLO; a change applies to new connections only.
    pub(crate) heartbeat_interval_ms: u64,
    pub(crate) answers_heartbeats: bool,
    pub(crate) accepts_connections: bool,
    /// Refuses a session that starts within five seconds of another one in its bucket.
    pub(crate) paces_sessions: bool,
}

impl Default for GatewayBehaviour {
    fn default() -> Self {
        Self {
            heartbeat_interval_ms: HEARTBEAT_INTERVAL_MS,
            answers_heartbeats: true,
            accepts_connections: true,
            paces_sessions: false,
        }
    }
}
