//! Tests that the panel shows a person's preferences and the values to choose from.

use insta::assert_snapshot;

use super::preferences;
use crate::preferences::PersonPreferences;
use crate::screen::tests::fixture::english;

#[test]
fn a_person_sees_their_preferences_with_the_choices() {
    let chosen = PersonPreferences {
        direct_hand: true,
        ..PersonPreferences::default()
    };
    assert_snapshot!(preferences(chosen, english()));
}
