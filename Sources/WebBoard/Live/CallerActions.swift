import BoardStorage
import TaskBoard

/// What each user or window did last, so that an undo takes back the caller's own action.
final class CallerActions: Sendable {
    /// A commit with the sentence that reported it.
    struct Action: Equatable, Sendable {
        let commit: String
        let title: String
    }

    private struct Stack: Sendable {
        var done: [Action] = []
        var undone: [Action] = []
    }

    /// The callers and actions that are remembered.
    private static let (mostCallers, mostActions) = (1_000, 100)
    private let stacks = Locked<[String: Stack]>([:])

    /// The action that an undo by a caller takes back.
    func undo(of caller: String) -> Action? { stacks.withLock { $0[caller]?.done.last } }

    /// The undo that a redo by a caller takes back.
    func redo(of caller: String) -> Action? { stacks.withLock { $0[caller]?.undone.last } }

    func noteDone(_ action: Action, by caller: String) {
        change(caller) { stack in
            stack.done.append(action)
            stack.undone = []
        }
    }

    /// Notes that the last action was undone by another commit.
    func noteUndone(_ action: Action, by caller: String) {
        change(caller) { stack in
            _ = stack.done.popLast()
            stack.undone.append(action)
        }
    }

    func noteRedone(_ action: Action, by caller: String) {
        change(caller) { stack in
            _ = stack.undone.popLast()
            stack.done.append(action)
        }
    }

    private func change(_ caller: String, _ body: (inout Stack) -> Void) {
        stacks.withLock { stacks in
            if stacks.count > Self.mostCallers { stacks = [:] }
            var stack = stacks[caller] ?? Stack()
            body(&stack)
            stack.done = stack.done.suffix(Self.mostActions)
            stacks[caller] = stack
        }
    }
}
