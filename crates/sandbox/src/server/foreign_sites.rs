//! Prevents other sites' pages from acting on the sandbox through the browser of its user.
//!
//! - A page whose domain resolves to this machine (DNS rebinding) sends that domain as `Host`. Only requests to
//!   `localhost` and to loopback addresses are served.
//! - When another site's page posts a form, calls the API or opens the gateway's WebSocket, the browser says so in
//!   `Origin` or `Sec-Fetch-Site`. Such requests are refused.
//!
//! Bots, tests and command-line tools send no `Origin` and are served. The check does not protect against programs
//! on this machine.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The header in which browsers state whether a request comes from another site's page.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

pub(crate) async fn refuse(request: Request, next: Next) -> Response {
    match check(&request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

type Refusal = (StatusCode, &'static str);

fn check(request: &Request) -> Result<(), Refusal> {
    const WRONG_HOST: Refusal = (
        StatusCode::MISDIRECTED_REQUEST,
        "The sandbox answers only to localhost, 127.0.0.1 and [::1].",
    );
    const FOREIGN: Refusal = (
        StatusCode::FORBIDDEN,
        "The sandbox answers only to its own page.",
    );
    let headers = request.headers();
    let host = only_value(headers, &HOST).map_err(|SeveralValues| WRONG_HOST)?;
    let in_uri = request.uri().authority().map(Authority::as_str);
    let is_served = |host: Option<&str>| host.is_none_or(is_loopback);
    if host.or(in_uri).is_none() || !is_served(host) || !is_served(in_uri) {
        return Err(WRONG_HOST);
    }
    let origin = only_value(headers, &ORIGIN).map_err(|SeveralValues| FOREIGN)?;
    let is_own = |origin: &str| host.is_some_and(|host| origin == format!("http://{host}"));
    if !origin.is_none_or(is_own) {
        return Err(FOREIGN);
    }
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD)
        && !headers.contains_key(header::UPGRADE);
    let site = only_value(headers, &SEC_FETCH_SITE).map_err(|SeveralValues| FOREIGN)?;
    if is_safe || matches!(site, None | Some("same-origin" | "none")) {
        Ok(())
    } else {
        Err(FOREIGN)
    }
}

/// The error for a header that occurs more than once, or is not text.
struct SeveralValues;

fn only_value<'h>(
    headers: &'h HeaderMap,
    name: &HeaderName,
) -> Result<Option<&'h str>, SeveralValues> {
    let mut values = headers.get_all(name).iter();
    let first = values.next().map(|value| value.to_str());
    match values.next() {
        None => first.transpose().map_err(|_| SeveralValues),
        Some(_) => Err(SeveralValues),
    }
}

/// Returns true if a host, with or without a port, is `localhost` or a loopback address.
fn is_loopback(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    // An authority may contain a user name, which is not allowed in a `Host`.
    if authority.as_str().contains('@') {
        return false;
    }
    let name = authority.host();
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    let is_address = |address: IpAddr| address.is_loopback();
    name.eq_ignore_ascii_case("localhost") || bare.parse().is_ok_and(is_address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(request: axum::http::request::Builder) -> Option<u16> {
        let request = request.body(axum::body::Body::empty()).expect("a request");
        check(&request).err().map(|(status, _)| status.as_u16())
    }

    fn from_host(host: &str) -> Option<u16> {
        status(Request::builder().header("host", host))
    }

    #[test]
    fn only_names_and_addresses_of_this_machine_are_served() {
        for host in [
            "localhost:8383",
            "LOCALHOST",
            "127.0.0.1:1",
            "127.3.2.1",
            "[::1]:8383",
        ] {
            assert_eq!(from_host(host), None, "{host}");
        }
        for host in [
            "evil.example:8383",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "127.0.0.1@evil.example",
            "localhost@127.0.0.1",
            "0.0.0.0:8383",
            "192.168.0.1",
            "[::ffff:127.0.0.1]",
            "2130706433",
            "0x7f.1",
            "",
        ] {
            assert_eq!(from_host(host), Some(421), "{host}");
        }
        assert_eq!(status(Request::builder()), Some(421), "no host at all");
        let twice = Request::builder().header("host", "localhost");
        assert_eq!(status(twice.header("host", "evil.example")), Some(421));
        let in_uri = Request::builder().uri("http://evil.example/");
        assert_eq!(status(in_uri.header("host", "localhost")), Some(421));
    }

    #[test]
    fn a_request_from_a_page_of_another_site_is_refused() {
        let request = |method: &str, name: &str, value: &str| {
            let own = Request::builder().header("host", "localhost:8383");
            status(own.method(method).header(name, value))
        };
        for method in ["GET", "POST", "PATCH", "PUT", "DELETE"] {
            assert_eq!(request(method, "origin", "http://localhost:8383"), None);
            for foreign in [
                "http://evil.example",
                "https://localhost:8383",
                "http://localhost:3000",
                "http://localhost",
                "http://127.0.0.1:8383",
                "null",
                "",
            ] {
                let refused = request(method, "origin", foreign);
                assert_eq!(refused, Some(403), "{method} from {foreign:?}");
            }
        }
        for site in ["cross-site", "same-site"] {
            assert_eq!(request("POST", "sec-fetch-site", site), Some(403));
            assert_eq!(request("GET", "sec-fetch-site", site), None, "a link");
        }
        assert_eq!(request("POST", "sec-fetch-site", "same-origin"), None);
        assert_eq!(request("POST", "accept", "*/*"), None, "no browser");
    }
}
