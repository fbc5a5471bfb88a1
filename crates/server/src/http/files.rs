//! Files of the page, and answers made small: compressed where that is worth it, and not sent where the client has
//! them already.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Mutex;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_LENGTH,
    CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use manator_state::assets;
use tokio::task::spawn_blocking;

use crate::lock;

/// How long an answer is that is worth compressing, at least and at most.
const PACKED_MIN: u64 = 2 * 1024;
const PACKED_MAX: u64 = 16 * 1024 * 1024;
const KINDS: [&str; 3] = ["text/", "application/json", "image/svg+xml"];

/// Answers with a file of the page, which clients keep and ask for again.
pub(crate) async fn file(name: impl AsRef<str>, kind: &'static str) -> Response {
    let name = name.as_ref();
    let headers = [
        (CONTENT_TYPE, kind.to_string()),
        (CACHE_CONTROL, "no-cache".into()),
        (ETAG, assets::etag(name)),
    ];
    (headers, assets::text(name)).into_response()
}

/// Answers with something that the browser keeps as a file.
pub(crate) fn download(name: &str, kind: &'static str, body: impl IntoResponse) -> Response {
    let name = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind.to_string()), (CONTENT_DISPOSITION, name)], body).into_response()
}

#[derive(Default)]
pub(super) struct Packer {
    /// What was compressed before, of answers that never change, by their tags.
    kept: Mutex<HashMap<HeaderValue, Bytes>>,
}

impl Packer {
    /// Compresses an answer if the client understands that, or leaves it out if the client has it.
    pub(super) async fn pack(&self, asked: &HeaderMap, mut response: Response) -> Response {
        let is_packed = accepts_gzip(asked) && is_worth_it(&response);
        let tag = response.headers().get(ETAG).map(|tag| tagged(tag, is_packed));
        if let Some(tag) = &tag {
            response.headers_mut().insert(ETAG, tag.clone());
            response.headers_mut().insert(VARY, HeaderValue::from_static("Accept-Encoding"));
            if has(asked, tag) {
                *response.status_mut() = StatusCode::NOT_MODIFIED;
                *response.body_mut() = Body::empty();
                return response;
            }
        }
        if is_packed { self.packed(tag, response).await } else { response }
    }

    async fn packed(&self, tag: Option<HeaderValue>, response: Response) -> Response {
        let (mut head, body) = response.into_parts();
        let found = tag.as_ref().and_then(|tag| lock(&self.kept).get(tag).cloned());
        let packed = match found {
            Some(packed) => packed,
            None => {
                let Ok(plain) = to_bytes(body, PACKED_MAX as usize).await else {
                    return StatusCode::INTERNAL_SERVER_ERROR.into_response();
                };
                // Files are compressed once and for all, answers while somebody waits.
                let level = if tag.is_some() { Compression::best() } else { Compression::fast() };
                let Ok(Ok(packed)) = spawn_blocking(move || gzip(&plain, level)).await else {
                    return StatusCode::INTERNAL_SERVER_ERROR.into_response();
                };
                let packed = Bytes::from(packed);
                tag.map(|tag| lock(&self.kept).insert(tag, packed.clone()));
                packed
            }
        };
        head.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        head.headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        head.headers.remove(CONTENT_LENGTH);
        Response::from_parts(head, Body::from(packed))
    }
}

fn gzip(plain: &[u8], level: Compression) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(plain)?;
    encoder.finish()
}

fn is_worth_it(response: &Response) -> bool {
    let kind = text(response.headers(), CONTENT_TYPE);
    let length = response.body().size_hint().exact().unwrap_or_default();
    response.status() == StatusCode::OK
        && !response.headers().contains_key(CONTENT_ENCODING)
        && KINDS.iter().any(|known| kind.starts_with(known))
        && (PACKED_MIN..=PACKED_MAX).contains(&length)
}

/// Returns the tag of an answer; what is compressed is something else than what is not.
fn tagged(tag: &HeaderValue, is_packed: bool) -> HeaderValue {
    let packed = || tag.to_str().ok()?.strip_suffix('"').map(|tag| format!("{tag}-gzip\""));
    let packed = if is_packed { packed().and_then(|tag| tag.parse().ok()) } else { None };
    packed.unwrap_or_else(|| tag.clone())
}

fn has(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let known = text(asked, IF_NONE_MATCH);
    known.split(',').map(|one| one.trim().trim_start_matches("W/")).any(|one| one == tag)
}

fn accepts_gzip(asked: &HeaderMap) -> bool {
    text(asked, ACCEPT_ENCODING).split(',').any(|part| {
        let (name, weight) = part.split_once(';').unwrap_or((part, ""));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.unwrap_or(1.0) > 0.0
    })
}

fn text(headers: &HeaderMap, name: HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}
