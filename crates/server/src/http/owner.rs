//! Who runs this server: whoever has the key that it printed, or sits at the machine.
//!
//! A request from this machine proves little: a proxy here passes on what strangers ask. It counts only if it was
//! made to this machine by name and nobody says that it was passed on.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, Method, StatusCode, Version};
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use super::guard::{address_of, only};

/// What a key is made of, and how long it is: nobody must guess it.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const KEY_LENGTH: usize = 32;
/// How long a browser keeps the key.
const COOKIE_AGE_S: u32 = 365 * 24 * 60 * 60;
/// What proxies say of a request that they pass on; so does everything that begins with `x-forwarded-`.
const PASSED_ON: [&str; 5] = ["forwarded", "via", "x-real-ip", "x-client-ip", "cf-connecting-ip"];

/// A secret that is kept in a file beside the store, which only its owner can read.
#[derive(Clone)]
pub struct OwnerKey(String);

impl OwnerKey {
    /// Returns the key that belongs to a store, and makes it where there is none, or where another is wanted.
    pub fn of(store: &Path, is_new: bool) -> io::Result<OwnerKey> {
        let path = OwnerKey::path(store);
        OwnerKey::at(&path, is_new).map_err(|error| {
            let why = format!("cannot keep the owner's key in {}: {error}", path.display());
            io::Error::new(error.kind(), why)
        })
    }

    fn at(path: &Path, is_new: bool) -> io::Result<OwnerKey> {
        if is_new
            && let Err(error) = fs::remove_file(path)
            && error.kind() != ErrorKind::NotFound
        {
            return Err(error);
        }
        match fs::read_to_string(path) {
            Ok(text) => {
                let key = text.trim();
                if key.len() < KEY_LENGTH || !key.bytes().all(|byte| LETTERS.contains(&byte)) {
                    let why = "what is there is no key: delete the file, or use --new-key";
                    return Err(io::Error::new(ErrorKind::InvalidData, why));
                }
                only_for_owner(path)?;
                Ok(OwnerKey(key.into()))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => OwnerKey::make(path),
            Err(error) => Err(error),
        }
    }

    fn path(store: &Path) -> PathBuf {
        let mut name = store.file_name().unwrap_or_default().to_os_string();
        name.push(".owner-key");
        store.with_file_name(name)
    }

    fn make(path: &Path) -> io::Result<OwnerKey> {
        let mut bytes = [0; KEY_LENGTH];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        // There are 32 letters, so that all are equally likely.
        let letter = |byte: &u8| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]);
        let key = OwnerKey(bytes.iter().map(letter).collect());
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        writeln!(options.open(path)?, "{}", key.0)?;
        Ok(key)
    }

    /// Returns the address that makes a browser the owner's.
    pub fn link(&self, host: &str) -> String {
        format!("http://{host}/?key={}", self.0)
    }

    fn is(&self, given: &str) -> bool {
        given.as_bytes().ct_eq(self.0.as_bytes()).into()
    }

    /// Returns whether a program shows the key; browsers never do so by themselves.
    pub(super) fn is_shown_in(&self, headers: &HeaderMap) -> bool {
        let given = only(headers, AUTHORIZATION).and_then(|text| text.strip_prefix("Bearer "));
        given.is_some_and(|given| self.is(given.trim()))
    }

    fn is_kept_in(&self, headers: &HeaderMap, port: u16) -> bool {
        let name = cookie(port);
        let texts = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs =
            texts.flat_map(|text| text.split(';')).filter_map(|one| one.split_once('='));
        pairs.any(|(given, value)| given.trim() == name && self.is(value.trim()))
    }

    pub(super) fn is_owner(&self, headers: &HeaderMap, port: u16) -> bool {
        self.is_shown_in(headers) || self.is_kept_in(headers, port)
    }

    /// Answers the link with the key: the browser keeps it, and goes on without it in its address.
    pub(super) fn welcome(&self, request: &Request, port: u16) -> Option<Response> {
        let uri = request.uri();
        let pairs = uri.query().filter(|_| uri.path() == "/")?.split('&');
        let given = pairs.filter_map(|pair| pair.strip_prefix("key=")).next()?;
        if *request.method() != Method::GET {
            return None;
        }
        if !self.is(given) {
            let why = "that is not the key of this server: it prints the link when it starts";
            return Some((StatusCode::FORBIDDEN, why).into_response());
        }
        let kept = format!(
            "{}={given}; Path=/; Max-Age={COOKIE_AGE_S}; HttpOnly; SameSite=Strict",
            cookie(port)
        );
        let headers = [(SET_COOKIE, kept), (LOCATION, "/".into())];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }
}

/// Names what a browser keeps: servers of one machine share what it keeps, whatever their ports are.
fn cookie(port: u16) -> String {
    format!("manator-owner-{port}")
}

#[cfg(unix)]
fn only_for_owner(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn only_for_owner(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns whether a request was made on this machine, as far as can be told: not passed on by a proxy.
pub(super) fn is_made_here(request: &Request, from: IpAddr) -> bool {
    let headers = request.headers();
    let host = only(headers, HOST).unwrap_or_default();
    let is_host_here = match address_of(host) {
        Ok(address) => address.is_loopback(),
        Err(name) => name == "localhost",
    };
    let is_passed_on = |name: &str| name.starts_with("x-forwarded") || PASSED_ON.contains(&name);
    from.to_canonical().is_loopback()
        && is_host_here
        // Only proxies still speak the old version.
        && request.version() >= Version::HTTP_11
        && !headers.keys().any(|name| is_passed_on(name.as_str()))
}

/// Returns whom to count a request for: whoever a proxy on this machine names last, which it knows itself, and else
/// whoever is connected. Somebody has all addresses of a network of version 6.
pub(super) fn visitor(headers: &HeaderMap, from: IpAddr) -> IpAddr {
    let from = from.to_canonical();
    let named = || {
        let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        last.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
    };
    let visitor = if from.is_loopback() { named().unwrap_or(from) } else { from };
    match visitor.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            let network = u128::from(address) & !u128::from(u64::MAX);
            IpAddr::V6(network.into())
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::{OwnerKey, is_made_here, visitor};
    use axum::body::Body;
    use axum::extract::Request;
    use std::net::IpAddr;

    fn request(headers: &[(&str, &str)]) -> Request {
        let request = Request::builder().uri("/");
        let with = |request: axum::http::request::Builder, (name, value): &(&str, &str)| {
            request.header(*name, *value)
        };
        headers.iter().fold(request, with).body(Body::empty()).expect("a request")
    }

    #[track_caller]
    fn check(from: &str, headers: &[(&str, &str)], is_here: bool) {
        let from = from.parse().expect("an address");
        assert_eq!(is_made_here(&request(headers), from), is_here, "{from} {headers:?}");
    }

    #[test]
    fn a_proxy_here_makes_nobody_an_owner() {
        let host = ("host", "127.0.0.1:7777");
        for from in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            check(from, &[host], true);
        }
        check("127.0.0.1", &[("host", "localhost:7777")], true);
        check("127.0.0.1", &[("host", "[::1]:7777")], true);
        for from in ["10.0.0.7", "::ffff:10.0.0.7", "2001:db8::1", "0.0.0.0"] {
            check(from, &[host], false);
        }
        for foreign in ["lab-01", "example.org", "10.0.0.1:7777", "localhost.example.org", ""] {
            check("127.0.0.1", &[("host", foreign)], false);
        }
        for passed in ["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-host"] {
            check("127.0.0.1", &[host, (passed, "10.0.0.7")], false);
        }
    }

    #[test]
    fn visitors_behind_a_proxy_are_told_apart() {
        let here: IpAddr = "127.0.0.1".parse().expect("an address");
        let far: IpAddr = "10.0.0.7".parse().expect("an address");
        let passed = request(&[("x-forwarded-for", "1.1.1.1, 2.2.2.2")]);
        assert_eq!(visitor(passed.headers(), here).to_string(), "2.2.2.2");
        assert_eq!(visitor(passed.headers(), far), far, "anybody can say that");
        let (one, other) = ("2001:db8::1", "2001:db8::2:3");
        let network = |text: &str| visitor(request(&[]).headers(), text.parse().expect("one"));
        assert_eq!(network(one), network(other));
    }

    #[test]
    fn a_key_stays_the_same_until_another_is_made() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = folder.path().join("store.db");
        let of = |is_new| OwnerKey::of(&store, is_new).expect("a key").link("here");
        let first = of(false);
        assert_eq!(of(false), first);
        assert_ne!(of(true), first);
        let file = folder.path().join("store.db.owner-key");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = file.metadata().expect("a file").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        std::fs::write(&file, "guess me\n").expect("a file");
        assert!(OwnerKey::of(&store, false).is_err());
    }
}
