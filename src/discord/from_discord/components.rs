//! Clicks on buttons and menus: control ids are parsed here and never trusted.

use serenity::model::application::ComponentInteractionDataKind;
use table::control::Control;

use super::request::InteractionRequest;

pub(super) fn component_request(
    id: &str,
    kind: &ComponentInteractionDataKind,
) -> InteractionRequest {
    let Ok(control) = id.parse::<Control>() else {
        return InteractionRequest::UnknownControl;
    };
    let values: &[String] = match kind {
        ComponentInteractionDataKind::Button => &[],
        ComponentInteractionDataKind::StringSelect { values } => values,
        _ => return InteractionRequest::UnknownControl,
    };
    match control.with_values(values) {
        Ok(intent) => InteractionRequest::UseControl(control, intent),
        Err(_) => InteractionRequest::UnknownValue,
    }
}
