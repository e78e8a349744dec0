//! `tengen gtp`: a player behind a pipe.

use std::fs::File;
use std::io::{self, BufReader};

use anyhow::Context;
use tengen_gtp::{Identity, Session, serve};

use crate::cli::GtpArgs;

pub(crate) fn run(args: &GtpArgs) -> anyhow::Result<()> {
    let player = args.player.clone().at_full_strength();
    let identity = Identity { version: crate::VERSION.to_owned(), ..Identity::default() };
    let mut session = Session::new(args.game.go(), &player, identity)
        .with_context(|| format!("player {player}"))?;
    let log = match &args.log {
        Some(path) => {
            let file = File::options().create(true).append(true).open(path);
            Some(file.with_context(|| format!("log file {}", path.display()))?)
        }
        None => None,
    };
    serve(&mut session, BufReader::new(io::stdin()), &mut io::stdout(), log)?;
    Ok(())
}
