import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard

/// What each user or window did last, so that an undo takes back the caller's own action.
final class CallerActions: Sendable {
    /// A commit with the sentence that reported it.
    struct Action: Equatable, Sendable {
        let commit: String
        let title: String
    }

    fileprivate struct Stack: Sendable {
        var caller: String
        var done: [Action] = []
        var undone: [Action] = []
    }

    /// The callers and actions that are remembered.
    private static let (mostCallers, mostActions) = (100, 30)
    /// The most recently active caller is the last.
    private let stacks: Locked<[Stack]>
    private let keep: @Sendable (_ actions: ([UInt8]) -> [UInt8]) -> Void

    /// - Parameters:
    ///   - kept: The actions as an earlier run of the server kept them.
    ///   - keep: Keeps the actions for the next run, given those in the file now: a JSON array of
    ///     objects with `caller`, and with `done` and `undone`, arrays of `{"commit", "title"}`.
    init(kept: [UInt8], keep: @escaping @Sendable (_ actions: ([UInt8]) -> [UInt8]) -> Void) {
        stacks = Locked(Self.stacks(in: kept))
        self.keep = keep
    }

    /// The action that an undo by a caller takes back.
    func undo(of caller: String) -> Action? { stack(of: caller)?.done.last }

    /// The undo that a redo by a caller takes back.
    func redo(of caller: String) -> Action? { stack(of: caller)?.undone.last }

    func noteDone(_ action: Action, by caller: String) {
        change(caller) { stack in
            stack.done.append(action)
            stack.undone = []
        }
    }

    /// Notes that the last action was undone by another commit; nil if nothing of it was left.
    func noteUndone(_ action: Action?, by caller: String) {
        change(caller) { stack in
            _ = stack.done.popLast()
            if let action { stack.undone.append(action) }
        }
    }

    /// Notes that the last undo was taken back; nil if nothing of it was left.
    func noteRedone(_ action: Action?, by caller: String) {
        change(caller) { stack in
            _ = stack.undone.popLast()
            if let action { stack.done.append(action) }
        }
    }

    private func stack(of caller: String) -> Stack? {
        stacks.withLock { stacks in stacks.last { $0.caller == caller } }
    }

    private func change(_ caller: String, _ body: (inout Stack) -> Void) {
        stacks.withLock { stacks in
            var stack = stacks.last { $0.caller == caller } ?? Stack(caller: caller)
            body(&stack)
            stack.done = stack.done.suffix(Self.mostActions)
            stack.undone = stack.undone.suffix(Self.mostActions)
            stacks.removeAll { $0.caller == caller }
            stacks = (stacks + [stack]).suffix(Self.mostCallers)
            let own = Set(stacks.map(\.caller))
            keep { [stacks] kept in
                let others = Self.stacks(in: kept).filter { !own.contains($0.caller) }
                return JSONValue.array(
                    (others + stacks).suffix(Self.mostCallers).map(\.json)
                ).encoded()
            }
        }
    }
}

extension CallerActions {
    /// Reads kept actions; none if the file is damaged.
    private static func stacks(in kept: [UInt8]) -> [Stack] {
        guard !kept.isEmpty else { return [] }
        do {
            return try elements(of: JSONValue(parsing: kept)).compactMap(Stack.init)
        } catch {
            return []
        }
    }
}

extension CallerActions.Action {
    fileprivate init?(_ value: JSONValue) {
        guard let commit = value["commit"]?.text, let title = value["title"]?.text else {
            return nil
        }
        self.init(commit: commit, title: title)
    }

    /// An object with `commit` and `title`.
    var json: JSONValue { ["title": .string(title), "commit": .string(commit)] }
}

extension CallerActions.Stack {
    fileprivate init?(_ value: JSONValue) {
        guard let caller = value["caller"]?.text else { return nil }
        self.init(
            caller: caller,
            done: elements(of: value["done"]).compactMap(CallerActions.Action.init),
            undone: elements(of: value["undone"]).compactMap(CallerActions.Action.init))
    }

    fileprivate var json: JSONValue {
        [
            "caller": .string(caller), "done": .array(done.map(\.json)),
            "undone": .array(undone.map(\.json)),
        ]
    }
}

private func elements(of value: JSONValue?) -> [JSONValue] {
    guard case .array(let values) = value else { return [] }
    return values
}
