//! Tests that the rules help has a page for every topic and names the operator.

use ::rules::{EditionId, Title};
use insta::assert_snapshot;

use super::{RulesView, Topic, rules};
use crate::about::About;
use crate::config::TableConfig;
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
    let view = RulesView {
        book: edition.into(),
        topic,
    };
    rules(&view, &TableConfig::default(), english()).to_string()
}

#[test]
fn the_operator_is_named_once_they_have_said_who_they_are() {
    let operator = Some("Ada".to_owned());
    let config = TableConfig {
        about: About {
            operator,
            ..About::default()
        },
        ..TableConfig::default()
    };
    let edition = EditionId::ORIGINAL;
    let page = |topic| {
        rules(
            &RulesView {
                book: edition.into(),
                topic,
            },
            &config,
            english(),
        )
        .to_string()
    };
    let about = page(Topic::About);
    assert!(about.contains("**Run by:** Ada") && about.contains(env!("CARGO_PKG_VERSION")));
    assert!(!about.contains("Contact"), "{about}");
    assert!(page(Topic::Guide).contains("💡 About"));
    assert!(!rules_page(edition, Topic::Guide).contains("💡 About"));
}
