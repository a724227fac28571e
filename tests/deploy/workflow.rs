//! Checks the workflows: for example, that the jobs, tasks and scripts that they name exist, that third-party actions
//! are pinned, and that only jobs that publish may write. Also runs the scripts.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Map, Value};

use super::yaml::document;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
pub(super) const CI: &str = include_str!("../../.github/workflows/ci.yaml");
pub(super) const RELEASE: &str = include_str!("../../.github/workflows/release.yaml");
/// The source of `xtask`, with a `match` that has an arm for each task.
const TASKS: &str = include_str!("../../xtask/src/main.rs");
const SCRIPTS: &str = ".github/scripts";

fn jobs(workflow: &str) -> Map<String, Value> {
    let workflow = document(workflow);
    workflow["jobs"].as_object().expect("a mapping").clone()
}

/// Returns the commands of a job; none if the job calls another workflow.
fn scripts(job: &Value) -> impl Iterator<Item = &str> {
    let steps = job["steps"].as_array().into_iter().flatten();
    steps.filter_map(|step| step["run"].as_str())
}

fn files_in(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(Path::new(ROOT).join(folder)).expect("a folder");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("a file").file_name())
        .filter_map(|name| name.into_string().ok())
        .collect();
    names.sort();
    names
}

/// Returns each word that follows this text in the workflows, except in comment lines.
fn words_after(text: &str) -> Vec<&str> {
    let lines = [CI, RELEASE].into_iter().flat_map(str::lines);
    let code = lines.filter(|line| !line.trim_start().starts_with('#'));
    let rests = code.flat_map(|line| line.split(text).skip(1));
    let words = rests.filter_map(|rest| rest.split([' ', ')']).next());
    words.collect()
}

#[test]
fn the_files_of_the_forge_parse_and_no_workflow_is_left_out() {
    for folder in [".github", ".github/ISSUE_TEMPLATE"] {
        for file in files_in(folder) {
            if file.ends_with("ml") {
                let file = Path::new(ROOT).join(folder).join(file);
                document(&std::fs::read_to_string(file).expect("a text"));
            }
        }
    }
    assert_eq!(files_in(".github/workflows"), ["ci.yaml", "release.yaml"]);
}

#[test]
fn every_job_task_and_script_that_a_workflow_names_exists() {
    for workflow in [CI, RELEASE] {
        let jobs = jobs(workflow);
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
        }
    }
    let tasks = words_after("cargo xtask ");
    assert_eq!(tasks, ["test", "image"]);
    for task in tasks {
        assert!(TASKS.contains(&format!("\n        {task:?} => ")), "{task}");
    }
    let mut named = words_after(".github/scripts/");
    named.sort();
    named.dedup();
    assert_eq!(named, files_in(SCRIPTS));
}

#[test]
fn every_action_is_pinned_by_its_commit_with_its_tag_beside_it() {
    let lines = [CI, RELEASE].into_iter().flat_map(str::lines);
    let uses: Vec<_> = lines
        .filter_map(|line| line.split_once("uses: "))
        .filter(|(_, action)| !action.starts_with("./"))
        .collect();
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
    let jobs = jobs(CI);
    let test = &jobs["test"];
    assert!(scripts(test).any(|script| script == "cargo xtask test"));
    let image = test["container"]["image"].as_str().expect("an image");
    let manifest: toml::Table = include_str!("../../Cargo.toml")
        .parse()
        .expect("it is TOML");
    let version = manifest["workspace"]["package"]["rust-version"]
        .as_str()
        .expect("a version of Rust");
    let expected = format!("docker.io/library/rust:{version}-bookworm@");
    assert!(image.starts_with(&expected), "{image}");
    let devcontainer: Value =
        serde_json::from_str(include_str!("../../.devcontainer/devcontainer.json")).expect("JSON");
    assert_eq!(devcontainer["image"], image);
    let called = &self::jobs(RELEASE)["check"]["uses"];
    assert_eq!(called, "./.github/workflows/ci.yaml");
}

#[test]
fn packages_are_installed_before_a_task_that_may_not_install_them() {
    let jobs = jobs(RELEASE);
    let mut scripts = scripts(&jobs["servers"]);
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
    for workflow in [CI, RELEASE] {
        let rights = &document(workflow)["permissions"];
        assert_eq!(*rights, serde_json::json!({"contents": "read"}));
        for (name, job) in jobs(workflow) {
            let rights = job["permissions"].as_object().into_iter().flatten();
            let writable = rights.filter(|(_, right)| *right == "write");
            let written: Vec<_> = writable.map(|(what, _)| what.as_str()).collect();
            let expected: &[_] = match name.as_str() {
                "images" => &["packages"],
                "image" => &["attestations", "id-token", "packages"],
                "release" => &["attestations", "contents", "id-token"],
                _ => &[],
            };
            assert_eq!(written, expected, "{name}");
        }
    }
}

fn run_script(name: &str, arguments: &[&str], folder: &Path) -> Output {
    Command::new(Path::new(ROOT).join(SCRIPTS).join(name))
        .args(arguments)
        .current_dir(folder)
        .env("GITHUB_REPOSITORY", "Owner/Kittens")
        .output()
        .expect("the script runs")
}

fn output_of(name: &str, arguments: &[&str], folder: &Path) -> String {
    let output = run_script(name, arguments, folder);
    assert!(output.status.success(), "{name} {arguments:?}: {output:?}");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).expect("a text")
}

#[test]
fn every_script_has_a_dry_run_that_publishes_nothing() {
    for name in files_in(SCRIPTS) {
        let (arguments, expected): (&[_], _) = match name.as_str() {
            "check-advisories.sh" => (&[], "+ cargo xtask deny"),
            "check-version.sh" => (&[], env!("CARGO_PKG_VERSION")),
            "image-tags.sh" => (&["refs/pull/1/merge"], "dry-run"),
            "package.sh" => (&["0.1.0", "x86_64-windows", "target"], "+ 7z a"),
            "publish-image.sh" => (&["ghcr.io/x/kittens", "edge"], "+ docker buildx"),
            // Writes a file: see `the_text_of_a_release_is_the_changelogs_entry`.
            "publish-release.sh" => continue,
            "smoke-test.sh" => (&["kittens"], "+ kittens sandbox"),
            _ => panic!("{name} has no dry run here"),
        };
        let text = output_of(
            &name,
            &[&["--dry-run"], arguments].concat(),
            Path::new(ROOT),
        );
        assert!(text.contains(expected), "{name}: {text}");
    }
}

#[test]
fn a_tag_must_be_the_version_and_nothing_more() {
    let version = env!("CARGO_PKG_VERSION");
    for (tag, is_right) in [
        (format!("v{version}"), true),
        (version.to_owned(), false),
        (format!("v{version}0"), false),
        (format!("v{version}-rc.1"), false),
    ] {
        let output = run_script("check-version.sh", &[&tag], Path::new(ROOT));
        assert_eq!(output.status.success(), is_right, "{tag}: {output:?}");
    }
}

#[test]
fn an_image_has_the_tags_of_its_release_or_branch() {
    for (reference, expected) in [
        ("refs/tags/v1.20.3", "1.20.3\n1.20\nlatest\n"),
        ("refs/tags/v1.20.3-rc.1", "1.20.3-rc.1\n"),
        ("refs/heads/main", "edge\n"),
        ("refs/heads/main-2", "dry-run\n"),
    ] {
        let tags = output_of("image-tags.sh", &[reference], Path::new(ROOT));
        assert_eq!(tags, expected, "{reference}");
    }
}

#[test]
fn the_text_of_a_release_is_the_changelogs_entry() {
    const CHANGELOG: &str =
        "# Changelog\n\n## Unreleased\n\n- c\n\n## 0.2.0\n\n- b\n\n## 0.1.0\n\n- a\n";
    let folder = tempfile::tempdir().expect("a folder for a test");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("CHANGELOG.md"), CHANGELOG).expect("a file is written");
    std::fs::write(path("kittens-0.2.0-x.tar.gz"), "").expect("a file is written");
    let text = output_of("publish-release.sh", &["--dry-run", "0.2.0"], folder.path());
    let call = "+ gh release create v0.2.0 kittens-0.2.0-x.tar.gz --repo Owner/Kittens --verify-tag \
                --title Kittens 0.2.0 --notes-file notes.md\n";
    assert_eq!(text, call);
    let notes = std::fs::read_to_string(path("notes.md")).expect("the notes");
    assert_eq!(notes, "\n- b\n\n");
}

#[test]
fn a_program_passes_the_smoke_test_of_a_release() {
    let text = output_of(
        "smoke-test.sh",
        &[env!("CARGO_BIN_EXE_kittens")],
        Path::new(ROOT),
    );
    assert!(text.contains("\nthe sandbox serves its page\n"), "{text}");
}
