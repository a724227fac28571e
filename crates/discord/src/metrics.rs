//! The process's metrics for its operator, in the Prometheus text format. `monitor` serves them. No label contains
//! the id or name of a person, server or channel, so the number of label values is bounded and the metrics do not
//! identify players.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use journal::CommitStats;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use crate::named_enum;

/// The upper bounds of the duration buckets, in seconds. Discord allows three seconds for an answer.
const BUCKETS: [f64; 12] = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0, 60.0,
];

/// The status recorded for a request without a response.
pub const NO_RESPONSE: u16 = 0;

type Label<V> = (&'static str, V);
type FloatGauge = Gauge<f64, AtomicU64>;
type FloatCounter = Counter<f64, AtomicU64>;
type ByCall = Family<([Label<&'static str>; 1], [Label<u16>; 1]), Counter>;
type ByKindAndOutcome = Family<[Label<&'static str>; 2], Counter>;
type ByOutcome = Family<[Label<&'static str>; 1], Counter>;
type ByShard<M> = Family<[Label<u32>; 1], M>;
type ByStage = Family<[Label<&'static str>; 1], Gauge>;

/// The metrics of one process. Clones share them.
#[derive(Clone)]
pub struct Metrics(Arc<(Registry, Figures)>);

named_enum! {
    /// How a person interacted with the bot.
    pub InteractionKind {
        Command = "command",
        /// A button or a menu.
        Click = "click",
        Autocomplete = "autocomplete",
        Modal = "modal",
    }
}

named_enum! {
    pub InteractionOutcome {
        /// The interaction was accepted, so it is answered or passed on to its table.
        Served = "served",
        Duplicate = "duplicate",
        /// The interaction arrived too late to be answered.
        Stale = "stale",
        /// The person was asked to slow down.
        Slowed = "slowed",
        Ignored = "ignored",
    }
}

named_enum! {
    pub AnswerOutcome {
        Answered = "answered",
        /// This process or another one had already answered.
        AnsweredBefore = "answered before",
        /// The answer failed, or its outcome is unknown.
        Failed = "failed",
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShardSample {
    /// The shard's number, counted from 0.
    pub shard: u32,
    /// Also false while the shard is resuming its session.
    pub is_connected: bool,
    /// The latency of the newest answered heartbeat.
    pub latency: Option<Duration>,
}

/// Metrics that are read on demand instead of being counted.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// The number of this process's tables in each stage.
    pub tables: Vec<(&'static str, usize)>,
    pub loaded_tables: usize,
    pub mailbox_messages: usize,
    pub mailbox_longest: usize,
    /// The number of the bot's shards across all processes; 0 without a gateway.
    pub shard_count: u32,
    pub shards: Vec<ShardSample>,
    /// The number of responses in the last ten minutes that Discord counts as invalid.
    pub invalid_responses: usize,
    /// The journal's commits since the process started.
    pub commits: CommitStats,
}

/// Declares a struct of metrics, and registers each metric under its field's name.
macro_rules! figures {
    ($( $name:ident: $metric:ty = $new:expr, $help:literal; )*) => {
        struct Figures { $( $name: $metric, )* }

        impl Figures {
            fn register(registry: &mut Registry) -> Self {
                let figures = Self { $( $name: $new, )* };
                $( registry.register(stringify!($name), $help, figures.$name.clone()); )*
                figures
            }
        }
    };
}

figures! {
    interactions: ByKindAndOutcome = Family::default(), "Clicks and commands by outcome";
    answers: ByOutcome = Family::default(), "Answers to interactions by outcome";
    answer_seconds: Histogram = Histogram::new(BUCKETS),
        "Time from the receipt of an interaction to the end of its answer";
    shown_seconds: Histogram = Histogram::new(BUCKETS),
        "Time from a decision to its table's public message";
    rest_requests: ByCall = Family::default(),
        "REST requests by call and status, 0 if no response came";
    rest_limit_wait_seconds: Histogram = Histogram::new(BUCKETS),
        "Time for which a request waited for limits and its turn";
    tables: ByStage = Family::default(), "Tables of this process by stage";
    loaded_tables: Gauge = Gauge::default(), "Tables of this process in memory";
    mailbox_messages: Gauge = Gauge::default(),
        "Messages that wait in the mailboxes of all tables";
    mailbox_longest: Gauge = Gauge::default(), "Messages that wait in the fullest mailbox";
    shards: Gauge = Gauge::default(), "The bot's shards, of all processes together";
    shard_connected: ByShard<Gauge> = Family::default(), "1 if the shard is connected";
    shard_latency_seconds: ByShard<FloatGauge> = Family::default(),
        "Time to the answer of the newest heartbeat";
    rest_invalid_responses: Gauge = Gauge::default(),
        "Responses of the last ten minutes that count towards Discord's ban";
    journal_commits: Counter = Counter::default(), "Transactions that append entries";
    journal_failed_commits: Counter = Counter::default(), "Transactions that appended nothing";
    journal_entries: Counter = Counter::default(), "Entries in all transactions";
    journal_commit_seconds: FloatCounter = Counter::default(),
        "Time that all transactions took together";
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("kittens");
        let version = vec![("version", env!("CARGO_PKG_VERSION"))];
        registry.register("build", "The version of the program", Info::new(version));
        let figures = Figures::register(&mut registry);
        Self(Arc::new((registry, figures)))
    }
}

impl Figures {
    fn set(&self, sample: &Sample) {
        for &(stage, count) in &sample.tables {
            let tables = self.tables.get_or_create(&[("stage", stage)]);
            tables.set(to_gauge(count));
        }
        self.loaded_tables.set(to_gauge(sample.loaded_tables));
        self.mailbox_messages.set(to_gauge(sample.mailbox_messages));
        self.mailbox_longest.set(to_gauge(sample.mailbox_longest));
        self.set_shards(sample);
        self.rest_invalid_responses
            .set(to_gauge(sample.invalid_responses));
        let CommitStats {
            commits,
            failed,
            entries,
            time,
        } = sample.commits;
        let set = |counter: &AtomicU64, value| counter.store(value, Ordering::Relaxed);
        set(self.journal_commits.inner(), commits);
        set(self.journal_failed_commits.inner(), failed);
        set(self.journal_entries.inner(), entries);
        let seconds = time.as_secs_f64().to_bits();
        set(self.journal_commit_seconds.inner(), seconds);
    }

    fn set_shards(&self, sample: &Sample) {
        self.shards.set(i64::from(sample.shard_count));
        // Removes shards that this process no longer holds.
        self.shard_connected.clear();
        self.shard_latency_seconds.clear();
        for sample in &sample.shards {
            let labels = [("shard", sample.shard)];
            let connected = self.shard_connected.get_or_create(&labels);
            connected.set(i64::from(sample.is_connected));
            if let Some(latency) = sample.latency {
                let gauge = self.shard_latency_seconds.get_or_create(&labels);
                gauge.set(latency.as_secs_f64());
            }
        }
    }
}

impl Metrics {
    fn figures(&self) -> &Figures {
        &self.0.1
    }

    pub fn count_interaction(&self, kind: InteractionKind, outcome: InteractionOutcome) {
        let labels = [("kind", kind.name()), ("outcome", outcome.name())];
        self.figures().interactions.get_or_create(&labels).inc();
    }

    /// Counts an answer to an interaction, and records the time since the interaction was received.
    pub fn count_answer(&self, outcome: AnswerOutcome, after: Duration) {
        let labels = [("outcome", outcome.name())];
        self.figures().answers.get_or_create(&labels).inc();
        self.figures().answer_seconds.observe(after.as_secs_f64());
    }

    /// Records the time from a decision until the table's message showed it.
    pub fn record_shown(&self, after: Duration) {
        self.figures().shown_seconds.observe(after.as_secs_f64());
    }

    pub fn count_request(&self, call: &'static str, status: u16) {
        let labels = ([("call", call)], [("status", status)]);
        self.figures().rest_requests.get_or_create(&labels).inc();
    }

    pub fn record_limit_wait(&self, wait: Duration) {
        let seconds = wait.as_secs_f64();
        self.figures().rest_limit_wait_seconds.observe(seconds);
    }

    pub fn render(&self, sample: &Sample) -> String {
        let (registry, figures) = &*self.0;
        figures.set(sample);
        let mut text = String::new();
        if encode(&mut text, registry).is_err() {
            // Writing to a string does not fail.
            let _ = writeln!(text, "# incomplete");
        }
        text
    }
}

fn to_gauge(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const ALERTS: &str = include_str!("../../../deploy/prometheus/alerts.yaml");
    const DASHBOARD: &str = include_str!("../../../deploy/grafana/kittens.json");

    fn rendered() -> String {
        let metrics = Metrics::default();
        metrics.count_interaction(InteractionKind::Click, InteractionOutcome::Served);
        metrics.count_answer(AnswerOutcome::AnsweredBefore, Duration::from_millis(20));
        metrics.record_shown(Duration::from_millis(300));
        metrics.count_request("post message", 200);
        metrics.record_limit_wait(Duration::ZERO);
        metrics.render(&Sample {
            tables: vec![("playing", 2)],
            loaded_tables: 1,
            mailbox_messages: 5,
            mailbox_longest: 4,
            shard_count: 2,
            shards: vec![ShardSample {
                shard: 0,
                is_connected: true,
                latency: Some(Duration::from_millis(250)),
            }],
            invalid_responses: 1,
            commits: CommitStats {
                commits: 7,
                failed: 1,
                entries: 9,
                time: Duration::from_millis(1_500),
            },
        })
    }

    #[test]
    fn every_figure_is_rendered_with_its_labels() {
        let text = rendered();
        for line in [
            "kittens_interactions_total{kind=\"click\",outcome=\"served\"} 1",
            "kittens_answers_total{outcome=\"answered before\"} 1",
            "kittens_answer_seconds_bucket{le=\"0.025\"} 1",
            "kittens_shown_seconds_sum 0.3",
            "kittens_rest_requests_total{call=\"post message\",status=\"200\"} 1",
            "kittens_rest_limit_wait_seconds_count 1",
            "kittens_tables{stage=\"playing\"} 2",
            "kittens_loaded_tables 1",
            "kittens_mailbox_messages 5",
            "kittens_mailbox_longest 4",
            "kittens_shards 2",
            "kittens_shard_connected{shard=\"0\"} 1",
            "kittens_shard_latency_seconds{shard=\"0\"} 0.25",
            "kittens_rest_invalid_responses 1",
            "kittens_journal_commits_total 7",
            "kittens_journal_failed_commits_total 1",
            "kittens_journal_entries_total 9",
            "kittens_journal_commit_seconds_total 1.5",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }

    #[test]
    fn a_sample_replaces_the_one_before_with_the_shards_that_have_moved_to_another_process() {
        let (metrics, mut sample) = (Metrics::default(), Sample::default());
        sample.commits.commits = 7;
        sample.shards.push(ShardSample {
            shard: 3,
            is_connected: true,
            latency: Some(Duration::from_millis(250)),
        });
        let text = metrics.render(&sample);
        assert!(text.contains("shard=\"3\""), "{text}");
        sample.commits.commits = 8;
        sample.shards.clear();
        let text = metrics.render(&sample);
        assert!(text.contains("kittens_journal_commits_total 8\n"), "{text}");
        assert!(!text.contains("shard=\"3\""), "{text}");
    }

    fn names_in(text: &str) -> BTreeSet<&str> {
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        words.filter(|word| word.starts_with("kittens_")).collect()
    }

    #[test]
    fn the_dashboard_and_the_alerts_name_only_figures_that_exist() {
        let text = rendered();
        let known = names_in(&text);
        for (file, content) in [("alerts", ALERTS), ("dashboard", DASHBOARD)] {
            let named = names_in(content);
            assert!(named.len() > 5, "{file}: {named:?}");
            let unknown: Vec<_> = named.difference(&known).collect();
            assert_eq!(unknown, Vec::<&&str>::new(), "{file}");
        }
    }

    #[test]
    fn every_figure_but_sums_and_counts_is_on_the_dashboard() {
        let text = rendered();
        let shown = names_in(DASHBOARD);
        let samples = text.lines().filter(|line| !line.starts_with('#'));
        let names = samples.flat_map(names_in);
        let missing: Vec<_> = names
            .filter(|name| !name.ends_with("_sum") && !name.ends_with("_count"))
            .filter(|name| !shown.contains(name))
            .collect();
        assert_eq!(missing, Vec::<&str>::new());
    }

    #[test]
    fn the_dashboard_is_json() {
        let dashboard: Result<serde_json::Value, _> = serde_json::from_str(DASHBOARD);
        assert!(dashboard.is_ok_and(|dashboard| dashboard["panels"].is_array()));
    }
}
