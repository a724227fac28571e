//! The way to the simulated Discord and back, on which requests and answers get lost, late and
//! torn. What has been sent when a process dies may still arrive.

use std::future::pending;
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::discord::{Access, Applied, Discord, Refused};
use super::fault::Fault;
use super::world::{Shared, World};
use kittens::failpoint::{Failpoint, Failpoints};
use kittens::outbox::{Call, NoResponseError, Response, ResponseFuture, Transport};

/// The wire of one process.
pub(super) struct SimulatedWire {
    pub(super) world: Shared,
    pub(super) points: Failpoints,
}

/// What is to become of one request.
struct Fortune {
    fault: Option<Fault>,
    there: Duration,
    back: Duration,
    /// What a limit says in seconds.
    pause: u32,
    /// The request's number among all, if it arrives even though its process dies on the way.
    outlives: Option<u64>,
}

/// A request on its way there. If the process dies meanwhile, it may arrive all the same.
struct UnderWay<'a> {
    world: &'a Shared,
    call: &'a Call,
    body: Option<&'a Value>,
    outlives: Option<u64>,
}

/// A request whose process died while it was on its way, and that arrives all the same.
pub(super) struct Adrift {
    number: u64,
    call: Call,
    body: Option<Value>,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let mut world = self.world.lock();
        // A runtime drops its tasks in an order that is not the seed's: nothing is done yet.
        if let Some(number) = self.outlives.filter(|_| !world.alive) {
            world.adrift.push(Adrift {
                number,
                call: self.call.clone(),
                body: self.body.cloned(),
            });
        }
    }
}

impl Transport for SimulatedWire {
    fn send<'a>(&'a self, call: &'a Call, body: Option<&'a Value>) -> ResponseFuture<'a> {
        let carried = timeout(call.timeout(), self.carry_in_time(call, body));
        Box::pin(async move { carried.await.unwrap_or(Err(NoResponseError)) })
    }
}

impl SimulatedWire {
    async fn alive(&self) {
        if !self.world.lock().alive {
            pending::<()>().await;
        }
    }

    async fn carry_in_time(
        &self,
        call: &Call,
        body: Option<&Value>,
    ) -> Result<Response, NoResponseError> {
        self.alive().await;
        let fortune = self.world.lock().fortune(call);
        match fortune.fault {
            Some(Fault::LostThere) => pending().await,
            Some(Fault::Broken) => return Err(NoResponseError),
            _ => {}
        }
        self.arrive(call, body, &fortune).await;
        if let Some(reply) = instead(&fortune) {
            sleep(fortune.back).await;
            return Ok(reply);
        }
        let applied = self.world.lock().apply(call, body);
        self.points.hit(Failpoint::RequestApplied);
        sleep(fortune.back).await;
        self.alive().await;
        match fortune.fault {
            Some(Fault::LostBack) => pending().await,
            Some(Fault::TroubleAfter) => Ok(reply(500, Value::Null)),
            fault => Ok(answer(applied, fault == Some(Fault::Torn))),
        }
    }

    async fn arrive(&self, call: &Call, body: Option<&Value>, fortune: &Fortune) {
        let mut under_way = UnderWay {
            world: &self.world,
            call,
            body,
            outlives: fortune.outlives,
        };
        sleep(fortune.there).await;
        self.alive().await;
        under_way.outlives = None;
        self.points.hit(Failpoint::RequestArrived);
        self.alive().await;
        self.world.lock().meet(call, fortune.fault);
    }
}

impl World {
    fn fortune(&mut self, call: &Call) -> Fortune {
        self.tally.requests += 1;
        let weather = self.weather();
        let dice = &mut self.dice.network;
        let fault = weather.strike(call, dice);
        let slow = match fault {
            Some(Fault::Slow) => dice.between(300, 3_000),
            _ => 0,
        };
        let fortune = Fortune {
            fault,
            there: Duration::from_millis(u64::from(dice.between(5, 60) + slow)),
            back: Duration::from_millis(dice.between(5, 60).into()),
            pause: dice.between(1, 4),
            outlives: None,
        };
        let outlives = dice.one_in(2) && matches!(fault, None | Some(Fault::Slow));
        let fortune = Fortune {
            outlives: outlives.then_some(self.tally.requests),
            ..fortune
        };
        if let Some(fault) = fault {
            self.strike(fault);
            self.excuse(call);
        }
        fortune
    }

    /// Who does not hear of an answer because of the weather, has no right to one.
    fn excuse(&mut self, call: &Call) {
        if let Call::Callback { interaction, .. } = call
            && let Some(click) = self.clicks.get_mut(&interaction.get())
        {
            click.troubled = true;
        }
    }

    /// What a fault does to the channel itself.
    fn meet(&mut self, call: &Call, fault: Option<Fault>) {
        match (fault, call) {
            (
                Some(Fault::MessageGone),
                Call::Edit { message, .. } | Call::Delete { message, .. },
            ) => {
                self.discord.delete(message.get());
            }
            (Some(Fault::Forbidden | Fault::Archived), Call::Edit { .. } | Call::Post { .. }) => {
                self.silenced = true;
            }
            _ => {}
        }
    }

    /// What was on its way when the process died arrives, in the order in which it was sent.
    pub(super) fn land(&mut self) {
        let mut adrift = std::mem::take(&mut self.adrift);
        adrift.sort_by_key(|adrift| adrift.number);
        for Adrift { call, body, .. } in adrift {
            self.note(format_args!("arrives after death: {}", call.name()));
            // Nobody is left to hear what came of it.
            let _ = self.apply(&call, body.as_ref());
        }
    }

    /// Does at Discord what a request asks for.
    fn apply(&mut self, call: &Call, body: Option<&Value>) -> Result<Applied, Refused> {
        let now = self.now();
        let applied = self.discord.apply(call, body, now);
        match &applied {
            Ok(applied) => self.applied(call, applied),
            Err(refused) => {
                let taken = self.discord.access == Access::Taken;
                self.silenced |= taken;
                self.blind |= taken && matches!(call, Call::ReadMessages { .. });
                self.note(format_args!(
                    "{} refused with {}",
                    call.name(),
                    refused.code
                ));
            }
        }
        applied
    }
}

/// What comes back where Discord does nothing.
fn instead(fortune: &Fortune) -> Option<Response> {
    let refused = |refused: Refused| reply(refused.status, json!({ "code": refused.code }));
    Some(match fortune.fault? {
        Fault::TroubleBefore => reply(503, Value::Null),
        Fault::RouteLimit => limit(fortune.pause, Some("user")),
        Fault::GlobalLimit => limit(fortune.pause, Some("global")),
        Fault::SharedLimit => limit(fortune.pause, Some("shared")),
        Fault::HtmlLimit => limit(fortune.pause, None),
        Fault::MessageGone => refused(Refused::UNKNOWN_MESSAGE),
        Fault::Forbidden => refused(Refused::NOT_ALLOWED),
        Fault::Archived => refused(Refused::ARCHIVED),
        Fault::TooManyEdits => refused(Refused::TOO_MANY_EDITS),
        Fault::TokenExpired => refused(Refused::TOKEN_EXPIRED),
        Fault::Unknown => refused(Refused::UNKNOWN_INTERACTION),
        _ => return None,
    })
}

fn reply(status: u16, body: Value) -> Response {
    Response {
        status: StatusCode::from_u16(status).unwrap_or(StatusCode::IM_A_TEAPOT),
        headers: HeaderMap::new(),
        body,
    }
}

/// A limit as Discord says it, with a scope, or as a server in front of it does.
fn limit(pause: u32, scope: Option<&'static str>) -> Response {
    let Some(scope) = scope else {
        return reply(429, Value::Null);
    };
    let body = json!({ "retry_after": pause, "global": scope == "global" });
    let mut reply = reply(429, body);
    let scope = HeaderValue::from_static(scope);
    reply.headers.insert("x-ratelimit-scope", scope);
    reply
}

fn answer(applied: Result<Applied, Refused>, torn: bool) -> Response {
    match applied {
        Ok(_) if torn => reply(200, Value::Null),
        Ok(applied) => reply(200, applied.body),
        Err(Refused { status, code }) => reply(status, json!({ "code": code })),
    }
}

/// The interaction that a request's token belongs to.
pub(super) fn interaction_of(call: &Call) -> Option<u64> {
    match call {
        Call::Callback { interaction, .. } => Some(interaction.get()),
        Call::EditOriginal { token, .. } => Discord::by_token(token),
        _ => None,
    }
}
