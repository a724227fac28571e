//! Tests the layers of settings and the error messages.

use std::path::Path;

use kit::hostile_input;
use proptest::sample::select;

use super::layers::Layers;
use super::*;

/// Reads the defaults, then `text` as the file `own.toml`, then these variables.
fn layers(text: &str, variables: &[(&str, &str)]) -> Result<Layers, ConfigError> {
    let mut layers = Layers::new();
    layers.add_file(Path::new("own.toml"), text)?;
    let variables = variables.iter().map(|(k, v)| (k.into(), v.into()));
    layers.add_environment(variables)?;
    Ok(layers)
}

fn load(text: &str, variables: &[(&str, &str)]) -> Result<Config, ConfigError> {
    layers(text, variables)?.into_checked_config()
}

fn refused(text: &str) -> String {
    load(text, &[]).unwrap_err().to_string()
}

#[test]
fn the_built_in_settings_are_valid() {
    let config = Config::built_in();
    assert_eq!(config.discord.api_url.as_str(), "https://discord.com");
    assert_eq!(config.paces.normal.window.get(), 7);
}

#[test]
fn the_environment_outranks_the_file_and_the_file_the_defaults() {
    let config = load(
        "[limits]\nmailbox_capacity = 7\ngames_per_server = 3\n",
        &[
            ("KITTENS_LIMITS__GAMES_PER_SERVER", "9"),
            ("KITTENS_DISCORD__API_URL", "http://127.0.0.1:4000/api/v10/"),
        ],
    )
    .expect("good settings");
    assert_eq!(config.limits.mailbox_capacity.get(), 7);
    assert_eq!(config.limits.games_per_server.get(), 9);
    assert_eq!(config.limits.click_burst.get(), 20);
    assert_eq!(config.discord.api_url.as_str(), "http://127.0.0.1:4000");
}

#[test]
fn a_refusal_names_file_key_finding_and_what_is_allowed() {
    insta::assert_snapshot!(refused("[paces.fast]\nturn = 0\n"));
    insta::assert_snapshot!(refused("[paces.fast]\nturn = \"soon\"\n"));
    insta::assert_snapshot!(refused("[log]\nformat = \"xml\"\n"));
    insta::assert_snapshot!(refused("[log]\nfilter = \"a=b=c\"\n"));
    insta::assert_snapshot!(refused("[storage]\nurl = \"mysql://x\"\n"));
    insta::assert_snapshot!(refused("[discord]\napi_url = \"discord.com\"\n"));
}

#[test]
fn a_cluster_is_one_of_n_and_only_a_database_has_several() {
    const DATABASE: &str = "storage.url = \"postgres://localhost/kittens\"\n";
    let cluster = |text: &str| load(&format!("{DATABASE}discord.cluster = {text}"), &[]);
    for text in [
        "1",
        "\"4\"",
        "\"0/4\"",
        "\"5/4\"",
        "\"1/1001\"",
        "\"a/b\"",
        "\"1/4 \"",
    ] {
        let refused = cluster(text).expect_err(text).to_string();
        assert!(
            refused.starts_with("own.toml: `discord.cluster` is "),
            "{refused}"
        );
    }
    let second = cluster("\"2/4\"").expect("one of four");
    assert_eq!(second.discord.cluster.to_string(), "2/4");
    let text = "discord.cluster = \"2/4\"\nstorage.url = \"sqlite:kittens.db\"";
    let sentence = refused(text);
    assert!(
        sentence.starts_with("discord.cluster is \"2/4\""),
        "{sentence}"
    );
}

#[test]
fn a_log_filter_needs_a_level_for_every_part() {
    for filter in ["", "loud", "info,kittens", "info,kittens:debug", "info,"] {
        let start = format!("own.toml: `log.filter` is {filter:?}; allowed: levels such as");
        let error = refused(&format!("log.filter = {filter:?}"));
        assert!(error.starts_with(&start), "{error}");
    }
    for filter in ["off", "INFO", "kittens=debug", "info, kittens=debug"] {
        let loaded = load(&format!("log.filter = {filter:?}"), &[]);
        assert!(loaded.is_ok(), "{filter}");
    }
}

#[test]
fn an_unknown_key_is_refused_with_the_keys_that_exist() {
    insta::assert_snapshot!(refused("[discord]\ntoken = \"x\"\n"));
    insta::assert_snapshot!(refused("[pace]\nfast = 1\n"));
}

#[test]
fn a_table_in_the_place_of_a_value_is_refused_and_the_other_way_round() {
    const CASES: &str = r#"
paces.fast = 3 -> `paces.fast` is 3; allowed: a table of keys
log.format.kind = 1 -> `log.format` is a table of keys; allowed: "text", "json"
log.filter = 2026-01-01 -> `log.filter` is a date; allowed: a string
limits.mailbox_capacity = [1] -> `limits.mailbox_capacity` is a list; allowed: a whole number from 1 to 10000
"#;
    for case in CASES.trim().lines() {
        let (text, expected) = case.split_once(" -> ").expect(case);
        assert_eq!(refused(text), format!("own.toml: {expected}"));
    }
}

/// Asserts that the settings in `text` are refused with an error that begins with `start` and omits the password.
#[track_caller]
fn assert_refused_without_secret(text: &str, start: &str) {
    assert!(text.contains("hunter2"), "{text}");
    let error = load(text, &[]).unwrap_err();
    let message = error.to_string();
    assert!(message.starts_with(start), "{message}");
    for shown in [message, format!("{error:?}"), format!("{error:#?}")] {
        assert!(!shown.contains("hunter2"), "{shown}");
    }
}

#[test]
fn no_refusal_repeats_a_value_that_may_be_secret() {
    const CASES: &str = r#"
storage.url = "mysql://bot:hunter2@db/kittens" -> `storage.url` is a text that begins with "mysql://"
storage.url = "hunter2" -> `storage.url` is a text (not shown
storage.url = { password = "hunter2" } -> `storage.url` is a table of keys
storage = "hunter2" -> `storage` is a text (not shown
storage.password = "hunter2" -> there is no key `storage.password`
storage."postgres://bot:hunter2@db" = 1 -> there is no key `storage.(not shown)`
discord.api_url = "http://bot:hunter2@host" -> `discord.api_url`: an address with a user or a password
discord.api_url = "https://host?token=hunter2" -> `discord.api_url`: an address with "?"
discord.api_url = "hunter2" -> `discord.api_url`: not an http:// or https:// address
discord.api_url = "http://hunter2.example.com" -> `discord.api_url`: an http:// address of another machine
discord = "hunter2" -> `discord` is a text (not shown
limits.games_per_server = "hunter2" -> `limits.games_per_server` is a text (not shown
log.format = "bot:hunter2@db" -> `log.format` is a text (not shown
log.filter = "postgres://hunter2=b=c" -> `log.filter` is a text that begins with "postgres://"
"#;
    for case in CASES.trim().lines() {
        let (text, start) = case.split_once(" -> ").expect(case);
        assert_refused_without_secret(text, &format!("own.toml: {start}"));
    }
}

#[test]
fn a_number_in_the_place_of_an_address_is_not_repeated() {
    for (text, found) in [
        ("storage.url = 7319", "a number"),
        ("discord.api_url = 73.19", "a number"),
        ("storage = 7319", "a number"),
    ] {
        let message = refused(text);
        assert!(message.contains(&format!("is {found}; ")), "{message}");
        assert!(!message.contains("73"), "{message}");
    }
}

#[test]
fn a_database_on_another_machine_is_not_reached_perhaps_unencrypted() {
    let text = "storage.url = \"postgres://bot:hunter2@db.example/kittens?sslmode=prefer\"";
    let start = "own.toml: `storage.url`: the database is on another machine";
    assert_refused_without_secret(text, start);
}

#[test]
fn a_syntax_error_is_placed_without_repeating_the_line() {
    const UNCLOSED: &str = "line 2, column 41: invalid basic string, expected `\"`";
    for (text, place) in [
        (
            "[storage]\nurl = \"postgres://bot:hunter2@db/kittens\n",
            UNCLOSED,
        ),
        ("[storage]\nurl = postgres://bot:hunter2@db/k\n", "line 2"),
        (
            "[storage]\nurl = 'postgres://bot:hunter2@db' 'x'\n",
            "line 2",
        ),
        ("[storage]\npostgres://bot:hunter2@db/kittens\n", "line 2"),
        ("[storage]\nhunter2 = 1\nhunter2 = 2\n", "line 3"),
        ("[storage]\nhunter2 = 1\nhunter2.more = 2\n", "line 3"),
        ("[hunter2]\n[hunter2]\n", "line 2"),
        ("hunter2 = 99999999999999999999\n", "line 1"),
        ("url = \"hunter2\\q\"\n", "line 1"),
    ] {
        assert_refused_without_secret(text, &format!("own.toml: {place}"));
    }
}

#[test]
fn a_missing_file_is_refused_by_name() {
    let missing = Config::load(Some(Path::new("/nowhere/own.toml"))).unwrap_err();
    let sentence = missing.to_string();
    assert!(sentence.starts_with("/nowhere/own.toml: cannot be read"));
}

#[test]
fn a_variable_that_cannot_be_used_is_named() {
    for (name, value, expected) in [
        (
            "KITTENS_PACES__SLOW__TURN",
            "-1",
            "`paces.slow.turn` is -1; allowed: a whole number from 1 to 604800",
        ),
        (
            "KITTENS_TOKEN",
            "abc",
            "there is no key `token`; allowed here: discord, storage, paces, limits, about, log, monitor",
        ),
        (
            "KITTENS_DISCORD",
            "secret",
            "`discord` is a text (not shown because it may be secret); allowed: a table of keys",
        ),
    ] {
        let refused = load("", &[(name, value)]).unwrap_err().to_string();
        assert_eq!(refused, format!("environment, {name}: {expected}"));
    }
}

#[test]
fn a_monitor_listens_on_an_address_with_a_port_or_not_at_all() {
    let listen = |text: &str| load("", &[("KITTENS_MONITOR__LISTEN", text)]);
    for text in ["127.0.0.1:9464", "[::]:1"] {
        let config = listen(text).expect("an address");
        assert_eq!(config.monitor.listen.0, text.parse().ok());
    }
    assert_eq!(Config::built_in().monitor.listen.0, None);
    for text in ["on", "127.0.0.1", "localhost:9464", ""] {
        let sentence = listen(text).expect_err(text).to_string();
        let expected = "allowed: \"off\", or an address with a port such as \"127.0.0.1:9464\"";
        assert!(sentence.contains(expected), "{sentence}");
    }
}

#[test]
fn variables_of_the_tests_and_of_other_programs_are_ignored() {
    let others = [("KITTENS_TEST_SEED", "1"), ("KITTENSX", "1"), ("PATH", "/")];
    load("", &others).expect("ignored");
}

#[test]
fn a_variable_may_be_a_text_with_or_without_quotes() {
    for level in ["debug", "\"debug\""] {
        let config = load("", &[("KITTENS_LOG__FILTER", level)]).expect("a level");
        assert_eq!(config.log.filter.targets(), "debug".parse().unwrap());
    }
}

/// Returns the lines that `kittens config` prints about settings from this file and these variables.
fn explained(text: &str, variables: &[(&str, &str)]) -> Vec<String> {
    layers(text, variables).expect("settings").settings()
}

#[test]
fn each_setting_is_shown_with_the_layer_that_it_comes_from() {
    let lines = explained(
        "[paces.fast]\nturn = 20\n[log]\nfilter = \"warn\"\n",
        &[("KITTENS_LOG__FILTER", "debug")],
    );
    for expected in [
        "paces.fast.turn = 20                         # own.toml",
        "paces.fast.choice = 15                       # built in",
        "log.filter = \"debug\"                         # environment, KITTENS_LOG__FILTER",
        "storage.url = \"sqlite:data/kittens.db\"       # built in",
    ] {
        let is_there = lines.iter().any(|line| line == expected);
        assert!(is_there, "{expected}\n{lines:#?}");
    }
}

#[test]
fn the_settings_that_are_shown_are_settings_again() {
    let text = "[limits]\ngames_per_server = 3\n";
    let shown = explained(text, &[]).join("\n");
    let read = load(&shown, &[]).expect("they can be read");
    let (before, after) = (load(text, &[]), format!("{read:?}"));
    assert_eq!(format!("{:?}", before.expect("settings")), after);
}

#[test]
fn a_shown_address_has_neither_user_nor_password() {
    let url = "postgres://robot:hunter2@localhost/kittens?password=hunter2&user=robot";
    let lines = explained("", &[("KITTENS_STORAGE__URL", url)]);
    let all = lines.join("\n");
    let shown = "storage.url = \"postgres://localhost:5432/kittens\"";
    assert!(all.contains(shown), "{all}");
    assert!(!all.contains("hunter2") && !all.contains("robot"), "{all}");
}

#[test]
fn no_hostile_settings_panic_or_are_refused_with_their_password() {
    const FILES: &[&str] = &[
        DEFAULT,
        "[storage]\nurl = \"postgres://bot:hunter2!@db.example/kittens\"\n",
        "storage = { url = 'mysql://bot:hunter2!@db' }\ndiscord.api_url = \"https://hunter2!@host\"\n",
        "[discord]\napi_url = \"http://127.0.0.1:1/api/v10\"\n[log]\nformat = \"json\"\nfilter = \"info\"\n",
        "paces.fast.turn = 30\nlimits.games_per_server = 25\nstorage.url = \"\"\"hunter2!\n\"\"\"\n",
    ];
    hostile_input::check(1_500, hostile_input::changed_text(select(FILES)), |text| {
        let Err(error) = load(&text, &[]) else {
            return Ok(true);
        };
        let shown = format!("{error} {error:?}");
        if shown.contains("hunter2!") {
            Err(shown)
        } else {
            Ok(false)
        }
    });
}
