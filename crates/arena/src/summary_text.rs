//! A pairing's score in words.

use std::fmt::Write;

use tengen_report::{Column, Table};

use crate::record::{End, SettledBy, Side};
use crate::score::{Score, SprtState, Summary};
use crate::statistics::elo::EloInterval;
use crate::statistics::interval::Interval;
use crate::statistics::sprt::Decision;

impl Summary {
    /// The score in words, for a terminal.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        if self.games == 0 {
            return writeln!(out, "No game is over yet.");
        }
        let mut table = Table::new([
            Column::left("A's games"),
            Column::right("games"),
            Column::right("wins"),
            Column::right("draws"),
            Column::right("losses"),
            Column::right("win rate"),
            Column::left("95 % interval"),
            Column::right("Elo"),
            Column::left("95 % interval"),
        ]);
        let all = Score { wins: self.wins, draws: self.draws, losses: self.losses };
        for (name, score) in
            [("all", all), ("as Black", self.as_black), ("as White", self.as_white)]
        {
            table.row(row(name, &score, score.interval()));
        }
        if self.pairs.pairs() > 0 {
            let name = format!("all, by {} pairs", self.pairs.pairs());
            table.row(row(&name, &self.paired, self.pair_interval));
        }
        write!(out, "{}", table.to_text())?;
        let [zero, half, one, most, two] = self.pairs.0;
        writeln!(
            out,
            "pairs by A's points (0, 1/2, 1, 3/2, 2): {zero}, {half}, {one}, {most}, {two}; \
             A is the stronger with {}",
            likelihood(self.superiority)
        )?;
        let length = self.mean_length.unwrap_or(0.0);
        write!(out, "{length:.1} moves a game")?;
        for side in Side::BOTH {
            let letter = if side == Side::A { 'A' } else { 'B' };
            if let Some(seconds) = self.seconds_per_move[side] {
                write!(out, "; {letter} {} a move", seconds_text(seconds))?;
            }
            if let Some(playouts) = self.playouts_per_move[side] {
                write!(out, " and {playouts:.0} playouts")?;
            }
        }
        writeln!(out)?;
        for side in Side::BOTH {
            let letter = if side == Side::A { 'A' } else { 'B' };
            if let Some(moves) = self.book_moves[side] {
                writeln!(out, "{letter} played {moves:.1} moves a game from its opening book")?;
            }
        }
        let ends = self.ends.iter().map(|(end, count)| format!("{count} {}", end.words()));
        writeln!(out, "ended: {}", ends.collect::<Vec<_>>().join(", "))?;
        if !self.settled.is_empty() {
            let ways = self.settled.iter().map(|(by, count)| format!("{count} {}", by.words()));
            write!(out, "counted: {}", ways.collect::<Vec<_>>().join(", "))?;
            if self.board_wrong > 0 {
                write!(
                    out,
                    "; in {} of them the board as it stood had another winner",
                    self.board_wrong
                )?;
            }
            writeln!(out)?;
        }
        self.write_forfeits(out)?;
        if self.repeated > 0 {
            writeln!(
                out,
                "warning: {} games repeat an earlier one move for move and say nothing new; use \
                 --openings, or give the engine a seed",
                self.repeated
            )?;
        }
        self.sprt.iter().try_for_each(|sprt| writeln!(out, "{}", sprt.to_text()))
    }

    fn write_forfeits(&self, out: &mut String) -> std::fmt::Result {
        if self.forfeits == 0 {
            return Ok(());
        }
        writeln!(
            out,
            "forfeits: {} by A, {} by B (counted as losses above)",
            self.forfeits_by.a, self.forfeits_by.b
        )?;
        const SHOWN: usize = 10;
        for line in self.forfeit_list.iter().take(SHOWN) {
            let side = if line.by == Side::A { 'A' } else { 'B' };
            writeln!(out, "  game {}, {side}: {}", line.game, line.reason)?;
            if let Some(last) = line.stderr.trim().lines().last() {
                writeln!(out, "    it said: {last}")?;
            }
        }
        match self.forfeit_list.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => writeln!(out, "  and {more} more, in the records"),
        }
    }
}

fn row(name: &str, score: &Score, interval: Interval) -> [String; 9] {
    let elo = score.rate().and_then(crate::statistics::elo::elo_of_rate);
    [
        name.to_owned(),
        score.games().to_string(),
        score.wins.to_string(),
        score.draws.to_string(),
        score.losses.to_string(),
        score.rate().map_or_else(|| "-".to_owned(), percent),
        interval.to_percent(),
        elo.map_or_else(|| "-".to_owned(), |elo| format!("{elo:+.0}")),
        EloInterval::from(interval).to_text(),
    ]
}

fn percent(rate: f64) -> String {
    format!("{:.1} %", 100.0 * rate)
}

fn likelihood(superiority: f64) -> String {
    format!("a likelihood of {:.1} %", 100.0 * superiority)
}

fn seconds_text(seconds: f64) -> String {
    match seconds {
        _ if seconds < 0.01 => format!("{:.1} ms", 1000.0 * seconds),
        _ if seconds < 1.0 => format!("{:.0} ms", 1000.0 * seconds),
        _ => format!("{seconds:.1} s"),
    }
}

impl Interval {
    /// In per cent: `64.9 to 77.3`.
    #[must_use]
    pub fn to_percent(self) -> String {
        format!("{:.1} to {:.1}", 100.0 * self.low, 100.0 * self.high)
    }
}

impl EloInterval {
    /// `+10 to +52`; an end that is open says so.
    #[must_use]
    pub fn to_text(self) -> String {
        match (self.low, self.high) {
            (Some(low), Some(high)) => format!("{low:+.0} to {high:+.0}"),
            (Some(low), None) => format!("{low:+.0} and more"),
            (None, Some(high)) => format!("{high:+.0} and less"),
            (None, None) => "any".to_owned(),
        }
    }
}

impl End {
    /// In words, after a number.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Passes => "by passes",
            Self::Connection => "by connection",
            Self::BothConnected => "by a connection of both",
            Self::NoMove => "for want of moves",
            Self::Repetition => "by repetition",
            Self::Resignation => "by resignation",
            Self::Forfeit => "by forfeit",
            Self::Length => "for their length",
        }
    }
}

impl SettledBy {
    /// In words, after a number.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Referee => "by the referee",
            Self::Agreement => "as both players said",
            Self::PlayingOn => "after playing on",
            Self::Board => "as the board stood",
        }
    }
}

impl SprtState {
    /// In words.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Self { elo0, elo1, llr, lower, upper, pairs, decision } = self;
        let verdict = match decision {
            Some(Decision::AcceptH1) => format!("A is better: H1, {elo1} or more, is accepted"),
            Some(Decision::AcceptH0) => format!("A is not better: H0, {elo0} or less, is accepted"),
            None => "not decided yet".to_owned(),
        };
        format!(
            "SPRT of {elo0} against {elo1} normalised Elo: log likelihood ratio {llr:.2} \
             ({lower:.2} to {upper:.2}) after {pairs} pairs; {verdict}"
        )
    }
}
