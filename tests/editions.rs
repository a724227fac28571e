//! The files of `config/editions` in the bot's working directory.

use std::net::TcpListener;
use std::process::Command;

#[test]
fn a_broken_edition_ends_the_bot_with_a_sentence_before_it_connects() {
    let folder = tempfile::tempdir().expect("a working directory");
    let editions = folder.path().join("config/editions");
    std::fs::create_dir_all(&editions).expect("a folder for editions");
    let travel = include_str!("../config/editions/travel.toml");
    let broken = travel.replace("future-depth = 2", "future-depth = 9");
    std::fs::write(editions.join("travel.toml"), broken).expect("the file is written");
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
    let sentence = "kittens: config/editions/travel.toml: rules.future-depth: found 9, expected a \
                    whole number from 1 to 3";
    assert!(errors.lines().any(|line| line == sentence), "{errors}");
    discord.set_nonblocking(true).expect("a listener");
    assert!(discord.accept().is_err(), "the bot has connected");
}
