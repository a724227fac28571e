//! The HTTP server for operators: serves `/healthz`, `/readyz` and `/metrics` at `monitor.listen`. It accepts only GET,
//! exposes no secrets and takes no input. The metrics are in `discord::metrics`; [`Status`] decides readiness.

pub(crate) mod bot_status;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tracing::{info, warn};

/// The path that answers 200 while the process is alive.
pub(crate) const HEALTH_PATH: &str = "/healthz";
/// The path that answers 200 while the bot can play or waits for its cluster's lease.
pub(crate) const READY_PATH: &str = "/readyz";
const METRICS_PATH: &str = "/metrics";
/// The format that `prometheus-client` writes.
const METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// The maximum number of open connections. Further connections are closed immediately.
const MAX_CONNECTIONS: usize = 32;
/// The time limit of a connection, including all its requests.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(30);
/// The time limit for reading a request's head.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// The pause after a failed accept, for instance when no file descriptors are left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

#[derive(Debug, thiserror::Error)]
#[error(
    "monitor.listen: {address} cannot be used ({reason}): choose another port or address, or end the \
     program that uses it"
)]
pub struct MonitorError {
    address: SocketAddr,
    reason: std::io::Error,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotReady {
    #[error("shutting down")]
    ShuttingDown,
    #[error("not connected to Discord")]
    Discord,
    #[error("the journal cannot be written")]
    Journal,
}

pub(crate) trait Status: Send + Sync + 'static {
    fn metrics(&self) -> String;

    /// Returns the state of a ready process, or why the process is not ready.
    fn check_ready(&self) -> impl Future<Output = Result<&'static str, NotReady>> + Send;
}

pub(crate) async fn bind(address: SocketAddr) -> Result<TcpListener, MonitorError> {
    let bound = TcpListener::bind(address).await;
    let listener = bound.map_err(|reason| MonitorError { address, reason })?;
    if let Ok(address) = listener.local_addr() {
        info!(%address, "serving metrics and health");
    }
    Ok(listener)
}

/// The status of a process that waits for its cluster's lease.
struct Standby;

impl Status for Standby {
    fn metrics(&self) -> String {
        "# EOF\n".to_owned()
    }

    async fn check_ready(&self) -> Result<&'static str, NotReady> {
        Ok("standby")
    }
}

/// Serves the status of a standby process while `waiting` runs.
pub(crate) async fn while_waiting<T>(
    listener: Option<&TcpListener>,
    waiting: impl Future<Output = T>,
) -> T {
    let Some(listener) = listener else {
        return waiting.await;
    };
    tokio::select! {
        biased;
        outcome = waiting => outcome,
        never = serve(listener, Arc::new(Standby)) => match never {},
    }
}

pub(crate) async fn serve<S: Status>(listener: &TcpListener, status: Arc<S>) -> Infallible {
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                warn!(%error, "could not accept a connection to the monitor");
                sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        if let Ok(permit) = Arc::clone(&connections).try_acquire_owned() {
            let status = Arc::clone(&status);
            tokio::spawn(async move {
                serve_connection(stream, status).await;
                drop(permit);
            });
        }
    }
}

async fn serve_connection<S: Status>(stream: TcpStream, status: Arc<S>) {
    let service = service_fn(|request| respond(&*status, request));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service);
    // A connection fails if the client does not speak HTTP, disconnects or is too slow.
    let _ = timeout(CONNECTION_TIMEOUT, connection).await;
}

async fn respond<S: Status>(
    status: &S,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    if request.method() != Method::GET {
        let only_get = "only GET\n".to_owned();
        return Ok(text(StatusCode::METHOD_NOT_ALLOWED, only_get));
    }
    Ok(match request.uri().path() {
        HEALTH_PATH => text(StatusCode::OK, "ok\n".to_owned()),
        READY_PATH => match status.check_ready().await {
            Ok(state) => text(StatusCode::OK, format!("{state}\n")),
            Err(why) => text(StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")),
        },
        METRICS_PATH => {
            let mut response = text(StatusCode::OK, status.metrics());
            let content_type = HeaderValue::from_static(METRICS_TYPE);
            response.headers_mut().insert(CONTENT_TYPE, content_type);
            response
        }
        _ => {
            let paths = [HEALTH_PATH, READY_PATH, METRICS_PATH].join(", ");
            text(StatusCode::NOT_FOUND, format!("there are {paths}\n"))
        }
    })
}

fn text(status: StatusCode, body: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = status;
    let content_type = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, content_type);
    response
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Mutex;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::task::JoinHandle;

    use super::*;

    const ANY_PORT: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

    struct FakeStatus(Mutex<Result<&'static str, NotReady>>);

    impl Status for FakeStatus {
        fn metrics(&self) -> String {
            "# EOF\n".to_owned()
        }

        async fn check_ready(&self) -> Result<&'static str, NotReady> {
            *self.0.lock().unwrap()
        }
    }

    async fn start() -> (SocketAddr, Arc<FakeStatus>, JoinHandle<()>) {
        let listener = bind(ANY_PORT).await.unwrap();
        let address = listener.local_addr().unwrap();
        let status = Arc::new(FakeStatus(Mutex::new(Ok("ready"))));
        let served = Arc::clone(&status);
        let serving = tokio::spawn(async move { match serve(&listener, served).await {} });
        (address, status, serving)
    }

    async fn get(address: SocketAddr, path: &str) -> (u16, String) {
        let response = reqwest::get(format!("http://{address}{path}"))
            .await
            .unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    }

    #[tokio::test]
    async fn a_process_that_is_not_ready_is_alive_and_says_why() {
        let (address, status, serving) = start().await;
        assert_eq!(get(address, "/readyz").await, (200, "ready\n".to_owned()));
        for why in [NotReady::ShuttingDown, NotReady::Discord, NotReady::Journal] {
            *status.0.lock().unwrap() = Err(why);
            assert_eq!(get(address, "/readyz").await, (503, format!("{why}\n")));
            assert_eq!(get(address, "/healthz").await, (200, "ok\n".to_owned()));
        }
        assert_eq!(get(address, "/metrics").await, (200, "# EOF\n".to_owned()));
        assert_eq!(get(address, "/elsewhere").await.0, 404);
        serving.abort();
    }

    #[tokio::test]
    async fn a_process_that_waits_for_its_lease_says_so_until_it_has_it() {
        let listener = bind(ANY_PORT).await.unwrap();
        let address = listener.local_addr().unwrap();
        let asking = get(address, "/readyz");
        let said = while_waiting(Some(&listener), asking).await;
        assert_eq!(said, (200, "standby\n".to_owned()));
        assert_eq!(while_waiting(None, async { 1 }).await, 1);
    }

    #[tokio::test]
    async fn other_methods_and_other_protocols_are_refused() {
        let (address, _, serving) = start().await;
        let post = reqwest::Client::new().post(format!("http://{address}/healthz"));
        let posted = post.send().await.unwrap();
        assert_eq!(posted.status(), StatusCode::METHOD_NOT_ALLOWED);
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"Dear cat\r\n\r\n").await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
        assert_eq!(get(address, "/healthz").await.0, 200);
        serving.abort();
    }

    #[tokio::test]
    async fn an_occupied_port_is_named_with_what_to_do() {
        let listener = bind(ANY_PORT).await.unwrap();
        let address = listener.local_addr().unwrap();
        let sentence = bind(address).await.unwrap_err().to_string();
        let start = format!("monitor.listen: {address} cannot be used (Address already in use");
        assert!(sentence.starts_with(&start), "{sentence}");
        assert!(sentence.contains("choose another port"), "{sentence}");
    }
}
