//! Errors from drawing a picture.

/// The reason why a picture could not be drawn. The message is then sent without the picture.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The SVG could not be read, which is a bug.
    #[error("the SVG could not be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture has no size, which is a bug.
    #[error("the picture has no size")]
    Size,
    #[error("the picture could not be encoded: {0}")]
    Png(#[from] png::EncodingError),
}
