//! Those of Discord's component types that the sandbox supports.

pub(crate) const ROW: u64 = 1;
pub(crate) const BUTTON: u64 = 2;
pub(crate) const STRING_SELECT: u64 = 3;
pub(crate) const SECTION: u64 = 9;
pub(crate) const TEXT: u64 = 10;
pub(crate) const THUMBNAIL: u64 = 11;
pub(crate) const GALLERY: u64 = 12;
pub(crate) const FILE: u64 = 13;
pub(crate) const SEPARATOR: u64 = 14;
pub(crate) const CONTAINER: u64 = 17;
