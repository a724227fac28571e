//! The files in `target/screens`: screenshots of each kind of screen, and a sheet of all drawings.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use fantoccini::Locator;

use crate::browser::Browser;

/// The height in pixels of a page with room for every message.
const HEIGHT: u32 = 2200;

pub(crate) struct Look {
    name: &'static str,
    width: u32,
    theme: &'static str,
}

const fn look(name: &'static str, width: u32, theme: &'static str) -> Look {
    Look { name, width, theme }
}

/// The looks: combinations of a screen width and a theme. Most folders use only the first look.
pub(crate) const LOOKS: [Look; 4] = [
    look("phone-dark", 390, "dark"),
    look("phone-light", 390, "light"),
    look("desktop-dark", 1280, "dark"),
    look("desktop-light", 1280, "light"),
];

pub(crate) struct Gallery<'b> {
    browser: &'b Browser,
    folder: PathBuf,
    looks: &'static [Look],
    taken: HashSet<&'static str>,
}

impl<'b> Gallery<'b> {
    pub(crate) fn new(browser: &'b Browser, folder: &str, looks: &'static [Look]) -> Self {
        let folder = screens_folder().join(folder);
        fs::create_dir_all(&folder).expect("the folder can be made");
        Self {
            browser,
            folder,
            looks,
            taken: HashSet::new(),
        }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// Takes a screenshot of the newest message of this kind in each of the gallery's looks, unless one with this name
    /// has been taken. The table's message may be replaced between two looks.
    pub(crate) async fn take(&mut self, name: &'static str, page: &str, kind: Kind) {
        if !self.taken.insert(name) {
            return;
        }
        for look in self.looks {
            self.browser.resize(look.width, HEIGHT).await;
            let address = format!("{page}&theme={}", look.theme);
            self.browser.open(&address).await;
            let (height, png) = self.picture_newest(kind).await;
            let file = match self.looks {
                [_] => format!("{name}.png"),
                _ => format!("{name}-{}.png", look.name),
            };
            let path = self.folder.join(file);
            println!("{height} pixels: {}", path.display());
            fs::write(path, png).expect("the picture is written");
        }
    }

    /// Returns the height and a screenshot of the newest message of this kind, taken while its size did
    /// not change.
    async fn picture_newest(&self, kind: Kind) -> (f64, Vec<u8>) {
        loop {
            self.browser.await_element(kind.selector()).await;
            let shown = self
                .browser
                .client
                .find_all(Locator::Css(kind.selector()))
                .await
                .expect("the page can be searched");
            let newest = shown.last().expect("the message was there just now");
            let before = newest.rectangle().await.ok();
            let png = newest.screenshot().await.ok();
            // A message that has just been replaced has no size.
            match (newest.rectangle().await.ok(), png) {
                (Some(after), Some(png)) if before == Some(after) => return (after.3, png),
                _ => {}
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Table,
    Panel,
}

impl Kind {
    fn selector(self) -> &'static str {
        match self {
            Self::Table => "#messages .message:not(.ephemeral):has([data-custom-id])",
            Self::Panel => "#messages .message.ephemeral:has([data-custom-id])",
        }
    }
}

fn screens_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/screens")
}

const BACKGROUNDS: [&str; 3] = ["#313338", "#ffffff", "#000000"];

/// The kinds of colour vision, each with the matrix of a filter that simulates it.
const SIGHTS: [(&str, &str); 4] = [
    ("all colours", "1 0 0 0 0  0 1 0 0 0  0 0 1 0 0  0 0 0 1 0"),
    (
        "protanopia",
        "0.152 1.053 -0.205 0 0  0.115 0.786 0.099 0 0  -0.004 -0.048 1.052 0 0  0 0 0 1 0",
    ),
    (
        "deuteranopia",
        "0.367 0.861 -0.228 0 0  0.280 0.673 0.047 0 0  -0.012 0.043 0.969 0 0  0 0 0 1 0",
    ),
    (
        "tritanopia",
        "1.256 -0.077 -0.179 0 0  -0.078 0.931 0.148 0 0  0.005 0.691 0.304 0 0  0 0 0 1 0",
    ),
];

/// Takes a screenshot of all drawings in several sizes, on the backgrounds of Discord's themes, with normal vision and
/// with the common kinds of colour blindness.
pub(crate) async fn take_art_sheet(browser: &Browser) {
    let art = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/art");
    let entries = fs::read_dir(&art).expect("the drawings are there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut drawings: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "svg"))
        .collect();
    drawings.sort();
    let folder = tempfile::tempdir().expect("a folder for the sheet");
    let page = folder.path().join("sheet.html");
    fs::write(&page, art_sheet(&drawings)).expect("the sheet is written");
    browser.resize(1280, 5000).await;
    browser.open(&format!("file://{}", page.display())).await;
    let sheet = browser.await_element("main").await;
    let png = sheet.screenshot().await.expect("the sheet is pictured");
    fs::write(screens_folder().join("art.png"), png).expect("the picture is written");
}

fn art_sheet(drawings: &[PathBuf]) -> String {
    let image = |drawing: &PathBuf, side: u32| {
        let path = drawing.display();
        format!(r#"<img src="file://{path}" width="{side}" height="{side}">"#)
    };
    let strip = |side: u32| -> String {
        let images = drawings.iter().map(|drawing| image(drawing, side));
        format!("<div>{}</div>", images.collect::<String>())
    };
    let mut filters = String::new();
    let mut rows = String::new();
    for (index, (sight, matrix)) in SIGHTS.iter().enumerate() {
        filters += &format!(
            r#"<filter id="f{index}" color-interpolation-filters="linearRGB"><feColorMatrix values="{matrix}"/></filter>"#
        );
        rows += &format!("<h2>{sight}</h2>");
        for background in BACKGROUNDS {
            // Shows the largest size only for normal vision, because it serves to check the drawing, not the colours.
            let large = if index == 0 {
                strip(128)
            } else {
                String::new()
            };
            rows += &format!(
                r#"<section style="background: {background}; filter: url(#f{index})">{large}{}{}</section>"#,
                strip(48),
                strip(22)
            );
        }
    }
    format!(
        "<!doctype html><meta charset=utf-8><style>body {{ margin: 0; font: 16px sans-serif }} \
         main {{ width: 1280px }} h2 {{ margin: 8px }} section {{ padding: 8px }} \
         img {{ margin: 3px; vertical-align: top }}</style>\
         <svg width=0 height=0 style=position:absolute>{filters}</svg><main>{rows}</main>"
    )
}
