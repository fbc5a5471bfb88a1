//! The terminal kit, tried on programs that are everywhere.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process;
use std::sync::mpsc;
use std::thread;

use manator_testkit::terminal::{
    Color, Command, DEADLINE, Home, Key, MouseMode, Signal, Size, Terminal,
};

const SIZE: Size = Size { columns: 40, lines: 6 };

/// Shows what is typed, byte by byte.
const SHOW_KEYS: &str = "stty -icanon -echo -icrnl -isig; echo ready; exec cat -v";

#[track_caller]
fn open(script: &str) -> Terminal {
    Terminal::open(SIZE, Command::shell(script))
}

/// Runs a script to its end.
#[track_caller]
fn run(script: &str) -> Terminal {
    let mut terminal = open(script);
    terminal.wait_exit();
    terminal
}

#[test]
fn a_conversation_line_by_line() {
    let mut terminal = open("while printf 'move? ' && read move; do echo \"you play $move\"; done");
    terminal.expect("move? ");
    terminal.send("C4B6\r");
    // The terminal itself writes what is typed.
    assert_eq!(terminal.expect("you play "), "C4B6\n");
    assert_eq!(terminal.expect("move?"), "C4B6\n");
    terminal.key(Key::Ctrl('d'));
    assert!(terminal.wait_exit().success());
    assert_eq!(terminal.output(), "move? C4B6\nyou play C4B6\nmove? ");
}

#[test]
fn nothing_of_a_long_output_is_lost() {
    let terminal = run("i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo line $i; done");
    let output = terminal.output();
    assert_eq!(output.lines().count(), 3000);
    assert_eq!(output.lines().last(), Some("line 3000"));
    assert!(terminal.screen().text().ends_with("line 3000"));
}

#[test]
fn a_screen_is_seen_as_it_looks() {
    let terminal = run("printf 'plain \\033[1;31mbold\\033[0m\\r\\n\
         \\033[38;2;1;2;3;48;5;200mcolours\\033[0m \\033[7mback\\033[0m\\033[5;3H漢♔'");
    let screen = terminal.screen();
    assert_eq!(screen.size(), SIZE);
    assert_eq!(screen.text(), "plain bold\ncolours back\n\n\n  漢♔");
    let bold = screen.cell(6, 0);
    assert_eq!((bold.contents(), bold.bold(), bold.fgcolor()), ("b", true, Color::Idx(1)));
    let colours = screen.cell(0, 1);
    assert_eq!(colours.fgcolor(), Color::Rgb(1, 2, 3));
    assert_eq!(colours.bgcolor(), Color::Idx(200));
    assert!(screen.cell(8, 1).inverse() && !colours.inverse());
    assert_eq!(screen.cell(39, 5).contents(), "");
    assert_eq!(screen.find("back"), Some((8, 1)));
    assert_eq!(screen.find("♔"), Some((4, 4)), "the character before it is wide");
    assert_eq!(screen.find("front"), None);
    assert_eq!(screen.cursor(), (5, 4));
}

#[test]
fn half_a_frame_is_not_seen() {
    let mut terminal =
        open("printf '\\033[?2026hone '; read go; printf 'two\\033[?2026l'; read go");
    terminal.expect("one ");
    terminal.send("\r");
    let screen = terminal.wait_for("one");
    assert!(screen.text().contains("two"), "{screen}");
}

#[test]
fn modes_are_seen() {
    let mut terminal = open(
        "printf '\\033[?1049h\\033[?25l\\033[?1000h\\033[?2004hready'; read x; printf '\\033c'; read x",
    );
    let screen = terminal.wait_for("ready");
    assert!(screen.alternate_screen() && screen.hide_cursor() && screen.bracketed_paste());
    assert_eq!(screen.mouse_protocol_mode(), MouseMode::PressRelease);
    terminal.send("\r");
    let screen = terminal.wait_until("the first screen", |screen| !screen.alternate_screen());
    assert!(!screen.hide_cursor() && !screen.bracketed_paste());
    assert_eq!(screen.mouse_protocol_mode(), MouseMode::None);
}

#[test]
fn keys_send_what_they_send_in_xterm() {
    let mut terminal = open(SHOW_KEYS);
    terminal.expect("ready\n");
    for (key, shown) in [
        (Key::Up, "^[[A"),
        (Key::Down, "^[[B"),
        (Key::Right, "^[[C"),
        (Key::Left, "^[[D"),
        (Key::Home, "^[[H"),
        (Key::PageDown, "^[[6~"),
        (Key::Enter, "^M"),
        (Key::Tab, "\t"),
        (Key::BackTab, "^[[Z"),
        (Key::Backspace, "^?"),
        (Key::F(1), "^[OP"),
        (Key::F(4), "^[OS"),
        (Key::F(5), "^[[15~"),
        (Key::F(6), "^[[17~"),
        (Key::F(10), "^[[21~"),
        (Key::F(12), "^[[24~"),
        (Key::Ctrl('c'), "^C"),
        (Key::Escape, "^["),
    ] {
        terminal.key(key);
        assert_eq!(terminal.expect(shown), "", "{key:?}");
    }
    terminal.send("é\n");
    assert_eq!(terminal.expect("\n"), "M-CM-)");
}

#[test]
fn arrows_obey_the_program() {
    let mut terminal = open(&format!("printf '\\033[?1h'; {SHOW_KEYS}"));
    terminal.expect("ready\n");
    terminal.key(Key::Up);
    assert_eq!(terminal.expect("^[OA"), "");
}

#[test]
fn clicks_wait_for_a_program_that_hears_them() {
    let mut terminal = open(&format!("printf '\\033[?1000h\\033[?1006h'; {SHOW_KEYS}"));
    terminal.click(4, 2);
    terminal.expect("^[[<0;5;3M^[[<0;5;3m");
}

#[test]
fn questions_to_the_terminal_are_answered() {
    let mut terminal =
        open("stty -icanon -echo; printf '\\033[3;5H\\033[6n\\033[5n\\033[c'; exec cat -v");
    terminal.expect("^[[3;5R^[[0n^[[?62;22c");
}

#[test]
fn a_program_is_told_of_a_new_size() {
    let mut terminal =
        open("stty size; trap 'stty size; exit' WINCH; echo ready; sleep 1000 & wait");
    assert_eq!(terminal.expect("ready"), "6 40\n");
    terminal.resize(Size { columns: 100, lines: 30 });
    terminal.expect("30 100\n");
    terminal.wait_exit();
    assert_eq!(terminal.screen().size(), Size { columns: 100, lines: 30 });
}

#[test]
fn programs_end_as_they_end() {
    assert!(open("exit 0").wait_exit().success());
    assert_eq!(open("exit 7").wait_exit().code(), Some(7));

    let mut killed = open("echo ready; exec sleep 1000");
    killed.expect("ready");
    assert!(killed.is_running());
    killed.kill();
    assert_eq!(killed.wait_exit().signal(), Some(9));
    assert!(!killed.is_running());
    killed.kill();

    let mut interrupted = open("echo ready; exec sleep 1000");
    interrupted.expect("ready");
    interrupted.key(Key::Ctrl('c'));
    assert_eq!(interrupted.wait_exit().signal(), Some(2));
}

#[test]
fn programs_hear_signals() {
    for (signal, name) in [(Signal::TERM, "TERM"), (Signal::INT, "INT"), (Signal::HUP, "HUP")] {
        let mut terminal =
            open(&format!("trap 'echo bye; exit 3' {name}; echo ready; sleep 1000 & wait"));
        terminal.expect("ready");
        terminal.signal(signal);
        terminal.expect("bye");
        assert_eq!(terminal.wait_exit().code(), Some(3), "{name}");
    }
}

#[test]
fn a_program_stops_and_goes_on() {
    let mut terminal = open("echo before; kill -STOP $$; echo after");
    terminal.expect("before");
    terminal.wait_stopped();
    terminal.signal(Signal::CONT);
    terminal.expect("after");
    assert!(terminal.wait_exit().success());
}

#[test]
fn a_tidy_program_leaves_the_terminal_as_it_was() {
    let tidy =
        "old=$(stty -g); stty raw -echo; printf '\\033[?1049h\\033[?25l\\033[?1003h\\033[?1006h';
        echo ready; read x;
        printf '\\033[?1006l\\033[?1003l\\033[?25h\\033[?1049l'; stty \"$old\"";
    let mut terminal = open(tidy);
    terminal.expect("ready");
    assert_eq!(terminal.is_restored(), Err("the program still runs".to_string()));
    terminal.send("\n");
    assert!(terminal.wait_exit().success());
    assert_eq!(terminal.is_restored(), Ok(()));
    assert_eq!(run("echo hello").is_restored(), Ok(()));
}

#[test]
fn an_untidy_program_is_found_out() {
    for (script, complaint) in [
        ("printf '\\033[?1049h'", "the alternate screen is on"),
        ("printf '\\033[?25l'", "the cursor is hidden"),
        ("printf '\\033[?1002h'", "the mouse is captured"),
        ("printf '\\033[?2004h'", "bracketed paste is on"),
        ("printf '\\033[?1h'", "the arrow keys send application codes"),
        ("stty -echo", "ECHO is off"),
        ("stty -icanon", "ICANON is off"),
        ("stty -onlcr; printf '\\033[?25l'", "ONLCR is off; the cursor is hidden"),
    ] {
        assert_eq!(run(script).is_restored(), Err(complaint.to_string()), "{script}");
    }
    let mut killed = open("stty raw; echo ready; sleep 1000");
    killed.expect("ready");
    killed.kill();
    killed.wait_exit();
    let complaints = killed.is_restored().expect_err("it had no chance");
    assert!(complaints.contains("ICANON is off"), "{complaints}");
}

#[test]
fn the_environment_is_private() {
    let terminal = run("echo $TERM $COLORTERM; echo $HOME; pwd; echo $XDG_DATA_HOME; \
         [ -w $XDG_CONFIG_HOME ] && [ -w $XDG_RUNTIME_DIR ] && echo writable; env");
    let home = terminal.home.path().to_str().expect("a name").to_string();
    let output = terminal.output();
    let lines: Vec<&str> = output.lines().collect();
    let data = format!("{home}/.local/share");
    assert_eq!(lines[..5], ["xterm-256color truecolor", &home, &home, &data, "writable"]);
    assert!(!output.contains("CARGO"), "{output}");

    let command = Command::shell("pwd; echo $NAME $TERM").env("NAME", "Tara").env("TERM", "dumb");
    let mut terminal = Terminal::open(SIZE, command.dir("/"));
    terminal.wait_exit();
    assert_eq!(terminal.output(), "/\nTara dumb\n");
}

#[test]
fn a_home_is_shared_and_then_removed() {
    let home = Home::new();
    let write = "echo saved > $XDG_DATA_HOME/game; echo set > $XDG_CONFIG_HOME/options";
    Terminal::open_in(&home, SIZE, Command::shell(write)).wait_exit();
    let read = Command::shell("cat $XDG_DATA_HOME/game $HOME/.config/options");
    let mut reader = Terminal::open_in(&home, SIZE, read);
    reader.wait_exit();
    assert_eq!(reader.output(), "saved\nset\n");
    assert_eq!(fs::read_to_string(home.data().join("game")).expect("it is there"), "saved\n");
    assert!(home.config().join("options").exists());
    let path = home.path().to_path_buf();
    drop(home);
    assert!(path.exists(), "a terminal still lives there");
    drop(reader);
    assert!(!path.exists());
}

#[test]
fn closing_a_terminal_leaves_no_process() {
    let home = Home::new();
    // A background process that hangs up on nobody, with a pipe that closes when it is gone.
    let script = "mkfifo pipe; echo piped; (trap '' HUP TERM INT; exec 3>pipe; echo ready $$; \
        while :; do sleep 1000 3>&-; done) & wait";
    let mut terminal = Terminal::open_in(&home, SIZE, Command::shell(script));
    let pipe = home.path().join("pipe");
    let (sender, gone) = mpsc::channel();
    terminal.expect("piped");
    thread::spawn(move || sender.send(fs::read(pipe)));
    terminal.expect("ready ");
    let pid = terminal.expect("\n");
    drop(terminal);
    gone.recv_timeout(DEADLINE).expect("the pipe closes").expect("the pipe is read");
    // A zombie could still be signalled.
    let probe = process::Command::new("sh").args(["-c", &format!("kill -0 {pid}")]).output();
    assert!(!probe.expect("a shell").status.success(), "{pid} is still there");
}

#[test]
#[should_panic(expected = "the program ended without \"checkmate\" on the screen; exit status: 0")]
fn an_ended_program_is_not_waited_for() {
    open("echo stalemate").wait_for("checkmate");
}

#[test]
#[should_panic(expected = "output not expected yet: \" e5\\n\"")]
fn a_failure_shows_what_was_written() {
    let mut terminal = open("echo e4 e5");
    terminal.expect("e4");
    terminal.expect("checkmate");
}

#[test]
#[should_panic(expected = "│stalemate                               │")]
fn a_failure_shows_the_screen() {
    open("echo stalemate").wait_until("mate", |_| false);
}

#[test]
#[should_panic(expected = "cannot start [\"no-such-program\"]")]
fn a_program_must_exist() {
    Terminal::open(SIZE, Command::new("no-such-program"));
}

#[test]
fn a_picture_shows_colours_and_shapes() {
    let terminal = run("printf '\\033[38;2;1;2;3;48;2;4;5;6m▀▀\\033[0m\\r\\n\
         \\033[1mbold\\033[0m \\033[7mback\\033[0m <&> ┌─╮♔\\r\\n\
         \\033[38;5;16mA\\033[38;5;231mB\\033[38;5;244mC\\033[38;5;67mD\\033[31mE\\033[?25l'");
    let svg = terminal.screen().to_svg("manator \"play\" <1>");
    for part in [
        "<title>manator &quot;play&quot; &lt;1&gt;</title>",
        // Two half blocks are one background and one rectangle before it.
        "<rect x=\"0\" y=\"0\" width=\"16\" height=\"16\" fill=\"#040506\"/>",
        "<rect x=\"0\" y=\"0\" width=\"16\" height=\"8\" fill=\"#010203\"/>",
        "font-weight=\"bold\">bold</text>",
        ">&lt;&amp;&gt;</text>",
        ">♔</text>",
        "fill=\"#000000\">A<",
        "fill=\"#ffffff\">B<",
        "fill=\"#808080\">C<",
        "fill=\"#5f87af\">D<",
        "<path d=\"M",
    ] {
        assert!(svg.contains(part), "{part} is not in\n{svg}");
    }
    for character in ['▀', '┌', '─', '╮'] {
        assert!(!svg.contains(character), "{character} is drawn");
    }
    assert!(!svg.contains("opacity"), "the cursor is hidden");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}
