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

impl AllowedMentions {
    /// Reads `body.allowed_mentions` and adds an error for each violation.
    pub(crate) fn read(body: &Value, path: &FieldPath, errors: &mut FormErrors) -> Self {
        let Some(field) = body
            .get("allowed_mentions")
            .filter(|value| !value.is_null())
        else {
            return Self::default();
        };
        let path = path.key("allowed_mentions");
        if !field.is_object() {
            errors.add(
                &path,
                "MODEL_TYPE_CONVERT",
                "Only dictionaries may be used in a ModelType",
            );
        }
        let parse = read_parse(field, &path, errors);
        let allowed = Self {
            all_users: parse.contains(&"users"),
            all_roles: parse.contains(&"roles"),
            everyone: parse.contains(&"everyone"),
            users: read_ids(field, "users", &path, errors),
            roles: read_ids(field, "roles", &path, errors),
            replied_user: errors.read_bool(&path, field, "replied_user"),
        };
        allowed.check_exclusive(&path, errors);
        allowed
    }

    fn check_exclusive(&self, path: &FieldPath, errors: &mut FormErrors) {
        let both = [
            ("users", self.all_users && !self.users.is_empty()),
            ("roles", self.all_roles && !self.roles.is_empty()),
        ];
        for (kind, _) in both.into_iter().filter(|(_, both)| *both) {
            errors.add(
                path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive."),
            );
        }
    }

    /// Returns the mentions in `text` that notify.
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

fn read_parse<'a>(field: &'a Value, path: &FieldPath, errors: &mut FormErrors) -> Vec<&'a str> {
    let listed = errors.read_list(path, field, "parse").unwrap_or_default();
    let mut parse = Vec::new();
    for (index, kind) in listed.iter().enumerate() {
        match kind.as_str() {
            Some(kind @ ("users" | "roles" | "everyone")) => parse.push(kind),
            _ => {
                let path = path.key("parse").index(index);
                errors.add_bad_choice(&path, "'users', 'everyone', 'roles'");
            }
        }
    }
    parse
}

fn read_ids(
    field: &Value,
    key: &'static str,
    path: &FieldPath,
    errors: &mut FormErrors,
) -> Vec<Id> {
    let listed = errors.read_list(path, field, key).unwrap_or_default();
    let path = path.key(key);
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
        let mentions = pings_of(&json!({}), "<@12> <@!13> <@&14> @everyone");
        assert_eq!(mentions.users.len(), 2);
        assert_eq!(mentions.roles.len(), 1);
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
