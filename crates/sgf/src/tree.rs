//! A game tree as it stands in a file, whatever the game.

/// A node's place in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(usize);

/// A property: an identifier and its values as they stand in the file, escapes included.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) values: Vec<String>,
}

/// A node. Identifiers may repeat, as they may in files that bend the standard.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Node {
    pub(crate) properties: Vec<Property>,
    pub(crate) children: Vec<NodeId>,
}

/// All nodes of one game in one list, the root first. Nodes name each other by number, so that
/// copying and dropping a tree of any depth needs no recursion.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

impl Node {
    /// All values of the properties of this name.
    pub(crate) fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.properties.iter().filter(move |property| property.name == name);
        named.flat_map(|property| property.values.iter().map(String::as_str))
    }

    /// The first value of this name.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        let property = self.properties.iter().find(|property| property.name == name)?;
        property.values.first().map(String::as_str)
    }

    /// Adds a property.
    pub(crate) fn push(&mut self, name: &str, values: impl IntoIterator<Item = String>) {
        let values = values.into_iter().collect();
        self.properties.push(Property { name: name.to_owned(), values });
    }

    /// Replaces a property, or adds it.
    pub(crate) fn set(&mut self, name: &str, value: String) {
        match self.properties.iter_mut().find(|property| property.name == name) {
            Some(property) => property.values = vec![value],
            None => self.push(name, [value]),
        }
    }
}

impl Tree {
    pub(crate) const ROOT: NodeId = NodeId(0);

    /// A tree of one empty node.
    pub(crate) fn new() -> Self {
        Self { nodes: vec![Node::default()] }
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds an empty node as the last child.
    pub(crate) fn add_child(&mut self, parent: NodeId) -> NodeId {
        let child = NodeId(self.nodes.len());
        self.nodes.push(Node::default());
        self.node_mut(parent).children.push(child);
        child
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0]
    }

    pub(crate) fn root(&self) -> &Node {
        self.node(Self::ROOT)
    }

    pub(crate) fn root_mut(&mut self) -> &mut Node {
        self.node_mut(Self::ROOT)
    }

    /// Every node, the root first.
    pub(crate) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId)
    }

    /// The place of every node's parent; none for the root.
    pub(crate) fn parents(&self) -> Vec<Option<usize>> {
        let mut parents = vec![None; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for child in &node.children {
                parents[child.0] = Some(index);
            }
        }
        parents
    }

    /// The nodes from the root to each leaf, in the order of the file. One path is made at a time:
    /// all of them together may be much longer than the file.
    pub(crate) fn paths(&self) -> impl Iterator<Item = Vec<NodeId>> + '_ {
        let parents = self.parents();
        // Depth first, without recursion: files may be deep.
        let mut waiting = vec![Self::ROOT];
        let mut leaves = Vec::new();
        while let Some(id) = waiting.pop() {
            match self.node(id).children.as_slice() {
                [] => leaves.push(id),
                children => waiting.extend(children.iter().rev()),
            }
        }
        leaves.into_iter().map(move |leaf| {
            let mut path: Vec<NodeId> =
                std::iter::successors(Some(leaf), |id| parents[id.0].map(NodeId)).collect();
            path.reverse();
            path
        })
    }

    /// A tree of these nodes alone, one after the other.
    pub(crate) fn along(&self, path: &[NodeId]) -> Self {
        let one = |(index, id): (usize, &NodeId)| Node {
            properties: self.node(*id).properties.clone(),
            children: if index + 1 < path.len() { vec![NodeId(index + 1)] } else { Vec::new() },
        };
        Self { nodes: path.iter().enumerate().map(one).collect() }
    }

    /// The nodes from the root along first children.
    pub(crate) fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        let next = |id: &NodeId| self.node(*id).children.first().copied();
        std::iter::successors(Some(Self::ROOT), next)
    }
}
