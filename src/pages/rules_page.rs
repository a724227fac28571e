//! `/kittens rules`: the guide to an edition, or one card. A channel with a table shows that table's rules unless the
//! person asks for others.

use discord::Callback;
use rules::EditionId;
use table::screen::{self, InteractionError, RulesView, Topic};
use table::screen_format::ScreenFormat;

use super::Dispatcher;
use super::card_suggestions::{matching_cards, suggestions};
use crate::interaction::ChannelContext;
use crate::tables::mailbox::TableRequest;

impl Dispatcher {
    /// Shows the rules: those of the channel's table, unless the person asks for an edition or a card.
    pub(super) async fn serve_rules(
        &self,
        request: TableRequest,
        context: Option<ChannelContext>,
        edition: Option<EditionId>,
        card: Option<String>,
    ) -> Result<(), InteractionError> {
        let asks_generally = edition.is_none() && card.is_none();
        match context.filter(|context| asks_generally && self.registry.has(context.channel)) {
            Some(context) => self.forward(context, request).await,
            None => {
                let format = request.person.format();
                self.reply_with_rules(&request.callback, edition, card, format)
                    .await
            }
        }
    }

    /// Replies with the rules of an edition, or of the card with this id or name.
    pub(super) async fn reply_with_rules(
        &self,
        callback: &Callback,
        edition: Option<EditionId>,
        card: Option<String>,
        format: ScreenFormat,
    ) -> Result<(), InteractionError> {
        let language = format.language();
        let topic = match card {
            None => Topic::Guide,
            // Discord sends a chosen suggestion as the card's id, and free text unchanged.
            Some(text) => {
                let card = language.find_card(&text, edition.map(|id| self.editions().get(id)));
                Topic::Card(card.ok_or(InteractionError::UnknownCard)?)
            }
        };
        let edition = edition.unwrap_or(EditionId::ORIGINAL);
        let screen = screen::rules(&RulesView { edition, topic }, self.editions(), language)
            .displayed_as(format.display_mode);
        self.reply(callback, &screen).await;
        Ok(())
    }

    /// Shows another page of the rules, replacing the clicked private message if there is one.
    pub(super) async fn show_rules_page(
        &self,
        callback: &Callback,
        page: &RulesView,
        format: ScreenFormat,
    ) -> Result<(), InteractionError> {
        let screen = screen::rules(page, self.editions(), format.language())
            .displayed_as(format.display_mode);
        self.change_or_reply(callback, &screen).await;
        Ok(())
    }

    /// Suggests the cards whose names match the typed text.
    pub(super) async fn suggest_cards(
        &self,
        callback: &Callback,
        edition: Option<EditionId>,
        typed: &str,
        format: ScreenFormat,
    ) -> Result<(), InteractionError> {
        let edition = edition.map(|id| self.editions().get(id));
        let body = suggestions(&matching_cards(edition, typed, format.language()));
        self.send(callback, &body).await;
        Ok(())
    }
}
