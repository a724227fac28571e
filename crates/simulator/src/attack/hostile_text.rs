//! Texts that may break a screen or a parser: names, options, control ids.

/// Returns names that abuse Unicode and Discord's markdown.
pub(super) fn names() -> Vec<String> {
    let tricks = [
        "\u{3164}",
        "\u{ad}\u{ad}\u{ad}",
        "\u{202e}gnp.exe",
        "a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}",
        "@everyone",
        "<@1>",
        "`**__~~||",
        "[x](https://example.org)",
        "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}",
        "\u{fdfd}\u{fdfd}\u{fdfd}\u{fdfd}",
        "\n\n\n# title",
    ];
    tricks.map(str::to_owned).into()
}

/// Returns option values that are far too long, and all [`names`].
pub(super) fn option_texts() -> Vec<String> {
    let long = ["x", "\u{1f4a3}", "\u{202e}", "'\";--", "\\", "\u{0}"];
    let mut texts: Vec<String> = long.map(|piece| piece.repeat(2_000)).into();
    texts.extend(names());
    texts
}

/// Returns ids that resemble a real control's id.
pub(super) fn control_ids(real: &str) -> Vec<String> {
    let parts: Vec<&str> = real.split(':').collect();
    let table = parts.get(1).copied().unwrap_or("1");
    const ACTIONS: &str = " start end-yes leave-yes draw nope:0 nope:255 give:a take:z at:0 at:255 vote:8 rematch new set:edition:party menu:give end-in:1 end-in:0 five:abcde triple:a:0:0:b : v1 computer:tiger";
    let ids = ACTIONS.split(' ').flat_map(|action| {
        ["0", "1", "4294967295", "-1", "00", "1e9"]
            .map(|revision| format!("v1:{table}:{revision}:{action}"))
    });
    let damaged = (0..real.len()).filter_map(|end| real.get(..end).map(str::to_owned));
    ids.chain(damaged).filter(|id| !id.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forged_ids_fit_discords_limit() {
        let ids = control_ids("v1:18446744073709551615:4294967295:draw");
        assert!(ids.iter().all(|id| (1..=100).contains(&id.len())));
    }
}
