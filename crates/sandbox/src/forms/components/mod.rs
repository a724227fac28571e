//! Message components: validation, and the form in which Discord stores them.
//!
//! `layout` checks whole messages; `checker` keeps what spans components; buttons, selects and media
//! have a module each. Types and fields that the sandbox does not have are refused.

mod button;
mod checker;
pub(crate) mod kinds;
mod layout;
mod media;
mod select;
mod tree;

pub(crate) use checker::KnownReferences;
pub(crate) use layout::check;
pub(crate) use tree::{find, for_each, to_stored};
