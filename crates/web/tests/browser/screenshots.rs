//! The pictures of README and docs, taken from the real page: `scripts/screenshots`.
