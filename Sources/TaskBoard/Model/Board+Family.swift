package import MarkdownDocument
import Synchronization

/// The parents and children of a board's tasks, by `parent`.
///
/// A parent that is not on the board, and the parents on a cycle that a merge made, read as none.
package struct Family: Sendable {
    package fileprivate(set) var parents: [TaskID: TaskID] = [:]
    /// The tasks of each parent, in the board's order.
    package fileprivate(set) var children: [TaskID: [TaskItem]] = [:]
    /// The tasks whose parents lead back to them.
    package fileprivate(set) var cyclic: Set<TaskID> = []

    fileprivate init(_ tasks: [TaskItem], isTask: (TaskID) -> Bool) {
        let candidates = tasks.filter { $0.namesParent && !$0.isDuplicate }
        for task in candidates {
            if let parent = task.parent, isTask(parent) { parents[task.id] = parent }
        }
        cyclic = Self.cycles(in: parents)
        for id in cyclic { parents[id] = nil }
        for task in candidates {
            if let parent = parents[task.id] { children[parent, default: []].append(task) }
        }
    }

    /// Returns the IDs on cycles. Each ID is visited once.
    private static func cycles(in parents: [TaskID: TaskID]) -> Set<TaskID> {
        var (found, seen) = (Set<TaskID>(), Set<TaskID>())
        for start in parents.keys where !seen.contains(start) {
            var (path, next) = ([TaskID](), start as TaskID?)
            var places: [TaskID: Int] = [:]
            while let id = next, seen.insert(id).inserted {
                places[id] = path.count
                path.append(id)
                next = parents[id]
            }
            if let id = next, let place = places[id] { found.formUnion(path[place...]) }
        }
        return found
    }

    /// Returns the tasks below a task, with those of its children.
    package func descendants(of id: TaskID) -> [TaskItem] {
        var (found, next) = ([TaskItem](), children[id] ?? [])
        while let task = next.popLast() {
            found.append(task)
            next += children[task.id] ?? []
        }
        return found
    }
}

/// A board's family, which is only known to those who ask.
final class LazyFamily: Sendable {
    private let family = Mutex<Family?>(nil)

    func family(of board: Board) -> Family {
        if let family = family.withLock({ $0 }) { return family }
        let made = Family(board.tasks) { board[$0] != nil }
        family.withLock { $0 = made }
        return made
    }
}

extension Board {
    package var family: Family { lazyFamily.family(of: self) }

    /// Returns true if a task has an unfinished child.
    package func hasOpenChildren(_ task: TaskItem) -> Bool {
        family.children[task.id]?.contains { !$0.isFinished } == true
    }

    /// Returns the progress of a task's children; nil without any.
    package func progress(of id: TaskID) -> ChildProgress? {
        family.children[id].map { ChildProgress($0, settings.fields) }
    }

    /// Throws if an edited task would be its own parent, directly or through others.
    ///
    /// - Parameter edited: The tasks as they will be.
    func checkParents(_ edited: [TaskItem]) throws(ActionError) {
        let changed = edited.filter { $0.parent != self[$0.path]?.parent }
        let new = Dictionary(edited.map { ($0.id, $0.parent) }) { first, _ in first }
        for task in changed {
            var (path, seen, next) = ([task.id], Set([task.id]), task.parent)
            while let id = next, seen.insert(id).inserted {
                path.append(id)
                next = new[id] ?? self[id]?.parent
            }
            guard next == task.id else { continue }
            let titles = (path + [task.id]).map { id in
                edited.first { $0.id == id }?.title ?? self[id]?.title ?? id.text
            }
            throw ActionError(.parentCycle(titles))
        }
    }
}

/// The progress of a task's children: how many are finished, and the sums of their durations.
package struct ChildProgress: Equatable, Sendable {
    package let done: Int
    package let total: Int
    /// The declared durations that a child has, each with the sum over the finished ones and over
    /// all.
    package let sums: [Sum]

    package struct Sum: Equatable, Sendable {
        package let field: Field
        package let done: TaskDuration
        package let total: TaskDuration
    }

    init(_ children: [TaskItem], _ fields: FieldTable) {
        total = children.count
        done = children.count(where: \.isFinished)
        sums = fields.declared.filter { $0.kind == .duration }.compactMap { field in
            let minutes = children.map { child in
                (child.isFinished, Int(clamping: child.measures(of: field).reduce(0, +)))
            }
            let (done, total) = minutes.reduce((0, 0)) {
                ($0.0 + ($1.0 ? $1.1 : 0), $0.1 + $1.1)
            }
            guard total > 0, let doneTime = TaskDuration(minutes: done),
                let totalTime = TaskDuration(minutes: total)
            else { return nil }
            return Sum(field: field, done: doneTime, total: totalTime)
        }
    }
}
