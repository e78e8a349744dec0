//! From a tree to text. Without recursion, as the reader.

use crate::tree::{Node, NodeId, Tree};

/// A new line begins before a node once a line is this long. Values are never broken.
const LINE: usize = 72;

/// The text of a game tree.
pub(crate) fn write(tree: &Tree) -> String {
    enum Task {
        Node(NodeId),
        Open,
        Close,
    }
    let mut out = String::from("(");
    let mut line_start = 0;
    let mut tasks = vec![Task::Close, Task::Node(Tree::ROOT)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Close => out.push(')'),
            Task::Open => {
                out.push_str("\n(");
                line_start = out.len() - 1;
            }
            Task::Node(id) => {
                if out.len() - line_start > LINE {
                    out.push('\n');
                    line_start = out.len();
                }
                let node = tree.node(id);
                write_node(&mut out, node);
                // The last task pushed is done first.
                match node.children.as_slice() {
                    [only] => tasks.push(Task::Node(*only)),
                    children => tasks.extend(
                        children
                            .iter()
                            .rev()
                            .flat_map(|&child| [Task::Close, Task::Node(child), Task::Open]),
                    ),
                }
            }
        }
    }
    out.push('\n');
    out
}

fn write_node(out: &mut String, node: &Node) {
    out.push(';');
    for property in &node.properties {
        out.push_str(&property.name);
        for value in &property.values {
            out.push('[');
            out.push_str(value);
            out.push(']');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::read_game;

    fn rewritten(text: &str) -> String {
        write(&read_game(text.as_bytes(), "1", "Go").unwrap())
    }

    #[test]
    fn everything_is_written_back() {
        let text = "(;GM[1]FOO[a\\]b][c\\:d];B[aa]\n(;W[bb];B[cc])\n(;W[dd]))\n";
        assert_eq!(rewritten(text), text);
        assert_eq!(rewritten("(;A[x](;B[aa]\r\n(;W[bb])))"), "(;A[x];B[aa];W[bb])\n");
    }

    #[test]
    fn long_games_are_broken_into_lines() {
        let text = format!("({})", ";B[aa]".repeat(100));
        let written = rewritten(&text);
        assert!(written.lines().all(|line| line.len() < 90), "{written}");
        assert_eq!(written.replace('\n', ""), text);
    }
}
