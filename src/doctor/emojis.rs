//! Checks whether this version's pictures are uploaded as application emojis and, if not, whether there is room.
//! `application::emojis` uploads them.

use std::collections::HashSet;
use std::num::NonZeroU64;

use serde_json::Value;

use super::report::Finding;
use crate::application::pictures::{self, Picture, is_own_emoji_name};
use crate::doctor::start_check::rest_probe::RestProbe;

const CHECK: &str = "emojis";
/// Discord's limit for one application.
const MAX_EMOJIS: usize = 2_000;

/// Checks the emojis of an application whose bot uploads pictures.
pub(super) async fn check(probe: &RestProbe, application: NonZeroU64) -> Finding {
    let path = format!("applications/{application}/emojis");
    match probe.read(&path).await {
        Ok(listed) => judge(&listed, &pictures::all()),
        Err(why) => Finding::warning(CHECK, format!("cannot be read{why}")),
    }
}

fn judge(listed: &Value, pictures: &[Picture]) -> Finding {
    let listed = listed["items"].as_array().into_iter().flatten();
    let names: HashSet<&str> = listed.filter_map(|emoji| emoji["name"].as_str()).collect();
    let is_missing = |picture: &&Picture| !names.contains(picture.emoji_name.as_str());
    let missing = pictures.iter().filter(is_missing).count();
    if missing == 0 {
        let says = format!("all {} pictures are uploaded", pictures.len());
        return Finding::ok(CHECK, says);
    }
    let foreign = names.iter().filter(|name| !is_own_emoji_name(name)).count();
    if foreign + pictures.len() > MAX_EMOJIS {
        let says = format!(
            "{missing} pictures have no room: delete some of the application's {foreign} other \
             emojis; until then, Unicode emoji stand in"
        );
        return Finding::warning(CHECK, says);
    }
    let says =
        format!("{missing} pictures are not uploaded: `kittens run` uploads them when it connects");
    Finding::warning(CHECK, says)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::report::Health;
    use super::*;

    fn listed(names: impl Iterator<Item = String>) -> Value {
        let items: Vec<Value> = names.map(|name| json!({ "name": name })).collect();
        json!({ "items": items })
    }

    #[test]
    fn uploaded_pictures_are_fine_and_missing_ones_are_counted() {
        let pictures = pictures::all();
        let own = || pictures.iter().map(|picture| picture.emoji_name.clone());
        assert_eq!(judge(&listed(own()), &pictures).health, Health::Ok);
        let some = judge(&listed(own().skip(2)), &pictures);
        assert_eq!(some.health, Health::Warning);
        assert!(some.says.starts_with("2 pictures are not uploaded"));
    }

    #[test]
    fn an_application_full_of_other_emojis_is_told_to_make_room() {
        let others = (0..MAX_EMOJIS).map(|number| format!("other_{number}"));
        let full = judge(&listed(others), &pictures::all());
        assert!(full.says.contains("have no room"));
    }
}
