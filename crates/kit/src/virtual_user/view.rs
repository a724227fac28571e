//! Reads tables, hand panels and texts from the messages in a channel.

use serde_json::Value;
use table::control::Stamp;
use table::ids::TableId;
use table::intent::Intent;
use table::screen::Emoji;

use crate::virtual_user::component::{Component, components};
use crate::virtual_user::game_move::leads_to_move;

/// The latest messages in a channel that are visible to one person, or to everyone.
#[derive(Clone, Debug)]
pub struct View {
    /// The sandbox's revision when the view was read; later changes have higher revisions.
    pub revision: u64,
    /// The messages' JSON, oldest first.
    pub messages: Vec<Value>,
}

/// A public message with enabled controls of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableMessage {
    pub message: String,
    /// The table and revision that the controls were made for.
    pub stamp: Stamp,
}

impl View {
    /// Returns the components of the table's message, which is the latest public message with components.
    pub fn table(&self) -> Vec<Component> {
        self.newest(|component| !component.private)
    }

    /// Returns the components of the latest hand panel, or else of the panel of a person who is out of the
    /// game; empty if there is no panel.
    pub fn panel(&self) -> Vec<Component> {
        let hand = self.newest(|component| {
            component.private && component.control.as_ref().is_some_and(leads_to_move)
        });
        if hand.is_empty() {
            self.newest(|one| one.private && one.intent() == Some(Intent::Rules(None)))
        } else {
            hand
        }
    }

    fn newest(&self, wanted: impl Fn(&Component) -> bool) -> Vec<Component> {
        let mut newest_first = self.messages.iter().rev().map(components);
        let found = newest_first.find(|components| components.iter().any(&wanted));
        found.unwrap_or_default()
    }

    /// Returns true if the table's message shows a finished game.
    pub fn is_over(&self) -> bool {
        offers_rematch(&self.table())
    }

    /// Returns the newest stamp among the controls of the table's message.
    pub fn table_stamp(&self) -> Option<Stamp> {
        newest_stamp(&self.table())
    }

    /// Returns the public messages with enabled controls of this table, newest first.
    pub fn messages_of(&self, table: TableId) -> Vec<TableMessage> {
        let newest_first = self.messages.iter().rev();
        let found = newest_first.filter_map(|message| {
            let enabled = components(message).into_iter().filter(|one| one.enabled);
            let mut public = enabled.filter(|component| !component.private);
            public.find_map(|component| {
                let stamp = component.control?.stamp;
                (stamp.table == table).then_some(TableMessage {
                    message: component.message,
                    stamp,
                })
            })
        });
        found.collect()
    }

    /// Returns the text of all messages, oldest first.
    pub fn text(&self) -> String {
        let texts: Vec<_> = self.messages.iter().map(text_of).collect();
        texts.join("\n")
    }
}

/// Returns the stamp with the highest revision among these components; `None` if no id parses.
pub fn newest_stamp(components: &[Component]) -> Option<Stamp> {
    let controls = components.iter().filter_map(|component| component.control);
    let stamps = controls.map(|control| control.stamp);
    stamps.max_by_key(|stamp| stamp.revision)
}

/// Returns true if one of these components starts a rematch, which means that their message shows a finished game.
pub fn offers_rematch(components: &[Component]) -> bool {
    let mut components = components.iter();
    components.any(|component| component.intent() == Some(Intent::Rematch))
}

/// Returns a message's content and the texts of its components, one per line. Replaces the bot's pictures with their
/// Unicode emoji.
pub fn text_of(message: &Value) -> String {
    let mut text = String::new();
    if let Some(content) = message["content"].as_str() {
        push_line(&mut text, content);
    }
    collect_text(&message["components"], &mut text);
    text
}

fn collect_text(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_text(item, text)),
        Value::Object(fields) => {
            for (key, inner) in fields {
                match (key.as_str(), inner) {
                    ("content" | "label" | "placeholder" | "description", Value::String(line)) => {
                        push_line(text, line);
                    }
                    _ => collect_text(inner, text),
                }
            }
        }
        _ => {}
    }
}

fn push_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    let mut pieces = line.split("<:");
    text.extend(pieces.next());
    for piece in pieces {
        match read_emoji(piece) {
            Some((emoji, rest)) => text.extend([emoji.unicode(), rest]),
            None => text.extend(["<:", piece]),
        }
    }
}

/// Parses an emoji's name and id, such as `see_the_future:17>`, at the start of a text. Returns the emoji and the rest
/// of the text; `None` if the text does not start with a picture of the bot.
fn read_emoji(text: &str) -> Option<(Emoji, &str)> {
    let (markup, rest) = text.split_once('>')?;
    let (name, _id) = markup.split_once(':')?;
    let picture = name.replace('_', "-");
    let emoji = Emoji::all_with_picture().find(|one| one.picture() == Some(&*picture))?;
    Some((emoji, rest))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn message(id: &str, flags: u64, ids: &[&str]) -> Value {
        let buttons: Vec<_> = ids
            .iter()
            .map(|id| json!({"type": 2, "custom_id": id, "label": format!("label of {id}")}))
            .collect();
        json!({"id": id, "flags": flags, "content": format!("message {id}"), "components": buttons})
    }

    fn view(messages: &[Value]) -> View {
        View {
            revision: 1,
            messages: messages.to_vec(),
        }
    }

    #[test]
    fn the_table_is_the_newest_public_message_and_the_panel_the_newest_private_one_with_moves() {
        let view = view(&[
            message("1", 0, &["v1:5:1:hand"]),
            message("2", 64, &["v1:5:1:draw"]),
            message("3", 0, &["v1:5:2:hand"]),
            message("4", 64, &["v1:5:2:rules"]),
            message("5", 0, &[]),
        ]);
        let of = |components: &[Component]| components[0].message.clone();
        assert_eq!(
            (of(&view.table()), of(&view.panel())),
            ("3".into(), "2".into())
        );
    }

    #[test]
    fn a_game_is_over_when_the_newest_table_offers_a_rematch() {
        let end = message("1", 0, &["v1:5:9:rematch"]);
        let lobby = message("2", 0, &["v1:6:1:join"]);
        assert!(view(std::slice::from_ref(&end)).is_over());
        assert!(!view(&[end, lobby]).is_over());
    }

    #[test]
    fn the_messages_of_a_table_are_those_with_enabled_controls_of_it() {
        let mut disabled = message("2", 0, &["v1:5:2:hand"]);
        disabled["components"][0]["disabled"] = json!(true);
        let view = view(&[
            message("1", 0, &["v1:5:1:hand"]),
            disabled,
            message("3", 64, &["v1:5:3:draw"]),
            message("4", 0, &["v1:6:1:hand"]),
        ]);
        let found = view.messages_of(TableId(5));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].message, "1");
    }

    #[test]
    fn the_text_of_a_message_is_what_a_person_reads_of_it() {
        let text = text_of(&message("1", 0, &["v1:5:1:hand"]));
        assert_eq!(text, "message 1\nlabel of v1:5:1:hand");
    }

    #[test]
    fn the_bots_pictures_are_read_as_unicode_emoji() {
        let text = text_of(&json!({"content": "<:see_the_future:17> x <:other:1> \\<:nope"}));
        assert_eq!(text, "🔮 x <:other:1> \\<:nope");
    }
}
