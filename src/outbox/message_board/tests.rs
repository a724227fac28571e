//! Tests of the message board.
