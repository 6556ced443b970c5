//! Any conversation in `XBoard`'s protocol: each line of the input is a line of the user's program, or a
//! sign that the engine has something to say. The engine insists on good manners.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| quevedo_fuzz::xboard::converse(data));
