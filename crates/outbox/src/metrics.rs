//! The figures that the process counts for its operator, in the text format of Prometheus. `monitor`
//! serves them. No label holds the id or the name of a person, a server or a channel: their number is
//! bounded, and whoever reads them learns nothing about people.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use journal::CommitStats;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

/// The upper ends of the buckets of durations, in seconds. Discord allows three seconds for an answer.
const BUCKETS: [f64; 12] = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0, 60.0,
];

/// The status of a request without a response.
pub const NO_RESPONSE: u16 = 0;

/// A gauge of a fraction, such as seconds.
type FloatGauge = Gauge<f64, AtomicU64>;

/// The figures of one process. Clones share them.
#[derive(Clone)]
pub struct Metrics(Arc<Figures>);

/// The way in which a person reached the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InteractionKind {
    /// A slash command.
    Command,
    /// A button or a menu.
    Click,
    /// A request for suggestions.
    Autocomplete,
    /// A form that was sent.
    Modal,
}

/// The treatment of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InteractionOutcome {
    /// Handed to its table, or answered.
    Served,
    /// Delivered before.
    Duplicate,
    /// Too late to be answered.
    Stale,
    /// The person was asked to slow down.
    Slowed,
    /// The person gets no answers for a while.
    Ignored,
}

/// The treatment of a request to the webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WebhookOutcome {
    /// An interaction that Discord delivered.
    Received,
    /// Discord's check of the endpoint.
    Ping,
    /// Not signed by Discord, or too long ago.
    Unverified,
    /// Signed, but no interaction.
    Unreadable,
}

/// The result of the answer to an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnswerOutcome {
    /// Discord has taken it.
    Answered,
    /// By this process or another one.
    AnsweredBefore,
    /// The person sees none.
    Failed,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct InteractionLabels {
    kind: &'static str,
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct AnswerLabels {
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct WebhookLabels {
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CallLabels {
    call: &'static str,
    /// The HTTP status, or 0 if no response came.
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StageLabels {
    stage: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ShardLabels {
    shard: u32,
}

/// The state of a shard's connection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShardSample {
    /// Counted from 0.
    pub shard: u32,
    /// False also while it resumes its session.
    pub is_connected: bool,
    /// Of the newest answered heartbeat.
    pub latency: Option<Duration>,
}

/// Figures that are read when somebody asks, instead of being counted.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// The number of this process's tables in each stage.
    pub tables: Vec<(&'static str, usize)>,
    /// The number of tables in memory.
    pub loaded_tables: usize,
    /// Messages that wait in all mailboxes together.
    pub mailbox_messages: usize,
    /// Messages that wait in the fullest mailbox.
    pub mailbox_longest: usize,
    /// The number of the bot's shards, of all processes together; 0 without a gateway.
    pub shard_count: u32,
    /// The shards of this process.
    pub shards: Vec<ShardSample>,
    /// Responses of the last ten minutes that Discord counts as invalid.
    pub invalid_responses: usize,
    /// All since the start.
    pub commits: CommitStats,
}

struct Figures {
    registry: Registry,
    interactions: Family<InteractionLabels, Counter>,
    answers: Family<AnswerLabels, Counter>,
    webhook_requests: Family<WebhookLabels, Counter>,
    answer_seconds: Histogram,
    shown_seconds: Histogram,
    requests: Family<CallLabels, Counter>,
    limit_wait_seconds: Histogram,
    takeovers: Counter,
    sampled: SampledFigures,
}

#[derive(Default)]
struct SampledFigures {
    tables: Family<StageLabels, Gauge>,
    loaded_tables: Gauge,
    mailbox_messages: Gauge,
    mailbox_longest: Gauge,
    shards: Gauge,
    shard_connected: Family<ShardLabels, Gauge>,
    shard_latency: Family<ShardLabels, FloatGauge>,
    invalid_responses: Gauge,
    commits: Counter,
    failed_commits: Counter,
    entries: Counter,
    commit_seconds: Counter<f64, AtomicU64>,
}

impl InteractionKind {
    fn name(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Click => "click",
            Self::Autocomplete => "autocomplete",
            Self::Modal => "modal",
        }
    }
}

impl InteractionOutcome {
    fn name(self) -> &'static str {
        match self {
            Self::Served => "served",
            Self::Duplicate => "duplicate",
            Self::Stale => "stale",
            Self::Slowed => "slowed",
            Self::Ignored => "ignored",
        }
    }
}

impl WebhookOutcome {
    fn name(self) -> &'static str {
        match self {
            Self::Received => "received",
            Self::Ping => "ping",
            Self::Unverified => "unverified",
            Self::Unreadable => "unreadable",
        }
    }
}

impl AnswerOutcome {
    /// Returns its name in metrics and in the log.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::AnsweredBefore => "answered before",
            Self::Failed => "failed",
        }
    }
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("kittens");
        let version = vec![("version", env!("CARGO_PKG_VERSION"))];
        registry.register("build", "The version of the program", Info::new(version));
        let figures = Figures {
            interactions: registered(
                &mut registry,
                "interactions",
                "Clicks and commands by outcome",
            ),
            answers: registered(
                &mut registry,
                "answers",
                "Answers to interactions by outcome",
            ),
            webhook_requests: registered(
                &mut registry,
                "webhook_requests",
                "Requests to the webhook by outcome",
            ),
            answer_seconds: histogram(
                &mut registry,
                "answer_seconds",
                "Time from the receipt of an interaction to the end of its answer",
            ),
            shown_seconds: histogram(
                &mut registry,
                "shown_seconds",
                "Time from a decision to its table's public message",
            ),
            requests: registered(
                &mut registry,
                "rest_requests",
                "REST requests by call and status, 0 if no response came",
            ),
            limit_wait_seconds: histogram(
                &mut registry,
                "rest_limit_wait_seconds",
                "Time for which a request waited for limits and its turn",
            ),
            takeovers: registered(
                &mut registry,
                "takeovers",
                "Tables taken over from other processes",
            ),
            sampled: SampledFigures::register(&mut registry),
            registry,
        };
        Self(Arc::new(figures))
    }
}

/// Registers a counter, a gauge or a family of them.
fn registered<M>(registry: &mut Registry, name: &str, help: &str) -> M
where
    M: prometheus_client::registry::Metric + Clone + Default,
{
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

fn histogram(registry: &mut Registry, name: &str, help: &str) -> Histogram {
    let histogram = Histogram::new(BUCKETS);
    registry.register(name, help, histogram.clone());
    histogram
}

impl SampledFigures {
    fn register(registry: &mut Registry) -> Self {
        Self {
            tables: registered(registry, "tables", "Tables of this process by stage"),
            loaded_tables: registered(
                registry,
                "loaded_tables",
                "Tables of this process in memory",
            ),
            mailbox_messages: registered(
                registry,
                "mailbox_messages",
                "Messages that wait in the mailboxes of all tables",
            ),
            mailbox_longest: registered(
                registry,
                "mailbox_longest",
                "Messages that wait in the fullest mailbox",
            ),
            shards: registered(
                registry,
                "shards",
                "The bot's shards, of all processes together",
            ),
            shard_connected: registered(registry, "shard_connected", "1 if the shard is connected"),
            shard_latency: registered(
                registry,
                "shard_latency_seconds",
                "Time to the answer of the newest heartbeat",
            ),
            invalid_responses: registered(
                registry,
                "rest_invalid_responses",
                "Responses of the last ten minutes that count towards Discord's ban",
            ),
            commits: registered(
                registry,
                "journal_commits",
                "Transactions that append entries",
            ),
            failed_commits: registered(
                registry,
                "journal_failed_commits",
                "Transactions that appended nothing",
            ),
            entries: registered(registry, "journal_entries", "Entries in all transactions"),
            commit_seconds: registered(
                registry,
                "journal_commit_seconds",
                "Time that all transactions took together",
            ),
        }
    }

    fn set(&self, sample: &Sample) {
        for &(stage, count) in &sample.tables {
            let labels = StageLabels { stage };
            self.tables.get_or_create(&labels).set(to_gauge(count));
        }
        self.loaded_tables.set(to_gauge(sample.loaded_tables));
        self.mailbox_messages.set(to_gauge(sample.mailbox_messages));
        self.mailbox_longest.set(to_gauge(sample.mailbox_longest));
        self.shards.set(i64::from(sample.shard_count));
        // Shards that this process does not hold any more.
        self.shard_connected.clear();
        self.shard_latency.clear();
        for sample in &sample.shards {
            let labels = ShardLabels {
                shard: sample.shard,
            };
            let connected = self.shard_connected.get_or_create(&labels);
            connected.set(i64::from(sample.is_connected));
            if let Some(latency) = sample.latency {
                let gauge = self.shard_latency.get_or_create(&labels);
                gauge.set(latency.as_secs_f64());
            }
        }
        self.invalid_responses
            .set(to_gauge(sample.invalid_responses));
        let CommitStats {
            commits,
            failed,
            entries,
            time,
        } = sample.commits;
        self.commits.inner().store(commits, Ordering::Relaxed);
        self.failed_commits.inner().store(failed, Ordering::Relaxed);
        self.entries.inner().store(entries, Ordering::Relaxed);
        let seconds = time.as_secs_f64().to_bits();
        self.commit_seconds
            .inner()
            .store(seconds, Ordering::Relaxed);
    }
}

impl Metrics {
    /// Counts an interaction.
    pub fn count_interaction(&self, kind: InteractionKind, outcome: InteractionOutcome) {
        let labels = InteractionLabels {
            kind: kind.name(),
            outcome: outcome.name(),
        };
        self.0.interactions.get_or_create(&labels).inc();
    }

    /// Counts a request to the webhook.
    pub fn count_webhook_request(&self, outcome: WebhookOutcome) {
        let outcome = outcome.name();
        let labels = WebhookLabels { outcome };
        self.0.webhook_requests.get_or_create(&labels).inc();
    }

    /// Counts the answer to an interaction, that long after its receipt.
    pub fn count_answer(&self, outcome: AnswerOutcome, after: Duration) {
        let labels = AnswerLabels {
            outcome: outcome.name(),
        };
        self.0.answers.get_or_create(&labels).inc();
        self.0.answer_seconds.observe(after.as_secs_f64());
    }

    /// Records that a table's message shows a decision, that long after it.
    pub fn record_shown(&self, after: Duration) {
        self.0.shown_seconds.observe(after.as_secs_f64());
    }

    /// Counts a request to Discord.
    pub fn count_request(&self, call: &'static str, status: u16) {
        self.0
            .requests
            .get_or_create(&CallLabels { call, status })
            .inc();
    }

    /// Records how long a request waited before it was sent.
    pub fn record_limit_wait(&self, wait: Duration) {
        self.0.limit_wait_seconds.observe(wait.as_secs_f64());
    }

    /// Counts tables that were taken over.
    pub fn count_takeovers(&self, tables: usize) {
        self.0.takeovers.inc_by(tables as u64);
    }

    /// Returns everything in the text format of Prometheus.
    pub fn render(&self, sample: &Sample) -> String {
        self.0.sampled.set(sample);
        let mut text = String::new();
        if encode(&mut text, &self.0.registry).is_err() {
            // Writing to a text does not fail.
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

    /// Returns the text with a value of every figure.
    fn rendered() -> String {
        let metrics = Metrics::default();
        metrics.count_interaction(InteractionKind::Click, InteractionOutcome::Served);
        metrics.count_answer(AnswerOutcome::AnsweredBefore, Duration::from_millis(20));
        metrics.count_webhook_request(WebhookOutcome::Unverified);
        metrics.record_shown(Duration::from_millis(300));
        metrics.count_request("post message", 200);
        metrics.record_limit_wait(Duration::ZERO);
        metrics.count_takeovers(3);
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
            "kittens_webhook_requests_total{outcome=\"unverified\"} 1",
            "kittens_answer_seconds_bucket{le=\"0.025\"} 1",
            "kittens_shown_seconds_sum 0.3",
            "kittens_rest_requests_total{call=\"post message\",status=\"200\"} 1",
            "kittens_rest_limit_wait_seconds_count 1",
            "kittens_takeovers_total 3",
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
    fn a_second_sample_replaces_the_first() {
        let metrics = Metrics::default();
        let sample = |commits| Sample {
            commits: CommitStats {
                commits,
                ..CommitStats::default()
            },
            ..Sample::default()
        };
        metrics.render(&sample(7));
        let text = metrics.render(&sample(8));
        assert!(text.contains("kittens_journal_commits_total 8\n"), "{text}");
    }

    #[test]
    fn a_shard_that_has_moved_to_another_process_is_not_shown_any_more() {
        let metrics = Metrics::default();
        let sample = |shards| Sample {
            shards,
            ..Sample::default()
        };
        let held = ShardSample {
            shard: 3,
            is_connected: true,
            latency: Some(Duration::from_millis(250)),
        };
        let text = metrics.render(&sample(vec![held]));
        assert!(text.contains("shard=\"3\""), "{text}");
        let text = metrics.render(&sample(Vec::new()));
        assert!(!text.contains("shard=\"3\""), "{text}");
    }

    /// Returns the names of metrics in a text, each with its suffix.
    fn names_in(text: &str) -> BTreeSet<&str> {
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        words.filter(|word| word.starts_with("kittens_")).collect()
    }

    #[test]
    fn the_dashboard_and_the_alerts_name_only_figures_that_exist() {
        let text = rendered();
        let known = names_in(&text);
        for (file, content) in [
            (
                "alerts",
                include_str!("../../../deploy/prometheus/alerts.yaml"),
            ),
            (
                "dashboard",
                include_str!("../../../deploy/grafana/kittens.json"),
            ),
        ] {
            let named = names_in(content);
            assert!(named.len() > 5, "{file}: {named:?}");
            let unknown: Vec<_> = named.difference(&known).collect();
            assert_eq!(unknown, Vec::<&&str>::new(), "{file}");
        }
    }

    #[test]
    fn every_figure_but_sums_and_counts_is_on_the_dashboard() {
        let text = rendered();
        let shown = names_in(include_str!("../../../deploy/grafana/kittens.json"));
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
        let dashboard: Result<serde_json::Value, _> =
            serde_json::from_str(include_str!("../../../deploy/grafana/kittens.json"));
        assert!(dashboard.is_ok_and(|dashboard| dashboard["panels"].is_array()));
    }
}
