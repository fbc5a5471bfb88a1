//! A message that is printed and read again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::{Debug, Display};
use std::str::FromStr;

use manator_protocol::ParseError;

/// Checks that a message is one line, which is read as what it was, whatever is around it.
#[track_caller]
pub(crate) fn check<M: FromStr<Err = ParseError> + Display + Debug + PartialEq>(message: &M) {
    let line = message.to_string();
    assert!(!line.contains('\n'), "{line:?}");
    assert_eq!(line.parse::<M>().as_ref(), Ok(message), "{line:?}");
    assert_eq!(format!("  {line} \r\n").parse::<M>().as_ref(), Ok(message), "{line:?} with CRLF");
}
