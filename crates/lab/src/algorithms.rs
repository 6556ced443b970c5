//! The algorithms, each as its paper has it, in the order of their years.

mod alpha_beta;
mod aspiration;
mod minimax;
mod mt;
mod mtd;
mod mws;
mod nws;
mod pvs;
mod scout;

pub use alpha_beta::alpha_beta;
pub use aspiration::aspiration;
pub(crate) use aspiration::aspire;
pub use minimax::minimax;
pub use mt::{Known, Recollection};
pub use mtd::{mt_sss, mtd_f};
pub use mws::{mws, pvs_over_mws};
pub use nws::nws;
pub use pvs::pvs;
pub use scout::scout;
