//! Positions as text: board, player to move, captured values, and the moves that may still repeat.
//!
//! Earlier positions are not written down: taking the moves back from the board gives the first of them,
//! playing them again the rest. So the text depends on no hash, and every move in it is proved legal.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_core::notation::{counter, fields, player};
use manator_core::view::Placed;
use manator_core::{Game, Player, Rulebook, TextError};

use super::moves::ThreeChess;
use super::notation::{read_square, title};
use super::piece::Kind;
use super::position::{Board, Move, PLAYERS, Position};
use super::square::{COLUMNS, ROWS, SECTIONS, Square};

/// The letters of each player's pieces, in the order of [`Kind::ALL`].
const LETTERS: [&str; PLAYERS] = ["PNBRQK", "pnbrqk", "123456"];
const SECTION_SQUARES: usize = (COLUMNS * ROWS) as usize;
const PAWNS: u32 = COLUMNS as u32;
/// More than a player could ever capture.
const CAPTURED_MAX: u64 = 400;

pub(super) fn letter(owner: Player, kind: Kind) -> char {
    let letters = LETTERS[owner.index()].chars();
    let pair = letters.zip(Kind::ALL).find(|(_, other)| *other == kind);
    pair.map_or('?', |(letter, _)| letter)
}

pub(super) fn write(position: &Position) -> String {
    let board = &position.board;
    let text = write_board(|square| board.piece(square).map(|(owner, kind)| letter(owner, kind)));
    let turn = ThreeChess::CARD.players[usize::from(board.turn)];
    let [blue, green, red] = board.captured;
    let moves: Vec<String> = position.reversible_moves().map(|mv| mv.to_string()).collect();
    let moves = if moves.is_empty() { "-".into() } else { moves.join(",") };
    format!("{text} {turn} {blue},{green},{red} {moves}")
}

fn write_board(letter: impl Fn(Square) -> Option<char>) -> String {
    let mut text = String::new();
    for (index, square) in Square::all().enumerate() {
        if index > 0 && index % SECTION_SQUARES == 0 {
            text.push('/');
        }
        text.push(letter(square).unwrap_or('.'));
    }
    text
}

pub(super) fn read(text: &str) -> Result<Position, TextError> {
    let names = "board, whose turn, captured values, moves that may repeat";
    let [squares, turn, captured, moves] = fields(text, names)?;
    let mut board = read_board(squares)?;
    check_pieces(&board)?;
    board.set_turn(player(turn, ThreeChess::CARD.players)?.0);
    board.captured = read_captured(captured)?;
    check_captured(&board, captured)?;
    let moves = read_moves(moves)?;
    if let Some(fallen) = board.fallen() {
        check_end(&board, fallen, turn, captured)?;
        board.king_taken = true;
        return match moves.first() {
            None => Ok(Position::new(board)),
            Some(mv) => Err(TextError::new(mv.to_string(), "'-', as a King was captured last")),
        };
    }
    for mv in moves.iter().rev() {
        take_back(&mut board, *mv)?;
    }
    let mut position = Position::new(board);
    for mv in moves {
        if !ThreeChess.is_legal(&position, mv) {
            let turn = title(position.board.player());
            return Err(TextError::new(mv.to_string(), format!("a legal move of {turn}")));
        }
        ThreeChess.play(&mut position, mv);
    }
    Ok(position)
}

/// Writes a position that is set up: what is missing was captured by both others alike, and nothing can
/// repeat.
pub(super) fn compose(pieces: &[Placed], turn: Player) -> String {
    let text = write_board(|square| {
        let here = pieces.iter().find(|placed| placed.cell.0 == u16::from(square.0));
        here.map(|placed| placed.piece.letter)
    });
    let mut captured = [0; PLAYERS];
    // A board that cannot be read is refused for that.
    if let Ok(board) = read_board(&text) {
        for loser in Player::all(PLAYERS) {
            let missing = missing(&board, loser);
            captured[loser.next(PLAYERS).index()] += missing.div_ceil(2);
            captured[loser.next(PLAYERS).next(PLAYERS).index()] += missing / 2;
        }
    }
    let [blue, green, red] = captured;
    format!("{text} {} {blue},{green},{red} -", ThreeChess::CARD.players[turn.index()])
}

/// Returns what a player has lost; Queens beyond the first were Pawns.
fn missing(board: &Board, player: Player) -> u16 {
    let gain = Kind::Queen.value() - Kind::Pawn.value();
    let queens = (board.pieces(Kind::Queen) & board.owners[player.index()]).count_ones() as u16;
    let had = Board::start().score(player) + gain * queens.saturating_sub(1);
    had.saturating_sub(board.score(player))
}

fn read_board(text: &str) -> Result<Board, TextError> {
    let sections: Vec<&str> = text.split('/').collect();
    if sections.len() != PLAYERS {
        let count = sections.len();
        let expected = format!("{PLAYERS} sections with '/' between them, not {count}");
        return Err(TextError::new(text, expected));
    }
    for (section, name) in sections.iter().zip(["Blue's", "Green's", "Red's"]) {
        if section.chars().count() != SECTION_SQUARES {
            let expected = format!("{SECTION_SQUARES} squares in {name} section");
            return Err(TextError::new(*section, expected));
        }
    }
    let mut board = Board::empty();
    for (square, found) in Square::all().zip(sections.iter().flat_map(|text| text.chars())) {
        if found == '.' {
            continue;
        }
        let pieces = (0..SECTIONS).zip(LETTERS);
        let piece = pieces.flat_map(|(owner, letters)| {
            letters.chars().zip(Kind::ALL).map(move |(letter, kind)| (letter, owner, kind))
        });
        let Some((_, owner, kind)) = { piece }.find(|(letter, ..)| *letter == found) else {
            let expected = format!("'.' or one of {} on {square}", LETTERS.join(" "));
            return Err(TextError::new(found, expected));
        };
        board.toggle(owner, kind, square);
    }
    Ok(board)
}

fn check_pieces(board: &Board) -> Result<(), TextError> {
    let mut fallen = Vec::new();
    for player in Player::all(PLAYERS) {
        let count = |kind| (board.pieces(kind) & board.owners[player.index()]).count_ones();
        let name = title(player);
        let found = |kind: Kind| letter(player, kind).to_string().repeat(count(kind) as usize);
        let limits = [(Kind::King, 1), (Kind::Knight, 2), (Kind::Bishop, 2), (Kind::Rook, 2)];
        for (kind, max) in limits {
            if count(kind) > max {
                let expected = format!("no more than {max} for {name}'s {}", kind.title());
                return Err(TextError::new(found(kind), expected));
            }
        }
        if count(Kind::Pawn) + count(Kind::Queen).saturating_sub(1) > PAWNS {
            let expected = format!("{name}'s Pawns and promoted Queens to be {PAWNS} at most");
            return Err(TextError::new(found(Kind::Pawn) + &found(Kind::Queen), expected));
        }
        if count(Kind::King) == 0 {
            fallen.push(player);
        }
    }
    if let [first, second, ..] = fallen[..] {
        let letters = String::from_iter([first, second].map(|player| letter(player, Kind::King)));
        return Err(TextError::new(letters, "at most one King missing from the board"));
    }
    let pawns = board.pieces(Kind::Pawn);
    let bad = Square::all().find(|square| square.row() == 0 && pawns & square.bit() != 0);
    match bad.and_then(|square| Some((square, board.piece(square)?))) {
        None => Ok(()),
        Some((square, (owner, kind))) => Err(TextError::new(
            letter(owner, kind),
            format!("no Pawn on {square}: it would be a Queen, or could not have come there"),
        )),
    }
}

fn read_captured(text: &str) -> Result<[u16; PLAYERS], TextError> {
    let parts: Vec<&str> = text.split(',').collect();
    let Ok(parts) = <[&str; PLAYERS]>::try_from(parts) else {
        return Err(TextError::new(text, "captured values of Blue, Green and Red, such as 0,3,9"));
    };
    let mut captured = [0; PLAYERS];
    for (value, part) in captured.iter_mut().zip(parts) {
        *value = counter(part, "a captured value", CAPTURED_MAX)? as u16;
    }
    Ok(captured)
}

/// Compares what was captured with what is missing: only promotion adds value to a game.
fn check_captured(board: &Board, found: &str) -> Result<(), TextError> {
    let gain = u32::from(Kind::Queen.value() - Kind::Pawn.value());
    let total = |board: &Board| -> u32 {
        Player::all(PLAYERS).map(|player| u32::from(board.score(player))).sum()
    };
    let queens = board.pieces(Kind::Queen);
    let promoted: u32 =
        board.owners.iter().map(|owner| (queens & owner).count_ones().saturating_sub(1)).sum();
    let pawns_gone = PAWNS * PLAYERS as u32 - board.pieces(Kind::Pawn).count_ones();
    let (start, now) = (total(&Board::start()), total(board));
    if (promoted..=pawns_gone).any(|count| start + gain * count == now) {
        return Ok(());
    }
    let captured: u32 = board.captured.iter().map(|value| u32::from(*value)).sum();
    let missing = (start + gain * promoted).saturating_sub(now - captured);
    let expected = format!(
        "captured values that add up to {missing}, or to {gain} more for each Pawn captured as a Queen"
    );
    Err(TextError::new(found, expected))
}

fn check_end(board: &Board, fallen: Player, turn: &str, captured: &str) -> Result<(), TextError> {
    let capturer = Player((board.turn + 2) % SECTIONS);
    if capturer == fallen {
        let expected =
            format!("another player's turn: nobody can have captured {}'s King", title(fallen));
        return Err(TextError::new(turn, expected));
    }
    let value = Kind::King.value();
    if board.captured[capturer.index()] < value {
        let expected = format!("at least {value} for {}, who captured a King", title(capturer));
        return Err(TextError::new(captured, expected));
    }
    Ok(())
}

fn read_moves(text: &str) -> Result<Vec<Move>, TextError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let read = |text: &str| {
        let (from, to) = text.split_at_checked(3)?;
        Some(Move { from: read_square(from)?, to: read_square(to)? })
    };
    text.split(',')
        .map(|mv| {
            let expected = "'-' or moves such as BG1BF3 with commas between them";
            read(mv).ok_or_else(|| TextError::new(mv, expected))
        })
        .collect()
}

fn take_back(board: &mut Board, mv: Move) -> Result<(), TextError> {
    let mover = Player((board.turn + 2) % SECTIONS);
    let refuse = |expected: String| Err(TextError::new(mv.to_string(), expected));
    let moved = board.piece(mv.to).filter(|(owner, kind)| *owner == mover && *kind != Kind::Pawn);
    let Some((_, kind)) = moved else {
        let whose = title(mover);
        return refuse(format!("a move that brought {whose}'s piece, not a Pawn, to {}", mv.to));
    };
    if let Some((owner, kind)) = board.piece(mv.from) {
        let piece = format!("{}'s {}", title(owner), kind.title());
        return refuse(format!(
            "a move from a square that is empty now; {} holds {piece}",
            mv.from
        ));
    }
    let mut earlier = *board;
    earlier.take_back(mv);
    if let Some(rook) = earlier.castling_rook(kind, mv) {
        let there = board.piece(rook.to) == Some((mover, Kind::Rook));
        if !there || board.piece(rook.from).is_some() {
            let expected = format!("the Rook on {} and nothing on {}", rook.to, rook.from);
            return refuse(format!("{expected} after castling"));
        }
    }
    *board = earlier;
    Ok(())
}
