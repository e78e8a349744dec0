//! The table of methods and their keys: names, defaults and what they mean, for all games.

use crate::game_name::GameName;
use crate::spec::FILE;

/// A key of a player.
#[derive(Debug, PartialEq, Eq)]
pub struct KeyInfo {
    /// Its name.
    pub name: &'static str,
    /// What it is if nothing is said, unless the method says otherwise ([`Method::default_of`]).
    pub(crate) default: &'static str,
    /// What it means, in a line.
    pub help: &'static str,
    /// What it can be in each game, and what `auto` stands for there; empty if the game does not
    /// matter.
    pub by_game: &'static [InGame],
}

impl KeyInfo {
    /// Whether it means anything in this game.
    #[must_use]
    pub fn is_in(&self, game: GameName) -> bool {
        self.by_game.is_empty() || self.in_game(game).is_some()
    }

    /// What it is in this game, if the game matters.
    #[must_use]
    pub fn in_game(&self, game: GameName) -> Option<&'static InGame> {
        self.by_game.iter().find(|entry| entry.game == game)
    }
}

/// A key in one of the games.
#[derive(Debug, PartialEq, Eq)]
pub struct InGame {
    /// The game.
    pub game: GameName,
    /// What `auto` stands for.
    pub auto: &'static str,
    /// The words that it can be, `auto` aside; empty if it is a number.
    pub words: &'static [&'static str],
}

/// What `auto` stands for in Go and in Lines of Action, and the words that each game knows.
macro_rules! by_game {
    (go: $go:literal $go_words:expr, loa: $loa:literal $loa_words:expr) => {
        &[
            InGame { game: GameName::Go, auto: $go, words: $go_words },
            InGame { game: GameName::Loa, auto: $loa, words: $loa_words },
        ]
    };
}

/// A search method.
#[derive(Debug, PartialEq, Eq)]
pub struct Method {
    /// Its name in a player's text.
    pub name: &'static str,
    /// What it is, in a line.
    pub help: &'static str,
    /// The games it plays.
    pub games: &'static [GameName],
    groups: &'static [&'static [KeyInfo]],
    /// What keys are if nothing is said, where that differs from what their groups say.
    own: &'static [(&'static str, &'static str)],
}

impl Method {
    /// Its keys.
    pub fn keys(&self) -> impl Iterator<Item = &'static KeyInfo> {
        self.groups.iter().flat_map(|group| group.iter())
    }

    /// What a key is if nothing is said.
    #[must_use]
    pub fn default_of(&self, key: &KeyInfo) -> &'static str {
        self.own.iter().find(|(name, _)| *name == key.name).map_or(key.default, |(_, value)| value)
    }

    /// Those that differ from what their groups say.
    #[cfg(test)]
    pub(crate) const fn own_defaults(&self) -> &'static [(&'static str, &'static str)] {
        self.own
    }

    /// The key of this name.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&'static KeyInfo> {
        self.keys().find(|key| key.name == name)
    }
}

const fn key(name: &'static str, default: &'static str, help: &'static str) -> KeyInfo {
    KeyInfo { name, default, help, by_game: &[] }
}

/// A key whose values, or the best of them, depend on the game.
const fn game_key(name: &'static str, help: &'static str, by_game: &'static [InGame]) -> KeyInfo {
    KeyInfo { name, default: "auto", help, by_game }
}

/// A key that Lines of Action alone has.
macro_rules! loa_key {
    ($name:literal, $auto:literal, $words:expr, $help:expr) => {
        game_key($name, $help, &[InGame { game: GameName::Loa, auto: $auto, words: $words }])
    };
}

const BOOK: &[KeyInfo] = &[
    key("book", "off", "an opening book: a file or database, #NAME behind it if it holds several"),
    key("book-min", "10", "games that a move of the book must have"),
    key("book-rate", "0.1", "the share of them that it must have won"),
    key(
        "book-choice",
        "rate",
        "which move is played: rate, visits, random (in proportion to games)",
    ),
    key("book-doubt", "on", "thinks where a move with fewer games has done better than the choice"),
    key("book-use", "move", "move: the book plays; prior: its games are playouts of the search"),
    key("book-weight", "20", "playouts that a game of the book is worth (book-use=prior)"),
];

const SEED: &[KeyInfo] = &[key("seed", "1", "seed of all chance")];

const POLICY: KeyInfo = game_key(
    "policy",
    "how playouts choose their moves; learned: sb-9x9 up to 11x11, mm-19x19 above; \
     FILE: a policy of your own, its name with a / or .toml",
    by_game!(
        go: "uniform" &["uniform", "tactical", "mm-9x9", "mm-19x19", "sb-9x9", "learned", FILE],
        loa: "category" &["uniform", "category", "corrective", "greedy", "mixed"]
    ),
);

const CARE: KeyInfo = game_key(
    "care",
    "playouts by learned policies give no chains away, take vital points of eyes, kill what has one small eye and break no seki: off, on",
    &[InGame { game: GameName::Go, auto: "off", words: &["off", "on"] }],
);

/// The names of evaluators of Lines of Action.
const MIA: &[&str] = &["mia-2000", "mia-2002", "mia-2006"];

const SIMS: KeyInfo =
    key("sims", "10000", "playouts a move, or off; with time set and sims not, time alone counts");
const TIME: KeyInfo = key("time", "off", "time a move, such as 500ms or 1.5s");
const EVALUATOR: KeyInfo =
    loa_key!("evaluator", "mia-2006", MIA, "what values positions within playouts");
const CUTOFF: KeyInfo = loa_key!("cutoff", "1000", &[], "points that decide a playout, or off");
const CUTOFF_EVERY: KeyInfo =
    loa_key!("cutoff-every", "3", &[], "every how many plies that is looked at");

/// After how many plies the evaluator ends a playout.
macro_rules! length {
    ($auto:literal) => {
        loa_key!("length", $auto, &[], "plies after which the evaluator values a playout, or off")
    };
}

const LIMITS: &[KeyInfo] =
    &[SIMS, TIME, RESIGN, POLICY, CARE, EVALUATOR, CUTOFF, CUTOFF_EVERY, length!("off")];

/// The same for those with a length of their own.
const LIMITS_BUT_LENGTH: &[KeyInfo] =
    &[SIMS, TIME, RESIGN, POLICY, CARE, EVALUATOR, CUTOFF, CUTOFF_EVERY];

const RESIGN: KeyInfo =
    key("resign", "off", "gives up after three turns with an expectation below this, such as 0.05");

/// Paper 000 has W = 100 on a scale from -1 to 1, which is 50 on ours.
const BIAS: KeyInfo = game_key("bias", BIAS_HELP, by_game!(go: "0" &[], loa: "50" &[]));
const BIAS_HELP: &str = "W of progressive bias, W·P/(n+1), P from the prior";

const TREE: &[KeyInfo] = &[
    key("fpu", "1", "first-play urgency of a child without visits; inf tries each child once"),
    key("rave", "off", "off, on (= mse), hand: sqrt(k/(3N+k)), mse: m/(n+m+4nmb²)"),
    key("rave-k", "5000", "k of the hand-made schedule"),
    key("rave-bias", "0.01", "b of the mse schedule; programs' equivalence is 1/(4b²)"),
    key(
        "rave-doubt",
        "0",
        "d of the mse schedule m/(n+m+4nmb²+dm): RAVE weighs 1/(1+d) at most; auto: 0.4 up to 11x11, \
         0 above",
    ),
    game_key(
        "prior",
        "what is known of moves before the first playout",
        by_game!(
            go: "none" &["none", "even", "tactics", "patterns", FILE],
            loa: "transitions" &["none", "even", "transitions"]
        ),
    ),
    key("prior-value", "0.5", "value of the virtual playouts of prior=even"),
    key(
        "prior-weight",
        "8",
        "how many of them; for tactics and patterns, a factor of 1 at 8; auto: more on larger boards, \
         up to 120 on 19x19 (patterns)",
    ),
    key("prior-even", "6", "virtual playouts of value 1/2 for every move (patterns)"),
    key(
        "prior-below",
        "off",
        "they are worth this much less than the position instead; auto: 0.1 up to 11x11, off above",
    ),
    key(
        "history",
        "off",
        "the most virtual playouts of a move by what it did at the same ply behind other moves; auto: \
         40 up to 11x11, off above",
    ),
    key("history-share", "0.2", "how many of them for each of those playouts"),
    key("widen", "off", "progressive widening: visits for the second move, 40 is usual"),
    key("widen-growth", "1.4", "how much later each next move comes"),
    key("prune", "off", "moves with a mean below this are given up"),
    key("prune-visits", "100", "but only after so many visits"),
    key(
        "implicit",
        "off",
        "α of implicit minimax backups: the share of the evaluator's minimax value",
    ),
    key(
        "implicit-of",
        "children",
        "what it values: children (when a node gets them), visited nodes",
    ),
    key("pn", "off", "weight of proof numbers in the choice of moves (mcts-solver)"),
    key("pn-term", "rank", "how they count: rank, sum, max"),
    key("trust", "off", "above so many visits a mean is trusted: no exploration"),
    key("secure-a", "1", "A of final=secure"),
    key("reuse", "on", "keep the tree between moves"),
    key("ponder", "off", "thinks while the opponent does (gtp)"),
    key("threads", "1", "threads on one tree"),
    key("virtual-loss", "1", "visits a descent adds until its result is in"),
    key("memory", "512M", "for the tree; when full, the least visited parts are given up"),
];

const BANDIT: &[KeyInfo] = &[
    key("x", "1", "playouts for each move at first"),
    key("y", "1", "playouts at a time then"),
    key("final", "value", "which move is played: value, visits, secure"),
];

const TREE_C: KeyInfo =
    key("c", "auto", "exploration c·sqrt(ln N/n), natural logarithm; auto: 0.2, with RAVE 0");

const UCT: &[KeyInfo] = &[
    TREE_C,
    key("expand", "8", "visits before a node gets children"),
    key("threshold", "0", "up to so many visits the playout policy chooses (T)"),
    key("final", "visits", FINAL),
    BIAS,
];

/// What paper 003's program has, as it won most games.
const ERICA: &[(&str, &str)] = &[
    ("policy", "learned"),
    ("prior", "patterns"),
    ("prior-even", "12"),
    ("prior-below", "auto"),
    ("prior-weight", "auto"),
    ("history", "auto"),
    ("care", "on"),
    ("rave", "on"),
    ("rave-doubt", "auto"),
    ("bias", "1"),
    ("expand", "1"),
];

const PAPER_TREE: &[KeyInfo] = &[
    TREE_C,
    key("expand", "1", "visits before a node gets children"),
    key("threshold", "50", "up to so many visits the playout policy chooses (T)"),
    key("final", "secure", FINAL),
    BIAS,
    length!("15"),
];

/// What won most games against alpha-beta.
const MC_LOA: &[KeyInfo] = &[
    TREE_C,
    key("expand", "2", "visits before a node gets children"),
    key("threshold", "0", "up to so many visits the playout policy chooses (T)"),
    key("final", "visits", FINAL),
    game_key("bias", BIAS_HELP, &[InGame { game: GameName::Loa, auto: "2", words: &[] }]),
    length!("2"),
];

const PLIES: &[KeyInfo] = &[
    key(
        "sims",
        "200000",
        "positions a move, or off; with time set and sims not, time alone counts",
    ),
    TIME,
    RESIGN,
    key("depth", "200", "plies"),
    key("memory", "64M", "for the transposition table; 0 for none"),
    key("ply-probability", "0.25", "a move of this probability costs one ply"),
    key("ply-min", "0.5", "the least a move costs"),
    key("ply-max", "4", "the most a move costs"),
];

const MIA_KEYS: &[KeyInfo] = &[
    key("realization", "on", "plies cost by the probability of moves; off: one each"),
    key("quiescence", "on", "follows captures that change connections"),
    key("noise", "5", "points of chance in every score, so that games differ"),
];

/// What players of Phantom Go can be told. Every try is searched for: a refusal is news.
const PHANTOM: &[KeyInfo] = &[
    key("sims", "1000", "playouts a try, or off; with time set and sims not, time alone counts"),
    key("time", "off", "time a try, such as 500ms or 1.5s"),
    key("score", "points", "what is averaged: win, points"),
    key("policy", "uniform", "how playouts choose their moves: uniform, tactical"),
];

const PHANTOM_GUESS: &[KeyInfo] = &[
    key(
        "guess",
        "placements",
        "unseen stones: placements (anywhere), worlds (as the whole history of answers allows)",
    ),
    key("uses", "1", "playouts in one world before the next (guess=worlds)"),
];

const PHANTOM_TREE: &[KeyInfo] = &[
    key("c", "0.1", "exploration of the tree"),
    key("rave", "off", "k of RAVE, sqrt(k/(3N+k)), or off"),
];

const PHANTOM_PROBE: &[KeyInfo] = &[key(
    "probe",
    "0",
    "how much less a try may promise and still be made first, since it may be illegal",
)];

/// What won most games of Phantom Go.
const PHANTOM_OWN: &[(&str, &str)] =
    &[("score", "win"), ("guess", "worlds"), ("c", "0"), ("rave", "1000"), ("probe", "0.005")];

const FINAL: &str = "which move is played: value, visits, secure, max-robust";

/// All methods.
pub const METHODS: &[Method] = &[
    Method {
        name: "random",
        help: "a random move that a playout could make",
        games: GameName::ALL,
        groups: &[BOOK, SEED],
        own: &[],
    },
    Method {
        name: "mc",
        help: "MCS_pure: the same number of playouts for every move, best mean",
        games: GameName::OPEN,
        groups: &[
            LIMITS,
            &[
                key("score", "win", "what is averaged: win, nonloss, points"),
                key("sampling", "standard", "standard, or all-as-first"),
            ],
            BOOK,
            SEED,
        ],
        own: &[],
    },
    Method {
        name: "gobble",
        help: "Brügmann 1993: all-as-first values order the moves of playouts that anneal",
        games: GameName::OPEN,
        groups: &[
            LIMITS,
            &[key("cooling", "4", "c of v·e^(-ct), t the share of the budget that is used")],
            BOOK,
            SEED,
        ],
        own: &[],
    },
    Method {
        name: "ucb",
        help: "MCS_UCB: playouts to the move with the best upper confidence bound",
        games: GameName::OPEN,
        groups: &[
            LIMITS,
            &[key("c", "0.4", "exploration c·sqrt(ln N/n), natural logarithm; theory says 1.414")],
            BANDIT,
            BOOK,
            SEED,
        ],
        own: &[],
    },
    Method {
        name: "ucb-tuned",
        help: "the same with the variance of the results",
        games: GameName::OPEN,
        groups: &[
            LIMITS,
            &[
                key("c", "1", "weight of the exploration term"),
                key("c1", "1.414", "weight of the uncertainty of the variance"),
                key("c2", "0.25", "the most that variance may count"),
            ],
            BANDIT,
            BOOK,
            SEED,
        ],
        own: &[],
    },
    Method {
        name: "mcts-basic",
        help: "best-first tree growing, no exploration term",
        games: GameName::OPEN,
        groups: &[
            LIMITS,
            &[
                key("backup", "mix", "mean, mix (mean first, minimax later), minimax"),
                key("mix-k", "500", "visits at which mean and minimax weigh the same"),
                key("playouts", "2", "playouts for each new leaf"),
                key("memory", "256M", "for the tree; when full it grows no more"),
            ],
            BOOK,
            SEED,
        ],
        own: &[],
    },
    Method {
        name: "uct",
        help: "UCT, with RAVE and other extensions on request",
        games: GameName::OPEN,
        groups: &[LIMITS, UCT, TREE, BOOK, SEED],
        own: &[],
    },
    Method {
        name: "erica",
        help: "UCT with RAVE, learned playouts and learned priors: the strongest player",
        games: &[GameName::Go],
        groups: &[LIMITS, UCT, TREE, BOOK, SEED],
        own: ERICA,
    },
    Method {
        name: "mcts",
        help: "UCT as in paper 000, without proofs",
        games: GameName::OPEN,
        groups: &[LIMITS_BUT_LENGTH, PAPER_TREE, TREE, BOOK, SEED],
        own: &[],
    },
    Method {
        name: "mcts-solver",
        help: "the same with proofs of wins, losses and draws",
        games: GameName::OPEN,
        groups: &[LIMITS_BUT_LENGTH, PAPER_TREE, TREE, BOOK, SEED],
        own: &[],
    },
    Method {
        name: "alphabeta",
        help: "iterative-deepening alpha-beta",
        games: GameName::OPEN,
        groups: &[PLIES, BOOK],
        own: &[],
    },
    Method {
        name: "mc-loa",
        help: "mcts-solver with very short playouts and an eager tree: the strongest Monte-Carlo player",
        games: &[GameName::Loa],
        groups: &[LIMITS_BUT_LENGTH, MC_LOA, TREE, BOOK, SEED],
        own: &[],
    },
    Method {
        name: "mia-2000",
        help: "alpha-beta with concentration, position of the centre of mass, rim and quads",
        games: &[GameName::Loa],
        groups: &[PLIES, MIA_KEYS, BOOK, SEED],
        own: &[],
    },
    Method {
        name: "mia-2002",
        help: "the same with centralisation, mobility and the turn",
        games: &[GameName::Loa],
        groups: &[PLIES, MIA_KEYS, BOOK, SEED],
        own: &[],
    },
    Method {
        name: "mia-2006",
        help: "the same with walls, connectedness, uniformity and material",
        games: &[GameName::Loa],
        groups: &[PLIES, MIA_KEYS, BOOK, SEED],
        own: &[],
    },
    Method {
        name: "mce-std",
        help: "MCE_std of paper 004: unseen stones at random, the mean of each move's playouts",
        games: &[GameName::Phantom],
        groups: &[PHANTOM, PHANTOM_GUESS, SEED],
        own: &[],
    },
    Method {
        name: "mce-all",
        help: "MCE_all of paper 004: the same, and a playout counts for all moves made in it",
        games: &[GameName::Phantom],
        groups: &[PHANTOM, PHANTOM_GUESS, SEED],
        own: &[],
    },
    Method {
        name: "uct-rand",
        help: "UCT_rand of paper 004: a tree of what is seen, unseen stones where it ends",
        games: &[GameName::Phantom],
        groups: &[PHANTOM, PHANTOM_TREE, SEED],
        own: &[],
    },
    Method {
        name: "uct-prob",
        help: "UCT_prob of paper 004: the same, stones first where answers are often tried",
        games: &[GameName::Phantom],
        groups: &[PHANTOM, PHANTOM_TREE, SEED],
        own: &[],
    },
    Method {
        name: "phantom",
        help: "information-set UCT with RAVE in worlds that agree with all answers: the strongest",
        games: &[GameName::Phantom],
        groups: &[PHANTOM, PHANTOM_GUESS, PHANTOM_TREE, PHANTOM_PROBE, SEED],
        own: PHANTOM_OWN,
    },
];
