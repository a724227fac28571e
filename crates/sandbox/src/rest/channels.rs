//! Channels and threads: looked at, changed, taken away.

use serde_json::Value;

use super::{Reply, Resource, Verb};
use crate::channels::Place as Whereabouts;
use crate::exchange::Call;
use crate::forms::{FormErrors, Place, characters};
use crate::ids::Id;
use crate::permissions::Permissions;
use crate::refusal::Refusal;
use crate::world::World;

/// Answers what concerns a channel itself.
pub(super) fn answer(
    world: &mut World,
    verb: Verb,
    resource: &Resource,
    call: &Call,
) -> Result<Reply, Refusal> {
    match (verb, resource) {
        (Verb::Get, Resource::Channel(id)) => {
            let channel = world.visible_channel(*id)?;
            Ok(Reply::ok(world.channel_json(channel)))
        }
        (Verb::Patch, Resource::Channel(id)) => edit(world, *id, &call.body),
        (Verb::Delete, Resource::Channel(id)) => delete(world, *id),
        (Verb::Post, Resource::Typing(id)) => {
            world.permitted_channel(*id, Permissions::SEND_MESSAGES)?;
            Ok(Reply::empty())
        }
        _ => Err(Refusal::WRONG_METHOD),
    }
}

fn delete(world: &mut World, id: Id) -> Result<Reply, Refusal> {
    let channel = world.visible_channel(id)?;
    let wanted = match channel.place {
        Whereabouts::Thread(_) => Permissions::MANAGE_THREADS,
        _ => Permissions::MANAGE_CHANNELS,
    };
    world.permitted_channel(id, wanted)?;
    world.remove_channel(id).map(Reply::ok)
}

fn edit(world: &mut World, id: Id, body: &Value) -> Result<Reply, Refusal> {
    let channel = world.visible_channel(id)?;
    match &channel.place {
        Whereabouts::Direct { .. } => return Err(Refusal::WRONG_CHANNEL_TYPE),
        Whereabouts::Guild { .. } => {
            world.permitted_channel(id, Permissions::MANAGE_CHANNELS)?;
        }
        Whereabouts::Thread(_) => check_thread_edit(world, id, body)?,
    }
    let mut errors = FormErrors::default();
    let name = read_name(body, &mut errors);
    let archive_minutes = read_archive_minutes(body, &mut errors);
    errors.finish()?;
    let now = world.now();
    let channel = world
        .channels
        .get_mut(&id)
        .ok_or(Refusal::UNKNOWN_CHANNEL)?;
    if let Some(name) = name {
        channel.name = name;
    }
    if let Some(topic) = body["topic"].as_str() {
        channel.topic = Some(topic.to_owned());
    }
    let is_thread = channel.thread().is_some();
    if let Whereabouts::Thread(thread) = &mut channel.place {
        if let Some(archived) = body["archived"].as_bool() {
            thread.archived = archived;
            thread.archive_changed_ms = now;
        }
        thread.locked = body["locked"].as_bool().unwrap_or(thread.locked);
        thread.invitable = body["invitable"].as_bool().unwrap_or(thread.invitable);
        thread.auto_archive_minutes = archive_minutes.unwrap_or(thread.auto_archive_minutes);
    }
    world.announce_channel(
        if is_thread {
            "THREAD_UPDATE"
        } else {
            "CHANNEL_UPDATE"
        },
        id,
    );
    let channel = world.visible_channel(id)?;
    Ok(Reply::ok(world.channel_json(channel)))
}

/// The bot may change its own threads and open unlocked ones; more needs the permission.
fn check_thread_edit(world: &World, id: Id, body: &Value) -> Result<(), Refusal> {
    let channel = world.visible_channel(id)?;
    if world
        .bot_permissions(channel)
        .allow(Permissions::MANAGE_THREADS)
    {
        return Ok(());
    }
    let Some(thread) = channel.thread() else {
        return Ok(());
    };
    let opens = body["archived"] == false;
    if thread.archived && !opens {
        return Err(Refusal::THREAD_ARCHIVED);
    }
    let only_opens = body.as_object().is_some_and(|fields| fields.len() == 1) && opens;
    let is_allowed = if thread.locked || body.get("locked").is_some() {
        false
    } else {
        thread.owner == world.bot.id || only_opens
    };
    if is_allowed {
        Ok(())
    } else {
        Err(Refusal::MISSING_PERMISSIONS)
    }
}

/// The name that a body gives a channel or thread.
pub(super) fn read_name(body: &Value, errors: &mut FormErrors) -> Option<String> {
    let name = errors.text(&Place::root(), body, "name")?;
    errors.length(&Place::root().key("name"), characters(name), 1, 100);
    Some(name.to_owned())
}

/// After how many idle minutes a thread is to be archived.
pub(super) fn read_archive_minutes(body: &Value, errors: &mut FormErrors) -> Option<i64> {
    let minutes = errors.integer(&Place::root(), body, "auto_archive_duration")?;
    if !matches!(minutes, 60 | 1440 | 4320 | 10080) {
        let place = Place::root().key("auto_archive_duration");
        errors.choices(&place, "60, 1440, 4320, 10080");
    }
    Some(minutes)
}
