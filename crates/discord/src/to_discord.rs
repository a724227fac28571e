//! Converts screens to message bodies for Discord's REST API. Each screen becomes one Components V2 container. Every
//! body limits who may be pinged, because Discord would otherwise ping everyone mentioned in the text. Emoji with a
//! picture are represented by [markers](super::emoji_markers) until the REST client replaces them.

use serde_json::{Value, json};
use table::ids::UserId;
use table::screen::{
    Button, ButtonStyle, Element, Emoji, Illustrated, Screen, Select, SelectOption,
};
use table::user_set::UserSet;

const COMPONENTS_V2: u64 = 1 << 15;
/// The flag of a message that only one person sees.
pub const EPHEMERAL: u64 = 1 << 6;
/// The flag of a new message that does not trigger notifications.
pub(super) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;

// Discord's numbers for component types.
const ACTION_ROW: u8 = 1;
const BUTTON: u8 = 2;
const SELECT: u8 = 3;
const SECTION: u8 = 9;
const TEXT: u8 = 10;
const THUMBNAIL: u8 = 11;
const GALLERY: u8 = 12;
const FILE: u8 = 13;
const SEPARATOR: u8 = 14;
const CONTAINER: u8 = 17;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    Everyone,
    /// Only the person whose interaction is answered.
    OnePerson,
}

/// Returns the body of a new message with this screen, without pings.
pub fn message(screen: &Screen, audience: Audience) -> Value {
    let visibility = match audience {
        Audience::OnePerson => EPHEMERAL,
        Audience::Everyone => 0,
    };
    object([
        ("flags", (COMPONENTS_V2 | visibility).into()),
        ("components", vec![container(screen, None)].into()),
        ("allowed_mentions", json!({ "parse": [] })),
    ])
}

/// Returns the body of a new public message that pings only the people in `ping`. The message is silent if `ping`
/// is empty.
pub fn post(screen: &Screen, ping: impl IntoIterator<Item = UserId>) -> Value {
    with_ping(message(screen, Audience::Everyone), ping)
}

/// Returns the body of [`post`] with the screen's picture, attached under this file name.
pub fn post_with_picture(screen: &Screen, ping: UserSet, file: &str) -> Value {
    with_ping(change_with_picture(screen, file), ping.iter())
}

fn with_ping(mut body: Value, ping: impl IntoIterator<Item = UserId>) -> Value {
    let users: Vec<_> = ping.into_iter().map(|user| user.to_string()).collect();
    if users.is_empty() {
        body["flags"] = json!(COMPONENTS_V2 | SUPPRESS_NOTIFICATIONS);
    } else {
        body["allowed_mentions"]["users"] = json!(users);
    }
    body
}

/// Returns the body that changes an existing message to this screen. A private message stays private.
pub fn change(screen: &Screen) -> Value {
    message(screen, Audience::Everyone)
}

/// Returns the body of [`change`] with the screen's picture, attached under this file name. Replaces earlier files.
pub fn change_with_picture(screen: &Screen, file: &str) -> Value {
    let mut body = change(screen);
    body["components"] = json!([container(screen, Some(file))]);
    body["attachments"] = json!([{ "id": 0, "filename": file }]);
    body
}

/// Returns the body of [`change`] with an attached file of this name, shown below the screen.
pub fn change_with_file(screen: &Screen, file: &str) -> Value {
    let mut body = change(screen);
    let shown = json!({ "type": FILE, "file": { "url": format!("attachment://{file}") } });
    body["components"] = json!([container(screen, None), shown]);
    body["attachments"] = json!([{ "id": 0, "filename": file }]);
    body
}

/// Returns the screen as a container. Its picture is omitted unless a file name is given.
fn container(screen: &Screen, picture: Option<&str>) -> Value {
    let elements = screen.elements.iter();
    let components = elements.filter_map(|element| component(element, picture));
    object([
        ("type", CONTAINER.into()),
        ("accent_color", screen.accent.colour().into()),
        ("components", components.collect()),
    ])
}

/// Returns an object with these fields. Unlike `json!`, does not copy the values.
fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let owned = fields.map(|(name, value)| (name.to_owned(), value));
    Value::Object(owned.into_iter().collect())
}

fn component(element: &Element, picture: Option<&str>) -> Option<Value> {
    Some(match element {
        Element::Chart { alt, .. } | Element::Picture { alt, .. } => gallery(picture?, alt),
        Element::Text(text) => text_display(text),
        Element::Illustrated(illustrated) => match illustrated.picture.marker() {
            Some(marker) => section(illustrated, marker),
            None => text_display(&illustrated.text),
        },
        Element::EmojiRow(row) => text_display(&Element::row_text(row)),
        Element::Separator => json!({ "type": SEPARATOR, "divider": true }),
        Element::Buttons(buttons) => action_row(buttons.iter().map(button).collect()),
        Element::Select(select) => action_row(vec![select_menu(select)]),
    })
}

fn gallery(file: &str, alt: &str) -> Value {
    let media = json!({ "url": format!("attachment://{file}") });
    json!({ "type": GALLERY, "items": [{ "media": media, "description": alt }] })
}

fn action_row(components: Vec<Value>) -> Value {
    object([
        ("type", ACTION_ROW.into()),
        ("components", components.into()),
    ])
}

fn text_display(text: &str) -> Value {
    json!({ "type": TEXT, "content": text })
}

fn section(illustrated: &Illustrated, marker: char) -> Value {
    let media = json!({ "url": marker });
    json!({
        "type": SECTION,
        "components": [text_display(&illustrated.text)],
        "accessory": { "type": THUMBNAIL, "media": media, "description": illustrated.alt },
    })
}

fn button(button: &Button) -> Value {
    let mut body = object([
        ("type", BUTTON.into()),
        ("custom_id", button.control.to_string().into()),
        ("label", button.label.as_str().into()),
        ("style", style(button.style).into()),
        ("disabled", (!button.enabled).into()),
    ]);
    if let Some(emoji) = button.emoji {
        body["emoji"] = named(emoji);
    }
    body
}

fn style(style: ButtonStyle) -> u8 {
    match style {
        ButtonStyle::Primary => 1,
        ButtonStyle::Secondary => 2,
        ButtonStyle::Success => 3,
        ButtonStyle::Danger => 4,
    }
}

fn select_menu(select: &Select) -> Value {
    object([
        ("type", SELECT.into()),
        ("custom_id", select.control.to_string().into()),
        ("placeholder", select.placeholder.as_str().into()),
        ("min_values", select.min.into()),
        ("max_values", select.max.into()),
        ("disabled", false.into()),
        ("options", select.options.iter().map(option).collect()),
    ])
}

fn option(option: &SelectOption) -> Value {
    let mut body = json!({
        "label": option.label,
        "value": option.value,
        "default": option.chosen,
    });
    if let Some(description) = &option.description {
        body["description"] = json!(description);
    }
    if let Some(emoji) = option.emoji {
        body["emoji"] = named(emoji);
    }
    body
}

fn named(emoji: Emoji) -> Value {
    object([("name", emoji.to_string().into())])
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rules::Title;
    use table::control::Stamp;
    use table::ids::{Revision, TableId};
    use table::intent::{Intent, Menu};
    use table::screen::{Accent, Chart, Icon};

    use super::*;

    const STAMP: Stamp = Stamp {
        table: TableId(7),
        revision: Revision(3),
    };

    fn screen() -> Screen {
        let draw = Button {
            control: STAMP.button(Intent::Draw),
            label: "Draw".to_owned(),
            emoji: Some(Emoji::Icon(Icon::Draw)),
            style: ButtonStyle::Primary,
            enabled: false,
        };
        let place = Select {
            control: STAMP.menu(Menu::Place),
            placeholder: "Where?".to_owned(),
            options: vec![SelectOption {
                value: "0".to_owned(),
                label: "On top".to_owned(),
                description: Some("The next to draw".to_owned()),
                emoji: None,
                chosen: true,
            }],
            min: 1,
            max: 1,
        };
        let parts = vec![
            Element::Text("**Words**".to_owned()),
            Element::Illustrated(Illustrated {
                text: "A winner".to_owned(),
                picture: Emoji::Icon(Icon::Winner),
                alt: "A cat with a cup".to_owned(),
            }),
            Element::EmojiRow(vec![Title::Nope.into(), Icon::NopeStamp.into()]),
            Element::Separator,
            Element::Buttons(vec![draw]),
            Element::Select(place),
        ];
        Screen {
            accent: Accent::Calm,
            elements: parts,
            mentions: UserSet::only(UserId(12)),
        }
    }

    #[test]
    fn a_screen_becomes_one_container() {
        insta::assert_json_snapshot!(message(&screen(), Audience::Everyone));
    }

    #[test]
    fn a_picture_is_shown_only_where_its_file_is_attached() {
        let mut screen = screen();
        let plain = message(&screen, Audience::Everyone);
        let (turns, lines) = (0, Vec::new());
        screen.elements.push(Element::Chart {
            chart: Arc::new(Chart { turns, lines }),
            alt: "The story".to_owned(),
        });
        assert_eq!(message(&screen, Audience::Everyone), plain);
        let body = post_with_picture(&screen, UserSet::only(UserId(12)), "game.png");
        let parts = body["components"][0]["components"].as_array();
        let gallery = json!({ "type": 12, "items": [{
            "media": { "url": "attachment://game.png" }, "description": "The story",
        }] });
        assert_eq!(parts.and_then(|parts| parts.last()), Some(&gallery));
        let attachments = json!([{ "id": 0, "filename": "game.png" }]);
        assert_eq!(body["attachments"], attachments);
        assert_eq!(body["allowed_mentions"]["users"], json!(["12"]));
    }

    #[test]
    fn the_private_flag_is_set_in_a_new_message_and_not_in_a_change() {
        let private = message(&screen(), Audience::OnePerson);
        assert_eq!(private["flags"], 1 << 15 | 1 << 6);
        assert_eq!(change(&screen())["flags"], 1 << 15);
    }

    #[test]
    fn only_a_new_public_message_pings_and_only_those_who_are_called() {
        let nobody = json!({ "parse": [] });
        for body in [
            message(&screen(), Audience::Everyone),
            message(&screen(), Audience::OnePerson),
            change(&screen()),
            post(&screen(), []),
        ] {
            assert_eq!(body["allowed_mentions"], nobody);
        }
        let called = [UserId(12), UserId(13)];
        let both = json!({ "parse": [], "users": ["12", "13"] });
        assert_eq!(post(&screen(), called)["allowed_mentions"], both);
    }

    #[test]
    fn only_a_new_public_message_that_pings_nobody_is_silent() {
        let flags = |body: Value| body["flags"].as_u64().unwrap_or_default();
        let ping = [UserId(12)];
        let silent = SUPPRESS_NOTIFICATIONS;
        assert_eq!(flags(post(&screen(), [])), COMPONENTS_V2 | silent);
        let pictured = post_with_picture(&screen(), UserSet::EMPTY, "game.png");
        assert_eq!(flags(pictured) & silent, silent);
        assert_eq!(flags(post(&screen(), ping)) & silent, 0);
        assert_eq!(flags(change(&screen())) & silent, 0);
        assert_eq!(
            flags(change_with_picture(&screen(), "game.png")) & silent,
            0
        );
    }
}
