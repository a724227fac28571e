//! Checks the alerts and scrape configurations for Prometheus: the fields of the alerts, and the names and addresses
//! that must match other files. The metrics in the alerts are checked in `discord::metrics`.

use serde_json::{Value, json};

use super::yaml::{document, documents};

const ALERTS: &str = include_str!("../../deploy/prometheus/alerts.yaml");
const SCRAPE: &str = include_str!("../../deploy/prometheus/scrape.yaml");
const KUBERNETES: &str = include_str!("../../deploy/prometheus/kubernetes.yaml");
/// The fields that an alert may have.
const FIELDS: [&str; 5] = ["alert", "expr", "for", "labels", "annotations"];

fn alerts() -> Vec<Value> {
    let file = document(ALERTS);
    let groups = file["groups"].as_array().expect("a list");
    let rules = groups.iter().flat_map(|group| group["rules"].as_array());
    rules.flatten().cloned().collect()
}

/// Returns the only job in a scrape configuration.
fn job(file: &str) -> Value {
    let file = document(file);
    let [job] = &file["scrape_configs"].as_array().expect("a list")[..] else {
        panic!("there is one job");
    };
    job.clone()
}

#[test]
fn every_alert_has_a_name_an_expression_a_severity_and_a_sentence() {
    let alerts = alerts();
    assert!(alerts.len() >= 8, "only {} alerts", alerts.len());
    let mut names = Vec::new();
    for alert in &alerts {
        let fields = alert.as_object().expect("a mapping");
        let unknown = fields.keys().find(|name| !FIELDS.contains(&name.as_str()));
        assert_eq!(unknown, None, "{alert}");
        names.push(alert["alert"].as_str().expect("a name"));
        assert!(alert["expr"].as_str().is_some_and(|text| !text.is_empty()));
        let lasts = alert.get("for").is_none_or(|time| {
            let minutes = time.as_str().and_then(|time| time.strip_suffix('m'));
            minutes.is_some_and(|minutes| minutes.parse::<u32>().is_ok())
        });
        assert!(lasts, "{alert}");
        let severities = [json!({"severity": "page"}), json!({"severity": "warn"})];
        assert!(severities.contains(&alert["labels"]), "{alert}");
        let annotations = alert["annotations"].as_object().expect("a mapping");
        assert!(annotations.contains_key("summary"), "{alert}");
        let known = |name: &String| ["summary", "description"].contains(&name.as_str());
        assert!(annotations.keys().all(known), "{alert}");
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), alerts.len(), "each has a name of its own");
}

#[test]
fn the_alerts_find_the_processes_under_the_name_that_the_scrape_configurations_give_them() {
    let down = alerts()
        .into_iter()
        .find(|alert| alert["alert"] == "KittensDown")
        .expect("there is such an alert");
    for file in [SCRAPE, KUBERNETES] {
        let name = &job(file)["job_name"];
        assert_eq!(down["expr"], format!("up{{job={name}}} == 0"));
    }
}

#[test]
fn the_scrape_configurations_ask_where_the_bot_listens() {
    let targets = &job(SCRAPE)["static_configs"][0]["targets"];
    let unit = include_str!("../../deploy/kittens.service");
    let listen = targets[0].as_str().expect("an address");
    let setting = format!("\nEnvironment=KITTENS_MONITOR__LISTEN={listen}\n");
    assert!(unit.contains(&setting), "{setting}");
    let kept = &job(KUBERNETES)["relabel_configs"][0]["regex"];
    let manifest = include_str!("../../deploy/kubernetes/kittens.yaml");
    let mut pods = documents(manifest)
        .into_iter()
        .filter(|object| object["spec"]["template"].is_object());
    let pod = pods.next().expect("there are pods")["spec"]["template"].clone();
    let app = pod["metadata"]["labels"]["app"].as_str().expect("a label");
    let port = pod["spec"]["containers"][0]["ports"][0]["name"]
        .as_str()
        .expect("a name");
    assert_eq!(*kept, format!("{app};{port}"));
}
