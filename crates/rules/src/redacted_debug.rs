//! `Debug` for enums that hold hidden cards: shows the variant and nothing in it, so that a log line, an
//! error or a panic can show no card.

/// Gives an enum a `Debug` that shows only the name of the variant, which `kind` returns too. Lists
/// all variants.
#[macro_export]
macro_rules! redacted_debug {
    ($type:ident { $( $variant:ident ),* $(,)? }) => {
        impl $type {
            /// Returns the name of the variant, without what it holds.
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
