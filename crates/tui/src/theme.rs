//! Colours: of cells, pieces and marks, in as many colours as the terminal has.
//!
//! Everything is chosen in true colour and brought down to 256 colours where there are no more, so that
//! there is one palette. Cells are of middling brightness and pieces are discs in their owner's colour,
//! because no colour of letters is readable on light and dark cells for black, white and orange alike.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;
use manator_core::view::{Shade, Tint, Zone};
use ratatui::style::Color;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    True,
    /// The 256 of xterm.
    Indexed,
    /// None, or none wanted.
    #[default]
    Plain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Touched as a part of the move to come.
    Chosen,
    /// Where the piece chosen may go.
    Target,
    /// A target on which something stands.
    Capture,
    Hint,
    Last,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    pub depth: Depth,
    pub players: Vec<Rgb>,
}

const LIGHT_INK: Rgb = Rgb(255, 255, 255);
const DARK_INK: Rgb = Rgb(16, 18, 22);
pub const CURSOR: Rgb = Rgb(255, 255, 255);
pub const BURNED_GROUND: Rgb = Rgb(38, 30, 27);
pub const BURNED_TEXTURE: Rgb = Rgb(92, 62, 44);
const FIRST: Rgb = Rgb(0, 122, 140);
const OTHERS: Rgb = Rgb(176, 42, 140);
/// Above this brightness, letters are dark.
const BRIGHT: f32 = 0.19;

impl Theme {
    /// Decides by the environment how many colours there are: `NO_COLOR`, `COLORTERM` and `TERM`.
    pub fn detect(env: impl Fn(&str) -> Option<String>) -> Theme {
        let is_set = |name: &str| env(name).is_some_and(|value| !value.is_empty());
        let term = env("TERM").unwrap_or_default();
        let true_colour = env("COLORTERM").is_some_and(|v| v == "truecolor" || v == "24bit")
            || term.ends_with("-direct");
        let depth = match () {
            () if is_set("NO_COLOR") || term == "dumb" => Depth::Plain,
            () if true_colour => Depth::True,
            () => Depth::Indexed,
        };
        Theme { depth, players: Vec::new() }
    }

    /// Returns the theme with the colours of players whose seats have these names.
    pub fn seated(&self, names: &[&str]) -> Theme {
        let players = names.iter().enumerate().map(|(seat, name)| player_colour(name, seat));
        Theme { depth: self.depth, players: players.collect() }
    }

    pub fn has_colours(&self) -> bool {
        self.depth != Depth::Plain
    }

    pub fn show(&self, colour: Rgb) -> Color {
        match self.depth {
            Depth::True => Color::Rgb(colour.0, colour.1, colour.2),
            Depth::Indexed => Color::Indexed(colour.indexed()),
            Depth::Plain => Color::Reset,
        }
    }

    pub fn player(&self, player: Player) -> Rgb {
        let fallback = if player.index() == 0 { FIRST } else { OTHERS };
        self.players.get(player.index()).copied().unwrap_or(fallback)
    }

    /// Returns a player's colour for text on the terminal's own background, which may be dark or light.
    pub fn player_text(&self, player: Player) -> Color {
        let colour = self.player(player);
        match colour.brightness() {
            // Black and white would be unreadable on one of the two.
            dark if dark < 0.02 => self.show(Rgb(128, 134, 140)),
            dark if dark < 0.14 => self.show(colour.mix(LIGHT_INK, 0.35)),
            _ => self.show(colour),
        }
    }

    pub fn cell(&self, tint: Tint) -> Rgb {
        match (tint.zone, tint.shade) {
            (Zone::Field, Shade::Light) => Rgb(176, 186, 194),
            (Zone::Field, Shade::Dark) => Rgb(122, 136, 148),
            (Zone::Court, Shade::Light) => Rgb(236, 218, 168),
            (Zone::Court, Shade::Dark) => Rgb(214, 190, 130),
            (Zone::Section(player), Shade::Light) => {
                self.player(player).mix(Rgb(226, 228, 232), 0.78)
            }
            (Zone::Section(player), Shade::Dark) => {
                self.player(player).mix(Rgb(168, 172, 178), 0.62)
            }
        }
    }

    pub fn ground(&self, zone: Zone) -> Rgb {
        match zone {
            Zone::Field => Rgb(62, 72, 82),
            Zone::Court => Rgb(0, 76, 58),
            Zone::Section(player) => self.player(player).mix(Rgb(0, 0, 0), 0.6),
        }
    }

    /// Returns the colour of a marked cell that would be `colour` unmarked.
    pub fn marked(&self, colour: Rgb, mark: Mark) -> Rgb {
        match mark {
            Mark::Chosen => colour.mix(Rgb(70, 190, 90), 0.75),
            Mark::Target => colour.mix(Rgb(96, 190, 110), 0.35),
            Mark::Capture => colour.mix(Rgb(232, 70, 50), 0.6),
            Mark::Hint => colour.mix(Rgb(150, 100, 240), 0.6),
            Mark::Last => colour.mix(Rgb(240, 214, 70), 0.6),
        }
    }

    pub fn ink(&self, ground: Rgb) -> Rgb {
        if ground.brightness() > BRIGHT { DARK_INK } else { LIGHT_INK }
    }

    pub fn label(&self) -> Color {
        self.show(Rgb(138, 146, 154))
    }
}

fn player_colour(name: &str, seat: usize) -> Rgb {
    match (name, seat) {
        ("black", _) => Rgb(20, 20, 22),
        ("white", _) => Rgb(252, 252, 250),
        ("orange", _) => Rgb(255, 145, 20),
        ("blue", _) => Rgb(24, 60, 200),
        ("green", _) => Rgb(0, 118, 40),
        ("red", _) => Rgb(196, 24, 30),
        (_, 0) => FIRST,
        (_, _) => OTHERS,
    }
}

impl Rgb {
    pub fn mix(self, other: Rgb, share: f32) -> Rgb {
        let part =
            |one: u8, two: u8| (f32::from(one) * (1.0 - share) + f32::from(two) * share) as u8;
        Rgb(part(self.0, other.0), part(self.1, other.1), part(self.2, other.2))
    }

    /// Returns the relative luminance, from 0 to 1.
    pub fn brightness(self) -> f32 {
        let linear = |part: u8| (f32::from(part) / 255.0).powf(2.2);
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Returns the nearest of xterm's colours, from its cube and its greys.
    fn indexed(self) -> u8 {
        const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let step = |part: u8| {
            (0..6u8).min_by_key(|step| STEPS[usize::from(*step)].abs_diff(part)).unwrap_or(0)
        };
        let (red, green, blue) = (step(self.0), step(self.1), step(self.2));
        let cube =
            Rgb(STEPS[usize::from(red)], STEPS[usize::from(green)], STEPS[usize::from(blue)]);
        let mean = (u16::from(self.0) + u16::from(self.1) + u16::from(self.2)) / 3;
        let level = (mean.saturating_sub(3) / 10).min(23) as u8;
        let grey = 8 + 10 * level;
        if self.distance(Rgb(grey, grey, grey)) < self.distance(cube) {
            232 + level
        } else {
            16 + 36 * red + 6 * green + blue
        }
    }

    pub fn distance(self, other: Rgb) -> u32 {
        let square = |one: u8, two: u8| u32::from(one.abs_diff(two)).pow(2);
        square(self.0, other.0) + square(self.1, other.1) + square(self.2, other.2)
    }
}
