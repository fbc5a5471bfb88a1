//! Where a NATS server is, and how one signs in; what is printed never contains the secret.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::str::FromStr;

use crate::subjects;

/// The port of a server when its address names none.
const PORT: u16 = 4222;

/// The address of a NATS server: `[nats://|tls://][user:password@|token@]host[:port]`.
///
/// Characters that mean something in an address are written `%40` and the like in names and passwords.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    scheme: Scheme,
    pub(crate) login: Login,
    /// A name or a number, an IPv6 number within its brackets.
    host: String,
    port: u16,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Plain,
    Tls,
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Login {
    Nobody,
    Token(String),
    User { name: String, password: String },
}

/// Prints the address without what one signs in with.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.scheme {
            Scheme::Plain => "nats",
            Scheme::Tls => "tls",
        };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
    }
}

impl Address {
    /// Returns whether the server is on this machine.
    pub fn is_loopback(&self) -> bool {
        let number = self.host.trim_start_matches('[').trim_end_matches(']');
        self.host == "localhost"
            || number.parse::<std::net::IpAddr>().is_ok_and(|number| number.is_loopback())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not the address of a NATS server: {why}")]
pub struct AddressError {
    /// The text, without what one signs in with.
    pub text: String,
    pub why: &'static str,
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        parse(text).map_err(|why| AddressError { text: without_login(text), why })
    }
}

fn parse(text: &str) -> Result<Address, &'static str> {
    let (scheme, rest) = match text.split_once("://") {
        None => (Scheme::Plain, text),
        Some(("nats", rest)) => (Scheme::Plain, rest),
        Some(("tls", rest)) => (Scheme::Tls, rest),
        Some(_) => return Err("it begins with nats:// or tls://"),
    };
    let (login, place) = match rest.rsplit_once('@') {
        None => (Login::Nobody, rest),
        Some((login, place)) => (parse_login(login)?, place),
    };
    let place = place.strip_suffix('/').unwrap_or(place);
    let (host, port) = match place.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, parse_port(port)?),
        _ => (place, PORT),
    };
    check_host(host)?;
    Ok(Address { scheme, login, host: host.to_string(), port })
}

fn parse_port(text: &str) -> Result<u16, &'static str> {
    let port = text.parse().ok().filter(|port| *port > 0);
    port.ok_or("the port is a number from 1 to 65535")
}

fn parse_login(text: &str) -> Result<Login, &'static str> {
    let (name, password) = match text.split_once(':') {
        Some((name, password)) => (decode(name)?, Some(decode(password)?)),
        None => (decode(text)?, None),
    };
    match password {
        _ if name.is_empty() => Err("there is nobody before the @"),
        Some(password) => Ok(Login::User { name, password }),
        None => Ok(Login::Token(name)),
    }
}

fn check_host(host: &str) -> Result<(), &'static str> {
    if host.is_empty() {
        return Err("the host is missing");
    }
    if let Some(number) = host.strip_prefix('[') {
        let number = number.strip_suffix(']').and_then(|n| n.parse::<std::net::Ipv6Addr>().ok());
        return number.map(|_| ()).ok_or("there is no IPv6 number between the brackets");
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    if host.chars().all(is_plain) {
        Ok(())
    } else {
        Err("a host is a name, a number, or an IPv6 number in brackets")
    }
}

fn decode(text: &str) -> Result<String, &'static str> {
    let bytes = subjects::decode(text).ok_or("a % is followed by two hexadecimal digits")?;
    String::from_utf8(bytes).map_err(|_| "what stands before the @ is not text")
}

fn without_login(text: &str) -> String {
    let Some((before, place)) = text.rsplit_once('@') else { return text.to_string() };
    match before.split_once("://") {
        Some((scheme, _)) => format!("{scheme}://...@{place}"),
        None => format!("...@{place}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Address, Login};

    #[track_caller]
    fn check(text: &str, printed: &str) -> Login {
        let address: Address = text.parse().expect(text);
        assert_eq!(address.to_string(), printed);
        assert_eq!(format!("{address:?}"), format!("Address({printed})"));
        address.login
    }

    #[test]
    fn loopback_is_this_machine_alone() {
        for text in ["localhost", "127.0.0.1:99", "nats://u:p@127.3.2.1", "tls://[::1]:7"] {
            assert!(text.parse::<Address>().expect(text).is_loopback(), "{text}");
        }
        for text in ["10.0.0.1", "localhost.example.org", "0.0.0.0", "[::]", "127.0.0.1.nip.io"] {
            assert!(!text.parse::<Address>().expect(text).is_loopback(), "{text}");
        }
    }

    #[test]
    fn addresses_are_read() {
        assert!(check("localhost", "nats://localhost:4222") == Login::Nobody);
        assert!(check("nats://10.0.0.1:99/", "nats://10.0.0.1:99") == Login::Nobody);
        assert!(check("tls://[::1]", "tls://[::1]:4222") == Login::Nobody);
        assert!(check("nats://[::1]:7", "nats://[::1]:7") == Login::Nobody);
        assert!(check("nats://s3cret@a", "nats://a:4222") == Login::Token("s3cret".into()));
        let user = Login::User { name: "anna".into(), password: "a@b:c".into() };
        assert!(check("nats://anna:a%40b:c@a.b:1", "nats://a.b:1") == user);
    }
}
