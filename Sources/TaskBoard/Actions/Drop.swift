package import MarkdownDocument

/// A drop of cards between two others.
///
/// The neighbours are those that the user saw: a query may have filtered the column, and another
/// program may have moved tasks since.
package struct Drop: Equatable, Sendable {
    package let tasks: [TaskID]
    package let state: Text
    /// The card above the insertion point; nil at the top of the column.
    package let above: TaskID?
    /// The card below the insertion point; nil at the bottom.
    package let below: TaskID?

    package init(_ tasks: [TaskID], to state: Text, above: TaskID? = nil, below: TaskID? = nil) {
        (self.tasks, self.state, self.above, self.below) = (tasks, state, above, below)
    }
}

extension Board {
    /// Moves dropped cards to their insertion point.
    ///
    /// The card above decides. If it is no longer in the column, the card below does; without
    /// either, the cards move to the bottom. A finished column has its own order.
    ///
    /// - Throws: ``ActionError`` if the column was removed, or a task was deleted, meanwhile.
    package func dropping(
        _ drop: Drop, hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        try moving(
            items(drop.tasks), to: settings.folder(ofState: drop.state), place: place(of: drop),
            hash: hash)
    }

    /// Moves each card to the top or the bottom of its own column. Cards in finished columns stay,
    /// since those columns have their own order.
    ///
    /// - Throws: ``ActionError`` if a task was deleted meanwhile.
    package func movingToEnd(
        _ ids: [TaskID], atTop: Bool, hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        let tasks = try items(ids).filter { !$0.isFinished }
        return try moving(tasks, to: ".", place: atTop ? .top : .bottom, hash: hash)
    }

    /// Returns the neighbour that decides, and the side of it; nil if the order of the column
    /// decides or the cards stay where they are.
    package func place(of drop: Drop) -> ColumnPosition<TaskItem>? {
        let state = settings.folder(ofState: drop.state)
        guard !settings.isFinished(state) else { return nil }
        func neighbour(_ id: TaskID?) -> TaskItem? {
            guard let id, !drop.tasks.contains(id), let task = self[id], task.state == state else {
                return nil
            }
            return task
        }
        if let above = neighbour(drop.above) { return .after(above) }
        if let below = neighbour(drop.below) { return .before(below) }
        let isOnItself = [drop.above, drop.below].contains { $0.map(drop.tasks.contains) ?? false }
        return isOnItself ? nil : .bottom
    }
}

/// The position of a moved task: next to a neighbour, or at either end of a column.
package enum ColumnPosition<Neighbour: Sendable>: Sendable {
    case top
    case bottom
    case before(Neighbour)
    case after(Neighbour)

    /// Returns the same place with a converted neighbour.
    package func map<Other, Failure>(
        _ transform: (Neighbour) throws(Failure) -> Other
    ) throws(Failure) -> ColumnPosition<Other> {
        switch self {
        case .top: .top
        case .bottom: .bottom
        case .before(let neighbour): .before(try transform(neighbour))
        case .after(let neighbour): .after(try transform(neighbour))
        }
    }
}

extension ColumnPosition: Equatable where Neighbour: Equatable {}

/// The insertion point between two tasks of a column, without the tasks being moved.
struct InsertionPoint {
    private let above: [TaskItem]
    private let rest: [TaskItem]

    init(
        _ column: [TaskItem], for goers: [TaskItem], at place: ColumnPosition<TaskItem>?,
        state: Text
    ) throws(ActionError) {
        let going = Set(goers.map(\.path))
        let others = column.filter { !going.contains($0.path) }
        let index: Int
        switch place {
        case .top: index = 0
        case .bottom, nil: index = others.count
        case .before(let neighbour):
            index = try Self.index(of: neighbour, in: others, going, state)
        case .after(let neighbour):
            index = try Self.index(of: neighbour, in: others, going, state) + 1
        }
        above = Array(others[..<index])
        rest = Array(others[index...])
    }

    private static func index(
        of neighbour: TaskItem, in column: [TaskItem], _ going: Set<BoardPath>, _ state: Text
    ) throws(ActionError) -> Int {
        if going.contains(neighbour.path) {
            throw ActionError(.placeBesideItself(title: neighbour.title))
        }
        guard let index = column.firstIndex(where: { $0.path == neighbour.path }) else {
            throw ActionError(
                .placeElsewhere(title: neighbour.title, state: neighbour.state, wanted: state))
        }
        return index
    }

    /// Returns true if the tasks are already in this place.
    func keepsOrder(of column: [TaskItem], _ goers: [TaskItem]) -> Bool {
        column.map(\.path) == (above + goers + rest).map(\.path)
    }

    /// The tasks below that also need a new rank, because no rank fits between them and the task
    /// above. A malformed task keeps its rank.
    var below: [TaskItem] { rest.prefix(crowd).filter { $0.document.malformation == nil } }

    /// Returns ranks for `count` arriving tasks, and for the tasks in ``below``.
    func ranks(for count: Int) -> (goers: [Rank], below: [Rank]) {
        let lower = rest.dropFirst(crowd).first?.order
        var ranks: [Rank] = []
        for _ in 0..<(count + below.count) {
            let last = ranks.last ?? above.last?.order
            ranks.append(Rank.between(last, lower) ?? Rank.after(last))
        }
        return (Array(ranks.prefix(count)), Array(ranks.dropFirst(count)))
    }

    /// The number of tasks below that need a new rank.
    private var crowd: Int {
        let upper = above.last?.order
        return rest.firstIndex { Rank.between(upper, $0.order) != nil } ?? rest.count
    }
}
