//! Enums whose variants have permanent ids, used in files and stored games.

/// Declares an enum whose variants have ids: `ALL` lists them in order, `id` returns a variant's id, and `from_id`
/// finds the variant with an id. Variants are serialized as their ids.
#[macro_export]
macro_rules! named {
    ($(#[$doc:meta])* pub enum $name:ident {
        $($(#[$variant_doc:meta])* $variant:ident = $id:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $id)] $variant,)*
        }

        impl $name {
            /// Every variant, in the order of declaration.
            pub const ALL: [$name; [$($id),*].len()] = [$($name::$variant),*];

            /// Returns the id of this variant in files and stored games. It never changes.
            pub const fn id(self) -> &'static str {
                match self {
                    $($name::$variant => $id,)*
                }
            }

            /// Returns the variant with this id.
            pub fn from_id(id: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|one| one.id() == id)
            }
        }
    };
}
