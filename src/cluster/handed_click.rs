//! A click in direct messages as one process hands it to another. Discord tells such a click only to the
//! process with the first shard, and the table is where the shard of its server is. The process that takes
//! it serves it as if Discord had told it; which one that is decides [`super::forwarding`].

use std::time::Duration;

use outbox::{Callback, ClickedMessage};
use serde::{Deserialize, Serialize};
use serenity::model::id::{ApplicationId, InteractionId, MessageId};
use table::control::Control;
use table::ids::UserId;
use table::input::{ClickOrigin, Clicker};
use table::presentation::Presentation;
use table::text::Locale;
use tokio::time::Instant;

use crate::discord::from_discord::{IncomingInteraction, InteractionRequest};
use crate::table_message::TableRequest;

/// A click with everything that its service needs. Holds the interaction's token: it is never logged.
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize)]
pub(crate) struct HandedClick {
    interaction: u64,
    application: u64,
    token: String,
    /// Milliseconds since the first process received it.
    age_ms: u64,
    user: u64,
    name: String,
    locale: String,
    message: u64,
    control: String,
}

impl HandedClick {
    /// Returns a click to hand over; none if the request came in another way than by direct messages, where
    /// other processes have received it too.
    pub(crate) fn of(request: &TableRequest) -> Option<Self> {
        let ClickOrigin::Direct { stamp, message } = request.origin else {
            return None;
        };
        let Callback {
            interaction,
            application,
            token,
            received,
            user,
            ..
        } = &request.callback;
        Some(Self {
            interaction: interaction.get(),
            application: application.get(),
            token: token.clone(),
            age_ms: u64::try_from(received.elapsed().as_millis()).ok()?,
            user: user.0,
            name: request.person.name.clone(),
            locale: request.person.locale.id().to_owned(),
            message,
            control: stamp.button(request.intent).to_string(),
        })
    }

    /// Returns the click as an interaction that this process takes now; none if it is none of this release.
    pub(crate) fn into_incoming(self) -> Option<IncomingInteraction> {
        let age = Duration::from_millis(self.age_ms);
        let control: Control = self.control.parse().ok()?;
        let user = UserId(self.user);
        let callback = Callback {
            interaction: id(self.interaction).map(InteractionId::new)?,
            application: id(self.application).map(ApplicationId::new)?,
            token: self.token,
            received: Instant::now().checked_sub(age)?,
            user,
            clicked: Some(ClickedMessage {
                message: id(self.message).map(MessageId::new)?,
                private: false,
                direct: true,
            }),
            http: None,
        };
        let person = Clicker {
            id: user,
            name: self.name,
            locale: Locale::nearest(&self.locale),
            presentation: Presentation::default(),
            direct_hand: None,
            hand_explained: false,
            may_manage: false,
        };
        Some(IncomingInteraction {
            callback,
            person,
            context: None,
            request: InteractionRequest::UseControl(
                control,
                control.with_values::<&str>(&[]).ok()?,
            ),
        })
    }
}

/// Returns an id of Discord's. No id is 0.
fn id(number: u64) -> Option<u64> {
    (number != 0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fakes::command;
    use table::control::Stamp;
    use table::ids::{Revision, TableId};
    use table::intent::Intent;

    #[test]
    fn a_click_in_direct_messages_is_the_same_click_in_another_process() {
        let stamp = Stamp {
            table: TableId(5),
            revision: Revision(7),
        };
        let mut request = command(2, 9, Intent::Nope { layer: 1 });
        assert!(HandedClick::of(&request).is_none(), "all have received it");
        let message = 77;
        request.origin = ClickOrigin::Direct { stamp, message };
        let click = HandedClick::of(&request).expect("it can be handed over");
        let text = serde_json::to_string(&click).expect("it is JSON");
        let read: HandedClick = serde_json::from_str(&text).expect("it can be read");
        let incoming = read.into_incoming().expect("it is a click");
        let Callback {
            interaction,
            token,
            user,
            clicked,
            ..
        } = incoming.callback;
        assert_eq!(interaction, request.callback.interaction);
        assert_eq!(token, request.callback.token);
        assert_eq!(user, request.person.id);
        assert!(clicked.is_some_and(|clicked| clicked.direct && clicked.message.get() == message));
        assert_eq!(incoming.person.name, request.person.name);
        let expected = InteractionRequest::UseControl(stamp.button(request.intent), request.intent);
        assert_eq!(incoming.request, expected);
    }

    #[test]
    fn a_damaged_click_is_none() {
        let stamp = Stamp {
            table: TableId(5),
            revision: Revision(7),
        };
        let mut request = command(2, 9, Intent::Draw);
        request.origin = ClickOrigin::Direct { stamp, message: 77 };
        let click = HandedClick::of(&request).expect("it can be handed over");
        let damages: [fn(&mut HandedClick); 2] = [
            |click| click.control.push('?'),
            |click| click.interaction = 0,
        ];
        for damage in damages {
            let mut damaged = click.clone();
            damage(&mut damaged);
            assert!(damaged.into_incoming().is_none());
        }
    }
}
