//! A picture of a screen as one self-contained SVG.
//!
//! It is shown on light and on dark pages, with whatever monospace font the reader has: the window has
//! its own background and a border visible on both, words are set to the width of their cells, and a
//! chessman stays a letter where a system has it as a coloured picture too.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::Write;

use super::glyph::{self, LineStyle, Part};
use super::screen::{Cell, Color, Screen, symbol};

/// The size of a cell. Half a block is then a square, and eighths of the height meet on whole pixels.
const WIDTH: f32 = 8.0;
const HEIGHT: f32 = 16.0;
/// Most monospace fonts are 0.6 of their size wide.
const FONT_SIZE: f32 = 13.4;
const BASELINE: f32 = 12.4;
const MARGIN: f32 = 12.0;
const TITLE_HEIGHT: f32 = 34.0;
const RADIUS: f32 = 9.0;

const FONTS: &str = "ui-monospace,'SF Mono','Cascadia Mono','DejaVu Sans Mono',Menlo,Consolas,\
                     'Liberation Mono',monospace";
const BACKGROUND: &str = "#1b1e25";
const FOREGROUND: &str = "#d5d9e0";
const TITLE_BACKGROUND: &str = "#2a2e37";
const TITLE_FOREGROUND: &str = "#a3a9b5";
const BORDER: &str = "#59606d";
const BUTTONS: [&str; 3] = ["#ec6a5e", "#f4bf4f", "#61c554"];

/// The sixteen named colours: black red green yellow blue magenta cyan white, then brighter.
const NAMED: [&str; 16] = [
    "#30343d", "#e0626b", "#8cbf6c", "#dfb45c", "#5f9fe8", "#c178dd", "#56b6c2", "#c8ccd4",
    "#6b7280", "#f0828a", "#a8d78a", "#f2cd7e", "#86b9f5", "#d59bec", "#7fd1db", "#ffffff",
];

pub(super) fn draw(screen: &Screen, title: &str) -> String {
    let size = screen.size();
    let width = 2.0 * MARGIN + WIDTH * f32::from(size.columns);
    let height = TITLE_HEIGHT + 2.0 * MARGIN + HEIGHT * f32::from(size.lines);
    let mut svg = String::new();
    open_window(&mut svg, width, height, &escape(title));
    let mut fills = Fills::default();
    let mut strokes = String::new();
    let mut words = Words::default();
    for line in 0..size.lines {
        for (column, cell) in (0_u16..).zip(screen.row(line)) {
            let style = Style::of(cell);
            let (left, top) = (WIDTH * f32::from(column), HEIGHT * f32::from(line));
            fills.cell(left, top, &style.background);
            let text = symbol(cell);
            let Some(symbol) = text.chars().next() else { continue };
            let parts = glyph::block(symbol);
            if !parts.is_empty() {
                parts.iter().for_each(|part| fills.part(left, top, part, &style.ink.colour));
            } else if let Some((arms, line)) = glyph::lines(symbol) {
                stroke(&mut strokes, (left, top), arms, line, &style.ink.colour);
            } else if symbol != ' ' {
                words.push(left, top, cell, style.ink);
            }
        }
    }
    // Edges that meet must not be blurred, or the page shines through when the picture is scaled.
    let _ = writeln!(svg, "<g shape-rendering=\"crispEdges\">\n{}</g>", fills.finish());
    let _ = writeln!(svg, "<g fill=\"none\">\n{strokes}</g>\n<g>\n{}</g>", words.finish());
    if !screen.hide_cursor() {
        let (column, line) = screen.cursor();
        let (x, y) = (WIDTH * f32::from(column), HEIGHT * f32::from(line));
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{FOREGROUND}\" \
             opacity=\"0.6\"/>"
        );
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

fn open_window(svg: &mut String, width: f32, height: f32, title: &str) {
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"{FONTS}\" \
         font-size=\"{FONT_SIZE}\" style=\"font-variant-emoji:text\">\n<title>{title}</title>"
    );
    let (inner_width, inner_height) = (width - 1.0, height - 1.0);
    let _ = writeln!(
        svg,
        "<rect x=\"0.5\" y=\"0.5\" width=\"{inner_width}\" height=\"{inner_height}\" \
         rx=\"{RADIUS}\" fill=\"{BACKGROUND}\"/>"
    );
    let _ = writeln!(
        svg,
        "<path d=\"M0.5 {TITLE_HEIGHT}V{0}a{RADIUS} {RADIUS} 0 0 1 {RADIUS} -{RADIUS}H{1}a{RADIUS} \
         {RADIUS} 0 0 1 {RADIUS} {RADIUS}V{TITLE_HEIGHT}z\" fill=\"{TITLE_BACKGROUND}\"/>",
        RADIUS + 0.5,
        width - RADIUS - 0.5,
    );
    let middle = TITLE_HEIGHT / 2.0;
    for (place, colour) in (0_u8..).zip(BUTTONS) {
        let x = 20.0 + 20.0 * f32::from(place);
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{middle}\" r=\"6\" fill=\"{colour}\"/>");
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"{TITLE_FOREGROUND}\">{title}</text>",
        width / 2.0,
        middle + 4.5,
    );
    let _ = writeln!(
        svg,
        "<rect x=\"0.5\" y=\"0.5\" width=\"{inner_width}\" height=\"{inner_height}\" \
         rx=\"{RADIUS}\" fill=\"none\" stroke=\"{BORDER}\"/>"
    );
    let _ = writeln!(svg, "<g transform=\"translate({MARGIN} {})\">", TITLE_HEIGHT + MARGIN);
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Ink {
    colour: String,
    bold: bool,
    dim: bool,
    italic: bool,
    underline: bool,
}

struct Style {
    ink: Ink,
    background: String,
}

impl Style {
    fn of(cell: &Cell) -> Self {
        let mut colour = hexadecimal(cell.fgcolor(), FOREGROUND);
        let mut background = hexadecimal(cell.bgcolor(), BACKGROUND);
        if cell.inverse() {
            std::mem::swap(&mut colour, &mut background);
        }
        let (bold, dim) = (cell.bold(), cell.dim());
        let (italic, underline) = (cell.italic(), cell.underline());
        Self { ink: Ink { colour, bold, dim, italic, underline }, background }
    }
}

fn hexadecimal(colour: Color, default: &str) -> String {
    let rgb = |red: u8, green: u8, blue: u8| format!("#{red:02x}{green:02x}{blue:02x}");
    match colour {
        Color::Default => default.to_string(),
        Color::Rgb(red, green, blue) => rgb(red, green, blue),
        Color::Idx(index @ 0..=15) => NAMED[usize::from(index)].to_string(),
        // A cube of six levels each, the first step of which is the largest.
        Color::Idx(index @ 16..=231) => {
            let level = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
            let index = index - 16;
            rgb(level(index / 36), level(index / 6 % 6), level(index % 6))
        }
        Color::Idx(index) => {
            let grey = 8 + 10 * (index - 232);
            rgb(grey, grey, grey)
        }
    }
}

/// Filled rectangles; one that continues an earlier one to the right is joined to it.
#[derive(Default)]
struct Fills {
    /// The backgrounds, which must all be drawn first.
    behind: Vec<Run>,
    before: Vec<Run>,
}

/// How many rectangles back one may be continued: a cell has at most two, and its neighbour as many.
const OPEN_MAX: usize = 4;

#[derive(Clone, Debug, PartialEq)]
struct Run {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
    colour: String,
    quarters: u16,
}

impl Run {
    fn joins(&self, next: &Self) -> bool {
        self.right == next.left
            && (self.top, self.bottom) == (next.top, next.bottom)
            && (&self.colour, self.quarters) == (&next.colour, next.quarters)
    }

    fn write(&self, svg: &mut String) {
        let (width, height) = (self.right - self.left, self.bottom - self.top);
        let _ = write!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"",
            self.left, self.top, self.colour
        );
        if self.quarters < 4 {
            let _ = write!(svg, " opacity=\"{}\"", f32::from(self.quarters) / 4.0);
        }
        svg.push_str("/>\n");
    }
}

impl Fills {
    fn cell(&mut self, left: f32, top: f32, colour: &str) {
        if colour != BACKGROUND {
            let (right, bottom, colour) = (left + WIDTH, top + HEIGHT, colour.to_string());
            push(&mut self.behind, Run { left, top, right, bottom, colour, quarters: 4 });
        }
    }

    fn part(&mut self, left: f32, top: f32, part: &Part, colour: &str) {
        let run = Run {
            left: left + WIDTH / 8.0 * f32::from(part.left),
            top: top + HEIGHT / 8.0 * f32::from(part.top),
            right: left + WIDTH / 8.0 * f32::from(part.right),
            bottom: top + HEIGHT / 8.0 * f32::from(part.bottom),
            colour: colour.to_string(),
            quarters: part.quarters,
        };
        push(&mut self.before, run);
    }

    fn finish(self) -> String {
        let mut svg = String::new();
        self.behind.iter().chain(&self.before).for_each(|run| run.write(&mut svg));
        svg
    }
}

fn push(runs: &mut Vec<Run>, run: Run) {
    match runs.iter_mut().rev().take(OPEN_MAX).find(|last| last.joins(&run)) {
        Some(last) => last.right = run.right,
        None => runs.push(run),
    }
}

fn stroke(
    svg: &mut String,
    (left, top): (f32, f32),
    [up, to_right, down, to_left]: [bool; 4],
    style: LineStyle,
    colour: &str,
) {
    let (x, y) = (left + WIDTH / 2.0, top + HEIGHT / 2.0);
    let (right, bottom) = (left + WIDTH, top + HEIGHT);
    let width = if style == LineStyle::Heavy { 2.2 } else { 1.2 };
    let mut path = String::new();
    let vertical = if up { top } else { bottom };
    let horizontal = if to_left { left } else { right };
    if style == LineStyle::Round {
        let _ = write!(path, "M{x} {vertical}Q{x} {y} {horizontal} {y}");
    } else {
        // An arm begins a little beyond the middle, so that corners are whole.
        let half = width / 2.0;
        let arms = [
            (up, format!("M{x} {}V{top}", y + half)),
            (to_right, format!("M{} {y}H{right}", x - half)),
            (down, format!("M{x} {}V{bottom}", y - half)),
            (to_left, format!("M{} {y}H{left}", x + half)),
        ];
        path.extend(arms.into_iter().filter(|(drawn, _)| *drawn).map(|(_, arm)| arm));
    }
    let _ = writeln!(svg, "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>");
}

#[derive(Default)]
struct Words {
    left: f32,
    right: f32,
    top: f32,
    ink: Ink,
    word: String,
    text: String,
}

impl Words {
    fn push(&mut self, left: f32, top: f32, cell: &Cell, ink: Ink) {
        // Only letters that every monospace font has are sure to be as wide as the cell. Others, such
        // as chessmen, stand alone, in the middle.
        let text = symbol(cell);
        let plain = text.is_ascii();
        let joins = plain && self.word.is_ascii() && self.right == left && self.top == top;
        if !joins || self.ink != ink {
            self.end();
            (self.left, self.top, self.ink) = (left, top, ink);
        }
        self.word.push_str(text);
        self.right = left + if cell.is_wide() { 2.0 * WIDTH } else { WIDTH };
    }

    fn end(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let y = self.top + BASELINE;
        let width = self.right - self.left;
        let _ = if self.word.is_ascii() {
            write!(self.text, "<text x=\"{}\" y=\"{y}\" textLength=\"{width}\"", self.left)
        } else {
            let middle = self.left + width / 2.0;
            write!(self.text, "<text x=\"{middle}\" y=\"{y}\" text-anchor=\"middle\"")
        };
        let _ = write!(self.text, " fill=\"{}\"", self.ink.colour);
        for (holds, attribute) in [
            (self.ink.bold, " font-weight=\"bold\""),
            (self.ink.dim, " opacity=\"0.6\""),
            (self.ink.italic, " font-style=\"italic\""),
            (self.ink.underline, " text-decoration=\"underline\""),
        ] {
            self.text.push_str(if holds { attribute } else { "" });
        }
        let _ = writeln!(self.text, ">{}</text>", escape(&self.word));
        self.word.clear();
    }

    fn finish(mut self) -> String {
        self.end();
        self.text
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
