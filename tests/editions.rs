//! The files of `config/editions` in the bot's working directory.

use std::net::TcpListener;
use std::process::Command;

use tempfile::TempDir;

/// A change of a file and the sentence about it: the key, what was found, and what is allowed.
struct Broken {
    file: &'static str,
    change: (&'static str, &'static str),
    sentence: &'static str,
}

const TRAVEL: &str = include_str!("../config/editions/travel.toml");
const IMPLODING: &str = include_str!("../config/editions/imploding.toml");

const BROKEN: [Broken; 7] = [
    Broken {
        file: "travel.toml",
        change: ("future-depth = 2", "future-depth = 9"),
        sentence: "rules.future-depth: found 9, expected a whole number from 1 to 3",
    },
    Broken {
        file: "imploding.toml",
        change: ("reverse = 4", "revers = 4"),
        sentence: "cards.revers: found a key, expected none: no such key is known",
    },
    Broken {
        file: "imploding.toml",
        change: ("cards = 7", "cards = 12"),
        sentence: "deal.cards: found 12, expected at most 65 cards for 6 players",
    },
    Broken {
        file: "imploding.toml",
        change: ("\"self-nope\"", "\"decks\""),
        sentence: "house-rules: found [\"combos\", \"decks\"], expected a list of \"combos\", \
                   \"attack\", \"favor\", \"self-nope\"",
    },
    Broken {
        file: "imploding.toml",
        change: ("reverse = 4", "reverse = 17"),
        sentence: "cards.reverse: found 17, expected a whole number from 0 to 16",
    },
    Broken {
        file: "imploding.toml",
        change: ("most = 6", "most = 7"),
        sentence: "deal.hazards: found 5, expected at most 4 exploding-kitten for 7 players",
    },
    Broken {
        file: "mine.toml",
        change: ("id = \"travel\"", "id = \"mine\""),
        sentence: "id: found \"mine\", expected \"classic\" or \"imploding\" or \"original\" or \
                   \"travel\" or \"two-player\"",
    },
];

#[test]
fn a_broken_edition_ends_the_bot_with_a_sentence_before_it_connects() {
    for broken in &BROKEN {
        check(broken);
    }
}

#[test]
fn the_doctor_names_a_broken_edition() {
    let broken = &BROKEN[0];
    let folder = folder_with(broken);
    // Nothing listens on this port.
    let examined = Command::new(env!("CARGO_BIN_EXE_kittens"))
        .arg("doctor")
        .current_dir(folder.path())
        .env("DISCORD_TOKEN", "a-token")
        .env("KITTENS_DISCORD__API_URL", "http://127.0.0.1:1")
        .env("KITTENS_STORAGE__URL", "memory:")
        .output()
        .expect("the doctor can be run");
    assert_eq!(examined.status.code(), Some(1));
    let (file, sentence) = (broken.file, broken.sentence);
    let line = format!("problem  editions     config/editions/{file}: {sentence}");
    let lines = String::from_utf8_lossy(&examined.stdout);
    assert!(lines.lines().any(|found| found == line), "{line}\n{lines}");
}

/// Returns a working directory with such a file.
fn folder_with(broken: &Broken) -> TempDir {
    let folder = tempfile::tempdir().expect("a working directory");
    let editions = folder.path().join("config/editions");
    std::fs::create_dir_all(&editions).expect("a folder for editions");
    let whole = if broken.file == "imploding.toml" {
        IMPLODING
    } else {
        TRAVEL
    };
    assert!(whole.contains(broken.change.0), "{:?}", broken.change);
    let text = whole.replace(broken.change.0, broken.change.1);
    std::fs::write(editions.join(broken.file), text).expect("the file is written");
    folder
}

fn check(broken: &Broken) {
    let folder = folder_with(broken);
    let discord = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = discord.local_addr().expect("an address");
    let ended = Command::new(env!("CARGO_BIN_EXE_kittens"))
        .arg("run")
        .current_dir(folder.path())
        .env("DISCORD_TOKEN", "a-token")
        .env("KITTENS_DISCORD__API_URL", format!("http://{address}"))
        .env("KITTENS_STORAGE__URL", "memory:")
        .output()
        .expect("the bot can be run");
    assert_eq!(ended.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&ended.stderr);
    let sentence = format!(
        "kittens: config/editions/{}: {}",
        broken.file, broken.sentence
    );
    assert!(
        errors.lines().any(|line| line == sentence),
        "{sentence}\n{errors}"
    );
    discord.set_nonblocking(true).expect("a listener");
    assert!(discord.accept().is_err(), "the bot has connected");
}
