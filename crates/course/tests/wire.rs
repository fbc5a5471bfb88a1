//! Frames of the original Jetan programs, whole and in pieces, and those that are none.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_course::wire::{FrameError, Frames, Message, PAYLOAD_MAX, frame};

const ROUNDS: usize = 2_000;
const MUTATIONS: usize = 20_000;
const ITERATIONS: usize = 50_000;

/// Pushes bytes in pieces of at most `longest` and returns the payloads.
#[track_caller]
fn read(bytes: &[u8], mut longest: impl FnMut() -> usize) -> Vec<String> {
    let (mut frames, mut payloads, mut rest) = (Frames::default(), Vec::new(), bytes);
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(longest().min(rest.len()));
        frames.push(piece).expect("frames");
        payloads.extend(&mut frames);
        rest = after;
    }
    payloads
}

#[track_caller]
fn broken(bytes: &[u8]) -> FrameError {
    let mut frames = Frames::default();
    let error = frames.push(bytes).expect_err("no frame");
    assert_eq!(frames.push(b"00000002\0A\0").as_ref(), Err(&error), "what follows is lost");
    assert_eq!(frames.next(), None);
    error
}

#[test]
fn frames_have_their_length_before_them() {
    assert_eq!(frame("IDENT"), b"00000006\0IDENT\0");
    assert_eq!(frame(""), b"00000001\0\0");
    assert_eq!(frame("NAME::NAME==Zoë"), "00000011\0NAME::NAME==Zoë\0".as_bytes());
    assert_eq!(frame("A\0B"), frame("A"), "a NUL is the end");
}

#[test]
fn frames_arrive_in_any_pieces() {
    let mut random = SplitMix::new(3);
    for _ in 0..ROUNDS {
        let count = 1 + random.below(5);
        let payload = |random: &mut SplitMix| "é=:x".repeat(random.below(60) as usize);
        let payloads: Vec<String> = (0..count).map(|_| payload(&mut random)).collect();
        let bytes: Vec<u8> = payloads.iter().flat_map(|payload| frame(payload)).collect();
        assert_eq!(read(&bytes, || usize::MAX), payloads, "all at once");
        assert_eq!(read(&bytes, || 1), payloads, "byte by byte");
        assert_eq!(read(&bytes, || 1 + random.below(23) as usize), payloads, "in odd pieces");
    }
}

#[test]
fn payloads_are_read_as_c_programs_do() {
    assert_eq!(read(b"00000004\0A\0B\0", || 4), ["A"]);
    assert_eq!(read(b"0000000a\0AAAAAAAAA\0", || 4), ["AAAAAAAAA"], "small digits");
    assert_eq!(read(b"00000003\0\xFFA\0", || 4), ["\u{FFFD}A"], "no UTF-8");
}

#[test]
fn what_is_no_frame_is_quoted() {
    let error = broken(b"join jetan as Ann\n").to_string();
    assert_eq!(error, "frame: 'join jeta': expected 8 hexadecimal digits and a NUL");
    let error = broken(b"00000006 IDENT\0").to_string();
    assert_eq!(error, "frame: '00000006 ': expected 8 hexadecimal digits and a NUL");
    assert_eq!(broken(b"+0000006\0IDENT\0"), FrameError::Header { found: "+0000006\0".into() });
    assert_eq!(broken(b"00000000\0\0"), FrameError::Length { length: 0 });
    let error = broken(b"FFFFFFFF\0").to_string();
    assert_eq!(error, "frame: a length of 4294967295 is not between 1 and 65537");
    let error = broken(b"00000005\0IDENT\0").to_string();
    assert_eq!(error, "frame: 'IDENT': expected a NUL at its end");
}

#[test]
fn payloads_before_a_broken_frame_are_kept() {
    let mut frames = Frames::default();
    assert!(frames.push(b"00000002\0A\0nonsense!").is_err());
    assert_eq!(frames.next().as_deref(), Some("A"));
    assert_eq!(frames.next(), None);
}

#[test]
fn the_longest_payload_fits() {
    let payload = "x".repeat(PAYLOAD_MAX);
    assert_eq!(read(&frame(&payload), || 4096), vec![payload.clone()]);
    let error = broken(&frame(&(payload + "x"))[..9]);
    assert_eq!(error, FrameError::Length { length: PAYLOAD_MAX + 2 });
}

#[test]
fn mutated_frames_do_no_harm() {
    let mut random = SplitMix::new(4);
    for _ in 0..MUTATIONS {
        let mut bytes = [frame("IDENT"), frame("ACTION::CODE==1::MOVE==3 1 0 1")].concat();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(3) {
                0 => bytes.insert(at, random.below(256) as u8),
                1 => drop(bytes.remove(at)),
                _ => bytes[at] ^= 1 << random.below(8),
            }
        }
        let mut frames = Frames::default();
        for piece in bytes.chunks(1 + random.below(16) as usize) {
            if let Err(error) = frames.push(piece) {
                // An offending text is quoted, never repeated at length.
                assert!(error.to_string().len() < 400, "{error}");
            }
        }
        let held: usize = frames.map(|payload| payload.len()).sum();
        // A byte that is no UTF-8 takes three.
        assert!(held <= 3 * bytes.len(), "{held} of {}", bytes.len());
    }
}

#[test]
fn any_payload_does_no_harm() {
    let check = |payload: &str| match payload.parse::<Message>() {
        Ok(message) => {
            assert_eq!(message.to_string().parse().as_ref(), Ok(&message), "{payload:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    };
    bolero::check!().with_iterations(ITERATIONS).with_max_len(40).for_each(|bytes: &[u8]| {
        check(&String::from_utf8_lossy(bytes));
        let pieces = ["::", "==", ":", "=", "CODE", "1", " ", ""];
        let pieces = bytes.iter().map(|byte| pieces[usize::from(*byte) % pieces.len()]);
        check(&pieces.collect::<String>());
    });
}

#[test]
fn messages_have_names_and_fields() {
    let text = "ACTION::CODE==1::MOVE==3 1 0 1";
    let message = Message::new("ACTION").with("CODE", 1).with("MOVE", "3 1 0 1");
    assert_eq!(message.to_string(), text);
    assert_eq!(text.parse(), Ok(message.clone()));
    assert_eq!(format!("{text}::").parse(), Ok(message.clone()));
    assert_eq!(message.value("MOVE"), Some("3 1 0 1"));
    assert_eq!(message.value("move"), None);
    assert_eq!("IDENT".parse(), Ok(Message::new("IDENT")));
    assert_eq!("A::B==C==D".parse(), Ok(Message::new("A").with("B", "C==D")));
}

#[test]
fn nonsense_is_quoted() {
    let error = |payload: &str| payload.parse::<Message>().expect_err("no message").to_string();
    assert_eq!(error(""), "message: expected a name");
    assert_eq!(error("ACTION::CODE"), "message: 'CODE': expected KEY==VALUE");
}
