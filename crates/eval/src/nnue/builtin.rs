//! The network that is part of the program.

use std::sync::{Arc, LazyLock};

use super::network::Network;

/// The file of the built-in network, if there is one. To make a trained network the default evaluation, put
/// its file into `crates/eval/nets` and name it here: `Some(include_bytes!("../../nets/NAME.qvnn"))`.
const FILE: Option<&[u8]> = Some(include_bytes!("../../nets/fifth.qvnn"));

static NETWORK: LazyLock<Option<Arc<Network>>> =
    LazyLock::new(|| FILE.and_then(|bytes| Network::from_bytes(bytes).ok()).map(Arc::new));

/// The network that is part of the program, if there is one. It is read once; all who ask share it.
pub fn builtin() -> Option<Arc<Network>> {
    NETWORK.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_a_good_one() {
        if let Some(bytes) = FILE {
            let network = Network::from_bytes(bytes).expect("the file in crates/eval/nets");
            assert_eq!(builtin().as_deref(), Some(&network));
        } else {
            assert!(builtin().is_none());
        }
    }
}
