//! Checks the compose file: the secrets, volumes and services that it names exist, each service has one profile,
//! folders are prepared, and secrets and backups are left out of the image and commits. Parses its header.

use serde_json::{Map, Value};

use super::yaml::document;

pub(super) const COMPOSE: &str = include_str!("../../compose.yaml");

/// A `docker compose` command in the file's header.
#[derive(Debug)]
pub(super) enum Step {
    Up,
    /// Starts these stopped services.
    Start(Vec<&'static str>),
    Stop(Vec<&'static str>),
    /// Runs `kittens` in a service's running container, or in a new container.
    Kittens {
        service: &'static str,
        arguments: Vec<&'static str>,
    },
    /// Runs a shell command line in the database's container.
    Database(&'static str),
}

fn commands() -> impl Iterator<Item = &'static str> {
    let head = COMPOSE.lines().take_while(|line| line.starts_with('#'));
    head.filter_map(|line| line.strip_prefix("#   "))
}

fn parse(command: &'static str) -> Option<Step> {
    let command = command.strip_prefix("docker compose ")?;
    if let Some(script) = command.strip_prefix("exec -T database ") {
        return Some(Step::Database(script));
    }
    let words: Vec<_> = command.split_whitespace().collect();
    Some(match &words[..] {
        ["up", "--detach"] => Step::Up,
        ["start", services @ ..] => Step::Start(services.to_vec()),
        ["stop", services @ ..] => Step::Stop(services.to_vec()),
        ["run", "--rm", service, arguments @ ..] | ["exec", service, "kittens", arguments @ ..] => {
            Step::Kittens {
                service,
                arguments: arguments.to_vec(),
            }
        }
        _ => panic!("an unknown command: {command}"),
    })
}

fn services_of(step: &Step) -> Vec<&'static str> {
    match step {
        Step::Up => Vec::new(),
        Step::Start(services) | Step::Stop(services) => services.clone(),
        Step::Kittens { service, .. } => vec![service],
        Step::Database(_) => vec!["database"],
    }
}

pub(super) fn steps(profile: &str) -> Vec<Step> {
    let file = document(COMPOSE);
    let is_in_profile =
        |service: &&str| texts(&file["services"][service]["profiles"]).any(|one| one == profile);
    let steps = commands()
        .filter_map(parse)
        .filter(|step| services_of(step).iter().all(is_in_profile));
    steps.collect()
}

/// Returns the strings in a list, or nothing if the list is missing.
fn texts(list: &Value) -> impl Iterator<Item = &str> {
    let values = list.as_array().into_iter().flatten();
    values.map(|value| value.as_str().expect("a text"))
}

fn fields<'v>(value: &'v Value, name: &str) -> &'v Map<String, Value> {
    let fields = value[name].as_object();
    fields.unwrap_or_else(|| panic!("{name} is a mapping"))
}

#[test]
fn every_secret_volume_and_service_that_is_named_exists() {
    let file = document(COMPOSE);
    let (services, secrets) = (fields(&file, "services"), fields(&file, "secrets"));
    let volumes = fields(&file, "volumes");
    for (name, service) in services {
        for secret in texts(&service["secrets"]) {
            assert!(secrets.contains_key(secret), "{name}: {secret}");
        }
        for volume in texts(&service["volumes"]) {
            let source = volume.split(':').next().unwrap_or_default();
            let exists = source.starts_with("./") || volumes.contains_key(source);
            assert!(exists, "{name}: {volume}");
        }
        for needed in service["depends_on"].as_object().into_iter().flatten() {
            assert!(services.contains_key(needed.0), "{name}: {needed:?}");
        }
        for (variable, value) in fields(service, "environment") {
            let file = value
                .as_str()
                .and_then(|value| value.strip_prefix("/run/secrets/"));
            assert_eq!(file.is_some(), variable.ends_with("_FILE"), "{variable}");
            let is_mounted = |file| texts(&service["secrets"]).any(|secret| secret == file);
            assert!(file.is_none_or(is_mounted), "{name}: {variable}");
        }
    }
    for service in commands()
        .filter_map(parse)
        .flat_map(|step| services_of(&step))
    {
        assert!(services.contains_key(service), "{service}");
    }
}

#[test]
fn every_service_runs_in_one_way_only_and_no_two_ways_share_a_token() {
    let file = document(COMPOSE);
    let head: Vec<_> = commands().collect();
    for (name, service) in fields(&file, "services") {
        let [profile] = texts(&service["profiles"]).collect::<Vec<_>>()[..] else {
            panic!("{name} has one profile");
        };
        let choice = format!("COMPOSE_PROFILES={profile}");
        assert!(head.iter().any(|line| line.contains(&choice)), "{choice}");
    }
}

#[test]
fn the_secrets_and_backups_of_an_operator_are_left_out_of_the_image_and_of_commits() {
    let file = document(COMPOSE);
    let secrets: Vec<_> = fields(&file, "secrets")
        .values()
        .filter_map(|secret| secret["file"].as_str())
        .collect();
    assert_eq!(secrets, ["discord.token", "journal.key"]);
    for (name, text) in [
        (".dockerignore", include_str!("../../.dockerignore")),
        (".gitignore", include_str!("../../.gitignore")),
    ] {
        for left_out in secrets
            .iter()
            .chain(&[".env", "backups", "*.dump", "*.db.*"])
        {
            let mut lines = text.lines().map(|line| line.trim_matches('/'));
            assert!(lines.any(|line| line == *left_out), "{name}: {left_out}");
        }
    }
}

#[test]
fn every_folder_that_a_container_writes_to_is_a_volume_or_prepared_in_the_header() {
    let file = document(COMPOSE);
    let head: Vec<_> = commands().collect();
    for service in fields(&file, "services").values() {
        for volume in texts(&service["volumes"]) {
            if let Some((folder, _)) = volume.strip_prefix("./").and_then(|v| v.split_once(':')) {
                let prepared = format!("sudo install -d -o 10001 -m 700 {folder}");
                assert!(head.contains(&prepared.as_str()), "{folder}");
            }
        }
    }
    let dockerfile = include_str!("../../Dockerfile");
    assert!(dockerfile.contains("\nUSER 10001:10001\n"));
}
