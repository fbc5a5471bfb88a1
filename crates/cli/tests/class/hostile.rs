//! Students who guess codes, upload without end, crash, and read what is not theirs.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::thread;
use std::time::Duration;

use crate::driver::{Class, Server};

const ROSTER: &str = r#"
game = "joust"
time = "10s"
games = 1
[[student]]
name = "Ada"
[[student]]
name = "Bob"
"#;

/// Speaks the protocol, and breaks down when it is asked for a move.
const BREAKS_DOWN: &[u8] = b"import sys
def best_kept_secret(line):
    raise ValueError('the-secret-idea of ' + __file__)
for line in sys.stdin:
    word = line.split()[0] if line.split() else ''
    if word == 'ugi': print('id name x\\nugiok', flush=True)
    if word == 'isready': print('readyok', flush=True)
    if word == 'go':
        sys.stderr.write('the-secret-note\\n')
        best_kept_secret(line)
";

/// Takes its time, and then plays the first legal move.
const SLOW: &[u8] = b"import sys, time
time.sleep(2)
legal = []
for line in sys.stdin:
    words = line.split() or ['']
    if words[0] == 'ugi': print('id name slow\\nugiok', flush=True)
    if words[0] == 'isready': print('readyok', flush=True)
    if words[0] == 'legal': legal = words[1:]
    if words[0] == 'go': print('bestmove', legal[0], flush=True)
    if words[0] == 'quit': break
";

fn join(server: &Server, code: &str) -> String {
    let mut stream = server.connect();
    writeln!(stream, "join any as me token {code}").expect("it listens");
    BufReader::new(stream).lines().nth(1).expect("an answer").expect("text")
}

#[test]
fn codes_cannot_be_guessed() {
    let class = Class::new(ROSTER);
    let codes = class.codes();
    let mut server = class.serve("");
    assert_eq!(server.get("/api/student", &codes[0]).status, 200);
    let guess = |number: usize| format!("ABCD-EFGH-{number:04}");
    let answers: Vec<String> = (0..200).map(|number| join(&server, &guess(number))).collect();
    let wrong = answers.iter().filter(|answer| answer.starts_with("error token")).count();
    assert!((50..100).contains(&wrong), "{wrong} of 200 guesses were looked up");
    let last = answers.last().expect("an answer");
    assert!(last.starts_with("error busy too many wrong codes from here: try again in"), "{last}");
    // The right code of somebody new is no different from a wrong one, over either way in.
    let refused = server.get("/api/student", &codes[1]);
    assert_eq!(refused.status, 429, "{refused:?}");
    assert!(refused.head.contains("retry-after: "), "{refused:?}");
    assert_eq!(server.get("/api/instructor", "wrong").status, 429);
    assert_eq!(server.upload("wrong", &[("a.py", b"x")]).status, 429);
    assert!(join(&server, &codes[1]).starts_with("error busy"));
    // Whoever was here before goes on.
    assert_eq!(server.get("/api/student", &codes[0]).status, 200);
    assert!(join(&server, &codes[0]).starts_with("welcome join joust"));
    // Those for whom a proxy on this machine asks are counted one by one.
    let through_proxy = |address: &str, code: &str| {
        let head = [format!("X-Manator-Code: {code}"), format!("X-Forwarded-For: {address}")];
        server.ask("GET /api/student", &head.each_ref().map(String::as_str), b"").status
    };
    assert_eq!(through_proxy("192.0.2.1", &codes[1]), 200);
    let guesses: Vec<u16> = (0..100).map(|_| through_proxy("192.0.2.2", "wrong")).collect();
    assert_eq!((guesses[0], guesses[99]), (401, 429), "{guesses:?}");
    assert_eq!(through_proxy("192.0.2.3", &codes[1]), 200);
    // The instructor is told of them, but not of each.
    server.process.kill();
    let (_, said) = server.process.ends();
    let lines = said.lines().filter(|line| line.starts_with("refused 127.0.0.1")).count();
    assert!((5..50).contains(&lines), "{lines} lines: {said}");
}

#[test]
fn an_examination_ends_when_a_newer_program_comes() {
    let class = Class::new(ROSTER);
    let codes = class.codes();
    let mut server = class.serve("--uploads programs");
    // It answers nothing that it is asked, so that everything is waited for.
    let hangs = b"import time\nprint('id name hangs\\nugiok', flush=True)\ntime.sleep(1000)\n";
    assert_eq!(server.upload(&codes[0], &[("a.py", hangs)]).status, 200);
    thread::sleep(Duration::from_secs(1));
    assert_eq!(server.upload(&codes[0], &[("b.py", SLOW)]).status, 200);
    server.process.says("the program of Ada is examined: ");
    let manifest = |upload: &str| {
        let path = class.path("programs").join("1").join(upload).join("manifest.json");
        fs::read_to_string(path).expect("a manifest")
    };
    assert!(manifest("2").contains("findings\":["), "{}", manifest("2"));
    assert!(!manifest("1").contains("grade"), "it was examined: {}", manifest("1"));
}

#[test]
fn many_uploads_of_one_student_hold_nobody_up() {
    let class = Class::new(ROSTER);
    let codes = class.codes();
    let mut server = class.serve("");
    for number in 0..30 {
        let program = format!("import time\ntime.sleep(1000 + {number})\n");
        assert_eq!(server.upload(&codes[0], &[("a.py", program.as_bytes())]).status, 200);
    }
    assert_eq!(server.upload(&codes[1], &[("b.py", SLOW)]).status, 200);
    server.process.says("the program of Bob is examined: ");
    server.process.says("the program of Ada is examined: ");
    // Those that were replaced before their turn are not examined: there is nothing left to do.
    let own = server.get("/api/student", &codes[0]);
    assert!(own.body.contains(r#""grade":"fail""#), "{own:?}");
    server.process.kill();
    let (_, said) = server.process.ends();
    assert_eq!(said.matches("the program of Ada is examined").count(), 1, "{said}");
}

#[test]
fn who_waits_for_an_examination_is_present() {
    let class = Class::new(ROSTER);
    let codes = class.codes();
    let mut server = class.serve("--patience 10ms --leave");
    let _bob = class.agent(&server, &codes[1], "-a r");
    server.process.says("Bob is here");
    // It takes longer to examine than anybody is waited for; everybody is here, so games begin at once.
    assert_eq!(server.upload(&codes[0], &[("slow.py", SLOW)]).status, 200);
    let (status, said) = server.process.ends();
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("the program of Ada is examined"), "{said}");
    assert!(said.contains("game 1 of") && !said.contains("did not come"), "{said}");
}

#[test]
fn errors_are_for_their_student_and_the_instructor() {
    let class = Class::new(ROSTER);
    let codes = class.codes();
    let mut server = class.serve("--uploads programs");
    assert_eq!(server.upload(&codes[0], &[("mine.py", BREAKS_DOWN)]).status, 200);
    server.process.says("the program of Ada is examined");
    let _bob = class.agent(&server, &codes[1], "-a r");
    let ended = server.process.says("game 1 of");
    assert!(!ended.contains("secret"), "{ended}");
    let own = server.get("/api/student", &codes[0]).body;
    assert!(own.contains("the-secret-idea"), "{own}");
    assert!(own.contains("agent.py"), "{own}");
    assert!(!own.contains(class.path("").to_str().expect("a path")), "{own}");
    assert!(!own.contains("/agent.py"), "no path of the server: {own}");
    assert!(server.get("/api/instructor", &codes[2]).body.contains("the-secret-idea"));
    let games = server.get("/api/student", &codes[1]).body;
    assert!(!games.contains("secret"), "{games}");
    let id = games.split(r#""id":""#).nth(1).and_then(|rest| rest.split('"').next());
    let path = format!("/api/student/games/{}", id.expect("a game"));
    let game = server.get(&path, &codes[1]);
    assert_eq!(game.status, 200, "{game:?}");
    assert!(game.body.contains("[Game") && !game.body.contains("secret"), "{game:?}");
    let notes = server.get(&path, &codes[0]).body;
    assert!(notes.contains("the-secret-note") && !notes.contains("/agent.py"), "{notes}");
    let page = server.told(r#""done":[{"#);
    assert!(!page.contains("secret"), "{page}");
}

#[test]
fn a_program_that_cannot_be_started_shows_no_folder_of_the_server() {
    let class = Class::new(ROSTER);
    let codes = class.codes();
    let mut server = class.serve("--uploads programs");
    assert_eq!(server.upload(&codes[0], &[("x", b"#!/no/such/interpreter\n")]).status, 200);
    server.process.says("the program of Ada is examined");
    let own = server.get("/api/student", &codes[0]).body;
    assert!(own.contains(r#""grade":"fail""#), "{own}");
    assert!(!own.contains("programs/") && !own.contains("/files/"), "{own}");
    assert!(!own.replace("./agent", "").contains("/agent"), "{own}");
}
