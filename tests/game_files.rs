//! Checks game files with the two verifiers that were written from the specification alone: the page `docs/verify.html`
//! in a browser, and `tests/verify_game.py`. They must agree with the program about every forgery, unless the forgery
//! violates only the rules of the game.

mod doctor;

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use simulator::game_files::write_game_file;
use table::game_file::{CheckedGame, FilePlace};

use crate::browser::Browser;
use doctor::{Changed, change_each_value, move_lines, rename_players};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// Files in the first version of the format.
const GOLDEN: [&str; 3] = [
    include_str!("../docs/games/proof.jsonl"),
    include_str!("../docs/games/daily.jsonl"),
    include_str!("../docs/games/no-proof.jsonl"),
];
const GAMES: u64 = 50;
/// The number of files that are passed to the page at once.
const AT_ONCE: usize = 50;

/// Script that returns the page's verdict on each file.
const VERIFY: &str = "return arguments[0].map(file => verify(file));";

/// Script that returns, for each checksum, true if the page accepts the file with that checksum.
const COMPARE: &str = "return arguments[0].map(sum => verify(arguments[1], sum).ok);";

/// Script that opens a file through the page's own handler, and returns the names that the page shows, the number of
/// elements that a file must never add to the page, and the page's width.
const SHOW: &str = "
    const [file, done] = arguments;
    open(new File([file], 'game.jsonl'));
    const look = () => {
        if (!document.querySelector('#verdict')) return setTimeout(look, 10);
        const names = [...document.querySelectorAll('.hands .name')].map(name => name.textContent);
        const foreign = document.querySelectorAll('main :is(img, script, b, a)').length;
        done([names, foreign, document.documentElement.scrollWidth]);
    };
    look();
";

/// Script that returns the directive that prevents the page from connecting.
const CONNECT: &str = "
    const [done] = arguments;
    document.addEventListener('securitypolicyviolation', event => done(event.effectiveDirective));
    fetch('http://127.0.0.1:9/').catch(() => null);
";

/// Script that returns the verdicts on a file that is too large, a line that is too long and a line nested too deeply.
const LARGE: &str = "return ['a'.repeat(2 ** 24 + 1), 'a'.repeat(2 ** 20 + 1) + '\\n', '['.repeat(2 ** 20) + '\\n'].map(verify);";

/// The verifiers that can detect a changed value even though the checksums were recomputed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tells {
    Everybody,
    /// Only the program, which replays the game.
    Rules,
    /// Perhaps no verifier, because a game need not depend on the value.
    Nobody,
}

impl Tells {
    fn of(changed: &Changed, has_proof: bool) -> Self {
        let is_deal = changed.line == 1;
        match changed.path.as_str() {
            "at" | "do" if is_deal => Self::Everybody,
            "at" | "names" | "rules.edition" | "rules.future_depth" => Self::Nobody,
            // A game need not depend on these counts.
            "rules.deck.defuse" | "rules.deck.exploding-kitten" | "rules.deck.imploding-kitten" => {
                Self::Nobody
            }
            path if path.starts_with("rules.house.") => Self::Nobody,
            "rules.combos" | "rules.attack" | "rules.favor" | "rules.shuffle"
            | "rules.dead_hand" => Self::Rules,
            "do" | "first" | "winner" | "draws.from" | "draws.below" => Self::Rules,
            "draws.result" if !has_proof => Self::Rules,
            path if path.starts_with("events.") => Self::Rules,
            _ => Self::Everybody,
        }
    }
}

/// Returns the place at which the program rejects a file, in the page's format; null if the file is valid.
fn program_finds(file: &str) -> Value {
    match CheckedGame::read(file.as_bytes()).map_err(|error| error.place) {
        Ok(_) => json!(null),
        Err(FilePlace::Names) => json!("names"),
        Err(FilePlace::File) => json!("file"),
        Err(FilePlace::Head) => json!("head"),
        Err(FilePlace::Step(step)) => json!(step),
        Err(FilePlace::End) => json!("end"),
    }
}

#[test]
fn a_python_program_written_from_the_specification_detects_doctored_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let verify = |file: &str, sum: Option<&str>, is_right: bool| {
        let path = folder.path().join("game.jsonl");
        std::fs::write(&path, file).expect("the file is written");
        let script = Path::new(ROOT).join("tests/verify_game.py");
        let output = Command::new("python3")
            .arg(script)
            .args(sum.map(|sum| ["--sum", sum]).into_iter().flatten())
            .arg(&path)
            .output()
            .expect("python3 is installed: `cargo xtask test` sees to it");
        let found = String::from_utf8_lossy(&output.stdout);
        let expected = if is_right { ": right" } else { ": wrong: " };
        assert!(found.contains(expected), "{output:?}");
        assert_eq!(output.status.success(), is_right, "{output:?}");
    };
    for file in GOLDEN {
        let game = CheckedGame::read(file.as_bytes()).expect("it is right");
        verify(file, None, true);
        verify(file, Some(&game.sum[..10]), true);
        verify(file, Some("AAAAAAAAAA"), false);
    }
    let changed = change_each_value(GOLDEN[0], true).into_iter();
    let of_chance = [
        "draws.result",
        "draws.number",
        "proof.secret",
        "proof.shares",
    ];
    for copy in changed.filter(|copy| of_chance.contains(&copy.path.as_str())) {
        verify(&copy.file, None, false);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_and_the_program_agree_on_fifty_files_and_on_doctored_ones() {
    let browser = open_page().await;
    let page = Page(&browser);
    let files: Vec<String> = (0..GAMES).map(written_game).collect();
    for (verdict, file) in page.find(&files).await.iter().zip(&files) {
        assert_eq!(*verdict, json!(null), "{file}");
        assert_eq!(program_finds(file), json!(null), "{file}");
    }
    let shortest = files.iter().min_by_key(|file| file.len());
    let sum = CheckedGame::read(GOLDEN[0].as_bytes())
        .expect("it is right")
        .sum;
    let sums = json!(["", &sum[..10], sum, &sum[..9], "AAAAAAAAAA"]);
    let compared = page.0.client.execute(COMPARE, vec![sums, json!(GOLDEN[0])]);
    assert_eq!(
        compared.await.expect("verdicts"),
        json!([true, true, true, false, false])
    );
    for file in GOLDEN.into_iter().chain(shortest.map(String::as_str)) {
        page.check_changed(file).await;
        page.check_moved(file).await;
        page.check_cut(file).await;
    }
    browser.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_shows_markup_as_text_fits_a_phone_and_connects_to_nothing() {
    let browser = open_page().await;
    browser.resize(390, 844).await;
    let markup = [
        "</script><script>throw 1</script>",
        "<img src=x onerror=throw>",
        "<b>*`|\n",
    ];
    let long = markup.map(|name| name.repeat(20));
    for names in [markup.map(str::to_owned), long] {
        let (named, names) = rename_players(GOLDEN[0], &names);
        let shown = browser.client.execute_async(SHOW, vec![json!(named)]).await;
        assert_eq!(shown.expect("it is shown"), json!([names, 0, 390]));
        browser.open(&page_address()).await;
    }
    let refused = browser.client.execute_async(CONNECT, Vec::new()).await;
    assert_eq!(refused.expect("it may not connect"), "connect-src");
    let large = browser.evaluate(LARGE).await;
    for (verdict, step) in large
        .as_array()
        .expect("verdicts")
        .iter()
        .zip(["file", "head", "head"])
    {
        assert_eq!(
            (&verdict["ok"], &verdict["step"]),
            (&json!(false), &json!(step)),
            "{verdict}"
        );
    }
    browser.stop().await;
}

fn page_address() -> String {
    format!("file://{ROOT}/docs/verify.html")
}

async fn open_page() -> Browser {
    let browser = Browser::start().await;
    browser.open(&page_address()).await;
    browser
}

struct Page<'b>(&'b Browser);

impl Page<'_> {
    /// Returns, for each file, the place at which the page rejects it; null if the file is valid.
    async fn find(&self, files: &[impl AsRef<str>]) -> Vec<Value> {
        let mut found = Vec::new();
        for files in files.chunks(AT_ONCE) {
            let files: Vec<&str> = files.iter().map(AsRef::as_ref).collect();
            let verdicts = self
                .0
                .client
                .execute(VERIFY, vec![json!(files)])
                .await
                .expect("the page checks them");
            for verdict in verdicts.as_array().expect("a verdict for each") {
                let has_reason = verdict["reason"]
                    .as_str()
                    .is_some_and(|reason| !reason.is_empty());
                assert_eq!(verdict["ok"] == false, has_reason, "{verdict}");
                found.push(verdict["step"].clone());
            }
        }
        found
    }

    async fn check_changed(&self, file: &str) {
        let has_proof = !file.contains("\"proof\":null");
        let mut wrong = Vec::new();
        for with_sums in [false, true] {
            let copies = change_each_value(file, with_sums);
            let files: Vec<&str> = copies.iter().map(|copy| copy.file.as_str()).collect();
            for (copy, by_page) in copies.iter().zip(self.find(&files).await) {
                let by_program = program_finds(&copy.file);
                let [page, program] = [&by_page, &by_program].map(|place| !place.is_null());
                let is_right = match Tells::of(copy, has_proof) {
                    _ if !with_sums => page && by_page == by_program,
                    Tells::Everybody => page && program,
                    Tells::Rules => program,
                    Tells::Nobody => program || !page,
                };
                if !is_right {
                    let Changed { path, line, .. } = copy;
                    wrong.push(format!(
                        "{path} in line {line}: page {by_page}, program {by_program}"
                    ));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    async fn check_moved(&self, file: &str) {
        for with_sums in [false, true] {
            self.check_refused(move_lines(file, with_sums)).await;
        }
    }

    async fn check_cut(&self, file: &str) {
        let ends = (0..file.len()).step_by(97).chain([file.len() - 1]);
        let ends_of_lines = file.match_indices('\n').map(|(place, _)| place + 1);
        let ends = ends
            .chain(ends_of_lines)
            .filter(|end| file.is_char_boundary(*end) && *end < file.len());
        let later = file.replacen("{\"kittens_game\":1,", "{\"kittens_game\":2,", 1);
        let longer = format!("{file}{{}}\n");
        let others = [
            later,
            longer,
            file.replace('\n', "\r\n"),
            format!("\u{feff}{file}"),
        ];
        self.check_refused(
            ends.map(|end| file[..end].to_owned())
                .chain(others)
                .collect(),
        )
        .await;
    }

    async fn check_refused(&self, copies: Vec<String>) {
        for (by_page, copy) in self.find(&copies).await.iter().zip(&copies) {
            let by_program = program_finds(copy);
            assert!(!by_page.is_null(), "the page accepts {copy}");
            assert_eq!(*by_page, by_program, "{copy}");
        }
    }
}

fn written_game(number: u64) -> String {
    write_game_file(number).expect("the game is over")
}
