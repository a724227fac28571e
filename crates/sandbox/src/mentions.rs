//! Whom a message mentions, and whom it may ping.

use serde_json::Value;

use crate::forms::{FormErrors, Place};
use crate::ids::Id;

/// Whom a message may ping.
///
/// A body that says nothing allows everybody: forgetting it pings.
#[derive(Clone, Debug)]
pub(crate) struct AllowedMentions {
    all_users: bool,
    all_roles: bool,
    everyone: bool,
    users: Vec<Id>,
    roles: Vec<Id>,
    pub(crate) replied_user: bool,
}

impl Default for AllowedMentions {
    fn default() -> Self {
        Self {
            all_users: true,
            all_roles: true,
            everyone: true,
            users: Vec::new(),
            roles: Vec::new(),
            replied_user: true,
        }
    }
}

/// Whom a message pings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mentions {
    pub(crate) users: Vec<Id>,
    pub(crate) roles: Vec<Id>,
    pub(crate) everyone: bool,
}

impl AllowedMentions {
    /// Reads `body.allowed_mentions`, noting what is wrong with it.
    pub(crate) fn read(body: &Value, place: &Place, errors: &mut FormErrors) -> Self {
        let Some(given) = body
            .get("allowed_mentions")
            .filter(|value| !value.is_null())
        else {
            return Self::default();
        };
        let place = place.key("allowed_mentions");
        if !given.is_object() {
            errors.add(
                &place,
                "MODEL_TYPE_CONVERT",
                "Only dictionaries may be used in a ModelType",
            );
        }
        let parse = read_parse(given, &place, errors);
        let allowed = Self {
            all_users: parse.contains(&"users"),
            all_roles: parse.contains(&"roles"),
            everyone: parse.contains(&"everyone"),
            users: read_ids(given, "users", &place, errors),
            roles: read_ids(given, "roles", &place, errors),
            replied_user: errors.truth(&place, given, "replied_user"),
        };
        allowed.check_exclusive(&place, errors);
        allowed
    }

    fn check_exclusive(&self, place: &Place, errors: &mut FormErrors) {
        let both = [
            ("users", self.all_users && !self.users.is_empty()),
            ("roles", self.all_roles && !self.roles.is_empty()),
        ];
        for (kind, _) in both.into_iter().filter(|(_, both)| *both) {
            errors.add(
                place,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive."),
            );
        }
    }

    /// Whom a message that says `text` pings.
    pub(crate) fn of(&self, text: &str) -> Mentions {
        let mut mentions = Mentions::default();
        for mention in text
            .split('<')
            .skip(1)
            .filter_map(|part| part.split_once('>'))
        {
            self.note(mention.0, &mut mentions);
        }
        let calls_everyone = text.contains("@everyone") || text.contains("@here");
        mentions.everyone = self.everyone && calls_everyone;
        mentions
    }

    fn note(&self, mention: &str, mentions: &mut Mentions) {
        let role = mention.strip_prefix("@&").and_then(|id| id.parse().ok());
        if let Some(role) = role
            && (self.all_roles || self.roles.contains(&role))
            && !mentions.roles.contains(&role)
        {
            mentions.roles.push(role);
        }
        let user = mention.strip_prefix('@');
        let user = user.map(|id| id.strip_prefix('!').unwrap_or(id));
        if let Some(user) = user.and_then(|id| id.parse().ok())
            && (self.all_users || self.users.contains(&user))
            && !mentions.users.contains(&user)
        {
            mentions.users.push(user);
        }
    }
}

fn read_parse<'a>(given: &'a Value, place: &Place, errors: &mut FormErrors) -> Vec<&'a str> {
    let listed = errors.list(place, given, "parse").unwrap_or_default();
    let mut parse = Vec::new();
    for (index, kind) in listed.iter().enumerate() {
        match kind.as_str() {
            Some(kind @ ("users" | "roles" | "everyone")) => parse.push(kind),
            _ => {
                let place = place.key("parse").index(index);
                errors.choices(&place, "'users', 'everyone', 'roles'");
            }
        }
    }
    parse
}

fn read_ids(given: &Value, key: &str, place: &Place, errors: &mut FormErrors) -> Vec<Id> {
    let listed = errors.list(place, given, key).unwrap_or_default();
    let place = place.key(key);
    errors.at_most(&place, listed.len(), 100);
    let mut ids = Vec::new();
    for (index, id) in listed.iter().enumerate() {
        match read_id(id) {
            Some(id) => ids.push(id),
            None => errors.add(
                &place.index(index),
                "NUMBER_TYPE_COERCE",
                format!("Value {id} is not snowflake."),
            ),
        }
    }
    ids
}

/// An id as Discord takes it: a string of digits or a number.
pub(crate) fn read_id(value: &Value) -> Option<Id> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.to_string().parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pinged(body: &Value, text: &str) -> Mentions {
        let mut errors = FormErrors::default();
        let allowed = AllowedMentions::read(body, &Place::root(), &mut errors);
        assert!(errors.is_empty());
        allowed.of(text)
    }

    #[test]
    fn a_message_that_says_nothing_of_mentions_pings() {
        let mentions = pinged(&json!({}), "<@12> <@!13> <@&14> @everyone");
        assert_eq!(mentions.users.len(), 2);
        assert_eq!(mentions.roles.len(), 1);
        assert!(mentions.everyone);
    }

    #[test]
    fn an_empty_parse_list_pings_nobody() {
        let body = json!({"allowed_mentions": {"parse": []}});
        assert_eq!(pinged(&body, "<@12> @here"), Mentions::default());
    }

    #[test]
    fn a_list_of_users_pings_only_them() {
        let body = json!({"allowed_mentions": {"users": ["12"]}});
        assert_eq!(pinged(&body, "<@12> <@13>").users.len(), 1);
    }

    #[test]
    fn all_users_and_some_users_exclude_each_other() {
        let body = json!({"allowed_mentions": {"parse": ["users"], "users": ["12"]}});
        let mut errors = FormErrors::default();
        AllowedMentions::read(&body, &Place::root(), &mut errors);
        assert!(!errors.is_empty());
    }
}
