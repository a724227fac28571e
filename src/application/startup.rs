//! The startup steps that must wait until the bot knows its application: waking the tables, publishing the
//! application's id and registering the commands. They run once, however often the bot reconnects.

use std::sync::{Arc, Once};

use discord::RestClient;
use serenity::model::id::ApplicationId;
use tokio::sync::watch;

use crate::application::command_registration;
use crate::tables::registry::Registry;

pub(crate) struct Startup {
    registry: Arc<Registry>,
    rest: RestClient,
    /// True once the registration of the commands has finished, even if Discord refused it.
    ready: watch::Sender<bool>,
    application: watch::Sender<Option<ApplicationId>>,
    once: Once,
}

impl Startup {
    pub(crate) fn new(registry: Arc<Registry>, rest: RestClient) -> Self {
        Self {
            registry,
            rest,
            ready: watch::Sender::new(false),
            application: watch::Sender::new(None),
            once: Once::new(),
        }
    }

    pub(crate) fn subscribe_ready(&self) -> watch::Receiver<bool> {
        self.ready.subscribe()
    }

    pub(crate) fn subscribe_application(&self) -> watch::Receiver<Option<ApplicationId>> {
        self.application.subscribe()
    }

    pub(crate) fn is_ready(&self) -> bool {
        *self.ready.borrow()
    }

    /// Wakes the tables, publishes the application's id and registers the commands. Only the first call does anything.
    pub(crate) fn begin(self: &Arc<Self>, application: ApplicationId) {
        let this = Arc::clone(self);
        self.once.call_once(|| {
            self.registry.start();
            self.application.send_replace(Some(application));
            // A shutdown does not wait for this task, because it retries until Discord answers.
            let registering = async move {
                command_registration::register(&this.rest, application).await;
                this.ready.send_replace(true);
            };
            let background_tasks = &self.registry.env().background_tasks;
            background_tasks.spawn("registers the commands", registering);
        });
    }
}
