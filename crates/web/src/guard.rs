//! Who may ask: a page that this server has sent, and nobody else.
//!
//! A browser sends requests to this machine for any page that asks it to. What tells them apart is
//! the name under which the server is asked (`Host`: a foreign one means that a name of somebody
//! else leads here) and the page that asks (`Origin`).

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::limits::BODY;
use crate::refusal::Refusal;

/// The names under which the server may be asked.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    hosts: Vec<String>,
    /// Bound to every address of the machine: any of them in numbers will do.
    any_number: bool,
    port: u16,
}

impl Guard {
    /// For a server at this address, which was asked for in these words.
    pub(crate) fn new(address: SocketAddr, asked: &str) -> Self {
        let port = address.port();
        let mut hosts: Vec<String> =
            ["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")).into();
        hosts.push(address.to_string());
        if let Some((name, _)) = asked.rsplit_once(':') {
            hosts.push(format!("{}:{port}", name.to_ascii_lowercase()));
        }
        Self { hosts, any_number: address.ip().is_unspecified(), port }
    }

    fn knows(&self, host: &str) -> bool {
        // Browsers leave the usual port out.
        let host = host.to_ascii_lowercase();
        let with_port = format!("{host}:80");
        let is_known = |host: &String| self.hosts.contains(host);
        if is_known(&host) || self.port == 80 && is_known(&with_port) {
            return true;
        }
        let numbers = host.parse::<SocketAddr>().or_else(|_| with_port.parse());
        self.any_number && numbers.is_ok_and(|address: SocketAddr| address.port() == self.port)
    }

    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = match (hosts.next(), hosts.next()) {
            (Some(host), None) => host.to_str().unwrap_or_default(),
            _ => "",
        };
        let in_uri = uri.authority().map(axum::http::uri::Authority::as_str);
        if !self.knows(host) || in_uri.is_some_and(|host| !self.knows(host)) {
            return Err(Refusal::forbidden(
                "this server answers only under its own address, such as http://localhost",
            ));
        }
        for origin in headers.get_all(header::ORIGIN) {
            let page = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
            // The name itself, not another of this machine: a page there may be somebody else's.
            if !page.is_some_and(|page| page.eq_ignore_ascii_case(host)) {
                return Err(Refusal::forbidden("this server answers only its own page"));
            }
        }
        let fetch = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        // A link from elsewhere may lead to the page; nothing else may come from there.
        let foreign = matches!(fetch("sec-fetch-site"), Some("cross-site" | "same-site"));
        if foreign && (fetch("sec-fetch-mode") != Some("navigate") || method != Method::GET) {
            return Err(Refusal::forbidden("this server answers only its own page"));
        }
        if method == Method::POST {
            let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
            let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
            if !kind.trim().eq_ignore_ascii_case("application/json") {
                return Err(Refusal::not_json());
            }
            // One that says how long it is need not be read to be refused.
            let length = headers.get(header::CONTENT_LENGTH).and_then(|it| it.to_str().ok());
            if length.and_then(|it| it.parse::<u64>().ok()).is_some_and(|it| it > BODY as u64) {
                return Err(Refusal::too_long(format!("a body has at most {BODY} bytes")));
            }
        } else if method != Method::GET && method != Method::HEAD && method != Method::DELETE {
            return Err(Refusal::forbidden("GET, POST and DELETE are all there is"));
        }
        Ok(())
    }
}

/// Refuses what comes from elsewhere, and tells browsers what the page may do.
pub(crate) async fn guarded(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    let checked = guard.check(request.method(), request.uri(), request.headers());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::X_FRAME_OPTIONS, "DENY");
    set(header::REFERRER_POLICY, "no-referrer");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    // The page is as new as the program that is running.
    set(header::CACHE_CONTROL, if is_api { "no-store" } else { "no-cache" });
    response
}

/// Everything from this server, nothing in line, and no frames. Pictures of boards are drawn as SVG by
/// the page itself; `data:` is for pictures that it saves.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(address: &str, asked: &str) -> Guard {
        Guard::new(address.parse().unwrap(), asked)
    }

    #[test]
    fn only_own_names_are_known() {
        let local = guard("127.0.0.1:7777", "127.0.0.1:7777");
        for host in ["localhost:7777", "127.0.0.1:7777", "[::1]:7777", "LOCALHOST:7777"] {
            assert!(local.knows(host), "{host}");
        }
        for host in
            ["", "localhost", "localhost:80", "evil.example:7777", "127.0.0.1.evil.example:7777"]
        {
            assert!(!local.knows(host), "{host}");
        }
        assert!(!local.knows("192.168.1.5:7777"));
        let open = guard("0.0.0.0:7777", "0.0.0.0:7777");
        assert!(open.knows("192.168.1.5:7777") && open.knows("localhost:7777"));
        assert!(!open.knows("evil.example:7777") && !open.knows("192.168.1.5:80"));
        let named = guard("192.168.1.5:7777", "Board.Example:7777");
        assert!(named.knows("board.example:7777") && named.knows("192.168.1.5:7777"));
        let usual = guard("127.0.0.1:80", "127.0.0.1:80");
        assert!(usual.knows("localhost") && usual.knows("localhost:80"));
    }
}
