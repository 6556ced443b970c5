//! Findings made false on purpose.
