//! The algorithms, each as its paper has it, in the order of their years.

mod alpha_beta;
mod aspiration;
mod minimax;
mod mtd;
mod pvs;
mod scout;

pub use alpha_beta::alpha_beta;
pub use aspiration::aspiration;
pub use minimax::minimax;
pub use mtd::{Recollection, mt_sss, mtd_f};
pub use pvs::pvs;
pub use scout::scout;
