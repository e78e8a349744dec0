//! `tengen tune`: the best values of a player's keys, by games.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Context;
use serde::Serialize;
use tengen_arena::{
    Campaign, Contestant, LAG, Played, Score, Side, TuneCampaign, TuneMethod, TuneReport,
};
use tengen_engine::{GameName, write_whole};

use crate::arena_args::{ContestArgs, HowArgs, TuneArgs};
use crate::listener::Listener;
use crate::matches::{contest, warn_of_crowds, with_progress};
use crate::{Ending, interrupt};

pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<Ending> {
    interrupt::install();
    let against = args.against.as_ref().unwrap_or(&args.player);
    let title = format!("Tuning of {}", args.player);
    let contest = contest(&args.under, title, [&args.player, against], args.games)?;
    warn_of_crowds(&contest, &args.how);
    warn_of_idlers(&args.how);
    let method: TuneMethod = args.method.into();
    let jobs = args.how.jobs();
    let tuning = TuneCampaign {
        campaign: Campaign { contest, jobs, out: args.how.out.clone(), store: None },
        keys: args.keys.clone(),
        method,
        alone: method == TuneMethod::Spsa && args.against.is_none(),
    };
    let (_, report, interrupted) =
        with_progress(args.how.quiet, args.how.out.is_some(), |stop, tell| {
            tuning.run(stop, &mut |played, best| {
                tell(played, &|| so_far(played, &best()));
                ControlFlow::Continue(())
            })
        })?;
    let check = check(&report.best, &args.player, &args.under);
    if let Some(folder) = &args.how.out {
        keep(folder, &report, &check)?;
    }
    let mut out = Listener::new();
    if args.how.json {
        let entry = Entry { report: &report, check: &check };
        writeln!(out, "{}", serde_json::to_string(&entry)?)?;
    } else {
        writeln!(out, "{}check it: {check}", report.to_text())?;
        if let Some(folder) = &args.how.out {
            writeln!(out, "records and plots: {}", folder.display())?;
        }
    }
    Ok(if interrupted { Ending::Interrupted } else { Ending::Done })
}

#[derive(Serialize)]
struct Entry<'a> {
    #[serde(flatten)]
    report: &'a TuneReport,
    /// The match that says what the best values are worth.
    check: &'a str,
}

/// `120 of 400 games, 53.1 % so far, best so far c=0.3`.
fn so_far(played: &Played, best: &str) -> String {
    let score = Score::of(&played.games, |_| Side::A);
    let rate =
        score.rate().map_or_else(String::new, |rate| format!(", {:.1} % so far", 100.0 * rate));
    format!("{} of {} games{rate}, best so far {best}", score.games(), played.planned)
}

/// More games at a time than there are settings to try.
fn warn_of_idlers(how: &HowArgs) {
    // A pair, and those that it need not wait for.
    let most = 2 * (LAG as usize + 1);
    if how.jobs().get() > most && !how.quiet {
        let _ = writeln!(
            io::stderr(),
            "warning: what is tried next depends on results, so {most} games are played at a time, \
             seldom more; more --jobs are of little use"
        );
    }
}

/// Tables and pictures, beside the records.
fn keep(folder: &Path, report: &TuneReport, check: &str) -> anyhow::Result<()> {
    let markdown = format!("{}\ncheck it: `{check}`\n", report.to_markdown());
    let mut files = vec![
        ("tuning.md".to_owned(), markdown),
        ("samples.csv".to_owned(), report.samples().to_csv()),
    ];
    files.extend(report.plots().into_iter().map(|(key, svg)| (format!("{key}.svg"), svg)));
    for (name, content) in files {
        let path = folder.join(name);
        write_whole(&path, &content).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The match that says what the best values are worth: from other openings than they were found
/// with.
fn check(best: &str, player: &Contestant, under: &ContestArgs) -> String {
    let ContestArgs { game, terms, openings, clock, referee, patience: _, seed } = under;
    let mut words = ["tengen", "match", best].map(str::to_owned).to_vec();
    words.push(player.to_string());
    let mut flag = |name: &str, value: Option<String>| {
        words.extend(value.into_iter().flat_map(|value| [format!("--{name}"), value]));
    };
    flag("sprt", Some("0,20".to_owned()));
    flag("games", Some("20000".to_owned()));
    let game: GameName = (*game).into();
    flag("game", (game != GameName::Go).then(|| game.name().to_owned()));
    flag("size", terms.size.map(|size| size.side().to_string()));
    flag("rules", terms.rules.clone());
    flag("komi", terms.komi.map(|komi| komi.points().to_string()));
    flag("position", terms.position.clone());
    flag("max-length", terms.max_length.map(|length| length.to_string()));
    flag("openings", Some(openings.to_string()));
    flag("clock", clock.as_ref().map(|clock| clock.text.clone()));
    flag("referee", referee.as_ref().map(ToString::to_string));
    flag("seed", Some(seed.wrapping_add(1).to_string()));
    // A comma means nothing to a shell, and every player has some.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ",=.:/_-+".contains(c);
    let quoted = |word: &String| match shlex::try_quote(word) {
        Ok(quoted) if word.is_empty() || !word.chars().all(is_plain) => quoted.into_owned(),
        // No argument holds a zero byte.
        _ => word.clone(),
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}
