//! How games stood at their end, as pictures.

use tengen_engine::go::Player;
use tengen_engine::loa::Square;
use tengen_report::{BoardPicture, BoardStyle, Mark, Stone};

use crate::page::html::Html;
use crate::page::tally::Tally;
use crate::playing::{FinalPosition, final_position};
use crate::record::GameRecord;

/// So many games are shown: the records have them all.
const MOST_SHOWN: usize = 6;

/// The last positions of the first games, folded away.
pub(crate) fn boards(tally: &Tally<'_>) -> Html {
    let pictures: Vec<String> = tally.games().filter_map(picture).take(MOST_SHOWN).collect();
    if pictures.is_empty() {
        return Html::default();
    }
    let mut html = Html::heading(3, "Boards");
    let summary = Html::text("How the first games stood at their end");
    html.push(&Html::details(&summary, &Html::plots(pictures)));
    html
}

/// The board at the end of a game; `None` if its moves cannot be played.
fn picture(game: &GameRecord) -> Option<String> {
    let stone = |player| if player == Player::Black { Stone::Black } else { Stone::White };
    let position = final_position(game.terms.setup()?, &game.moves)?;
    let mut picture = match &position {
        FinalPosition::Go(position) => {
            let side = position.board().size().side();
            let mut picture = BoardPicture::new(BoardStyle::Points, side, side);
            for (point, player) in position.board().stones() {
                picture.put(point.x(), point.y(), stone(player));
            }
            let last = position.moves().iter().rev().find_map(|(_, m)| m.point());
            last.into_iter().for_each(|at| {
                picture.mark(at.x(), at.y(), Mark::LastMove);
            });
            picture
        }
        FinalPosition::Loa(position) => {
            let mut picture = BoardPicture::new(BoardStyle::Squares, 8, 8);
            for square in Square::all() {
                if let Some(player) = position.board().piece(square) {
                    picture.put(square.file(), square.rank(), stone(player));
                }
            }
            if let Some((_, to)) = position.moves().last().and_then(|m| m.squares()) {
                picture.mark(to.file(), to.rank(), Mark::LastMove);
            }
            picture
        }
    };
    picture = picture.titled(format!("Game {}: {}", game.game, game.result));
    Some(picture.to_svg())
}
