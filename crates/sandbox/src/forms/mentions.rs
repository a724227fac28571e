//! Mentions in messages, and `allowed_mentions`.

use serde_json::Value;

use crate::forms::form_errors::{FieldPath, FormErrors};
use crate::model::ids::{Id, read_id};
use crate::model::messages::Mentions;

/// The mentions of a message that may notify, from `allowed_mentions`.
///
/// Without that field every mention notifies, as on Discord.
#[derive(Clone, Debug)]
pub(crate) struct AllowedMentions {
    all_users: bool,
    everyone: bool,
    users: Vec<Id>,
}

impl Default for AllowedMentions {
    fn default() -> Self {
        Self {
            all_users: true,
            everyone: true,
            users: Vec::new(),
        }
    }
}

impl AllowedMentions {
    pub(crate) fn read(body: &Value, path: &FieldPath, errors: &mut FormErrors) -> Self {
        let Some(field) = body
            .get("allowed_mentions")
            .filter(|value| !value.is_null())
        else {
            return Self::default();
        };
        let path = path.key("allowed_mentions");
        errors.check_fields(&path, field, &["parse", "users"]);
        let parse = read_parse(field, &path, errors);
        let allowed = Self {
            all_users: parse.contains(&"users"),
            everyone: parse.contains(&"everyone"),
            users: read_users(field, &path, errors),
        };
        if allowed.all_users && !allowed.users.is_empty() {
            errors.add(
                &path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                "parse:[\"users\"] and users: [ids...] are mutually exclusive.",
            );
        }
        allowed
    }

    pub(crate) fn mentions_in(&self, text: &str) -> Mentions {
        let mut mentions = Mentions::default();
        for mention in text
            .split('<')
            .skip(1)
            .filter_map(|part| part.split_once('>'))
        {
            self.add_mention(mention.0, &mut mentions);
        }
        let names_everyone = text.contains("@everyone") || text.contains("@here");
        mentions.everyone = self.everyone && names_everyone;
        mentions
    }

    fn add_mention(&self, mention: &str, mentions: &mut Mentions) {
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

fn read_parse<'a>(field: &'a Value, path: &FieldPath, errors: &mut FormErrors) -> Vec<&'a str> {
    let listed = errors.read_list(path, field, "parse").unwrap_or_default();
    let mut parse = Vec::new();
    for (index, kind) in listed.iter().enumerate() {
        match kind.as_str() {
            Some(kind @ ("users" | "everyone")) => parse.push(kind),
            _ => {
                let path = path.key("parse").index(index);
                errors.add_bad_choice(&path, "'users', 'everyone'");
            }
        }
    }
    parse
}

fn read_users(field: &Value, path: &FieldPath, errors: &mut FormErrors) -> Vec<Id> {
    let listed = errors.read_list(path, field, "users").unwrap_or_default();
    let path = path.key("users");
    errors.check_max_length(&path, listed.len(), 100);
    let mut ids = Vec::new();
    for (index, id) in listed.iter().enumerate() {
        match read_id(id) {
            Some(id) => ids.push(id),
            None => errors.add(
                &path.index(index),
                "NUMBER_TYPE_COERCE",
                format!("Value {id} is not snowflake."),
            ),
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pings_of(body: &Value, text: &str) -> Mentions {
        let mut errors = FormErrors::default();
        let allowed = AllowedMentions::read(body, &FieldPath::root(), &mut errors);
        assert!(errors.is_empty());
        allowed.mentions_in(text)
    }

    #[test]
    fn without_allowed_mentions_everything_pings() {
        let mentions = pings_of(&json!({}), "<@12> <@!13> @everyone");
        assert_eq!(mentions.users.len(), 2);
        assert!(mentions.everyone);
    }

    #[test]
    fn an_empty_parse_list_pings_nobody() {
        let body = json!({"allowed_mentions": {"parse": []}});
        assert_eq!(pings_of(&body, "<@12> @here"), Mentions::default());
    }

    #[test]
    fn a_list_of_users_pings_only_them() {
        let body = json!({"allowed_mentions": {"users": ["12"]}});
        assert_eq!(pings_of(&body, "<@12> <@13>").users.len(), 1);
    }

    #[test]
    fn all_users_and_some_users_exclude_each_other() {
        let body = json!({"allowed_mentions": {"parse": ["users"], "users": ["12"]}});
        let mut errors = FormErrors::default();
        AllowedMentions::read(&body, &FieldPath::root(), &mut errors);
        assert!(!errors.is_empty());
    }
}
