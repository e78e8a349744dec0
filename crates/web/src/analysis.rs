//! Positions that are analysed or proved while somebody looks on.

pub(crate) mod desk;
pub(crate) mod explorer;
pub(crate) mod study;
