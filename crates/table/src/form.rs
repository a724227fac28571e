//! A one-line text form, shown in answer to a click. The crate `discord` converts it into Discord's modal.

use crate::control::Control;

/// A form with one text field. Submitting it sends its control's request together with the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The control that Discord sends back along with the text.
    pub control: Control,
    /// The title: at most 45 characters.
    pub title: String,
    /// The label of the text field: at most 45 characters.
    pub label: String,
    /// The maximum length of the text, in characters.
    pub max_length: usize,
}
