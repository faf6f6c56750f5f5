import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard

/// The latest actions of each user or window, so that undo reverts the caller's own action.
final class CallerActions: Sendable {
    /// A commit with its reported sentence.
    struct Action: Equatable, Sendable {
        let commit: String
        let title: String

        init(commit: String, title: String) {
            self.commit = commit
            // Task titles can have any length, and many actions are kept.
            self.title = title.beginning(characters: 200, bytes: 800)
        }
    }

    fileprivate struct Stack: Sendable {
        /// The name as bytes: names that differ in normalization belong to different users.
        var caller: Text
        var done: [Action] = []
        var undone: [Action] = []
        /// The commits being undone or redone, which are not stored.
        var taken: Set<String> = []

        mutating func forget(_ action: Action) {
            done.removeAll { $0.commit == action.commit }
            undone.removeAll { $0.commit == action.commit }
            taken.remove(action.commit)
        }
    }

    /// The maximum number of callers, and of actions per caller.
    private static let (mostCallers, mostActions) = (100, 30)
    /// The stacks, with the most recently active caller last.
    private let stacks: Locked<[Stack]>
    private let keep: @Sendable (_ actions: ([UInt8]) -> [UInt8]) -> Void

    /// - Parameters:
    ///   - kept: The actions stored by an earlier run of the server.
    ///   - keep: Stores the actions for the next run, given the current contents of the file: a
    ///     JSON array of objects with `caller`, and with `done` and `undone`, arrays of
    ///     `{"commit", "title"}`.
    init(kept: [UInt8], keep: @escaping @Sendable (_ actions: ([UInt8]) -> [UInt8]) -> Void) {
        stacks = Locked(Self.stacks(in: kept))
        self.keep = keep
    }

    /// Returns the action that the caller's next undo reverts.
    func undo(of caller: String) -> Action? {
        stacks.withLock { $0.last { $0.caller == Text(caller) }?.nextUndo }
    }

    /// Returns the undo that the caller's next redo reverts.
    func redo(of caller: String) -> Action? {
        stacks.withLock { $0.last { $0.caller == Text(caller) }?.nextRedo }
    }

    /// Reserves the action for an undo. Until that undo has ended, no other one gets the action.
    ///
    /// - Parameter commit: The abbreviated commit of the action; nil for the last action.
    func takeUndo(of caller: String, commit: String? = nil) -> Action? {
        take(of: caller) { stack in
            guard let commit else { return stack.nextUndo }
            return stack.done.last {
                $0.commit.hasPrefix(commit) && !stack.taken.contains($0.commit)
            }
        }
    }

    /// Reserves the undo for a redo.
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

    /// Releases a reserved action that was not undone or redone.
    func giveBack(_ action: Action, of caller: String) {
        stacks.withLock { stacks in
            guard let place = stacks.lastIndex(where: { $0.caller == Text(caller) }) else { return }
            stacks[place].taken.remove(action.commit)
        }
    }

    /// Forgets a reserved action whose commit is no longer on the branch.
    func forget(_ action: Action, of caller: String) {
        change(caller) { $0.forget(action) }
    }

    func noteDone(_ action: Action, by caller: String) {
        change(caller) { stack in
            stack.done.append(action)
            stack.undone = []
        }
    }

    /// Records that an action was undone by another commit; nil if nothing of it was left.
    func noteUndone(_ own: Action, by action: Action?, of caller: String) {
        change(caller) { stack in
            stack.forget(own)
            if let action { stack.undone.append(action) }
        }
    }

    /// Records that an undo was reverted; nil if nothing of it was left.
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
    /// Returns the encoded stacks, most recently active first, up to the file's size limit.
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

    /// Parses stored actions; none if the file is damaged.
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
