//! Enums whose variants have names for the log, metrics and reports.

/// Declares an enum with a constant `ALL`, which lists its variants in order, and a method `name`.
#[macro_export]
macro_rules! named_enum {
    ($(#[$enum_doc:meta])* $vis:vis $enum:ident { $( $(#[$doc:meta])* $variant:ident = $name:literal, )* }) => {
        $(#[$enum_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis enum $enum { $( $(#[$doc])* $variant, )* }

        impl $enum {
            $vis const ALL: &[Self] = &[$( Self::$variant, )*];

            $vis const fn name(self) -> &'static str {
                match self { $( Self::$variant => $name, )* }
            }
        }
    };
}
