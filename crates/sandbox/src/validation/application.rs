//! The body of a request that edits the bot's application: its description, tags and installation settings.

use serde_json::{Map, Value, json};

use super::{Field, Form, Kind, elements, optional, required};
use crate::api_error::ApiError;

const FIELDS: &[Field] = &[
    optional("description", Kind::Text(0, 400)),
    optional("tags", Kind::List(0, 5, &Kind::Text(1, 20))),
    optional(CONFIG, Kind::Object(CONTEXTS)),
];
const CONFIG: &str = "integration_types_config";
/// The settings for installation in a server (0) and for a user (1).
const CONTEXTS: &[Field] = &[
    optional("0", Kind::Object(&[optional(PARAMS, Kind::Object(GUILD))])),
    optional("1", Kind::Object(&[optional(PARAMS, Kind::Object(USER))])),
];
const PARAMS: &str = "oauth2_install_params";
const GUILD: &[Field] = &[
    required(
        "scopes",
        Kind::List(1, 2, &Kind::Word(&["applications.commands", "bot"])),
    ),
    required("permissions", Kind::Any),
];
const USER: &[Field] = &[
    required(
        "scopes",
        Kind::List(1, 1, &Kind::Word(&["applications.commands"])),
    ),
    required("permissions", Kind::Any),
];
/// The largest value of `permissions` that is accepted.
const MAX_PERMISSIONS: u64 = (1 << 54) - 1;

/// Checks a body. Returns its fields in the form that Discord stores.
///
/// # Errors
/// Returns 50035 with every invalid field.
pub(crate) fn check(body: &Value) -> Result<Map<String, Value>, ApiError> {
    let mut form = Form::default();
    form.check_fields(body, FIELDS);
    form.enter("tags");
    check_unique(&mut form, elements(&body["tags"]));
    form.leave();
    let mut fields = body.as_object().cloned().unwrap_or_default();
    if let Some(config) = fields.get_mut(CONFIG).and_then(Value::as_object_mut) {
        form.enter(CONFIG);
        for context in ["0", "1"] {
            form.enter(context);
            form.enter(PARAMS);
            if let Some(params) = config.get_mut(context).and_then(|it| it.get_mut(PARAMS)) {
                check_link(&mut form, params);
            }
            form.leave();
            form.leave();
        }
        form.leave();
        config.retain(|_, context| !context.is_null());
    }
    form.finish().map(|()| fields)
}

/// Checks an installation link's permissions and converts them to text, the form in which Discord returns them.
fn check_link(form: &mut Form, params: &mut Value) {
    let Some(permissions) = params.get_mut("permissions").filter(|it| !it.is_null()) else {
        return;
    };
    let text = permissions.as_str().and_then(|text| text.parse().ok());
    match text.or(permissions.as_u64()) {
        Some(bits) if bits <= MAX_PERMISSIONS => *permissions = json!(bits.to_string()),
        _ => form.add_at("permissions", "NUMBER_TYPE_COERCE", "Value is not int."),
    }
}

fn check_unique(form: &mut Form, values: &[Value]) {
    for (index, value) in values.iter().enumerate() {
        if values[..index].contains(value) {
            form.enter(index);
            form.add("LIST_TYPE_UNIQUE", "Values must be unique.");
            form.leave();
        }
    }
}
