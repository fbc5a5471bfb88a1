//! Who may ask: pages of this server, not pages of others that make a browser ask.
//!
//! A server on a laptop can be reached by every page that its browser shows. The name in `Host` keeps out
//! names that others point at this machine, and whatever changes something must come from a page of ours.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, ORIGIN, REFERRER_POLICY, UPGRADE,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method};

use super::Caller;

/// What a page may load, and who may show it: nothing but ours, and nobody.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Where programs ask that are no pages, and whose requests are JSON.
const PROGRAMS: &str = "/api/v1/";

pub(super) struct Guard {
    names: Vec<String>,
}

impl Guard {
    pub(super) fn new(names: Vec<String>) -> Guard {
        Guard { names: names.into_iter().map(|name| name.to_ascii_lowercase()).collect() }
    }

    /// Makes sure that a request is meant for this server and, if it changes anything, comes from its pages.
    pub(super) fn check(
        &self,
        request: &Request,
        caller: &Caller,
        origin: Origin,
    ) -> Result<(), &'static str> {
        let headers = request.headers();
        let host = only(headers, HOST).ok_or("expected one Host header")?;
        if !self.is_ours(host, caller) {
            return Err("this server is not called that: its address works, and so does what \
                        --public-name says");
        }
        let is_reading = matches!(*request.method(), Method::GET | Method::HEAD);
        if origin == Origin::Proven || is_reading && !headers.contains_key(UPGRADE) {
            return Ok(());
        }
        if is_of_program(request) {
            return Ok(());
        }
        let origin = only(headers, ORIGIN).unwrap_or_default();
        let is_same = ["http://", "https://"].iter().any(|scheme| {
            origin.strip_prefix(scheme).is_some_and(|o| o.eq_ignore_ascii_case(host))
        });
        if is_same { Ok(()) } else { Err("only pages of this server may do that") }
    }

    fn is_ours(&self, host: &str, caller: &Caller) -> bool {
        match address_of(host) {
            Ok(address) => address.is_loopback() || address == caller.local.ip().to_canonical(),
            Err(name) => name == "localhost" || self.names.contains(&name),
        }
    }
}

/// Returns whether a program asks where programs may: every browser says where a page comes from that changes
/// something, and pages of others cannot send JSON without being asked for leave.
fn is_of_program(request: &Request) -> bool {
    let headers = request.headers();
    request.uri().path().starts_with(PROGRAMS)
        && ![ORIGIN, UPGRADE, HeaderName::from_static("sec-fetch-site")]
            .iter()
            .any(|name| headers.contains_key(name))
}

/// Whether a request must come from a page of ours: one that shows the owner's key in its head comes from a program,
/// as no browser does that by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    OurPage,
    Proven,
}

/// Returns the address in a `Host`, or its name in small letters.
pub(super) fn address_of(host: &str) -> Result<IpAddr, String> {
    let name = without_port(host).to_ascii_lowercase();
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    address.map(|address| address.to_canonical()).map_err(|_| name)
}

pub(super) fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let value = all.next()?;
    if all.next().is_some() { None } else { value.to_str().ok() }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

pub(super) fn protect(headers: &mut HeaderMap) {
    let fixed = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

#[cfg(test)]
mod tests {
    use super::{Caller, Guard, Origin};
    use axum::body::Body;
    use axum::extract::Request;

    #[track_caller]
    fn check(method: &str, headers: &[(&str, &str)], is_allowed: bool) {
        check_at("/", method, headers, is_allowed);
    }

    #[track_caller]
    fn check_at(path: &str, method: &str, headers: &[(&str, &str)], is_allowed: bool) {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let caller = Caller {
            address: "10.0.0.7:5555".parse().expect("an address"),
            local: "10.0.0.1:7777".parse().expect("an address"),
            visitor: [10, 0, 0, 7].into(),
            is_owner: false,
        };
        let guard = Guard::new(vec!["Lab-01".into()]);
        let request = request.body(Body::empty()).expect("a request");
        let checked = guard.check(&request, &caller, Origin::OurPage);
        assert_eq!(checked.is_ok(), is_allowed, "{method} {headers:?}: {checked:?}");
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for host in ["localhost", "LOCALHOST:7777", "127.0.0.1:7777", "[::1]:7777", "[::1]"] {
            check("GET", &[("host", host)], true);
        }
        for host in ["10.0.0.1:7777", "lab-01", "LAB-01:80"] {
            check("GET", &[("host", host)], true);
        }
        for host in ["evil.example", "10.0.0.2:7777", "localhost.evil.example", "", "::1:x"] {
            check("GET", &[("host", host)], false);
        }
        check("GET", &[], false);
        check("GET", &[("host", "localhost"), ("host", "lab-01")], false);
    }

    #[test]
    fn only_pages_of_this_server_change_anything() {
        let host = ("host", "lab-01:7777");
        check("POST", &[host, ("origin", "http://lab-01:7777")], true);
        check("POST", &[host, ("origin", "https://Lab-01:7777")], true);
        for origin in ["http://evil.example", "http://lab-01", "http://lab-01:7777.evil", "null"] {
            check("POST", &[host, ("origin", origin)], false);
            check("GET", &[host, ("upgrade", "websocket"), ("origin", origin)], false);
        }
        check("POST", &[host], false);
        check("DELETE", &[host], false);
        check("GET", &[host, ("origin", "http://evil.example")], true);
    }

    #[test]
    fn programs_ask_where_they_may_and_pages_of_others_do_not() {
        let (host, path) = (("host", "lab-01:7777"), "/api/v1/games");
        check_at(path, "POST", &[host], true);
        check_at(path, "POST", &[host, ("origin", "http://lab-01:7777")], true);
        for foreign in
            [("origin", "http://evil.example"), ("origin", "null"), ("sec-fetch-site", "none")]
        {
            check_at(path, "POST", &[host, foreign], false);
        }
        check_at(path, "POST", &[("host", "evil.example")], false);
        check_at("/api/games", "POST", &[host], false);
    }
}
