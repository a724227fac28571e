//! `Debug` for enums that hold hidden cards: shows only the variant, so that debug output in a log line, an error or a
//! panic cannot reveal a card.

/// Implements a `Debug` that shows only the name of the variant, and `kind`, which returns that name. The list must
/// include all variants.
#[macro_export]
macro_rules! redacted_debug {
    ($type:ident { $( $variant:ident ),* $(,)? }) => {
        impl $type {
            /// Returns the name of the variant, without its contents.
            pub fn kind(&self) -> &'static str {
                match self {
                    $( Self::$variant { .. } => stringify!($variant), )*
                }
            }
        }

        impl ::std::fmt::Debug for $type {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.write_str(self.kind())
            }
        }
    };
}
