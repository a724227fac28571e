//! Checks that the modules of a crate name each other in one direction only.
//!
//! A node is a file. An edge is a path in it, imported or inline, to an item that another file of the
//! crate defines. Not counted are:
//! - paths to a module itself, since only its items can be used;
//! - re-exports (`pub use`): a path to a re-exported item counts as one to the file that defines it,
//!   so a module that only collects the public items of its children is in no circle;
//! - test code, which names whatever it tests.
//!
//! A parent is a module like any other: if it names an item of its child and the child one of the
//! parent, both depend on each other.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use super::module_tree::ModuleTree;
use super::resolve::Target;

/// The files that each file depends on, each with an example: a line and a path in it.
type Graph = BTreeMap<PathBuf, BTreeMap<PathBuf, (usize, String)>>;

/// Returns the circles of a crate, each as a list of its files with an example of each edge.
pub(super) fn check(tree: &ModuleTree) -> Vec<String> {
    let graph = dependencies(tree);
    let mut covered: BTreeSet<&Path> = BTreeSet::new();
    let mut findings = Vec::new();
    for file in graph.keys() {
        if covered.contains(file.as_path()) {
            continue;
        }
        if let Some(circle) = shortest_circle(&graph, file) {
            findings.push(describe(&graph, &circle));
            covered.extend(circle);
        }
    }
    findings
}

fn dependencies(tree: &ModuleTree) -> Graph {
    let mut graph = Graph::new();
    for (id, module) in tree.modules.iter().enumerate() {
        let edges = graph.entry(module.file.clone()).or_default();
        for mention in &module.mentions {
            let Some(Target::Item(target)) = tree.resolve(id, &mention.path) else {
                continue;
            };
            let file = &tree.modules[target].file;
            if *file == module.file {
                continue;
            }
            let example = || (mention.line, mention.path.join("::"));
            edges.entry(file.clone()).or_insert_with(example);
        }
    }
    graph
}

/// Returns the files of the shortest circle through a file, beginning with it.
fn shortest_circle<'a>(graph: &'a Graph, start: &'a Path) -> Option<Vec<&'a Path>> {
    let mut reached_from: BTreeMap<&Path, &Path> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(file) = queue.pop_front() {
        for next in graph.get(file)?.keys() {
            if next == start {
                let mut circle = vec![file];
                while circle[circle.len() - 1] != start {
                    circle.push(reached_from[circle[circle.len() - 1]]);
                }
                circle.reverse();
                return Some(circle);
            }
            if !reached_from.contains_key(next.as_path()) {
                reached_from.insert(next, file);
                queue.push_back(next);
            }
        }
    }
    None
}

fn describe(graph: &Graph, circle: &[&Path]) -> String {
    let next = circle.iter().cycle().skip(1);
    let edges = circle.iter().zip(next).map(|(file, next)| {
        let (line, path) = &graph[*file][*next];
        format!("\n    {}:{line}: {path}", file.display())
    });
    format!("modules in a circle:{}", edges.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the circles of a crate with these files, each as the names of its files.
    fn circles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let read = |path: &Path| {
            let mut files = files.iter();
            let (_, text) = files.find(|(name, _)| Path::new("src").join(name) == path)?;
            Some((*text).to_owned())
        };
        let tree = ModuleTree::read(Path::new("src/lib.rs"), &read);
        assert_eq!(tree.unreadable, [""; 0]);
        let findings = check(&tree);
        let files = |finding: &String| {
            let lines = finding.lines().skip(1);
            lines
                .map(|line| line.trim().split(".rs:").next().unwrap_or_default())
                .map(|file| file.trim_start_matches("src/").to_owned())
                .collect()
        };
        findings.iter().map(files).collect()
    }

    const TWO: &str = "mod a; mod b;";

    #[test]
    fn two_files_that_import_from_each_other_are_a_circle() {
        let a = "use crate::b::B; struct A;";
        let b = "use super::a::A; struct B;";
        let found = circles(&[("lib.rs", TWO), ("a.rs", a), ("b.rs", b)]);
        assert_eq!(found, [["a", "b"]]);
    }

    #[test]
    fn a_longer_circle_is_shown_once() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B; struct A;"),
            ("b.rs", "use crate::c::C; struct B;"),
            ("c.rs", "use crate::a::A; struct C;"),
        ];
        assert_eq!(circles(&files), [["a", "b", "c"]]);
    }

    #[test]
    fn an_inline_path_counts_like_an_import() {
        for a in [
            "fn a() { crate::b::b() }",
            "fn a(_: super::b::B) {}",
            "use crate::b; fn a() { b::b() }",
            "use crate::{b as other}; fn a() { vec![1, other::b()] }",
            "use crate::b::*; fn a() { b() }",
            "impl crate::b::B {} fn a() {}",
            "#[arg(value_parser = crate::b::b)] fn a() {}",
        ] {
            let b = "use crate::a::a; pub fn b() {} struct B;";
            let found = circles(&[("lib.rs", TWO), ("a.rs", a), ("b.rs", b)]);
            assert_eq!(found, [["a", "b"]], "{a}");
        }
    }

    #[test]
    fn a_path_to_a_module_or_to_another_crate_is_no_edge() {
        for a in [
            "use crate::b; fn a() {}",
            "use ::b::B; fn a() {}",
            "use other::b::B; fn a() {}",
            "fn a(b: u8) { b; value.b; println!(\"{}\", value.b) }",
            "/// As in [`crate::b::B`]: `b::B`.\nfn a() {}",
        ] {
            let b = "use crate::a::a; pub fn b() {} struct B;";
            let found = circles(&[("lib.rs", TWO), ("a.rs", a), ("b.rs", b)]);
            assert_eq!(found, [[""; 0]; 0], "{a}");
        }
    }

    #[test]
    fn a_parent_and_a_child_that_name_items_of_each_other_are_a_circle() {
        let parent = "mod b; struct A; fn a() -> b::B {}";
        let child = "use super::A; pub struct B;";
        let found = circles(&[
            ("lib.rs", "mod a;"),
            ("a/mod.rs", parent),
            ("a/b.rs", child),
        ]);
        assert_eq!(found, [["a/b", "a/mod"]]);
    }

    #[test]
    fn a_module_that_only_re_exports_is_in_no_circle() {
        let parent = "mod b; mod c; pub use b::B; pub(crate) use self::c::*;";
        let files = [
            ("lib.rs", "mod a; pub use a::B;"),
            ("a.rs", parent),
            ("a/b.rs", "use super::C; pub struct B;"),
            ("a/c.rs", "pub struct C;"),
        ];
        assert_eq!(circles(&files), [[""; 0]; 0]);
    }

    #[test]
    fn a_re_exported_item_belongs_to_the_file_that_defines_it() {
        let files = [
            ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B;"),
            ("a.rs", "use crate::B; pub struct A;"),
            ("b.rs", "fn b() -> crate::A {} pub struct B;"),
        ];
        assert_eq!(circles(&files), [["a", "b"]]);
    }

    #[test]
    fn a_module_that_also_uses_what_it_re_exports_depends_on_it() {
        let files = [
            ("lib.rs", "mod a; pub use a::A; fn f(_: A) {} struct B;"),
            ("a.rs", "use crate::B; pub struct A;"),
        ];
        assert_eq!(circles(&files), [["a", "lib"]]);
    }

    #[test]
    fn a_name_that_a_macro_defines_belongs_to_its_module() {
        let a = "id! { A } use crate::b::B;";
        let b = "use crate::a::A; id! { B }";
        let found = circles(&[("lib.rs", TWO), ("a.rs", a), ("b.rs", b)]);
        assert_eq!(found, [["a", "b"]]);
    }

    #[test]
    fn test_code_is_not_counted() {
        let a = "struct A; #[cfg(test)] use crate::b::B; #[cfg(test)] mod tests;
            #[cfg(test)] mod more { use crate::b::B; }
            impl A { #[cfg(test)] fn f(_: crate::b::B) {} }";
        let b = "use crate::a::A; struct B;";
        let tests = "use super::*; use crate::b::B;";
        let found = circles(&[
            ("lib.rs", TWO),
            ("a.rs", a),
            ("a/tests.rs", tests),
            ("b.rs", b),
        ]);
        assert_eq!(found, [[""; 0]; 0]);
        let a = "struct A; #[cfg(not(test))] use crate::b::B;";
        let found = circles(&[("lib.rs", TWO), ("a.rs", a), ("b.rs", b)]);
        assert_eq!(found, [["a", "b"]]);
    }

    #[test]
    fn an_inline_module_is_part_of_its_file() {
        let a = "struct A; mod inner { use super::A; use super::super::b::B; }";
        let b = "use crate::a::A; struct B;";
        let found = circles(&[("lib.rs", TWO), ("a.rs", a), ("b.rs", b)]);
        assert_eq!(found, [["a", "b"]]);
    }

    #[test]
    fn each_edge_of_a_circle_is_shown_with_its_first_line() {
        let read = |path: &Path| {
            Some(
                match path.to_str()? {
                    "src/lib.rs" => TWO,
                    "src/a.rs" => "struct A;\nuse crate::b::B;\nfn f(_: B) {}",
                    "src/b.rs" => "struct B;\n\nfn f(_: crate::a::A) {}",
                    _ => return None,
                }
                .to_owned(),
            )
        };
        let tree = ModuleTree::read(Path::new("src/lib.rs"), &read);
        let circle = "modules in a circle:\
            \n    src/a.rs:2: crate::b::B\
            \n    src/b.rs:3: crate::a::A";
        assert_eq!(check(&tree), [circle]);
    }
}
