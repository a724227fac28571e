//! Checks the direction of dependencies between the modules of `src`. Cargo checks dependencies between crates.

use std::path::Path;

use super::Finding;

/// The top-level modules of `src`, lowest layer first. A module may use its own layer and the lower ones. A module that
/// is not listed is above all layers.
const LAYERS: [&str; 9] = [
    "background_tasks config expired_data interaction logging permissions",
    "tables",
    "pages",
    "application",
    "gateway",
    "monitor",
    "doctor",
    "bot",
    "command",
];

/// Returns the lines of a file in `src` that name a module of a higher layer, except in tests.
pub(super) fn check(file: &Path, text: &str) -> Vec<Finding> {
    let inside = file.strip_prefix("src").ok();
    let top = inside.and_then(|path| path.iter().next()?.to_str());
    let Some(own) = top.and_then(|top| layer(top.trim_end_matches(".rs"))) else {
        return Vec::new();
    };
    if file.with_extension("").iter().any(|name| name == "tests") {
        return Vec::new();
    }
    let code = text.lines().take_while(|line| *line != "#[cfg(test)]");
    let mut findings = Vec::new();
    for (index, line) in code.enumerate() {
        let line = line.split("//").next().unwrap_or_default();
        let used = line.split("crate::").skip(1).map(first_name);
        let higher = used.filter(|name| layer(name).is_none_or(|layer| layer > own));
        findings.extend(higher.map(|name| (index + 1, format!("`{name}` is in a higher layer"))));
    }
    findings
}

fn layer(module: &str) -> Option<usize> {
    let mut layers = LAYERS.iter();
    layers.position(|layer| layer.split(' ').any(|name| name == module))
}

fn first_name(path: &str) -> &str {
    let mut names = path.split(|c: char| !c.is_alphanumeric() && c != '_');
    names.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_uses_its_own_layer_and_lower_ones_except_in_tests() {
        let lines = |file: &str, text: &str| check(Path::new(file), text).len();
        let higher = "use crate::config::Config;\nuse crate::pages::Dispatcher;\n";
        let low = "src/tables/lease.rs";
        assert_eq!(lines(low, higher), 1);
        assert_eq!(lines(low, "fn f(_: crate::bot::Bot) {}"), 1);
        assert_eq!(lines("src/pages.rs", higher), 0);
        assert_eq!(lines("src/bot.rs", higher), 0);
        assert_eq!(lines("crates/table/src/clock.rs", higher), 0);
        assert_eq!(lines("src/tables/tests.rs", higher), 0);
        assert_eq!(lines(low, &format!("#[cfg(test)]\n{higher}")), 0);
    }
}
