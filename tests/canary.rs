//! While people click at random, the program's log at the most detailed level contains no card, token, name, password,
//! key or game's secret, and the encrypted database contains no card, name or game's secret.

use std::collections::BTreeSet;
use std::fs;
use std::sync::OnceLock;

use journal::StorageUrl;
use kit::virtual_user::control_client::User;
use rules::Title;
use simulator::real::{Storage, StorageKind};
use sqlx::ConnectOptions as _;

use crate::harness::{Harness, JOURNAL_KEY, QUICK, Record};
use crate::monkey::play_prepared;
use crate::story::ask_if_fair;

/// The password in the database's address. The server accepts any password, but the bot must still keep this
/// one secret.
const PASSWORD: &str = "hunter2canary";
/// The prefix of all people's names.
const NAME: &str = "zebulon";
/// The number of the game to play. It has three players and one person without a seat.
const GAME: usize = 1;

/// Returns the tokens of all interactions that the bot has answered, from the paths of its calls.
fn interaction_tokens(record: &Record) -> BTreeSet<String> {
    let token = |path: &str| {
        let mut segments = path
            .split('/')
            .skip_while(|segment| *segment != "interactions");
        segments.nth(2).map(str::to_owned)
    };
    let calls = record.exchanges().into_iter();
    calls
        .filter_map(|call| token(call["path"].as_str()?))
        .collect()
}

/// Returns the secrets of games in the bot's requests: 64 hexadecimal digits. Asserts that each request with a secret
/// also contains the emoji of an open lock, which messages show beside the secret of a finished game.
fn revealed_secrets(record: &Record) -> BTreeSet<String> {
    let is_secret =
        |word: &&str| word.len() == 64 && word.chars().all(|digit| digit.is_ascii_hexdigit());
    let mut secrets = BTreeSet::new();
    for call in record.exchanges() {
        let sent = call["body"].to_string();
        let found: Vec<&str> = sent
            .split(|next: char| !next.is_alphanumeric())
            .filter(is_secret)
            .collect();
        assert!(found.is_empty() || sent.contains('🔓'), "{sent}");
        secrets.extend(found.into_iter().map(str::to_owned));
    }
    secrets
}

async fn stored_records(storage: &StorageUrl) -> String {
    let StorageUrl::Postgres(address) = storage else {
        panic!("it is the address of a server")
    };
    let mut connection = address.options().connect().await.expect("it connects");
    let query = sqlx::query_scalar(
        "SELECT records FROM entries UNION ALL SELECT details FROM table_people",
    );
    let records: Result<Vec<String>, _> = query.fetch_all(&mut connection).await;
    records.expect("the entries can be selected").join("\n")
}

/// Returns true if the text contains `word` as a whole word.
fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphabetic);
    text.match_indices(word).any(|(start, _)| {
        let (before, after) = (&text[..start], &text[start + word.len()..]);
        !is_letter(before.chars().next_back()) && !is_letter(after.chars().next())
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_at_trace_level_and_an_encrypted_database_hold_no_secret() {
    let database = Storage::create(StorageKind::Postgres)
        .await
        .expect("PostgreSQL starts");
    let storage = StorageUrl::parse(&database.address).expect("an address");
    let address = database
        .address
        .replace("postgres@", &format!("postgres:{PASSWORD}@"));
    assert!(address.contains(PASSWORD));
    let folder = tempfile::tempdir().expect("a folder for a test");
    let (log, record) = (folder.path().join("log"), Record::new());
    let settings = format!("{QUICK}\nstorage.url = {address:?}\nlog.filter = \"trace\"");
    let harness = Harness::start_process(record.sandbox(), &settings, &log).await;
    let bot_token = harness.bot_token();
    let reader = OnceLock::new();
    let remember = async |users: &[User], channel: &str| {
        reader.get_or_init(|| (users[0].clone(), channel.to_owned()));
    };
    play_prepared(&harness, GAME, NAME, remember).await;
    let (user, channel) = reader.get().expect("a game has been played");
    ask_if_fair(&harness, user, channel).await;
    harness.finish().await;

    let text = fs::read_to_string(&log)
        .expect("the program logs")
        .to_lowercase();
    for expected in ["opened a table", " trace "] {
        let is_there = text.contains(expected);
        assert!(is_there, "the log is detailed: {expected}");
    }
    let tokens = interaction_tokens(&record);
    assert!(tokens.len() > 20, "{} clicks", tokens.len());
    for secret in tokens.iter().chain([&bot_token]) {
        assert!(!text.contains(&secret.to_lowercase()), "a token is logged");
    }
    let revealed = revealed_secrets(&record);
    assert!(!revealed.is_empty(), "a game is over and proven");
    let logged = revealed.iter().map(String::as_str);
    for secret in logged.chain([NAME, PASSWORD, JOURNAL_KEY]) {
        assert!(!text.contains(secret), "{secret} is logged");
    }
    let stored = stored_records(&storage).await.to_lowercase();
    assert!(stored.len() > 1_000, "{} bytes are stored", stored.len());
    for secret in &revealed {
        assert!(
            !stored.contains(secret),
            "a game's secret is stored in plain text"
        );
    }
    assert!(!stored.contains(NAME), "a name is stored in plain text");
    for title in Title::ALL {
        for word in [title.id().to_owned(), format!("{title:?}").to_lowercase()] {
            let line = text.lines().find(|line| has_word(line, &word));
            assert_eq!(line, None, "a card is logged: {word}");
            let is_stored = has_word(&stored, &word);
            assert!(!is_stored, "a card is stored in plain text: {word}");
        }
    }
}
