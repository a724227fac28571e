//! Resolves paths to the module that defines their item, as far as the text of one crate tells:
//! through imports, re-exports and globs. Paths into other crates resolve to nothing.

use super::module_tree::{ModuleId, ModuleTree, ROOT};

/// Imports that lead from one to the next; a chain that is longer is a circle of imports.
const MAX_CHAIN: usize = 16;

/// The target of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A module itself.
    Module(ModuleId),
    /// An item of this module, or something in the item.
    Item(ModuleId),
}

impl ModuleTree {
    /// Returns the target of a path that stands in a module.
    pub(super) fn resolve(&self, from: ModuleId, path: &[String]) -> Option<Target> {
        self.resolve_within(from, path, MAX_CHAIN)
    }

    fn resolve_within(&self, from: ModuleId, path: &[String], chain: usize) -> Option<Target> {
        let chain = chain.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        let mut target = match first.as_str() {
            "crate" => Target::Module(ROOT),
            "self" => Target::Module(from),
            "super" => Target::Module(self.modules[from].parent?),
            name => self.look_up(from, name, rest.is_empty(), chain)?,
        };
        for (index, name) in rest.iter().enumerate() {
            let Target::Module(module) = target else {
                break;
            };
            let is_last = index + 1 == rest.len();
            target = match name.as_str() {
                "super" => Target::Module(self.modules[module].parent?),
                // A name that is not found was made by a macro, or comes from another crate.
                name => self
                    .look_up(module, name, is_last, chain)
                    .unwrap_or(Target::Item(module)),
            };
        }
        Some(target)
    }

    /// Finds a name in a module. The last name of a path is rather an item than a module.
    fn look_up(&self, module: ModuleId, name: &str, is_last: bool, chain: usize) -> Option<Target> {
        let scope = &self.modules[module];
        let item = scope.items.contains(name).then_some(Target::Item(module));
        let child = scope.children.get(name).copied().map(Target::Module);
        let defined = if is_last {
            item.or(child)
        } else {
            child.or(item)
        };
        let imported = || {
            let mut imports = scope.imports.iter().filter(|(alias, _)| alias == name);
            imports.find_map(|(_, path)| self.resolve_import(module, path, chain))
        };
        let globbed = || {
            let mut globs = scope.globs.iter();
            globs.find_map(|path| match self.resolve_import(module, path, chain)? {
                Target::Module(glob) if glob != module => {
                    self.look_up(glob, name, is_last, chain.checked_sub(1)?)
                }
                _ => None,
            })
        };
        defined.or_else(imported).or_else(globbed)
    }

    /// Resolves the path of an import. Its first name may be that of the import itself
    /// (`use table::table`), which then is another crate's.
    fn resolve_import(&self, module: ModuleId, path: &[String], chain: usize) -> Option<Target> {
        let first = path.first()?;
        let scope = &self.modules[module];
        let is_own = scope
            .imports
            .iter()
            .any(|(alias, other)| alias == first && other == path);
        let is_child = scope.children.contains_key(first) || scope.items.contains(first);
        if is_own && !is_child {
            return None;
        }
        self.resolve_within(module, path, chain)
    }
}
