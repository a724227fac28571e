//! Tests of the pages with the rules.

use ::rules::{EditionId, Editions, Title};
use insta::assert_snapshot;

use super::{RulesView, Topic, rules};
use crate::screen::tests::fixture::english;

#[test]
fn the_rules_help_has_a_page_for_every_topic() {
    for edition in EditionId::all() {
        let topics = [
            Topic::Guide,
            Topic::Cards,
            Topic::Combos,
            Topic::Card(Title::Attack),
            Topic::Card(Title::Favor),
        ];
        let pages = topics.map(|topic| rules_page(edition, topic));
        assert_snapshot!(format!("rules_{edition}"), pages.join("\n"));
    }
    let general = [Topic::Window, Topic::House];
    let pages = general.map(|topic| rules_page(EditionId::ORIGINAL, topic));
    assert_snapshot!("rules_general", pages.join("\n"));
}

fn rules_page(edition: EditionId, topic: Topic) -> String {
    let editions = Editions::built_in();
    rules(&RulesView { edition, topic }, &editions, english()).to_string()
}
