import Git
import MarkdownDocument
import TaskBoard

extension History {
    /// Returns the path of the oldest file among several with the same ID, following moves; nil
    /// if HEAD has none of them.
    func oldest(of paths: [BoardPath], id: TaskID) throws -> BoardPath? {
        guard let head = try git.head().commit else { return nil }
        let tree = try git.commit(head).tree
        var places: [(path: BoardPath, past: [UInt8])] = try paths.compactMap { path in
            let place = prefix + path.bytes
            return try git.entry(inTree: tree, path: place) == nil ? nil : (path, place)
        }
        try walk(touching: [id]) { commit in
            guard places.count > 1, commit.parents.count < 2 else { return places.count > 1 }
            let parent = try commit.parents.first.map { try git.commit($0).tree }
            let changes = try git.diff(parent, commit.tree, below: [])
            var gone = changes.filter { change in
                change.new == nil && id == TaskID(fileName: splitPath(change.path).name)
            }.map(\.path)
            for change in changes where change.old == nil && places.count > 1 {
                guard let index = places.firstIndex(where: { $0.past == change.path }) else {
                    continue
                }
                // A file that disappears in the same commit was moved.
                if gone.isEmpty {
                    places.remove(at: index)
                } else {
                    places[index].past = gone.removeFirst()
                }
            }
            return places.count > 1
        }
        return places.first?.path
    }
}
