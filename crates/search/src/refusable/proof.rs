//! stub
/// x
#[derive(Clone, Copy, Debug)]
pub struct Prover;
/// y
#[derive(Clone, Copy, Debug)]
pub struct Verdict;
