//! People who want to be called when a host looks for players. `journal::Calls` decides whom a call reaches.

use table::pages::calls;
use table::screen::InteractionError;

use super::statistics::{guild, internal};
use super::{Dispatcher, PageRequest};
use crate::interaction::ChannelContext;
use crate::tables::clock::system_time;

impl Dispatcher {
    /// Stores whether a person wants to be called on this server.
    pub(super) async fn set_called(
        &self,
        request: &PageRequest,
        is_called: bool,
    ) -> Result<(), InteractionError> {
        let context = request.channel()?;
        if is_called {
            self.require_calls(context).await?;
        }
        let since = is_called.then(system_time);
        let stored = self
            .results
            .set_called(guild(context), request.person.id, since);
        stored.await.map_err(internal)?;
        let screen = calls::call_wish(is_called, request.language());
        self.change_or_reply(&request.callback, &screen).await;
        Ok(())
    }

    /// Returns an error if the server's managers have turned calls off.
    pub(super) async fn require_calls(
        &self,
        context: ChannelContext,
    ) -> Result<(), InteractionError> {
        let settings = self.settings_of(context.guild).await?;
        if settings.allow_calls() {
            Ok(())
        } else {
            Err(InteractionError::NoCalls)
        }
    }
}
