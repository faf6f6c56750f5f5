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

        init(commit: String, title: String) {
            self.commit = commit
            // A title of a task has any length, and many actions are kept.
            self.title = title.beginning(characters: 200, bytes: 800)
        }
    }

    fileprivate struct Stack: Sendable {
        /// A name as its bytes: one that is composed otherwise is another user's.
        var caller: Text
        var done: [Action] = []
        var undone: [Action] = []
        /// The commits that are being undone or redone, which is not kept.
        var taken: Set<String> = []

        mutating func forget(_ action: Action) {
            done.removeAll { $0.commit == action.commit }
            undone.removeAll { $0.commit == action.commit }
            taken.remove(action.commit)
        }
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
    func undo(of caller: String) -> Action? {
        stacks.withLock { $0.last { $0.caller == Text(caller) }?.nextUndo }
    }

    /// The undo that a redo by a caller takes back.
    func redo(of caller: String) -> Action? {
        stacks.withLock { $0.last { $0.caller == Text(caller) }?.nextRedo }
    }

    /// The same for an undo that begins: until it has ended, no other one gets this action.
    ///
    /// - Parameter commit: The first digits of the action's commit; nil for the last action.
    func takeUndo(of caller: String, commit: String? = nil) -> Action? {
        take(of: caller) { stack in
            guard let commit else { return stack.nextUndo }
            return stack.done.last {
                $0.commit.hasPrefix(commit) && !stack.taken.contains($0.commit)
            }
        }
    }

    /// The same for a redo.
    func takeRedo(of caller: String) -> Action? { take(of: caller) { $0.nextRedo } }

    private func take(of caller: String, _ next: (Stack) -> Action?) -> Action? {
        stacks.withLock { stacks in
            guard let place = stacks.lastIndex(where: { $0.caller == Text(caller) }),
                let action = next(stacks[place])
            else { return nil }
            stacks[place].taken.insert(action.commit)
            return action
        }
    }

    /// Notes that an action which was taken has stayed as it was.
    func giveBack(_ action: Action, of caller: String) {
        stacks.withLock { stacks in
            guard let place = stacks.lastIndex(where: { $0.caller == Text(caller) }) else { return }
            stacks[place].taken.remove(action.commit)
        }
    }

    /// Forgets an action that was taken, since the branch has lost it.
    func forget(_ action: Action, of caller: String) {
        change(caller) { $0.forget(action) }
    }

    func noteDone(_ action: Action, by caller: String) {
        change(caller) { stack in
            stack.done.append(action)
            stack.undone = []
        }
    }

    /// Notes that an action was undone by another commit; nil if nothing of it was left.
    func noteUndone(_ own: Action, by action: Action?, of caller: String) {
        change(caller) { stack in
            stack.forget(own)
            if let action { stack.undone.append(action) }
        }
    }

    /// Notes that an undo was taken back; nil if nothing of it was left.
    func noteRedone(_ own: Action, by action: Action?, of caller: String) {
        change(caller) { stack in
            stack.forget(own)
            if let action { stack.done.append(action) }
        }
    }

    private func change(_ caller: String, _ body: (inout Stack) -> Void) {
        let caller = Text(caller)
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
                return Self.encoded((others + stacks).suffix(Self.mostCallers))
            }
        }
    }
}

extension CallerActions {
    /// Returns the file of stacks: the most recently active ones that it has room for.
    private static func encoded(_ stacks: some BidirectionalCollection<Stack>) -> [UInt8] {
        var kept: [[UInt8]] = []
        var size = 2
        for stack in stacks.reversed() {
            let bytes = stack.json.encoded()
            size += bytes.count + 1
            guard size <= Workspace.actionsLimit else { break }
            kept.append(bytes)
        }
        return [UInt8(ascii: "[")] + kept.reversed().joined(separator: [UInt8(ascii: ",")])
            + [UInt8(ascii: "]")]
    }

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
        guard case .string(let caller) = value["caller"] else { return nil }
        self.init(
            caller: caller,
            done: elements(of: value["done"]).compactMap(CallerActions.Action.init),
            undone: elements(of: value["undone"]).compactMap(CallerActions.Action.init))
    }

    fileprivate var nextUndo: CallerActions.Action? {
        done.last { !taken.contains($0.commit) }
    }

    fileprivate var nextRedo: CallerActions.Action? {
        undone.last { !taken.contains($0.commit) }
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
