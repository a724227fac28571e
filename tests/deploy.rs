//! Checks the files for running the bot as a service, including their commands, settings, versions and images, and how
//! well the systemd unit is locked down. The submodules have further checks.

mod compose;
mod contained;
mod manifests;
mod monitoring;
mod workflow;
mod yaml;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use compose::COMPOSE;

const UNIT: &str = include_str!("../deploy/kittens.service");
const FLY: &str = include_str!("../deploy/fly.toml");
const FILES: [(&str, &str); 7] = [
    ("compose.yaml", COMPOSE),
    ("Dockerfile", include_str!("../Dockerfile")),
    ("kittens.service", UNIT),
    ("fly.toml", FLY),
    (
        "kubernetes",
        include_str!("../deploy/kubernetes/kittens.yaml"),
    ),
    ("README.md", include_str!("../README.md")),
    ("operating.md", include_str!("../docs/operating.md")),
];
/// The texts that come before the arguments of `kittens` in these files.
const CALLS: [&str; 10] = [
    "docker compose run --rm bot ",
    "docker compose exec bot kittens ",
    "ExecStart=/usr/local/bin/kittens ",
    "target/release/kittens ",
    "cargo run --release -- ",
    "cargo run --locked --profile play -- ",
    "    kittens ",
    "#   kittens ",
    "`kittens ",
    "machine exec ID 'kittens ",
];
/// Part of the name of the image that a release publishes.
const OWN_IMAGE: &str = "/kittens:";
/// The maximum exposure that `systemd-analyze security` may report, in tenths.
const MAX_EXPOSURE: &str = "20";

fn calls_in(text: &str) -> BTreeSet<Vec<&str>> {
    let mut calls = BTreeSet::new();
    for line in text.lines() {
        for call in CALLS {
            for (start, _) in line.match_indices(call) {
                let arguments = &line[start + call.len()..];
                let end = arguments.find(['`', '#', '\'']).unwrap_or(arguments.len());
                let words = arguments[..end].split_whitespace();
                // "ID" is a placeholder for a number.
                calls.insert(
                    words
                        .map(|word| if word == "ID" { "1" } else { word })
                        .collect(),
                );
            }
        }
    }
    calls
}

#[test]
fn every_command_in_the_files_exists() {
    let mut count = 0;
    for (file, text) in FILES {
        for arguments in calls_in(text) {
            let help = Command::new(env!("CARGO_BIN_EXE_kittens"))
                .args(&arguments)
                .arg("--help")
                .output()
                .expect("the program can be run");
            let errors = String::from_utf8_lossy(&help.stderr);
            assert!(
                help.status.success(),
                "{file}: kittens {arguments:?}: {errors}"
            );
            count += 1;
        }
    }
    assert!(count >= 15, "only {count} commands were found");
}

fn variables_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter_map(|word| word.strip_prefix("KITTENS_"))
}

#[test]
fn every_setting_in_the_files_exists() {
    let defaults: toml::Table = kittens::config::DEFAULT.parse().expect("it is TOML");
    let mut count = 0;
    for (file, text) in FILES {
        for variable in variables_in(text) {
            let path = variable.to_lowercase();
            let (table, key) = path.split_once("__").expect("a table and a key");
            let exists = defaults[table].get(key).is_some();
            assert!(exists, "{file}: KITTENS_{variable}");
            count += 1;
        }
    }
    assert!(count >= 8, "only {count} settings were found");
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// Returns the third-party images that a file refers to.
fn images_in(text: &str) -> impl Iterator<Item = &str> {
    const WORDS: [&str; 4] = ["FROM ", "image: ", "container: ", "container: {image: "];
    let named = text.lines().filter_map(|line| {
        let words = WORDS.iter().rev();
        let mut images = words.filter_map(|word| line.trim_start().strip_prefix(word));
        images.next()
    });
    // Excludes the empty base image and the Dockerfile's other stages.
    let is_third_party = |image: &&str| !["scratch", "source"].contains(&first_word(image));
    named
        .filter(|image| !image.contains(OWN_IMAGE))
        .filter(is_third_party)
}

#[test]
fn every_place_names_the_version_of_this_program() {
    let version = env!("CARGO_PKG_VERSION");
    let places = [
        ("compose.yaml", COMPOSE),
        ("fly.toml", FLY),
        (
            "kubernetes",
            include_str!("../deploy/kubernetes/kittens.yaml"),
        ),
        ("README.md", include_str!("../README.md")),
    ];
    for (file, text) in places {
        let names: Vec<_> = text.match_indices("ghcr.io/").collect();
        assert!(!names.is_empty(), "{file} names no image of ours");
        for (at, _) in names {
            let image = first_word(&text[at..]).trim_end_matches('"');
            assert!(image.ends_with(&format!(":{version}")), "{file}: {image}");
        }
    }
    let changelog = include_str!("../CHANGELOG.md");
    let newest = changelog.lines().find_map(|line| line.strip_prefix("## "));
    assert_eq!(newest, Some(version), "CHANGELOG.md");
    let lock = include_str!("../Cargo.lock");
    for name in ["kittens", "rules", "sandbox", "xtask"] {
        let package = format!("name = \"{name}\"\nversion = \"{version}\"\n");
        assert!(lock.contains(&package), "Cargo.lock: {name}");
    }
}

#[test]
fn every_third_party_image_is_pinned_by_its_digest() {
    for (file, text) in [
        ("Dockerfile", include_str!("../Dockerfile")),
        ("compose.yaml", COMPOSE),
        ("ci.yaml", workflow::CI),
    ] {
        let mut count = 0;
        for image in images_in(text) {
            let digest = image.split_once("@sha256:").map(|(_, digest)| digest);
            let digits = digest.unwrap_or_default().bytes();
            let count_of_digits = digits.take_while(u8::is_ascii_hexdigit).count();
            assert_eq!(count_of_digits, 64, "{file}: {image}");
            count += 1;
        }
        assert!(count > 0, "{file} names no image");
    }
}

#[test]
fn no_file_puts_a_secret_where_a_process_list_or_docker_shows_it() {
    let files = FILES.iter().filter(|(file, _)| !file.ends_with(".md"));
    for (file, text) in files {
        for variable in ["DISCORD_TOKEN=", "JOURNAL_KEY="] {
            assert!(!text.contains(variable), "{file}: {variable}");
        }
    }
}

fn systemd_analyze(arguments: &[&str], unit: &Path) -> Output {
    let mut command = Command::new("systemd-analyze");
    let output = command.args(arguments).arg(unit).output();
    output.expect("systemd-analyze runs (`cargo xtask deploy-tools` installs it)")
}

#[test]
fn the_systemd_unit_is_valid_and_exposes_little() {
    let folder = tempfile::tempdir().expect("a folder for a test");
    let unit = folder.path().join("kittens.service");
    // `systemd-analyze verify` fails if the program does not exist.
    let installed = UNIT.replace("/usr/local/bin/kittens", env!("CARGO_BIN_EXE_kittens"));
    assert_ne!(installed, UNIT);
    std::fs::write(&unit, installed).expect("the unit is written");
    let threshold = format!("--threshold={MAX_EXPOSURE}");
    for arguments in [
        vec!["verify"],
        vec!["security", "--offline=true", &threshold],
    ] {
        let output = systemd_analyze(&arguments, &unit);
        let text = format!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(output.status.success(), "{arguments:?}: {text}");
        let complains = arguments == ["verify"] && text.contains("kittens.service:");
        assert!(!complains, "{text}");
    }
}
