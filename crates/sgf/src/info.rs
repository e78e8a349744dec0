//! Who played when and where: the header of a record.

use tengen_go::{BoardSize, Komi, Rules};

use crate::error::SgfError;
use crate::text;
use crate::tree::Node;

/// What a record says about the game apart from the moves. Everything may be missing.
///
/// ```
/// use tengen_sgf::{GameInfo, GoRecord};
/// let record = GoRecord::parse(b"(;PB[Shusaku]PW[Gennan]RE[B+2])").unwrap();
/// assert_eq!(record.info().black.as_deref(), Some("Shusaku"));
/// assert_eq!(record.info().date, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInfo {
    /// Who plays Black (PB).
    pub black: Option<String>,
    /// Who plays White (PW).
    pub white: Option<String>,
    /// Black's rank (BR).
    pub black_rank: Option<String>,
    /// White's rank (WR).
    pub white_rank: Option<String>,
    /// The result (RE); [`GameResult`](crate::GameResult) has its text.
    pub result: Option<String>,
    /// The date, as `2026-05-17` (DT).
    pub date: Option<String>,
    /// The tournament or match (EV).
    pub event: Option<String>,
    /// The round of it (RO).
    pub round: Option<String>,
    /// Where it was played (PC).
    pub place: Option<String>,
    /// A name for the game (GN).
    pub name: Option<String>,
    /// Main time in seconds (TM).
    pub time: Option<String>,
    /// Overtime (OT).
    pub overtime: Option<String>,
    /// About the game as a whole (GC).
    pub comment: Option<String>,
    /// The program that wrote the record, and its version (AP).
    pub application: Option<(String, String)>,
}

impl GameInfo {
    /// What the root node says.
    pub(crate) fn of(root: &Node) -> Self {
        let text = |name| simple_text(root, name);
        let application = root.value("AP").map(|value| {
            let (name, version) = text::split_composed(value).unwrap_or((value, ""));
            (text::unescape_simple(name), text::unescape_simple(version))
        });
        Self {
            black: text("PB"),
            white: text("PW"),
            black_rank: text("BR"),
            white_rank: text("WR"),
            result: text("RE"),
            date: text("DT"),
            event: text("EV"),
            round: text("RO"),
            place: text("PC"),
            name: text("GN"),
            time: text("TM"),
            overtime: text("OT"),
            comment: root.value("GC").map(text::unescape).filter(|text| !text.is_empty()),
            application,
        }
    }

    /// Writes what there is into the root node.
    pub(crate) fn write(&self, root: &mut Node) {
        if let Some((name, version)) = &self.application {
            let (name, version) = (text::escape_composed(name), text::escape_composed(version));
            root.set("AP", format!("{name}:{version}"));
        }
        let texts = [
            ("PB", &self.black),
            ("BR", &self.black_rank),
            ("PW", &self.white),
            ("WR", &self.white_rank),
            ("RE", &self.result),
            ("DT", &self.date),
            ("EV", &self.event),
            ("RO", &self.round),
            ("PC", &self.place),
            ("GN", &self.name),
            ("TM", &self.time),
            ("OT", &self.overtime),
        ];
        for (name, text) in texts {
            if let Some(text) = text {
                root.set(name, text::escape_simple(text));
            }
        }
        if let Some(comment) = &self.comment {
            root.set("GC", text::escape(comment));
        }
    }
}

/// The text of a property on one line; `None` if it is missing or empty.
pub(crate) fn simple_text(node: &Node, name: &str) -> Option<String> {
    node.value(name).map(text::unescape_simple).filter(|text| !text.is_empty())
}

/// The board's size (SZ); 19x19 if the file does not tell.
pub(crate) fn size(root: &Node) -> Result<BoardSize, SgfError> {
    let Some(text) = simple_text(root, "SZ") else { return Ok(BoardSize::MAX) };
    let side = match text.split_once(':') {
        // FF[4] wants one number for square boards, but two equal ones are clear.
        Some((columns, rows)) if columns.trim() == rows.trim() => columns.trim(),
        Some(_) => return Err(SgfError::NotSquare(text)),
        None => text.as_str(),
    };
    Ok(side.parse::<BoardSize>()?)
}

/// The komi (KM), if there is a number that can be one. A komi larger than the board is a mistake
/// or counted otherwise (some servers write 375 for 3.75 stones), and not believed.
pub(crate) fn komi(root: &Node, size: BoardSize) -> Option<Komi> {
    let text = simple_text(root, "KM")?.replace(',', ".");
    let end = text.find(|c: char| !"+-.0123456789".contains(c)).unwrap_or(text.len());
    let komi: Komi = text[..end].parse().ok()?;
    (komi.points().abs() <= size.area() as f32).then_some(komi)
}

/// The handicap (HA), if there is one: two stones or more.
pub(crate) fn handicap(root: &Node) -> Option<usize> {
    simple_text(root, "HA")?.parse().ok().filter(|&stones| stones >= 2)
}

/// The rules of this name, however it is spelled.
pub(crate) fn rules(name: &str) -> Option<Rules> {
    let letters = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    let letters: String = letters.collect();
    match letters.strip_suffix("rules").unwrap_or(&letters) {
        "chinese" | "area" => Some(Rules::CHINESE),
        "tromptaylor" | "taylortromp" => Some(Rules::TROMP_TAYLOR),
        "cgos" => Some(Rules::CGOS),
        _ => None,
    }
}

/// A name for the rules that [`rules`] knows, or a description that it does not.
pub(crate) fn rules_text(wanted: Rules) -> String {
    let names =
        [("Chinese", Rules::CHINESE), ("Tromp-Taylor", Rules::TROMP_TAYLOR), ("CGOS", Rules::CGOS)];
    let same = |rules: Rules| Rules { komi: wanted.komi, ..rules } == wanted;
    match names.into_iter().find(|&(_, rules)| same(rules)) {
        Some((name, _)) => name.to_owned(),
        None => {
            let suicide = if wanted.suicide { "suicide" } else { "no suicide" };
            format!("area scoring, {}, {suicide}", wanted.ko)
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_go::KoRule;

    use super::*;

    fn node(name: &str, value: &str) -> Node {
        let mut node = Node::default();
        node.push(name, [value.to_owned()]);
        node
    }

    #[test]
    fn sizes_are_square_and_known() {
        let size =
            |text: &str| size(&node("SZ", text)).map(BoardSize::side).map_err(|e| e.to_string());
        assert_eq!(super::size(&Node::default()).unwrap().side(), 19);
        assert_eq!(size(""), Ok(19));
        assert_eq!(size(" 9 "), Ok(9));
        assert_eq!(size("9:9"), Ok(9));
        let error = |text: &str| size(text).unwrap_err();
        assert_eq!(error("9:13"), "board size \"9:13\": only square boards are known");
        assert_eq!(error("99"), "board size \"99\" is not a whole number from 2 to 19");
        assert_eq!(error("1"), "board size \"1\" is not a whole number from 2 to 19");
        assert_eq!(error("nine"), "board size \"nine\" is not a whole number from 2 to 19");
    }

    #[test]
    fn komi_is_read_kindly() {
        let komi = |text| komi(&node("KM", text), BoardSize::MAX).map(Komi::points);
        assert_eq!(komi("7.50"), Some(7.5));
        assert_eq!(komi("6.5 points"), Some(6.5));
        assert_eq!(komi("6,5"), Some(6.5));
        assert_eq!(komi("-3"), Some(-3.0));
        for text in ["", "none", "3.75", "375", "-", "+-1", "NaN", "inf"] {
            assert_eq!(komi(text), None, "{text}");
        }
    }

    #[test]
    fn rules_go_both_ways() {
        for (_, preset) in Rules::PRESETS {
            assert_eq!(rules(&rules_text(preset)), Some(preset));
        }
        for name in ["Tromp/Taylor", "tromp taylor", "TrompTaylor", "Tromp-Taylor rules"] {
            assert_eq!(rules(name), Some(Rules::TROMP_TAYLOR), "{name}");
        }
        assert_eq!(rules("Area"), Some(Rules::CHINESE));
        assert_eq!(rules("Japanese"), None);
        let simple = Rules::CHINESE.with_ko(KoRule::Simple);
        assert_eq!(rules_text(simple), "area scoring, simple ko, no suicide");
        assert_eq!(rules(&rules_text(simple)), None);
    }

    #[test]
    fn a_header_goes_both_ways() {
        let info = GameInfo {
            black: Some("a]b".to_owned()),
            comment: Some("two\nlines".to_owned()),
            application: Some(("Ten:gen".to_owned(), "1:2".to_owned())),
            ..GameInfo::default()
        };
        let mut root = Node::default();
        info.write(&mut root);
        assert_eq!(root.value("AP"), Some("Ten\\:gen:1\\:2"));
        assert_eq!(GameInfo::of(&root), info);
    }
}
