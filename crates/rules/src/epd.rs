//! Extended Position Description: a position with operations.
