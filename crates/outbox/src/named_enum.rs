//! Enums whose variants have names in the log, in metrics and in reports.

/// Declares an enum with `ALL`, its variants in order, and `name`.
macro_rules! named_enum {
    ($(#[$enum_doc:meta])* $enum:ident { $( $(#[$doc:meta])* $variant:ident = $name:literal, )* }) => {
        $(#[$enum_doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $enum { $( $(#[$doc])* $variant, )* }

        impl $enum {
            pub const ALL: &[Self] = &[$( Self::$variant, )*];

            pub const fn name(self) -> &'static str {
                match self { $( Self::$variant => $name, )* }
            }
        }
    };
}

pub(crate) use named_enum;
