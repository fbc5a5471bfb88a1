//! What pages are told: topics, each with its state.
//!
//! Whoever listens is told where a topic stands, and whenever that changes the difference to what it was told
//! last. A page that is slow misses what is over and needs no resync, and nobody waits for it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock};

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::watch;

use crate::lock;

pub(crate) type Message = Utf8Bytes;

/// The fields of a state, each as JSON.
type Fields = BTreeMap<String, Box<RawValue>>;

pub(crate) struct Snapshot {
    topic: String,
    /// How many were published before it.
    version: u64,
    /// Nothing where the state is null.
    fields: Option<Fields>,
    whole: OnceLock<Message>,
    /// The difference to the snapshot before, which most listeners have.
    step: OnceLock<Option<Message>>,
}

/// A state as it is sent to whoever has heard nothing yet.
#[derive(Serialize)]
struct Whole<'a> {
    topic: &'a str,
    data: &'a Option<Fields>,
}

#[derive(Default, Serialize)]
struct Difference<'a> {
    topic: &'a str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    set: BTreeMap<&'a str, &'a RawValue>,
    /// Texts and arrays that are cut to so many elements, what follows these, and how many of the last elements
    /// of an array stay behind that.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    add: BTreeMap<&'a str, Box<RawValue>>,
    /// Arrays, with the indexes and new values of some elements.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    put: BTreeMap<&'a str, Box<RawValue>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remove: Vec<&'a str>,
}

impl Snapshot {
    fn new(topic: &str, fields: Option<Fields>, version: u64) -> Arc<Snapshot> {
        let (whole, step) = (OnceLock::new(), OnceLock::new());
        Arc::new(Snapshot { topic: topic.into(), version, fields, whole, step })
    }

    /// Returns the message for whoever has heard nothing yet.
    pub(crate) fn whole(&self) -> Message {
        let whole = || written(&Whole { topic: &self.topic, data: &self.fields });
        self.whole.get_or_init(whole).clone()
    }

    /// Returns the message for whoever was told an earlier snapshot last; there is none where they are the same.
    pub(crate) fn since(&self, earlier: &Snapshot) -> Option<Message> {
        if earlier.version + 1 == self.version {
            return self.step.get_or_init(|| self.difference(earlier)).clone();
        }
        self.difference(earlier)
    }

    fn difference(&self, earlier: &Snapshot) -> Option<Message> {
        let (Some(old), Some(new)) = (&earlier.fields, &self.fields) else {
            return (earlier.fields.is_some() || self.fields.is_some()).then(|| self.whole());
        };
        let mut difference = Difference { topic: &self.topic, ..Difference::default() };
        for (name, value) in new {
            let before = old.get(name).map_or("", |before| before.get());
            match Change::between(before, value.get()) {
                Change::Nothing => {}
                Change::Set => drop(difference.set.insert(name, value)),
                Change::Add(change) => drop(difference.add.insert(name, change)),
                Change::Put(change) => drop(difference.put.insert(name, change)),
            }
        }
        let is_gone = |name: &&String| !new.contains_key(*name);
        difference.remove = old.keys().filter(is_gone).map(String::as_str).collect();
        let Difference { set, add, put, remove, .. } = &difference;
        let is_same = set.is_empty() && add.is_empty() && put.is_empty() && remove.is_empty();
        (!is_same).then(|| written(&difference))
    }
}

enum Change {
    Nothing,
    Set,
    Add(Box<RawValue>),
    Put(Box<RawValue>),
}

impl Change {
    /// Returns the change that takes the fewest bytes.
    fn between(old: &str, new: &str) -> Change {
        if old == new {
            return Change::Nothing;
        }
        let is_short = |change: &Change| match change {
            Change::Add(text) | Change::Put(text) => text.get().len() < new.len(),
            _ => true,
        };
        let change = match (old.as_bytes().first(), new.as_bytes().first()) {
            (Some(b'"'), Some(b'"')) => Change::of_texts(old, new),
            (Some(b'['), Some(b'[')) => Change::of_arrays(old, new),
            _ => Ok(Change::Set),
        };
        change.ok().filter(is_short).unwrap_or(Change::Set)
    }

    fn of_texts(old: &str, new: &str) -> serde_json::Result<Change> {
        let (old, new): (String, String) = (serde_json::from_str(old)?, serde_json::from_str(new)?);
        let both = old.chars().zip(new.chars()).take_while(|(one, other)| one == other);
        // Browsers count in units of UTF-16.
        let (bytes, units) = both.fold((0, 0), |(bytes, units), (letter, _)| {
            (bytes + letter.len_utf8(), units + letter.len_utf16())
        });
        to_raw_value(&(units, &new[bytes..])).map(Change::Add)
    }

    fn of_arrays(old: &str, new: &str) -> serde_json::Result<Change> {
        let old: Vec<&RawValue> = serde_json::from_str(old)?;
        let new: Vec<&RawValue> = serde_json::from_str(new)?;
        let is_same = |(one, other): &(&&RawValue, &&RawValue)| one.get() == other.get();
        let keep = old.iter().zip(&new).take_while(is_same).count();
        let (old_rest, new_rest) = (&old[keep..], &new[keep..]);
        let rest = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(is_same).count();
        let middle = &new_rest[..new_rest.len() - rest];
        let add = match rest {
            0 => to_raw_value(&(keep, middle))?,
            rest => to_raw_value(&(keep, middle, rest))?,
        };
        if old.len() == new.len() {
            let elements = old.iter().zip(&new).enumerate().filter(|(_, both)| !is_same(both));
            let put: Vec<_> = elements.map(|(index, (_, value))| (index, value)).collect();
            let put = to_raw_value(&put)?;
            if put.get().len() < add.get().len() {
                return Ok(Change::Put(put));
            }
        }
        Ok(Change::Add(add))
    }
}

fn written(message: &impl Serialize) -> Message {
    // Names and raw values can always be written.
    serde_json::to_string(message).unwrap_or_default().into()
}

#[derive(Default)]
pub(crate) struct Hub {
    topics: Mutex<HashMap<String, watch::Sender<Arc<Snapshot>>>>,
}

impl Hub {
    /// Says where a topic stands: an object, whose fields are compared one by one, or null.
    pub(crate) fn publish(&self, topic: &str, data: &impl Serialize) {
        let fields = serde_json::to_string(data).and_then(|text| serde_json::from_str(&text));
        let Ok(fields) = fields else {
            debug_assert!(false, "{topic} is neither an object nor null");
            return;
        };
        let mut topics = lock(&self.topics);
        match topics.get(topic) {
            Some(sender) => sender.send_modify(|latest| {
                *latest = Snapshot::new(topic, fields, latest.version + 1);
            }),
            None => {
                let first = Snapshot::new(topic, fields, 0);
                topics.insert(topic.into(), watch::channel(first).0);
            }
        }
    }

    pub(crate) fn subscribe(&self, topic: &str) -> Option<watch::Receiver<Arc<Snapshot>>> {
        let mut listener = lock(&self.topics).get(topic)?.subscribe();
        // Where it stands now is news, too.
        listener.mark_changed();
        Some(listener)
    }

    pub(crate) fn has(&self, topic: &str) -> bool {
        lock(&self.topics).contains_key(topic)
    }

    /// Forgets a topic; nobody is told anything about it any more.
    pub(crate) fn retire(&self, topic: &str) {
        lock(&self.topics).remove(topic);
    }

    /// Forgets a topic unless somebody listens to it; returns how many do.
    pub(crate) fn retire_unheard(&self, topic: &str) -> usize {
        let mut topics = lock(&self.topics);
        let heard = topics.get(topic).map_or(0, watch::Sender::receiver_count);
        if heard == 0 {
            topics.remove(topic);
        }
        heard
    }

    pub(crate) fn heard(&self, topic: &str) -> usize {
        lock(&self.topics).get(topic).map_or(0, watch::Sender::receiver_count)
    }
}

#[cfg(test)]
mod tests {
    use super::{Hub, Snapshot};
    use serde_json::{Value, json};
    use std::sync::Arc;

    /// Publishes states one after the other, and returns a snapshot of each.
    fn published(states: &[Value]) -> Vec<Arc<Snapshot>> {
        let hub = Hub::default();
        let one = |state: &Value| {
            hub.publish("t", state);
            hub.subscribe("t").expect("it is there").borrow().clone()
        };
        states.iter().map(one).collect()
    }

    #[track_caller]
    fn check(old: Value, new: Value, expected: Option<Value>) {
        let all = published(&[old.clone(), json!({ "between": true }), new.clone()]);
        let read = |text: Option<super::Message>| -> Option<Value> {
            text.map(|text| serde_json::from_str(&text).expect("JSON"))
        };
        assert_eq!(read(all[2].since(&all[0])), expected, "{old} to {new}, one left out");
        let all = published(&[old.clone(), new.clone()]);
        assert_eq!(read(all[1].since(&all[0])), expected, "{old} to {new}");
    }

    #[test]
    fn only_what_has_changed_is_told() {
        let film = "10 a:0:♞|AAAA|";
        check(json!({ "a": 1 }), json!({ "a": 1 }), None);
        check(
            json!({ "a": 1, "b": 2 }),
            json!({ "a": 1, "b": 3 }),
            Some(json!({ "topic": "t", "set": { "b": 3 } })),
        );
        check(
            json!({ "film": film, "moves": ["D2D3", "D9D8"] }),
            json!({ "film": format!("{film}B12."), "moves": ["D2D3", "D9D8", "E2"] }),
            Some(json!({ "topic": "t", "add": { "film": [14, "B12."], "moves": [2, ["E2"]] } })),
        );
        // What was taken back is cut off.
        check(
            json!({ "moves": ["D2D3", "D9D8"] }),
            json!({ "moves": ["D2D3"] }),
            Some(json!({ "topic": "t", "add": { "moves": [1, []] } })),
        );
        // Lists grow and shrink anywhere, and change here and there.
        let game = |name: &str| json!({ "name": name, "title": "a title of some length" });
        let list =
            |names: &str| names.chars().map(|name| game(&name.to_string())).collect::<Value>();
        check(
            json!({ "games": list("abcd") }),
            json!({ "games": list("xabd") }),
            Some(json!({ "topic": "t", "add": { "games": [0, list("xab"), 1] } })),
        );
        check(
            json!({ "games": list("abcd") }),
            json!({ "games": list("xbcy") }),
            Some(json!({ "topic": "t", "put": { "games": [[0, game("x")], [3, game("y")]] } })),
        );
        check(
            json!({ "games": list("abcd") }),
            json!({ "games": list("acd") }),
            Some(json!({ "topic": "t", "add": { "games": [1, [], 2] } })),
        );
        check(
            json!({ "moves": ["D2D3"], "𝔸": "𝔸𝔹 \" and a long text" }),
            json!({ "𝔸": "𝔸𝔹 \" and a long text, longer" }),
            Some(json!({ "topic": "t", "remove": ["moves"], "add": { "𝔸": [22, ", longer"] } })),
        );
        check(json!({ "a": 1 }), Value::Null, Some(json!({ "topic": "t", "data": null })));
        check(Value::Null, json!({ "a": 1 }), Some(json!({ "topic": "t", "data": { "a": 1 } })));
        check(Value::Null, Value::Null, None);
    }

    #[test]
    fn a_topic_that_is_listened_to_is_not_forgotten() {
        let hub = Hub::default();
        assert_eq!(hub.retire_unheard("t"), 0);
        hub.publish("t", &json!({ "a": 1 }));
        let listener = hub.subscribe("t");
        assert_eq!(hub.retire_unheard("t"), 1);
        assert!(hub.has("t"));
        drop(listener);
        assert_eq!(hub.retire_unheard("t"), 0);
        assert!(!hub.has("t"));
    }

    #[test]
    fn a_difference_is_made_once_for_all() {
        let all = published(&[json!({ "a": 1 }), json!({ "a": 2 })]);
        let (one, other) = (all[1].since(&all[0]), all[1].since(&all[0]));
        let at = |message: Option<super::Message>| message.map(|text| text.as_ptr());
        assert_eq!(at(one), at(other));
    }
}
