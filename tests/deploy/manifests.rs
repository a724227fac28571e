//! Validates the Kubernetes manifest against Kubernetes' own schema: every field exists and has the right type, and no
//! required field is missing.

use serde_json::Value;

use super::yaml::documents;

/// The schema of the kinds in the manifest.
const SCHEMA: &str = include_str!("kubernetes-1.34.json");
const MANIFEST: &str = include_str!("../../deploy/kubernetes/kittens.yaml");

/// The parsed [`SCHEMA`].
struct Schema(Value);

impl Schema {
    fn read() -> Self {
        Self(serde_json::from_str(SCHEMA).expect("it is JSON"))
    }

    fn definition_of(&self, object: &Value) -> Option<&str> {
        let (version, kind) = (object["apiVersion"].as_str()?, object["kind"].as_str()?);
        self.0["kinds"][format!("{version} {kind}")].as_str()
    }

    /// Returns a description of each error in a manifest object.
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

#[test]
fn the_kubernetes_manifest_fits_the_definitions_of_kubernetes() {
    let schema = Schema::read();
    let mut count = 0;
    for object in documents(MANIFEST) {
        let faults = schema.faults_of(&object);
        assert!(faults.is_empty(), "{}: {faults:#?}", object["kind"]);
        count += 1;
    }
    assert_eq!(count, 3);
}

#[test]
fn a_field_that_is_wrong_missing_or_misspelt_is_found() {
    let schema = Schema::read();
    let right = documents(MANIFEST)
        .into_iter()
        .next()
        .expect("there is an object");
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
