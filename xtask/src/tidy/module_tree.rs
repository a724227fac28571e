//! The modules of one crate, as its files declare them: what each module defines, imports and names.
//! Test code (`#[cfg(test)]`) is left out. The paths are resolved in `resolve`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, Meta, UseTree, Visibility};

/// The place of a module in [`ModuleTree::modules`].
pub(super) type ModuleId = usize;

/// The module of `lib.rs` or `main.rs`.
pub(super) const ROOT: ModuleId = 0;

/// The modules of a crate; the first is the root.
#[derive(Debug)]
pub(super) struct ModuleTree {
    pub(super) modules: Vec<Module>,
    /// Files that cannot be parsed, each with the parser's error.
    pub(super) unreadable: Vec<String>,
}

/// A module: a file, or an inline module in one.
#[derive(Debug, Default)]
pub(super) struct Module {
    pub(super) file: PathBuf,
    pub(super) parent: Option<ModuleId>,
    pub(super) children: BTreeMap<String, ModuleId>,
    /// The names of the items that are defined here.
    pub(super) items: BTreeSet<String>,
    /// The names that `use` brings in here, each with its path.
    pub(super) imports: Vec<(String, Vec<String>)>,
    /// The paths before the `*` of glob imports.
    pub(super) globs: Vec<Vec<String>>,
    /// The paths that the code depends on: all but those of re-exports.
    pub(super) mentions: Vec<Mention>,
}

/// A path in the code.
#[derive(Debug)]
pub(super) struct Mention {
    pub(super) path: Vec<String>,
    /// Counted from 1.
    pub(super) line: usize,
}

impl ModuleTree {
    /// Reads the crate with this root file. `read` returns the text of a file, `None` if there is none.
    pub(super) fn read(root: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Self {
        let mut reader = Reader {
            read,
            modules: Vec::new(),
            unreadable: Vec::new(),
            current: ROOT,
            folder: root.parent().unwrap_or(Path::new("")).to_owned(),
        };
        reader.modules.push(Module {
            file: root.to_owned(),
            ..Module::default()
        });
        reader.read_file(&read(root).unwrap_or_default());
        Self {
            modules: reader.modules,
            unreadable: reader.unreadable,
        }
    }
}

/// Walks through the files of a crate from its root.
struct Reader<'a> {
    read: &'a dyn Fn(&Path) -> Option<String>,
    modules: Vec<Module>,
    unreadable: Vec<String>,
    /// The module that is being read.
    current: ModuleId,
    /// The folder of the files of its child modules.
    folder: PathBuf,
}

impl Reader<'_> {
    fn module(&mut self) -> &mut Module {
        &mut self.modules[self.current]
    }

    fn read_file(&mut self, text: &str) {
        match syn::parse_file(text) {
            Ok(file) => self.visit_file(&file),
            Err(error) => {
                let file = self.module().file.display().to_string();
                let line = error.span().start().line;
                self.unreadable.push(format!("{file}:{line}: {error}"));
            }
        }
    }

    /// Adds a child of the current module and calls `read` with the child as the current one.
    fn enter(&mut self, name: &str, file: PathBuf, read: impl FnOnce(&mut Self)) {
        let child = self.modules.len();
        let parent = self.current;
        self.modules.push(Module {
            file,
            parent: Some(parent),
            ..Module::default()
        });
        self.module().children.insert(name.to_owned(), child);
        self.current = child;
        self.folder.push(name);
        read(self);
        self.folder.pop();
        self.current = parent;
    }

    fn mention(&mut self, path: Vec<String>, span: Span) {
        let line = span.start().line;
        self.module().mentions.push(Mention { path, line });
    }

    fn import(&mut self, mut path: Vec<String>, tree: &UseTree, is_private: bool) {
        let (last, name) = match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                return self.import(path, &tree.tree, is_private);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(path.clone(), tree, is_private);
                }
                return;
            }
            UseTree::Glob(glob) => {
                // Matters if the path names an enum; a module's items are found as they are named.
                self.mention(path.clone(), glob.star_token.spans[0]);
                return self.module().globs.push(path);
            }
            UseTree::Name(name) => (&name.ident, &name.ident),
            UseTree::Rename(rename) => (&rename.ident, &rename.rename),
        };
        // `use a::{self}` imports the name `a`.
        let name = match path.last() {
            Some(module) if name == "self" => module.clone(),
            _ => name.to_string(),
        };
        if last != "self" {
            path.push(last.to_string());
        }
        if is_private {
            self.mention(path.clone(), last.span());
        }
        self.module().imports.push((name, path));
    }

    /// Collects the paths in the arguments of a macro or an attribute, which are not parsed.
    fn mention_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<Ident> = Vec::new();
        let mut colons = 0;
        let mut is_member = false;
        for tree in tokens {
            match tree {
                TokenTree::Ident(_) if is_member => is_member = false,
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.mention_idents(&mut path);
                    }
                    path.push(ident);
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                other => {
                    self.mention_idents(&mut path);
                    colons = 0;
                    // A name after one dot is a field or a method.
                    is_member = match &other {
                        TokenTree::Punct(punct) => punct.as_char() == '.' && !is_member,
                        _ => false,
                    };
                    if let TokenTree::Group(group) = other {
                        self.mention_tokens(group.stream());
                    }
                }
            }
        }
        self.mention_idents(&mut path);
    }

    fn mention_idents(&mut self, path: &mut Vec<Ident>) {
        if let Some(first) = path.first() {
            let span = first.span();
            let names = path.drain(..).map(|ident| ident.to_string()).collect();
            self.mention(names, span);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, name) = head(item);
        if is_test_only(attributes) {
            return;
        }
        if let Some(name) = name {
            self.module().items.insert(name.to_string());
        }
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let name = item.ident.to_string();
        if let Some((_, items)) = &item.content {
            let file = self.module().file.clone();
            return self.enter(&name, file, |reader| {
                items.iter().for_each(|item| reader.visit_item(item));
            });
        }
        let mut files = [format!("{name}.rs"), format!("{name}/mod.rs")]
            .into_iter()
            .map(|file| self.folder.join(file));
        let read = self.read;
        if let Some((file, text)) = files.find_map(|file| read(&file).map(|text| (file, text))) {
            self.enter(&name, file, |reader| reader.read_file(&text));
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        // `use ::a` names another crate.
        if item.leading_colon.is_none() {
            let is_private = matches!(item.vis, Visibility::Inherited);
            self.import(Vec::new(), &item.tree, is_private);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test_only(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if let Some(first) = path
            .segments
            .first()
            .filter(|_| path.leading_colon.is_none())
        {
            let segments = path.segments.iter();
            let names = segments.map(|segment| segment.ident.to_string()).collect();
            self.mention(names, first.ident.span());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, invocation: &'ast syn::Macro) {
        self.visit_path(&invocation.path);
        self.mention_tokens(invocation.tokens.clone());
    }

    /// Paths in strings, as in `#[serde(with = "…")]`, are not read.
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Meta::List(list) = &attribute.meta {
            self.mention_tokens(list.tokens.clone());
        }
    }
}

/// Returns the attributes of an item, and the name that it defines apart from modules and imports.
fn head(item: &Item) -> (&[Attribute], Option<&Ident>) {
    match item {
        Item::Const(item) => (&item.attrs, Some(&item.ident)),
        Item::Enum(item) => (&item.attrs, Some(&item.ident)),
        Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
        Item::Impl(item) => (&item.attrs, None),
        Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
        Item::Mod(item) => (&item.attrs, None),
        Item::Static(item) => (&item.attrs, Some(&item.ident)),
        Item::Struct(item) => (&item.attrs, Some(&item.ident)),
        Item::Trait(item) => (&item.attrs, Some(&item.ident)),
        Item::TraitAlias(item) => (&item.attrs, Some(&item.ident)),
        Item::Type(item) => (&item.attrs, Some(&item.ident)),
        Item::Union(item) => (&item.attrs, Some(&item.ident)),
        Item::Use(item) => (&item.attrs, None),
        _ => (&[], None),
    }
}

/// Returns true if the attributes hold a `#[cfg(…)]` that asks for `test`.
fn is_test_only(attributes: &[Attribute]) -> bool {
    let mut cfgs = attributes.iter().filter(|it| it.path().is_ident("cfg"));
    cfgs.any(|attribute| {
        let predicate = attribute.meta.require_list();
        predicate.is_ok_and(|list| asks_for_test(list.tokens.clone()))
    })
}

fn asks_for_test(predicate: TokenStream) -> bool {
    let mut negated = false;
    predicate.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => {
            negated = ident == "not";
            ident == "test"
        }
        TokenTree::Group(group) => !negated && asks_for_test(group.stream()),
        _ => false,
    })
}
