//! Files of the page and answers, over real sockets: compressed for those who ask for it, and not sent twice.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{Read, Write};

use crate::browser::arena::Arena;
use crate::browser::connect;

/// Asks for something; returns the head of the answer in small letters, and the body.
fn get(arena: &Arena, path: &str, headers: &str) -> (String, Vec<u8>) {
    let mut stream = connect(arena.port);
    let port = arena.port;
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}Connection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).expect("it listens");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    (head, answer[end + 4..].to_vec())
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let found = head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    found.map(str::trim)
}

fn unpacked(body: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(body).read_to_end(&mut plain).expect("gzip");
    plain
}

#[test]
fn files_are_compressed_and_sent_once() {
    const PACKED: &str = "Accept-Encoding: gzip, deflate, br\r\n";
    let arena = Arena::open();
    for path in ["/arena.js", "/arena.css", "/api/catalog"] {
        let (head, plain) = get(&arena, path, "");
        assert!(head.starts_with("http/1.1 200"), "{path}: {head}");
        assert_eq!(header(&head, "content-encoding"), None, "{path}");
        let (head, body) = get(&arena, path, PACKED);
        assert_eq!(header(&head, "content-encoding"), Some("gzip"), "{path}: {head}");
        assert_eq!(header(&head, "vary"), Some("accept-encoding"), "{path}: {head}");
        assert!(body.len() < plain.len() / 2, "{path}: {} of {}", body.len(), plain.len());
        assert!(unpacked(&body) == plain, "{path} is another when it is compressed");
        println!("{path}: {} bytes instead of {}", body.len(), plain.len());
    }
    for headers in ["", PACKED] {
        let (head, body) = get(&arena, "/arena.js", headers);
        assert_eq!(header(&head, "cache-control"), Some("no-cache"), "{head}");
        let tag = header(&head, "etag").expect("a tag").to_string();
        let known = format!("{headers}If-None-Match: \"other\", {tag}\r\n");
        let (head, nothing) = get(&arena, "/arena.js", &known);
        assert!(head.starts_with("http/1.1 304") && nothing.is_empty(), "{head}");
        assert_eq!(header(&head, "etag"), Some(&*tag), "{head}");
        let other = format!("{headers}If-None-Match: \"other\"\r\n");
        assert!(get(&arena, "/arena.js", &other).1 == body);
    }
    // What is small is sent as it is.
    let (head, _) = get(&arena, "/", PACKED);
    assert_eq!(header(&head, "content-encoding"), None, "{head}");
}

#[test]
fn clients_say_what_they_understand_and_have() {
    let arena = Arena::open();
    for (accepted, is_packed) in [
        ("gzip", true),
        ("br, GZIP;q=0.5", true),
        ("gzip; q=0", false),
        ("deflate, br", false),
        ("", false),
    ] {
        let (head, _) = get(&arena, "/arena.js", &format!("Accept-Encoding: {accepted}\r\n"));
        let encoding = header(&head, "content-encoding");
        assert_eq!(encoding, is_packed.then_some("gzip"), "{accepted}: {head}");
    }
    let (head, _) = get(&arena, "/arena.js", "");
    let plain = header(&head, "etag").expect("a tag");
    let packed = format!("{}-gzip\"", plain.trim_end_matches('"'));
    for (known, is_plain, is_packed) in [
        (plain, true, false),
        (&format!("\"x\", W/{packed}"), false, true),
        (plain.trim_matches('"'), false, false),
    ] {
        for (headers, is_known) in [("", is_plain), ("Accept-Encoding: gzip\r\n", is_packed)] {
            let headers = format!("{headers}If-None-Match: {known}\r\n");
            let (head, _) = get(&arena, "/arena.js", &headers);
            assert_eq!(head.starts_with("http/1.1 304"), is_known, "{headers}: {head}");
        }
    }
}
