//! The release workflow: everything it refers to exists, third-party actions are pinned, and the release
//! notes are the corresponding section of the changelog.

use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use serde_json::{Map, Value};

use super::yaml::document;

pub(super) const RELEASE: &str = include_str!("../../.github/workflows/release.yaml");
/// The tasks are the arms of a `match` in this file.
const TASKS: &str = include_str!("../../xtask/src/main.rs");

fn jobs() -> Map<String, Value> {
    let workflow = document(RELEASE);
    workflow["jobs"].as_object().expect("a mapping").clone()
}

fn steps(job: &Value) -> impl Iterator<Item = &Value> {
    job["steps"].as_array().expect("a list").iter()
}

fn scripts(job: &Value) -> impl Iterator<Item = &str> {
    steps(job).filter_map(|step| step["run"].as_str())
}

#[test]
fn every_job_that_is_needed_and_every_task_that_is_run_exists() {
    let jobs = jobs();
    let mut tasks = Vec::new();
    for (name, job) in &jobs {
        let needs = match &job["needs"] {
            Value::Array(needs) => needs.clone(),
            Value::Null => Vec::new(),
            need => vec![need.clone()],
        };
        for need in needs {
            let need = need.as_str().expect("a text");
            assert!(jobs.contains_key(need), "{name} needs {need}");
        }
        for script in scripts(job) {
            tasks.extend(script.split("cargo xtask ").skip(1).map(|rest| {
                let task = rest.split_whitespace().next();
                task.expect("the name of a task").to_owned()
            }));
        }
    }
    assert_eq!(tasks, ["test", "image"]);
    for task in tasks {
        assert!(TASKS.contains(&format!("\n        {task:?} => ")), "{task}");
    }
}

#[test]
fn every_action_is_pinned_by_its_commit_with_its_tag_beside_it() {
    let lines = RELEASE.lines();
    let uses: Vec<_> = lines.filter_map(|line| line.split_once("uses: ")).collect();
    assert!(uses.len() >= 10, "{uses:?}");
    for (_, action) in uses {
        let (name, pin) = action.split_once('@').expect("a version");
        let (commit, tag) = pin.split_once(" # v").expect("a tag for readers");
        let is_commit = commit.len() == 40 && commit.bytes().all(|b| b.is_ascii_hexdigit());
        assert!(is_commit && tag.split('.').count() == 3, "{name}: {pin}");
    }
}

#[test]
fn the_tests_run_as_root_on_debian_with_this_projects_rust() {
    let jobs = jobs();
    let check = &jobs["check"];
    assert!(scripts(check).any(|script| script == "cargo xtask test"));
    let image = check["container"]["image"].as_str().expect("an image");
    let manifest: toml::Table = include_str!("../../Cargo.toml")
        .parse()
        .expect("it is TOML");
    let version = manifest["workspace"]["package"]["rust-version"]
        .as_str()
        .expect("a version of Rust");
    let expected = format!("docker.io/library/rust:{version}-bookworm@");
    assert!(image.starts_with(&expected), "{image}");
}

#[test]
fn packages_are_installed_before_a_task_that_may_not_install_them() {
    let jobs = jobs();
    let mut scripts = scripts(&jobs["programs"]);
    let install = scripts.next().expect("a first script");
    assert!(install.contains("sudo apt-get install --yes "), "{install}");
    for (task, source) in [
        ("image", include_str!("../../xtask/src/image.rs")),
        ("database", include_str!("../../xtask/src/packages.rs")),
    ] {
        let (_, rest) = source
            .split_once("ensure_installed(&[\"")
            .expect("packages");
        let (package, _) = rest.split_once("\"]").expect("one package");
        assert!(install.contains(package), "{task}: {package}");
    }
}

#[test]
fn only_jobs_that_publish_may_write() {
    let workflow = document(RELEASE);
    assert_eq!(
        workflow["permissions"],
        serde_json::json!({"contents": "read"})
    );
    for (name, job) in jobs() {
        let rights = job["permissions"].as_object().into_iter().flatten();
        let writable = rights.filter(|(_, right)| *right == "write");
        let written: Vec<_> = writable.map(|(what, _)| what.as_str()).collect();

        let expected: &[_] = match name.as_str() {
            "images" | "image" => &["packages"],
            "release" => &["contents"],
            _ => &[],
        };
        assert_eq!(written, expected, "{name}");
    }
}

#[test]
fn the_text_of_a_release_is_the_changelogs_part() {
    const CHANGELOG: &str =
        "# Changelog\n\n## Unreleased\n\n- c\n\n## 0.2.0 (a day)\n\n- b\n\n## 0.1.0\n\n- a\n";
    // Replaces GitHub's CLI.
    const GH: &str = "#!/bin/sh\necho \"$@\"\ncat notes.md\n";
    let folder = tempfile::tempdir().expect("a folder for a test");
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("a file is written");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&file, mode).expect("it can be run");
    };
    write("CHANGELOG.md", CHANGELOG);
    write("kittens-0.2.0-x.tar.gz", "");
    write("gh", GH);
    let jobs = jobs();
    let script = scripts(&jobs["release"]).last().expect("a script");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["-e", "-c", script])
        .current_dir(folder.path())
        .env("PATH", format!("{}:{path}", folder.path().display()))
        .env("GITHUB_REF_NAME", "v0.2.0")
        .env("GITHUB_REPOSITORY", "Somebody/Kittens")
        .output()
        .expect("the script runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let call = "release create v0.2.0 kittens-0.2.0-x.tar.gz --repo Somebody/Kittens --verify-tag \
                --title Kittens 0.2.0 --notes-file notes.md\n";
    assert_eq!(text, format!("{call}\n- b\n\n"));
}
