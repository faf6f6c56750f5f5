import Clibgit2

/// The commits on only one of two sides of a history.
///
/// libgit2's own walk stops at the first commit whose date suggests that nothing can follow, and
/// is wrong if a clock was. This walk also examines some hundred commits of the common past, the
/// nearest first, before it stops. It is exact for any history without wrong clocks nearby, and
/// its result depends on the commits alone.
struct Divergence {
    /// The commits that only the first heads reach, in no order.
    private(set) var left: [ObjectID] = []
    /// The commits that only the second heads reach, in no order.
    private(set) var right: [ObjectID] = []

    private let repository: Repository
    private var nodes: [ObjectID: Node] = [:]
    /// The queue of commits, the newest first.
    private var byDate = Heap()
    /// The commits that both sides reach, in the order in which they were found.
    private var common: [ObjectID] = []
    private var nextCommon = 0
    /// The number of commits in the queue that only one side reaches.
    private var open = 0
    /// The number of common commits that are still examined once the queue has no commit of only
    /// one side.
    private var lookahead = 512

    private struct Node {
        let parents: [ObjectID]
        let time: Int64
        var sides: UInt8 = 0
        var isQueued = false
    }

    init(
        _ repository: Repository, left: [ObjectID], right: [ObjectID]
    ) throws(GitError) {
        self.repository = repository
        for head in left { try paint(head, 1) }
        for head in right { try paint(head, 2) }
        while let id = next() { try follow(id) }
        for (id, node) in nodes where node.sides != 3 {
            if node.sides == 1 { self.left.append(id) } else { self.right.append(id) }
        }
    }

    /// Returns commits, the newest first, none before all of its children.
    func sorted(_ commits: [ObjectID]) -> [ObjectID] {
        var children: [ObjectID: Int] = [:]
        for id in commits { children[id] = 0 }
        for id in commits {
            for parent in nodes[id]?.parents ?? [] { children[parent]? += 1 }
        }
        var ready = Heap()
        for (id, count) in children where count == 0 { ready.insert(nodes[id]?.time ?? 0, id) }
        var result: [ObjectID] = []
        while let id = ready.removeLatest() {
            result.append(id)
            for parent in nodes[id]?.parents ?? [] {
                guard let count = children[parent] else { continue }
                children[parent] = count - 1
                if count == 1 { ready.insert(nodes[parent]?.time ?? 0, parent) }
            }
        }
        return result
    }

    /// Returns the next commit to examine; nil if the result is known.
    private mutating func next() -> ObjectID? {
        while open == 0 {
            guard lookahead > 0 else { return nil }
            lookahead -= 1
            guard nextCommon < common.count else { break }
            let id = common[nextCommon]
            nextCommon += 1
            if nodes[id]?.isQueued == true { return id }
        }
        while let id = byDate.removeLatest() {
            if nodes[id]?.isQueued == true { return id }
        }
        return nil
    }

    private mutating func follow(_ id: ObjectID) throws(GitError) {
        guard let node = nodes[id] else { return }
        nodes[id]?.isQueued = false
        if node.sides != 3 { open -= 1 }
        for parent in node.parents { try paint(parent, node.sides) }
    }

    /// Marks a commit as reached from these sides, and queues it if that is new.
    private mutating func paint(_ id: ObjectID, _ sides: UInt8) throws(GitError) {
        var node = if let known = nodes[id] { known } else { try read(id) }
        let old = node.sides
        guard old | sides != old else { return }
        if node.isQueued, old != 3, old | sides == 3 { open -= 1 }
        if !node.isQueued, old | sides != 3 { open += 1 }
        node.sides = old | sides
        if node.sides == 3 { common.append(id) }
        if !node.isQueued {
            node.isQueued = true
            byDate.insert(node.time, id)
        }
        nodes[id] = node
    }

    private func read(_ id: ObjectID) throws(GitError) -> Node {
        let handle = try repository.commitHandle(id)
        let parents = (0..<git_commit_parentcount(handle.pointer)).compactMap { index in
            git_commit_parent_id(handle.pointer, index).map { ObjectID($0.pointee) }
        }
        return Node(parents: parents, time: git_commit_time(handle.pointer))
    }
}

/// A queue of commits that yields the latest first; of equal times the smallest ID.
private struct Heap {
    private var items: [(time: Int64, id: ObjectID)] = []

    mutating func insert(_ time: Int64, _ id: ObjectID) {
        items.append((time, id))
        var child = items.count - 1
        while child > 0, isBefore(child, (child - 1) / 2) {
            items.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeLatest() -> ObjectID? {
        guard let first = items.first else { return nil }
        items.swapAt(0, items.count - 1)
        items.removeLast()
        var parent = 0
        while true {
            var best = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < items.count && isBefore(child, best) { best = child }
            if best == parent { return first.id }
            items.swapAt(parent, best)
            parent = best
        }
    }

    private func isBefore(_ one: Int, _ two: Int) -> Bool {
        let (a, b) = (items[one], items[two])
        return a.time != b.time ? a.time > b.time : a.id < b.id
    }
}
