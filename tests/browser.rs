//! A headless Chromium, controlled through WebDriver, for the tests of pages and for screenshots.

use std::process::Stdio;
use std::str::FromStr;

use fantoccini::wd::{WebDriverCompatibleCommand, WindowHandle};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use kit::reserved_port::ReservedPort;
use reqwest::{Method, Url};
use serde_json::{Value, json};
use tokio::process::{Child, Command};

use crate::harness::TIMEOUT;

/// Arguments for a headless Chromium without its background connections.
const ARGUMENTS: [&str; 10] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--window-size=390,844",
];

/// Script that calls back once all pictures on the page have been decoded or have failed to load.
const AWAIT_PICTURES: &str = "
    const done = arguments[0];
    Promise.allSettled([...document.images].map(image => image.decode())).then(() => done(true));
";

pub(crate) struct Browser {
    pub(crate) client: Client,
    driver: Child,
    _port: ReservedPort,
}

impl Browser {
    pub(crate) async fn start() -> Browser {
        let port = ReservedPort::reserve().expect("a port is free");
        let driver = Command::new("chromedriver")
            .arg(format!("--port={}", port.number()))
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("chromedriver is installed: `cargo xtask browser` sees to it");
        let options = json!({"goog:chromeOptions": {"args": ARGUMENTS}});
        let capabilities = serde_json::from_value(options).expect("it is an object");
        let address = format!("http://{}", port.address());
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities);
        let connected = async {
            loop {
                match builder.connect(&address).await {
                    Ok(client) => return client,
                    // The driver may not have opened its port yet.
                    Err(_) => tokio::task::yield_now().await,
                }
            }
        };
        let client = tokio::time::timeout(TIMEOUT, connected).await;
        Browser {
            client: client.expect("the browser starts"),
            driver,
            _port: port,
        }
    }

    /// Opens an address in a new tab the size of a phone's screen.
    pub(crate) async fn open_phone(&self, address: &str) -> WindowHandle {
        let window = self.client.new_window(true).await.expect("a tab opens");
        self.switch_to(&window.handle).await;
        self.open(address).await;
        self.resize(390, 844).await;
        window.handle
    }

    pub(crate) async fn open(&self, address: &str) {
        self.client.goto(address).await.expect("the page loads");
    }

    pub(crate) async fn switch_to(&self, tab: &WindowHandle) {
        let switched = self.client.switch_to_window(tab.clone()).await;
        switched.expect("the tab is there");
    }

    /// Closes a tab, and goes on in the oldest.
    pub(crate) async fn close(&self, tab: &WindowHandle) {
        self.switch_to(tab).await;
        self.client.close_window().await.expect("the tab closes");
        let others = self.client.windows().await.expect("there are tabs");
        self.switch_to(others.first().expect("the first tab stays open"))
            .await;
    }

    /// Waits until the page has an element, and until the page's pictures have loaded or failed to load.
    pub(crate) async fn await_element(&self, selector: &str) -> fantoccini::elements::Element {
        let wait = self.client.wait().at_most(TIMEOUT);
        let element = wait.for_element(Locator::Css(selector)).await;
        let loaded = self.client.execute_async(AWAIT_PICTURES, Vec::new()).await;
        loaded.expect("the pictures load");
        element.expect("the page shows it")
    }

    /// Sets the size of the page in pixels, even if the system does not allow a window of that size.
    pub(crate) async fn resize(&self, width: u32, height: u32) {
        let mobile = width < 600;
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)
            .await;
    }

    pub(crate) async fn evaluate(&self, script: &str) -> Value {
        let result = self.client.execute(script, Vec::new()).await;
        result.expect("the script runs in the page")
    }

    /// Sends a DevTools command to Chromium and returns the result.
    pub(crate) async fn devtools(&self, command: &'static str, parameters: Value) -> Value {
        let command = DevtoolsCommand {
            command,
            parameters,
        };
        let result = self.client.issue_cmd(command).await;
        result.expect("the browser carries out the command")
    }

    pub(crate) async fn stop(mut self) {
        self.client.close().await.expect("the browser closes");
        self.driver.kill().await.expect("the driver ends");
    }
}

/// A DevTools command, in the form that chromedriver accepts.
#[derive(Debug)]
struct DevtoolsCommand {
    command: &'static str,
    parameters: Value,
}

impl WebDriverCompatibleCommand for DevtoolsCommand {
    fn endpoint(
        &self,
        base_url: &Url,
        session: Option<&str>,
    ) -> Result<Url, <Url as FromStr>::Err> {
        let session = session.unwrap_or_default();
        base_url.join(&format!("session/{session}/goog/cdp/execute"))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let body = json!({"cmd": self.command, "params": self.parameters});
        (Method::POST, Some(body.to_string()))
    }
}
