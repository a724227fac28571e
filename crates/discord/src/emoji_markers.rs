//! Replaces `table::screen`'s markers with the application's emojis, or with Unicode emoji until the pictures are
//! uploaded. Also adds the command's id to command mentions. `emoji_set` stores the emojis and the id. The REST client
//! calls this for every body, so that no body is sent with a marker.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use table::screen::{Emoji, expand, expand_to_unicode};

/// The total length of a message's texts, in characters, above which they use Unicode emoji. Discord allows 4,000, and
/// may count emojis differently.
const MAX_TEXT: usize = 3900;
/// Discord's component type for a text with an accessory.
const SECTION: u64 = 9;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadedEmoji {
    pub id: u64,
    /// The emoji's name in messages, such as `see_the_future`.
    pub name: String,
}

/// The uploaded emojis, the URL at which Discord serves their pictures, and the command's id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UploadedEmojis {
    /// The base URL, to which `/emojis/ID.png` is appended.
    pub cdn: String,
    pub by_picture: BTreeMap<String, UploadedEmoji>,
    pub command: Option<u64>,
}

impl UploadedEmojis {
    pub(super) fn without_pictures(&self) -> Self {
        Self {
            by_picture: BTreeMap::new(),
            ..self.clone()
        }
    }

    fn find(&self, emoji: Emoji) -> Option<&UploadedEmoji> {
        self.by_picture.get(emoji.picture()?)
    }

    fn markup(&self, emoji: Emoji) -> String {
        match self.find(emoji) {
            Some(UploadedEmoji { id, name }) => format!("<:{name}:{id}>"),
            None => emoji.unicode().to_owned(),
        }
    }
}

/// Returns the body with every marker replaced: in texts by the emoji's markup, on buttons and options by its id. An
/// emoji's markup is about forty characters long; if it would make the message too long, the texts use Unicode emoji
/// instead. If the picture beside a text is missing, the text is shown alone. Where Discord does not show application
/// emojis, such as in labels, Unicode emoji are used. Also adds the command's id to its mentions.
pub fn resolve(body: &Value, emojis: &UploadedEmojis) -> Value {
    let fill = |in_texts| Filling { emojis, in_texts }.fill(body);
    let resolved = fill(true);
    if text_length(&resolved) <= MAX_TEXT {
        resolved
    } else {
        fill(false)
    }
}

fn text_length(body: &Value) -> usize {
    match body {
        Value::Object(fields) => {
            let length = |(key, value): (&String, &Value)| match (key.as_str(), value) {
                ("content", Value::String(text)) => text.chars().count(),
                (_, value) => text_length(value),
            };
            fields.iter().map(length).sum()
        }
        Value::Array(items) => items.iter().map(text_length).sum(),
        _ => 0,
    }
}

#[derive(Clone, Copy)]
struct Filling<'e> {
    emojis: &'e UploadedEmojis,
    /// False to use Unicode emoji in texts even if pictures are uploaded.
    in_texts: bool,
}

impl Filling<'_> {
    fn fill(self, body: &Value) -> Value {
        match body {
            Value::Object(fields) => self.fill_object(fields),
            Value::Array(items) => items.iter().map(|item| self.fill(item)).collect(),
            Value::String(text) => expand_to_unicode(text).into(),
            other => other.clone(),
        }
    }

    fn fill_object(self, fields: &Map<String, Value>) -> Value {
        if let Some(picture) = picture_beside(fields) {
            return self.fill_section(fields, picture);
        }
        let filled = fields.iter().map(|(key, value)| {
            let value = match (key.as_str(), value) {
                ("content", Value::String(text)) => self.fill_text(text).into(),
                ("emoji", Value::Object(emoji)) => self.fill_emoji(emoji),
                _ => self.fill(value),
            };
            (key.clone(), value)
        });
        Value::Object(filled.collect())
    }

    fn fill_text(self, text: &str) -> String {
        let text = if self.in_texts {
            expand(text, |emoji| self.emojis.markup(emoji))
        } else {
            expand_to_unicode(text)
        };
        mention_command(&text, self.emojis.command)
    }

    fn fill_section(self, fields: &Map<String, Value>, picture: Emoji) -> Value {
        let texts = self.fill(&fields["components"]);
        let Some(UploadedEmoji { id, .. }) = self.emojis.find(picture) else {
            // Discord refuses a section without an accessory, so only its text is kept.
            return texts[0].clone();
        };
        let mut accessory = self.fill(&fields["accessory"]);
        let cdn = &self.emojis.cdn;
        accessory["media"]["url"] = format!("{cdn}/emojis/{id}.png?size=128").into();
        let mut section = fields.clone();
        section.insert("components".to_owned(), texts);
        section.insert("accessory".to_owned(), accessory);
        Value::Object(section)
    }

    fn fill_emoji(self, emoji: &Map<String, Value>) -> Value {
        let name = emoji
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or_default();
        match marked(name).and_then(|emoji| self.emojis.find(emoji)) {
            Some(UploadedEmoji { id, name }) => json!({ "id": id.to_string(), "name": name }),
            None => json!({ "name": expand_to_unicode(name) }),
        }
    }
}

/// Returns a text in which mentions of the command, such as `</kittens new:0>`, contain its id, so that each reader
/// sees a localised, clickable link. Until the id is known, the command is shown as code.
fn mention_command(text: &str, id: Option<u64>) -> String {
    let mut parts = text.split("</");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        filled += &match (part.split_once(":0>"), id) {
            (Some((name, rest)), Some(id)) => format!("</{name}:{id}>{rest}"),
            (Some((name, rest)), None) => format!("`/{name}`{rest}"),
            (None, _) => format!("</{part}"),
        };
    }
    filled
}

fn picture_beside(fields: &Map<String, Value>) -> Option<Emoji> {
    let is_section = fields.get("type").and_then(Value::as_u64) == Some(SECTION);
    let url = fields.get("accessory").filter(|_| is_section)?["media"]["url"].as_str()?;
    marked(url)
}

fn marked(text: &str) -> Option<Emoji> {
    let mut characters = text.chars();
    let emoji = Emoji::from_marker(characters.next()?)?;
    characters.next().is_none().then_some(emoji)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rules::Title;
    use table::screen::Icon;

    use super::*;

    const TACOCAT: Emoji = Emoji::Card(Title::Tacocat);

    fn uploaded() -> UploadedEmojis {
        let emoji = UploadedEmoji {
            id: 17,
            name: "tacocat_0123456789".to_owned(),
        };
        UploadedEmojis {
            cdn: "https://cdn".to_owned(),
            by_picture: [("tacocat".to_owned(), emoji)].into(),
            command: Some(23),
        }
    }

    fn section(picture: Emoji) -> Value {
        json!({ "type": 9, "components": [{ "type": 10, "content": format!("{TACOCAT} text") }],
            "accessory": { "type": 11, "description": "a cat", "media": { "url": picture.to_string() } } })
    }

    #[test]
    fn a_text_shows_uploaded_pictures_and_unicode_for_the_others() {
        let nope = Emoji::Card(Title::Nope);
        let body = json!({ "type": 10, "content": format!("{TACOCAT}{nope} x"), "label": TACOCAT.to_string() });
        assert_eq!(
            resolve(&body, &uploaded()),
            json!({ "type": 10, "content": "<:tacocat_0123456789:17>🚫 x", "label": "🌮" })
        );
        assert_eq!(
            resolve(&body, &UploadedEmojis::default()),
            json!({ "type": 10, "content": "🌮🚫 x", "label": "🌮" })
        );
    }

    #[test]
    fn a_command_is_mentioned_by_its_id_and_stands_as_code_while_that_is_unknown() {
        let body = json!({ "content": "</kittens new:0> or </kittens me:0>, a </ b" });
        let filled = |emojis| resolve(&body, &emojis)["content"].clone();
        let mentions = "</kittens new:23> or </kittens me:23>, a </ b";
        assert_eq!(filled(uploaded()), mentions);
        let code = "`/kittens new` or `/kittens me`, a </ b";
        assert_eq!(filled(UploadedEmojis::default()), code);
    }

    #[test]
    fn a_button_has_the_id_of_its_picture_or_the_unicode_emoji() {
        let button = |emoji: Emoji| json!({ "type": 2, "emoji": { "name": emoji.to_string() } });
        let picture = json!({ "id": "17", "name": "tacocat_0123456789" });
        for (emoji, expected) in [
            (TACOCAT, picture),
            (Icon::Draw.into(), json!({ "name": "🎴" })),
            (Icon::Clock.into(), json!({ "name": "⏱️" })),
        ] {
            assert_eq!(resolve(&button(emoji), &uploaded())["emoji"], expected);
        }
    }

    #[test]
    fn a_picture_beside_a_text_is_shown_by_its_address_or_left_out() {
        let shown = resolve(&section(TACOCAT), &uploaded());
        assert_eq!(
            shown["accessory"],
            json!({ "type": 11, "description": "a cat", "media": { "url": "https://cdn/emojis/17.png?size=128" } })
        );
        assert_eq!(
            shown["components"][0]["content"],
            "<:tacocat_0123456789:17> text"
        );
        assert_eq!(
            resolve(&section(TACOCAT), &UploadedEmojis::default()),
            json!({ "type": 10, "content": "🌮 text" })
        );
    }

    #[test]
    fn a_message_that_pictures_would_make_too_long_shows_unicode_in_its_texts() {
        let text = |letters: usize| json!({ "type": 10, "content": format!("{TACOCAT}{}", "x".repeat(letters)) });
        let button = json!({ "type": 2, "emoji": { "name": TACOCAT.to_string() } });
        let markup = "<:tacocat_0123456789:17>".len();
        let body = |letters| json!({ "components": [text(letters), text(0), button] });
        let fits = resolve(&body(MAX_TEXT - 2 * markup), &uploaded());
        assert_eq!(text_length(&fits), 3_900);
        let too_long = resolve(&body(MAX_TEXT - 2 * markup + 1), &uploaded());
        assert_eq!(too_long["components"][1]["content"], "🌮");
        assert_eq!(too_long["components"][2]["emoji"]["id"], "17");
    }

    proptest! {
        #[test]
        fn no_marker_is_left_in_any_body(texts in prop::collection::vec(any::<String>(), 1..4), pick in 0..30_usize) {
            let emojis: Vec<_> = Emoji::all_with_picture().collect();
            let emoji = emojis[pick % emojis.len()];
            let text = texts.join(&emoji.to_string());
            let body = json!({ "content": text, "label": text, "emoji": { "name": text },
                "components": [section(emoji), { "description": text }], "values": [text, 1, null] });
            for emojis in [uploaded(), UploadedEmojis::default()] {
                let resolved = resolve(&body, &emojis).to_string();
                prop_assert!(!resolved.chars().any(|one| Emoji::from_marker(one).is_some()));
            }
        }

        #[test]
        fn a_body_without_markers_stays_as_it_is(text in "[^\u{f0000}-\u{10ffff}]*") {
            let body = json!({ "content": text, "label": text, "emoji": { "name": text }, "flags": 3 });
            prop_assert_eq!(resolve(&body, &uploaded()), body);
        }
    }
}
