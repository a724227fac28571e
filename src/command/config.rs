//! `kittens config`: prints every setting with its origin. The output is a settings file without passwords.

use super::config_args::ConfigArgs;
use super::error::CommandError;
use super::output::print_line;
use crate::config::Config;

/// The variables that contain secrets, each with the variable that names a file instead.
const SECRETS: [(&str, &str); 2] = [
    ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE"),
    ("JOURNAL_KEY", "JOURNAL_KEY_FILE"),
];

pub(super) fn run(args: &ConfigArgs) -> Result<(), CommandError> {
    for setting in Config::explain(args.config.as_deref())? {
        print_line(setting)?;
    }
    for (value, file) in SECRETS {
        print_line(describe_secret(value, file, |name| std::env::var_os(name)))?;
    }
    Ok(())
}

/// Describes the origin of a secret, but not the secret.
fn describe_secret(
    value: &str,
    file: &str,
    variable: impl Fn(&str) -> Option<std::ffi::OsString>,
) -> String {
    if variable(value).is_some() {
        return format!("# {value}: set, not shown");
    }
    match variable(file) {
        Some(path) => format!("# {file}: {}", path.to_string_lossy()),
        None => format!("# {value}: not set"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_told_by_its_place_only() {
        let (value, file) = SECRETS[0];
        let of = |set: &'static [(&str, &str)]| {
            describe_secret(value, file, move |name| {
                let found = set.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| value.into())
            })
        };
        const BOTH: [(&str, &str); 2] = [(SECRETS[0].0, "hunter2"), (SECRETS[0].1, "/run/token")];
        assert_eq!(of(&[]), "# DISCORD_TOKEN: not set");
        assert_eq!(of(&BOTH), "# DISCORD_TOKEN: set, not shown");
        assert_eq!(of(&BOTH[1..]), "# DISCORD_TOKEN_FILE: /run/token");
    }
}
