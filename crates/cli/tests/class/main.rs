//! A class with the real program: students come, upload, stay away; the power goes; strangers try things.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod driver;
mod flood;
mod hostile;
mod strangers;
mod whole;
