//! `tengen gtp`: a player behind a pipe.

use std::fs::File;
use std::io::{self, BufReader};

use anyhow::{Context, bail};
use tengen_engine::GameName;
use tengen_gtp::{Answering, Identity, PhantomSession, Session, serve};

use crate::cli::GtpArgs;
use crate::game_setup::player_or_usual;

pub(crate) fn run(args: &GtpArgs) -> anyhow::Result<()> {
    let game = GameName::from(args.game);
    let player = player_or_usual(args.player.as_ref(), game)?;
    let identity = Identity { version: crate::VERSION.to_owned(), ..Identity::default() };
    let who = || format!("player {player}");
    match game {
        GameName::Go if args.squares => bail!("--squares is for loa: at go a move is a point"),
        GameName::Go => {
            let session = Session::new(args.terms.go()?, &player, identity).with_context(who)?;
            talk(args, session)
        }
        GameName::Phantom if args.squares => {
            bail!("--squares is for loa: at phantom a move is a point")
        }
        GameName::Phantom => {
            let session = PhantomSession::new(args.terms.phantom(None)?, &player, identity);
            talk(args, session.with_context(who)?)
        }
        GameName::Loa => {
            let session = Session::loa(args.terms.loa()?, &player, args.squares, identity);
            talk(args, session.with_context(who)?)
        }
    }
}

fn talk<A: Answering>(args: &GtpArgs, mut session: A) -> anyhow::Result<()> {
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
