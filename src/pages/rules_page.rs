//! `/kittens rules`: the guide to an edition, or one card. In a channel with a table, shows that table's rules unless
//! the person names an edition.

use rules::{EditionId, Title};
use table::intent::Intent;
use table::pages::rules_page::{self, RulesView, Topic};
use table::screen::InteractionError;

use super::card_suggestions::{matching_cards, suggestions};
use super::{Dispatcher, PageRequest};
use crate::interaction::ChannelContext;

impl Dispatcher {
    /// Shows the rules or a card. If the channel has a table and the person names no edition, the table answers.
    pub(super) async fn serve_rules(
        &self,
        request: PageRequest,
        edition: Option<EditionId>,
        card: Option<String>,
    ) -> Result<(), InteractionError> {
        let language = request.language();
        // Discord sends a chosen suggestion as the card's id, and free text unchanged.
        let find = |text: String| {
            let card = language.find_card(&text, edition.map(|id| self.editions().get(id)));
            card.ok_or(InteractionError::UnknownCard)
        };
        let card = card.map(find).transpose()?;
        let has_table = |context: &ChannelContext| self.registry.has(context.channel);
        match request.context.filter(has_table) {
            Some(context) if edition.is_none() => {
                self.forward(context, request.typed(Intent::Rules(card)))
                    .await
            }
            _ => self.reply_with_rules(&request, edition, card).await,
        }
    }

    /// Replies with one card, or with the guide to an edition (Original by default). A card without an edition is shown
    /// in the newest edition that has it.
    pub(super) async fn reply_with_rules(
        &self,
        request: &PageRequest,
        edition: Option<EditionId>,
        card: Option<Title>,
    ) -> Result<(), InteractionError> {
        let format = request.format();
        let language = format.language();
        let view = match (edition, card) {
            (None, Some(title)) => RulesView::card(title, self.editions()),
            _ => RulesView {
                book: edition.unwrap_or(EditionId::ORIGINAL).into(),
                topic: card.map_or(Topic::Guide, Topic::Card),
            },
        };
        let config = &self.registry.env().table_config;
        let screen = rules_page::rules(&view, config, language).displayed_as(format.display_mode);
        self.reply(&request.callback, &screen).await;
        Ok(())
    }

    /// Shows another page of the rules, replacing the clicked private message if there is one.
    pub(super) async fn show_rules_page(
        &self,
        request: &PageRequest,
        page: &RulesView,
    ) -> Result<(), InteractionError> {
        let format = request.format();
        let config = &self.registry.env().table_config;
        let screen =
            rules_page::rules(page, config, format.language()).displayed_as(format.display_mode);
        self.change_or_reply(&request.callback, &screen).await;
        Ok(())
    }

    pub(super) async fn suggest_cards(
        &self,
        request: &PageRequest,
        edition: Option<EditionId>,
        typed: &str,
    ) -> Result<(), InteractionError> {
        let edition = edition.map(|id| self.editions().get(id));
        let body = suggestions(&matching_cards(edition, typed, request.language()));
        self.send(&request.callback, &body).await;
        Ok(())
    }
}
