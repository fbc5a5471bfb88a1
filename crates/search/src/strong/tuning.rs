//! The numbers of the strong search, so that a laboratory can try others.
//!
//! Rules that were not shown to pay at equal CPU time are not among them; docs/strength.md names them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::str::FromStr;

use manator_core::OptionError;

/// One number of [`Tuning`], and between which it makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: &'static str,
    pub least: i32,
    pub greatest: i32,
    pub default: i32,
}

macro_rules! tuning {
    ($($(#[$doc:meta])* $name:ident: $least:literal, $greatest:literal, $default:literal;)*) => {
        /// The numbers of the strong search; the defaults are what plays.
        ///
        /// SPSA found eight of them in King's Court. Against those before, at equal CPU time: +23 Elo (+5 to +41) there,
        /// +17 (-5 to +38) in Jetan, +11 (+2 to +20) in Joust.
        ///
        /// ```
        /// use manator_search::strong::Tuning;
        ///
        /// let tuning: Tuning = "reduce_after:4;pass_less:4".parse().expect("both are parameters");
        /// assert_eq!((tuning.reduce_after, tuning.pass_less), (4, 4));
        /// let error = "reduce_after:99".parse::<Tuning>().expect_err("too many");
        /// assert_eq!(error.to_string(), "tuning: 'reduce_after:99' is not between 1 and 12");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tuning {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Tuning {
            pub const DEFAULT: Tuning = Tuning { $($name: $default,)* };

            pub const PARAMETERS: &'static [Parameter] = &[
                $(Parameter {
                    name: stringify!($name),
                    least: $least,
                    greatest: $greatest,
                    default: $default,
                },)*
            ];

            fn number(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

tuning! {
    /// The least depth at which a pass is tried.
    pass_depth_min: 1, 12, 3;
    /// How many plies less a pass is searched, and again one for every so many plies of depth.
    pass_less: 1, 8, 3;
    pass_less_per: 1, 16, 4;
    /// The least depth at which late moves are reduced, and after how many others they are late.
    reduce_depth_min: 2, 12, 3;
    reduce_after: 1, 12, 3;
    /// The reduction in 256ths of a ply, and how it grows with the logarithms of depth and move number:
    /// by default 1.03 + ln(depth) ln(number) / 1.6.
    reduce_base: 0, 768, 263;
    reduce_slope: 0, 64, 19;
    /// How much history is worth a ply.
    merit_per_ply: 1024, 65536, 9701;
    /// The least depth at which a node unknown to the table is searched one ply less: what it costs is
    /// better spent when the next iteration comes back with a move to try first.
    unknown_depth_min: 2, 16, 4;
    /// The greatest depth at which a node is cut off because its evaluation is far too good, and how
    /// much of the guide's margin that takes for each ply.
    trust_depth_max: 0, 16, 6;
    trust_percent: 10, 400, 130;
    /// The greatest depth at which quiet moves are skipped because the evaluation is far too bad.
    skip_depth_max: 0, 16, 3;
    skip_percent: 10, 400, 81;
    /// What a cut adds to history for the square of its depth, and at most.
    history_bonus: 1, 256, 10;
    history_bonus_max: 64, 16384, 2048;
    /// The first window around the score expected: so much, and so many per cent of how far scores moved
    /// lately, each to either side. Then it grows so many times.
    width_min: 1, 400, 6;
    width_percent: 0, 1000, 200;
    width_growth: 2, 16, 4;
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning::DEFAULT
    }
}

impl Tuning {
    /// Returns the number of a parameter.
    pub fn value(mut self, name: &str) -> Option<i32> {
        self.number(name).copied()
    }

    /// Reads `name:value;name:value`; what is not named stays as it is.
    pub fn with(mut self, text: &str) -> Result<Tuning, OptionError> {
        for pair in text.split(';').map(str::trim).filter(|pair| !pair.is_empty()) {
            let wrong = |expected: String| OptionError::Value {
                name: "tuning",
                value: pair.into(),
                expected,
            };
            let (name, value) = pair.split_once(':').unwrap_or((pair, ""));
            let found = Tuning::PARAMETERS.iter().find(|parameter| parameter.name == name);
            let Some(Parameter { least, greatest, .. }) = found else {
                let names: Vec<_> = Tuning::PARAMETERS.iter().map(|known| known.name).collect();
                return Err(wrong(format!("NAME:NUMBER with one of {}", names.join(", "))));
            };
            let value = value.parse().ok().filter(|value| (least..=greatest).contains(&value));
            let value = value.ok_or_else(|| wrong(format!("between {least} and {greatest}")))?;
            self.number(name).into_iter().for_each(|number| *number = value);
        }
        Ok(self)
    }
}

impl FromStr for Tuning {
    type Err = OptionError;

    /// Reads `name:value;name:value`; what is not named stays as it is by default.
    fn from_str(text: &str) -> Result<Tuning, OptionError> {
        Tuning::DEFAULT.with(text)
    }
}

#[cfg(test)]
mod tests {
    use super::Tuning;

    #[test]
    fn every_parameter_can_be_set_and_is_within_its_bounds() {
        for parameter in Tuning::PARAMETERS {
            assert!((parameter.least..=parameter.greatest).contains(&parameter.default));
            for value in [parameter.least, parameter.greatest] {
                let text = format!("{}:{value}", parameter.name);
                let mut tuning: Tuning = text.parse().expect("a parameter");
                let number = tuning.number(parameter.name).expect("a parameter");
                assert_eq!(std::mem::replace(number, parameter.default), value);
                assert_eq!(tuning, Tuning::DEFAULT, "{text} sets nothing else");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_quoted() {
        for text in ["speed:3", "reduce_after", "reduce_after:x", "pass_less:3;reduce_after:0"] {
            let error = text.parse::<Tuning>().expect_err(text).to_string();
            let pair = text.rsplit(';').next().expect("a pair");
            assert!(error.starts_with(&format!("tuning: '{pair}' is not ")), "{error}");
        }
        assert_eq!(" ; ".parse(), Ok(Tuning::DEFAULT));
    }
}
