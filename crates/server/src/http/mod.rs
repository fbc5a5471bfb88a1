//! Browsers at the port of agents and displays.
//!
//! A connection that begins with a request is handed over here, with what it has said. Any [`Router`] can be
//! served: what all of them need is done once, namely who may ask (`guard`), how long a client may take,
//! and how many may come. Requests are answered by the runtime that meets connections, never by a thread that
//! plays a game.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod files;
mod guard;
mod owner;
mod price;
mod wire;

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tower_service::Service;

use crate::permits::Permits;
use crate::setup::Limits;
use files::Packer;
use guard::{Guard, Origin};
use price::Prices;
use wire::Wire;

pub(crate) use files::{download, file};
pub use owner::OwnerKey;
pub(crate) use price::{come_again, release_permit, work};

const HEAD_MAX: usize = 16 * 1024;
/// How many bytes the body of a request may have where nothing else is said.
const BODY_MAX: usize = 64 * 1024;
/// How long a client may take for the head of a request, and be idle between two.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a request may take until its answer begins, its body included.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
/// How long a client that is sent away may take to read that.
const REFUSAL_TIMEOUT: Duration = Duration::from_millis(500);

const METHODS: [&str; 7] = ["GET ", "HEAD ", "POST ", "PUT ", "DELETE ", "OPTIONS ", "PATCH "];

/// Who asks, as handlers find it among the extensions of a request.
#[derive(Clone, Copy, Debug)]
pub struct Caller {
    pub address: SocketAddr,
    pub local: SocketAddr,
    /// Whom to count its requests for.
    pub visitor: IpAddr,
    /// Whether it runs this server: it is at the machine, or has the key.
    pub is_owner: bool,
}

pub struct Site {
    router: Router,
    guard: Guard,
    packer: Packer,
    prices: Prices,
    owner: Option<OwnerKey>,
    /// Of connections that have asked for something, and are open.
    pub(crate) permits: Arc<Permits>,
    unread: Duration,
}

impl Site {
    /// Serves a router. Besides the addresses of this machine, `names` are what it may be called.
    pub fn new(router: Router, names: Vec<String>, guests: &Limits) -> Site {
        Site {
            router: router.layer(DefaultBodyLimit::max(BODY_MAX)),
            guard: Guard::new(names),
            packer: Packer::default(),
            prices: Prices::new(u64::MAX),
            owner: None,
            // Browsers have permits of their own: however many come, agents get theirs.
            permits: Permits::new(guests.each_max, guests.all_max),
            unread: guests.unread,
        }
    }

    /// Refuses requests with more than so many bytes before they are read.
    pub fn with_body_max(self, bytes: u64) -> Site {
        Site { prices: Prices::new(bytes), ..self }
    }

    /// Lets whoever has a key be the owner, from anywhere.
    pub fn owned_by(self, key: OwnerKey) -> Site {
        Site { owner: Some(key), ..self }
    }

    /// Answers the requests of a connection until it is closed; `said` is the beginning of the first.
    pub(crate) async fn serve(
        self: Arc<Self>,
        mut stream: TcpStream,
        said: Vec<u8>,
        address: SocketAddr,
    ) {
        let Ok(_permit) = self.permits.take(address.ip()) else {
            let busy = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
            let _ = timeout(REFUSAL_TIMEOUT, stream.write_all(busy)).await;
            return;
        };
        let Ok(local) = stream.local_addr() else { return };
        let site = self.clone();
        let answer = service_fn(move |request: Request<Incoming>| {
            let site = site.clone();
            async move { Ok::<_, Infallible>(site.answer(request.map(Body::new), address, local).await) }
        });
        let wire = TokioIo::new(Wire::new(stream, said, self.unread));
        // A connection that ends badly has nobody left who could be told.
        let _ = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIMEOUT)
            .max_buf_size(HEAD_MAX)
            .serve_connection(wire, answer)
            .with_upgrades()
            .await;
    }

    pub(crate) async fn answer(
        &self,
        request: Request,
        address: SocketAddr,
        local: SocketAddr,
    ) -> Response {
        let headers = request.headers();
        let key = self.owner.as_ref();
        let has_key = key.is_some_and(|key| key.is_owner(headers, local.port()));
        let caller = Caller {
            address,
            local,
            visitor: owner::visitor(headers, address.ip()),
            is_owner: has_key || owner::is_made_here(&request, address.ip()),
        };
        let origin = match key.is_some_and(|key| key.is_shown_in(headers)) {
            true => Origin::Proven,
            false => Origin::OurPage,
        };
        let mut response = match self.guard.check(&request, &caller, origin) {
            Err(why) => (StatusCode::FORBIDDEN, why).into_response(),
            Ok(()) => match key.and_then(|key| key.welcome(&request, local.port())) {
                Some(welcome) => welcome,
                None => self.admitted(request, caller).await,
            },
        };
        guard::protect(response.headers_mut());
        response
    }

    async fn admitted(&self, request: Request, caller: Caller) -> Response {
        let (mut request, permit) = match self.prices.admit(request, &caller).await {
            Ok(admitted) => admitted,
            Err(refusal) => return refusal,
        };
        request.extensions_mut().insert(caller);
        let asked = request.headers().clone();
        let answered = async {
            match timeout(ANSWER_TIMEOUT, self.router.clone().call(request)).await {
                Ok(Ok(response)) => self.packer.pack(&asked, response).await,
                Err(_) => (StatusCode::REQUEST_TIMEOUT, "that took too long").into_response(),
            }
        };
        price::with_permit(permit, answered).await
    }
}

pub(crate) fn is_request(bytes: &[u8]) -> bool {
    METHODS.iter().any(|method| bytes.starts_with(method.as_bytes()))
}
