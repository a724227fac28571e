//! The macro that makes an enum of messages from one list of their keys and arguments.

macro_rules! messages {
    ($life:lifetime; $( $variant:ident = $key:literal $( { $( $field:ident : $type:ty ),* } )? , )*) => {
        /// A message and its arguments; [`Language::translate`] turns it into text.
        pub(crate) enum Message<$life> {
            $( $variant $( { $( $field: $type ),* } )? , )*
        }

        impl Message<'_> {
            /// Returns the key in the Fluent files.
            pub(crate) fn key(&self) -> &'static str {
                match self {
                    $( Self::$variant { .. } => $key, )*
                }
            }

            /// Returns its arguments as text or numbers in a language.
            pub(crate) fn arguments(&self, language: &$crate::text::Language) -> ::fluent_bundle::FluentArgs<'static> {
                use $crate::text::argument::MessageArgument as _;
                let mut arguments = ::fluent_bundle::FluentArgs::new();
                match self {
                    $( Self::$variant $( { $( $field ),* } )? => {
                        $( $( arguments.set(stringify!($field), $field.fluent_value(language)); )* )?
                    } )*
                }
                arguments
            }
        }

        /// All keys with the names of their arguments.
        pub(crate) const DECLARED_MESSAGES: &[(&str, &[&str])] = &[
            $( ($key, &[ $( $( stringify!($field) ),* )? ]), )*
        ];
    };
}

pub(super) use messages;
