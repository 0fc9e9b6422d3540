//! Who may talk to the server: requests for its own host, from its own pages.
//!
//! A page of another site could send requests to a server on this machine, or make its own name
//! point here (DNS rebinding). So the `Host` must be one that the server was started for, and a
//! request that changes something must come from one of our own pages, if it says where it comes
//! from. Every answer carries a policy that lets pages load only what the server itself sends.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::refusal::Refusal;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data:; connect-src 'self'; frame-src 'self'; \
                      form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// The host of an authority such as `[::1]:9002` or `localhost:9002`; `None` if it is none.
fn host_of(authority: &str) -> Option<&str> {
    let (host, rest) = match authority.strip_prefix('[') {
        Some(inner) => inner.split_once(']')?,
        None => authority.split_at(authority.find(':').unwrap_or(authority.len())),
    };
    let port = rest.strip_prefix(':').unwrap_or(rest);
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    (is_port && (rest.is_empty() || rest.starts_with(':'))).then_some(host)
}

/// Whether requests for this host are for us: names of this machine, addresses, or what the user
/// has named.
fn is_ours(host: &str, named: &[String]) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok()
        || named.iter().any(|name| name.eq_ignore_ascii_case(host))
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Why a request is refused, if it is.
fn objection(method: &Method, headers: &HeaderMap, named: &[String]) -> Option<Refusal> {
    let Some(host) = text(headers, header::HOST) else {
        return Some(Refusal::bad("a request needs a Host"));
    };
    if !host_of(host).is_some_and(|host| is_ours(host, named)) {
        let sentence =
            "this server does not answer for that host; start it with --host NAME if it should";
        return Some(Refusal::forbidden(sentence));
    }
    let reads = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    let foreign = text(headers, header::ORIGIN).is_some_and(|origin| {
        let authority = origin.split_once("://").map_or(origin, |(_, rest)| rest);
        !authority.eq_ignore_ascii_case(host)
    });
    if !reads && foreign {
        return Some(Refusal::forbidden("pages of other sites may not do this"));
    }
    None
}

/// Looks at a request before anybody else does.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let refused = objection(request.method(), request.headers(), &app.hosts);
    let mut response = match refused {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    let mut say = |name: header::HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    say(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    say(header::REFERRER_POLICY, "same-origin");
    // Pages with scripts of their own bring their own policy.
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static(POLICY));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_our_own_host_is_answered_for() {
        for host in [
            "localhost:9002",
            "127.0.0.1:9002",
            "[::1]:9002",
            "LOCALHOST",
        ] {
            assert_eq!(
                objection(&Method::GET, &headers(host, None), &[]),
                None,
                "{host}"
            );
        }
        for host in [
            "evil.example:9002",
            "127.0.0.1.evil.example",
            "[::1].evil.example:9002",
            "localhost:evil",
            "localhost:9002:evil.example",
        ] {
            assert!(
                objection(&Method::GET, &headers(host, None), &[]).is_some(),
                "{host}"
            );
        }
        let named = ["chess.home".to_string()];
        let asked = objection(&Method::GET, &headers("chess.home", None), &named);
        assert_eq!(asked, None);
        assert!(objection(&Method::GET, &HeaderMap::new(), &[]).is_some());
    }

    #[test]
    fn other_sites_may_read_the_explorer_and_change_nothing() {
        let other = headers("localhost:9002", Some("https://evil.example"));
        assert!(objection(&Method::POST, &other, &[]).is_some());
        assert_eq!(objection(&Method::GET, &other, &[]), None);
        let own = headers("localhost:9002", Some("http://localhost:9002"));
        assert_eq!(objection(&Method::POST, &own, &[]), None);
        let port = headers("localhost:9002", Some("http://localhost:8000"));
        assert!(objection(&Method::POST, &port, &[]).is_some());
    }
}
