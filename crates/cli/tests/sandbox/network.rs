//! Programs that call others. All they can reach if they get through is listeners of the test.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::net::{UnixDatagram, UnixListener};

use manator_sandbox::Sandbox;

use crate::sandbox::guest::{End, Guest, open_folder, open_to_all, python, sandbox};

const CALLER: &str = "
import asyncio, socket, sys
tcp, udp, path, datagram = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
def attempt(name, f):
    try:
        f()
    except OSError as error:
        print(name, 'refused' if isinstance(error, PermissionError) else error)
    else:
        print(name, 'ALLOWED')
def connect(family, kind, address):
    def f():
        with socket.socket(family, kind) as s:
            s.settimeout(5)
            s.connect(address)
            s.send(b'hello')
    return f
def through_a_pair():
    s, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    s.sendto(b'hello', datagram)
def listen():
    s = socket.socket()
    s.bind(('127.0.0.1', 0))
    s.listen()
attempt('tcp', connect(socket.AF_INET, socket.SOCK_STREAM, ('127.0.0.1', tcp)))
attempt('udp', connect(socket.AF_INET, socket.SOCK_DGRAM, ('127.0.0.1', udp)))
attempt('unix', connect(socket.AF_UNIX, socket.SOCK_STREAM, path))
attempt('unix-datagram', connect(socket.AF_UNIX, socket.SOCK_DGRAM, datagram))
attempt('pair', through_a_pair)
attempt('listen', listen)
attempt('netlink', lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
asyncio.run(asyncio.sleep(0))
print('loop fine')
";

struct Listeners {
    tcp: TcpListener,
    udp: UdpSocket,
    unix: UnixListener,
    datagram: UnixDatagram,
}

impl Listeners {
    /// Returns the kinds of connection that somebody made.
    fn reached(&self) -> Vec<&'static str> {
        let nobody = |kind: ErrorKind| assert_eq!(kind, ErrorKind::WouldBlock);
        let mut byte = [0];
        let results = [
            ("tcp", self.tcp.accept().map(drop)),
            ("udp", self.udp.recv(&mut byte).map(drop)),
            ("unix", self.unix.accept().map(drop)),
            ("datagram", self.datagram.recv(&mut byte).map(drop)),
        ];
        let reached = results.into_iter().filter_map(|(name, result)| match result {
            Ok(()) => Some(name),
            Err(error) => {
                nobody(error.kind());
                None
            }
        });
        reached.collect()
    }
}

fn call(sandbox: Option<Sandbox>) -> (End, Vec<&'static str>) {
    let folder = open_folder();
    let [path, other] = ["stream", "datagram"].map(|name| folder.path().join(name));
    let listeners = Listeners {
        tcp: TcpListener::bind("127.0.0.1:0").expect("a listener"),
        udp: UdpSocket::bind("127.0.0.1:0").expect("a socket"),
        unix: UnixListener::bind(&path).expect("a listener"),
        datagram: UnixDatagram::bind(&other).expect("a socket"),
    };
    listeners.tcp.set_nonblocking(true).expect("it can");
    listeners.udp.set_nonblocking(true).expect("it can");
    listeners.unix.set_nonblocking(true).expect("it can");
    listeners.datagram.set_nonblocking(true).expect("it can");
    open_to_all(&path);
    open_to_all(&other);
    let ports = [
        listeners.tcp.local_addr().expect("an address").port(),
        listeners.udp.local_addr().expect("an address").port(),
    ];
    let mut program = python(CALLER, sandbox);
    program.words.extend(ports.map(|port| port.to_string()));
    program.words.extend([path, other].map(|path| path.display().to_string()));
    let end = Guest::start(program).end();
    assert_eq!(end.status.code(), Some(0), "{}", end.complained);
    let reached = listeners.reached();
    (end, reached)
}

#[test]
fn outside_the_same_program_reaches_all() {
    let (end, reached) = call(None);
    assert_eq!(end.said.matches(" ALLOWED\n").count(), 7, "{}", end.said);
    assert_eq!(reached, ["tcp", "udp", "unix", "datagram"]);
}

#[test]
fn nobody_can_be_called() {
    let (end, reached) = call(Some(sandbox()));
    let expected = "tcp refused\nudp refused\nunix refused\nunix-datagram refused\npair refused\n\
                    listen refused\nnetlink refused\nloop fine\n";
    assert_eq!(end.said, expected);
    assert_eq!(reached, Vec::<&str>::new());
}

#[test]
fn the_internet_may_be_allowed() {
    let (end, reached) = call(Some(Sandbox { network: true, ..sandbox() }));
    let expected = "tcp ALLOWED\nudp ALLOWED\nunix refused\nunix-datagram refused\npair refused\n\
                    listen ALLOWED\nnetlink refused\nloop fine\n";
    assert_eq!(end.said, expected);
    assert_eq!(reached, ["tcp", "udp"]);
}
