//! The Kubernetes manifests against the definitions of Kubernetes itself: every field exists, has the type
//! that it should have, and none is missing.

use serde_json::Value;

use super::yaml::documents;

/// The definitions of the kinds in the manifests.
const SCHEMA: &str = include_str!("kubernetes-1.34.json");
const MANIFESTS: [(&str, &str); 2] = [
    (
        "kittens.yaml",
        include_str!("../../deploy/kubernetes/kittens.yaml"),
    ),
    (
        "webhook.yaml",
        include_str!("../../deploy/kubernetes/webhook.yaml"),
    ),
];

/// The definitions, by name.
struct Schema(Value);

impl Schema {
    fn read() -> Self {
        Self(serde_json::from_str(SCHEMA).expect("it is JSON"))
    }

    fn definition_of(&self, object: &Value) -> Option<&str> {
        let (version, kind) = (object["apiVersion"].as_str()?, object["kind"].as_str()?);
        self.0["kinds"][format!("{version} {kind}")].as_str()
    }

    /// Returns what is wrong with an object of a manifest, with the path of each.
    fn faults_of(&self, object: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        match self.definition_of(object) {
            Some(name) => self.check(name, &self.0["definitions"][name], object, &mut faults),
            None => faults.push(format!("{} is not a known kind", object["kind"])),
        }
        faults
    }

    fn check(&self, path: &str, schema: &Value, value: &Value, faults: &mut Vec<String>) {
        if let Some(name) = schema["$ref"].as_str() {
            return self.check(path, &self.0["definitions"][name], value, faults);
        }
        if let Some(choices) = schema["oneOf"].as_array() {
            let fits = |choice: &Value| has_type(choice, value);
            if !choices.iter().any(fits) {
                faults.push(format!("{path} has another type: {value}"));
            }
            return;
        }
        let allowed = schema["enum"].as_array();
        if !has_type(schema, value) || allowed.is_some_and(|allowed| !allowed.contains(value)) {
            faults.push(format!("{path} must not be {value}"));
        }
        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
            self.check(&format!("{path}[{index}]"), &schema["items"], item, faults);
        }
        self.check_fields(path, schema, value, faults);
    }

    fn check_fields(&self, path: &str, schema: &Value, value: &Value, faults: &mut Vec<String>) {
        for (name, field) in value.as_object().into_iter().flatten() {
            let known = schema["properties"].get(name);
            match known.or_else(|| schema.get("additionalProperties")) {
                Some(known) => self.check(&format!("{path}.{name}"), known, field, faults),
                None => faults.push(format!("{path}.{name} does not exist")),
            }
        }
        let required = schema["required"].as_array().into_iter().flatten();
        for name in required.filter_map(Value::as_str) {
            if value.get(name).is_none() {
                faults.push(format!("{path}.{name} is missing"));
            }
        }
    }
}

fn has_type(schema: &Value, value: &Value) -> bool {
    match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64(),
        Some("number") => value.is_number(),
        _ => false,
    }
}

fn objects() -> impl Iterator<Item = (&'static str, Value)> {
    let files = MANIFESTS.into_iter();
    files.flat_map(|(file, text)| {
        documents(text)
            .into_iter()
            .map(move |object| (file, object))
    })
}

#[test]
fn the_kubernetes_manifests_fit_the_definitions_of_kubernetes() {
    let schema = Schema::read();
    let mut count = 0;
    for (file, object) in objects() {
        let faults = schema.faults_of(&object);
        assert!(faults.is_empty(), "{file}, {}: {faults:#?}", object["kind"]);
        count += 1;
    }
    assert_eq!(count, 8);
}

fn webhook(kind: &str) -> Value {
    let (_, text) = MANIFESTS[1];
    let mut objects = documents(text).into_iter();
    objects.find(|object| object["kind"] == kind).expect(kind)
}

#[test]
fn a_pod_that_ends_serves_until_the_balancer_knows_it_and_has_the_time_to_end_in_order() {
    // A shutdown takes less than ten seconds.
    const SHUTDOWN: i64 = 10;
    let spec = &webhook("Deployment")["spec"]["template"]["spec"];
    let pause = &spec["containers"][0]["lifecycle"]["preStop"]["sleep"]["seconds"];
    let pause = pause.as_i64().expect("a number of seconds");
    let allowed = spec["terminationGracePeriodSeconds"].as_i64();
    assert!(allowed.expect("a number of seconds") >= pause + SHUTDOWN);
}

#[test]
fn a_click_is_handed_to_another_pod_within_the_three_seconds_that_discord_waits() {
    let ingress = webhook("Ingress");
    let annotation = |name: &str| {
        let value =
            &ingress["metadata"]["annotations"][format!("nginx.ingress.kubernetes.io/{name}")];
        value.as_str().expect(name).to_owned()
    };
    let seconds = |name: &str| annotation(name).parse::<u32>().expect("a number");
    let to_wait = seconds("proxy-connect-timeout") + seconds("proxy-read-timeout");
    assert!(to_wait <= 3, "{to_wait}");
    assert_eq!(annotation("proxy-next-upstream-tries"), "2");
    let passed_on = annotation("proxy-next-upstream");
    for case in ["error", "timeout", "non_idempotent"] {
        assert!(passed_on.split(' ').any(|word| word == case), "{case}");
    }
}

#[test]
fn a_field_that_is_wrong_missing_or_misspelt_is_found() {
    let schema = Schema::read();
    let (_, right) = objects().next().expect("there are manifests");
    let container = "/spec/template/spec/containers/0";
    type Damage = fn(&mut Value);
    let damages: [(Damage, &str); 5] = [
        (|c| c["imagePullPolice"] = "Always".into(), "does not exist"),
        (
            |c| c["ports"][0]["containerPort"] = "9464".into(),
            "must not be",
        ),
        (
            |c| c["readinessProbe"]["httpGet"]["port"] = true.into(),
            "another type",
        ),
        (
            |c| c["resources"]["limits"]["memory"] = Value::Null,
            "another type",
        ),
        (
            |c| drop(c.as_object_mut().map(|c| c.remove("name"))),
            "is missing",
        ),
    ];
    for (damage, expected) in damages {
        let mut object = right.clone();
        damage(object.pointer_mut(container).expect("a container"));
        let faults = schema.faults_of(&object);
        assert!(
            faults.len() == 1 && faults[0].contains(expected),
            "{faults:?}"
        );
    }
    let unknown = serde_json::json!({"apiVersion": "v2", "kind": "Service"});
    assert_eq!(schema.faults_of(&unknown).len(), 1);
}
