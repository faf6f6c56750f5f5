/// The trees that were read last: a walk through history compares each tree with the previous and
/// the next one.
struct RecentTrees {
    /// The least recently used one first.
    private var trees: [(id: ObjectID, tree: StoredTree)] = []
    private static let limit = 8

    mutating func tree(_ id: ObjectID, in repository: Repository) throws(GitError) -> StoredTree {
        if let known = trees.lastIndex(where: { $0.id == id }) {
            let found = trees.remove(at: known)
            trees.append(found)
            return found.tree
        }
        let tree = try StoredTree(id, in: repository)
        if trees.count == Self.limit { trees.removeFirst() }
        trees.append((id, tree))
        return tree
    }
}
