//! The buttons and selects of a Discord message, read from its JSON.

use serde_json::{Value, json};
use table::control::{Control, ControlAction};
use table::intent::{Intent, Meaning, Menu};
use table::pages::{PageIntent, PageMenu};

const EPHEMERAL: u64 = 1 << 6;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Component {
    /// The id of the component's message; empty if the JSON has none.
    pub message: String,
    /// True if only one person can see that message.
    pub private: bool,
    /// The text that a click sends to the bot, at most 100 characters.
    pub custom_id: String,
    /// The control that `custom_id` represents; `None` if it does not parse.
    pub control: Option<Control>,
    /// The text of a button; empty for a select and for a button with only an emoji.
    pub label: String,
    /// False if Discord greys out the component.
    pub enabled: bool,
    /// The values offered by a select; `None` for a button.
    pub choices: Option<Choices>,
}

/// The values offered by a select, and how many of them must be chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    pub values: Vec<String>,
    pub min: usize,
    pub max: usize,
}

impl Component {
    /// Returns an enabled button that has this id and belongs to no message.
    pub fn button(custom_id: &str) -> Self {
        Self {
            enabled: true,
            ..Self::default()
        }
        .with_custom_id(custom_id)
    }

    /// Returns the same component with a different id, for a forged click.
    #[must_use]
    pub fn with_custom_id(self, custom_id: &str) -> Self {
        Self {
            custom_id: custom_id.to_owned(),
            control: custom_id.parse().ok(),
            ..self
        }
    }

    /// Returns the intent of a table's button; `None` for any other control or an id that does not parse.
    pub fn intent(&self) -> Option<Intent> {
        match self.control?.action {
            ControlAction::Button(intent) => Some(intent),
            _ => None,
        }
    }

    /// Returns the intent of a page's button; `None` for any other control or an id that does not parse.
    pub fn page_intent(&self) -> Option<PageIntent> {
        match self.control?.action {
            ControlAction::PageButton(intent) => Some(intent),
            _ => None,
        }
    }

    /// Returns the menu of a page's select; `None` for any other control or an id that does not parse.
    pub fn page_menu(&self) -> Option<PageMenu> {
        match self.control?.action {
            ControlAction::PageMenu(menu) => Some(menu),
            _ => None,
        }
    }

    /// Returns the menu of a table's select; `None` for any other control or an id that does not parse.
    pub fn menu(&self) -> Option<Menu> {
        match self.control?.action {
            ControlAction::Menu(menu) => Some(menu),
            _ => None,
        }
    }
}

/// Returns the buttons and selects in a message that have a custom id, including nested ones, in the order shown.
pub fn components(message: &Value) -> Vec<Component> {
    let mut found = Vec::new();
    collect(message, &message["components"], &mut found);
    found
}

/// Like [`components`], but takes the id, flags and components of the message separately.
pub fn components_of(id: &str, flags: u64, components: &[Value]) -> Vec<Component> {
    let message = json!({"id": id, "flags": flags});
    let mut found = Vec::new();
    for component in components {
        collect(&message, component, &mut found);
    }
    found
}

pub fn enabled_button(components: &[Component], intent: impl Into<Meaning>) -> Option<&Component> {
    let intent = intent.into();
    let mut enabled = components.iter().filter(|component| component.enabled);
    enabled.find(|component| {
        let control = component.control;
        control.is_some_and(|control| control == control.stamp.button(intent))
    })
}

/// Returns true if only one person can see this message.
pub fn is_private(message: &Value) -> bool {
    let flags = message["flags"].as_u64().unwrap_or(0);
    flags & EPHEMERAL != 0
}

/// Returns the id of a message, or an empty string if the JSON has none.
pub fn message_id(message: &Value) -> &str {
    message["id"].as_str().unwrap_or_default()
}

fn collect(message: &Value, components: &Value, found: &mut Vec<Component>) {
    match components {
        Value::Array(items) => items.iter().for_each(|item| collect(message, item, found)),
        Value::Object(fields) => {
            if let Some(custom_id) = fields.get("custom_id").and_then(Value::as_str) {
                found.push(read_component(message, components, custom_id));
            }
            for key in ["components", "accessory"] {
                if let Some(inner) = fields.get(key) {
                    collect(message, inner, found);
                }
            }
        }
        _ => {}
    }
}

fn read_component(message: &Value, component: &Value, custom_id: &str) -> Component {
    Component {
        message: message_id(message).to_owned(),
        private: is_private(message),
        custom_id: custom_id.to_owned(),
        control: custom_id.parse().ok(),
        label: component["label"].as_str().unwrap_or_default().to_owned(),
        enabled: component["disabled"] != Value::Bool(true),
        choices: read_choices(component),
    }
}

fn read_choices(component: &Value) -> Option<Choices> {
    let options = component["options"].as_array()?;
    let values = options.iter().filter_map(|option| option["value"].as_str());
    // By default, exactly one value of a select must be chosen.
    let number = |key: &str| match component[key].as_u64() {
        Some(number) => usize::try_from(number).unwrap_or(usize::MAX),
        None => 1,
    };
    Some(Choices {
        values: values.map(str::to_owned).collect(),
        min: number("min_values"),
        max: number("max_values"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A private message with a disabled button in a row, a select of two to three values in a container, and a
    /// button beside a text.
    fn message() -> Value {
        let options = ["1", "2", "3"].map(|value| json!({"label": value, "value": value}));
        json!({
            "id": "17",
            "flags": 64 | 1 << 15,
            "components": [
                {"type": 1, "components": [
                    {"type": 2, "custom_id": "v1:5:2:draw", "label": "Draw", "disabled": true},
                    {"type": 2, "style": 5, "url": "https://example.com", "label": "Link"},
                ]},
                {"type": 17, "components": [
                    {"type": 3, "custom_id": "v1:5:2:menu:five", "options": options,
                        "min_values": 2, "max_values": 3},
                    {"type": 9, "components": [{"type": 10, "content": "Ada"}],
                        "accessory": {"type": 2, "custom_id": "nonsense", "label": "Odd"}},
                ]},
            ],
        })
    }

    #[test]
    fn nested_buttons_and_selects_are_found_in_the_order_shown() {
        let found = components(&message());
        let ids: Vec<_> = found.iter().map(|one| one.custom_id.as_str()).collect();
        assert_eq!(ids, ["v1:5:2:draw", "v1:5:2:menu:five", "nonsense"]);
        assert!(found.iter().all(|one| one.message == "17" && one.private));
    }

    #[test]
    fn a_button_has_an_intent_and_a_select_has_a_menu_with_its_values() {
        let found = components(&message());
        assert_eq!(found[0].intent(), Some(Intent::Draw));
        assert_eq!((found[0].menu(), &found[0].choices), (None, &None));
        assert_eq!(found[1].menu(), Some(Menu::Five));
        let choices = Choices {
            values: ["1", "2", "3"].map(str::to_owned).to_vec(),
            min: 2,
            max: 3,
        };
        assert_eq!(found[1].choices, Some(choices));
    }

    #[test]
    fn an_id_that_no_table_wrote_has_no_control() {
        assert_eq!(components(&message())[2].control, None);
        let forged = Component::button("v1:5:2:draw").with_custom_id("v1:5:+2:draw");
        assert_eq!(forged.control, None);
    }

    #[test]
    fn only_an_enabled_button_is_found_by_its_intent() {
        let mut found = components(&message());
        assert_eq!(enabled_button(&found, Intent::Draw), None);
        found[0].enabled = true;
        assert_eq!(enabled_button(&found, Intent::Draw), Some(&found[0]));
    }
}
