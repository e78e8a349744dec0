//! The page in a real browser, at a desk's and a phone's width: whole games by clicks, analysis, a
//! proof, a book, a server that goes away. Nothing may be complained of in the browser's console.

mod analysis;
mod away;
mod book;
mod chromium;
mod go_game;
mod house;
mod http;
mod loa_game;
mod pages;
mod phantom_game;
mod player;
mod proof;
mod runs;
mod screenshots;
