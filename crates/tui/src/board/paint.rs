//! A scene painted with block elements: cells, marks, discs, signs and labels.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::{CellId, LabelText, Piece};
use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::glyphs;
use super::layout::{CellAnchor, Drawing};
use super::raster::{Disc, Quarters, Spot};
use super::{Marks, Picture, Scene};
use crate::theme::{BURNED_GROUND, BURNED_TEXTURE, CURSOR, Mark, Rgb, Theme};

/// The block elements by the spots they fill, as bits.
const BLOCKS: [char; 16] =
    [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];
const TARGET: char = '•';
const BURNED: char = '▒';

struct Look<'a> {
    piece: Option<&'a Piece>,
    mark: Option<Mark>,
    has_cursor: bool,
    fill: Rgb,
    disc: Option<Rgb>,
    form: Disc,
    frame: Option<Rgb>,
}

pub(super) fn paint(picture: &Picture, drawing: &Drawing, scene: &Scene, buf: &mut Buffer) {
    let looks = looks(picture, drawing, scene);
    let brush = Brush { picture, drawing, theme: &picture.theme };
    for line in 0..drawing.raster.lines {
        for column in 0..drawing.raster.columns {
            if let Some(quarters) = drawing.raster.at(column.into(), line.into()) {
                let (symbol, style) = brush.blocks(quarters, &looks);
                if symbol != ' ' || style.bg.is_some() {
                    brush.put(buf, (column.into(), line.into()), symbol, style);
                }
            }
        }
    }
    for (look, anchor) in looks.iter().zip(&drawing.anchors) {
        brush.sign(buf, look, anchor);
        brush.flanks(buf, look, anchor);
    }
    brush.labels(buf, scene.seats);
}

pub(super) fn mark(marks: &Marks, cell: CellId, occupied: bool) -> Option<Mark> {
    match () {
        () if marks.chosen.contains(&cell) => Some(Mark::Chosen),
        () if marks.targets.contains(&cell) && occupied => Some(Mark::Capture),
        () if marks.targets.contains(&cell) => Some(Mark::Target),
        () if marks.hint.contains(&cell) => Some(Mark::Hint),
        () if marks.last.contains(&cell) => Some(Mark::Last),
        () => None,
    }
}

/// Returns what stands left and right of a marked cell's sign, so that marks differ without colour.
pub(super) fn flanks(mark: Mark) -> Option<[char; 2]> {
    match mark {
        Mark::Chosen => Some(['(', ')']),
        Mark::Capture => Some(['›', '‹']),
        Mark::Hint => Some(['«', '»']),
        Mark::Last => Some(['·', '·']),
        Mark::Target => None,
    }
}

fn looks<'a>(picture: &Picture, drawing: &Drawing, scene: &Scene<'a>) -> Vec<Look<'a>> {
    let theme = &picture.theme;
    let mut pieces: Vec<Option<&Piece>> = vec![None; picture.board.cells.len()];
    for placed in scene.pieces {
        if let Some(slot) = pieces.get_mut(placed.cell.index()) {
            *slot = Some(&placed.piece);
        }
    }
    let cells = picture.board.cells.iter().zip(&drawing.anchors).zip(pieces);
    let look =
        |(index, ((cell, anchor), piece)): (usize, ((_, &CellAnchor), Option<&'a Piece>))| {
            let cell: &manator_core::view::Cell = cell;
            let id = CellId(index as u16);
            let is_burned = piece.is_some_and(|piece| piece.kind == glyphs::BURNED);
            let mark = mark(scene.marks, id, piece.is_some());
            let tint = if is_burned { BURNED_GROUND } else { theme.cell(cell.tint) };
            let marked = mark.map_or(tint, |mark| theme.marked(tint, mark));
            let has_cursor = scene.marks.cursor == Some(id);
            let frame = (has_cursor && anchor.framed).then_some(CURSOR);
            let fill = if has_cursor && !anchor.framed { marked.mix(CURSOR, 0.7) } else { marked };
            let owner = piece.and_then(|piece| piece.owner);
            let disc = owner.map(|owner| theme.player(owner));
            let form = piece.map_or(Disc::Round, glyphs::disc);
            Look { piece, mark, has_cursor, fill, disc, form, frame }
        };
    cells.enumerate().map(look).collect()
}

struct Brush<'a> {
    picture: &'a Picture,
    drawing: &'a Drawing,
    theme: &'a Theme,
}

impl Brush<'_> {
    fn ink(&self, ground: Rgb) -> Style {
        let ink = self.theme.show(self.theme.ink(ground));
        Style::new().fg(ink).bg(self.theme.show(ground))
    }

    fn put(&self, buf: &mut Buffer, (column, line): (i32, i32), symbol: char, style: Style) {
        let (left, top) = self.drawing.origin;
        let x = u16::try_from(i32::from(left) + column);
        let y = u16::try_from(i32::from(top) + line);
        let (Ok(x), Ok(y)) = (x, y) else { return };
        if !self.picture.area.contains(Position { x, y }) {
            return;
        }
        if let Some(cell) = buf.cell_mut((x, y)) {
            cell.set_char(symbol).set_style(style);
        }
    }

    /// Returns the block element and the colours nearest to the colours of four spots.
    fn blocks(&self, quarters: &Quarters, looks: &[Look]) -> (char, Style) {
        let colours: [Option<Rgb>; 4] = std::array::from_fn(|bit| self.spot(quarters, bit, looks));
        if let [Some(colour), ..] = colours
            && colours.iter().all(|other| *other == Some(colour))
        {
            return self.solid(quarters, colour, looks);
        }
        let count = |colour: Option<Rgb>| colours.iter().filter(|other| **other == colour).count();
        let most = |without: Option<Option<Rgb>>| {
            let rest = colours.into_iter().filter(|colour| Some(*colour) != without);
            // The first of several equally common ones, so that neighbours choose alike.
            rest.rev().max_by_key(|colour| count(*colour))
        };
        let Some(first) = most(None) else { return (' ', Style::new()) };
        let Some(second) = most(Some(first)) else { return (' ', Style::new()) };
        // Only the background can be left as the terminal has it.
        let (front, back) = if first.is_none() { (second, first) } else { (first, second) };
        let bits = colours.iter().enumerate().map(|(bit, colour)| {
            let is_front = *colour == front || *colour != back && nearer(*colour, front, back);
            usize::from(is_front) << bit
        });
        let mut style = Style::new();
        style.fg = front.map(|colour| self.theme.show(colour));
        style.bg = back.map(|colour| self.theme.show(colour));
        (BLOCKS[bits.sum::<usize>()], style)
    }

    fn solid(&self, quarters: &Quarters, colour: Rgb, looks: &[Look]) -> (char, Style) {
        let style = Style::new().bg(self.theme.show(colour));
        let is_burned = |spot: &Spot| match spot {
            Spot::Cell(cell) => {
                let piece = looks[usize::from(*cell)].piece;
                piece.is_some_and(|piece| piece.kind == glyphs::BURNED)
            }
            Spot::Ground(_) | Spot::Outside => false,
        };
        if quarters.spots.iter().all(is_burned) {
            return (BURNED, style.fg(self.theme.show(BURNED_TEXTURE)));
        }
        (' ', style)
    }

    fn spot(&self, quarters: &Quarters, bit: usize, looks: &[Look]) -> Option<Rgb> {
        let is_in = |bits: u8| bits >> bit & 1 == 1;
        match quarters.spots[bit] {
            Spot::Outside => None,
            Spot::Ground(cell) => {
                let zone = self.picture.board.cells[usize::from(cell)].tint.zone;
                Some(self.theme.ground(zone))
            }
            Spot::Cell(cell) => {
                let look = &looks[usize::from(cell)];
                let disc = look.disc.filter(|_| is_in(quarters.disc(look.form)));
                let frame = look.frame.filter(|_| is_in(quarters.edge));
                Some(disc.or(frame).unwrap_or(look.fill))
            }
        }
    }

    fn sign(&self, buf: &mut Buffer, look: &Look, anchor: &CellAnchor) {
        let at = (i32::from(anchor.glyph.0), i32::from(anchor.glyph.1));
        let style = self.ink(look.disc.unwrap_or(look.fill));
        let bold = style.add_modifier(Modifier::BOLD);
        let Some(piece) = look.piece else {
            let symbol = if look.mark == Some(Mark::Target) { TARGET } else { ' ' };
            return self.put(buf, at, symbol, bold);
        };
        if piece.kind == glyphs::BURNED {
            let texture = self.theme.show(BURNED_TEXTURE);
            return self.put(buf, at, BURNED, style.fg(texture));
        }
        self.put(buf, at, glyphs::sign(piece), bold);
        if let Some(letter) = glyphs::caption(piece).filter(|_| self.drawing.has_captions) {
            self.put(buf, (at.0, at.1 + 1), letter, style);
        }
    }

    fn flanks(&self, buf: &mut Buffer, look: &Look, anchor: &CellAnchor) {
        let brackets = (look.has_cursor && !anchor.framed).then_some(['[', ']']);
        let Some(pair) = brackets.or(look.mark.and_then(flanks)) else { return };
        let away = if look.disc.is_some() { anchor.piece_flank } else { anchor.flank };
        let Some(away) = away.map(i32::from) else { return };
        for (symbol, step) in pair.into_iter().zip([-away, away]) {
            let (column, line) = (i32::from(anchor.glyph.0) + step, i32::from(anchor.glyph.1));
            let covered =
                self.drawing.raster.at(column, line).map_or(0, |q| q.disc(look.form).count_ones());
            let ground = look.disc.filter(|_| covered >= 2).unwrap_or(look.fill);
            let style = self.ink(ground).add_modifier(Modifier::BOLD);
            self.put(buf, (column, line), symbol, style);
        }
    }

    fn labels(&self, buf: &mut Buffer, seats: &[String]) {
        for label in &self.drawing.labels {
            let (text, colour, weight): (&str, Color, Modifier) = match &label.text {
                LabelText::Fixed(text) | LabelText::Rule(text) => {
                    (text, self.theme.label(), Modifier::empty())
                }
                LabelText::Seat(player) => {
                    let name = seats.get(player.index()).map_or("", String::as_str);
                    (name, self.theme.player_text(*player), Modifier::BOLD)
                }
            };
            let start = label.start(text.width() as i32);
            let style = Style::new().fg(colour).add_modifier(weight);
            for (column, symbol) in (start..).zip(text.chars()) {
                self.put(buf, (column, label.line), symbol, style);
            }
        }
    }
}

/// Returns whether a colour is nearer to the first of two; nothing is near to none but itself.
fn nearer(colour: Option<Rgb>, front: Option<Rgb>, back: Option<Rgb>) -> bool {
    match (colour, front, back) {
        (Some(colour), Some(front), Some(back)) => colour.distance(front) <= colour.distance(back),
        (Some(_), Some(_), None) => true,
        _ => false,
    }
}
