//! Games in, position statistics out.
