import Git
import Synchronization
package import TaskBoard

/// The next undo and redo of each client of a server, from the record of actions.
///
/// It is read beside the workspace, since every event for every window has it.
package final class ActionLog: Sendable {
    /// An action that can be undone, or whose undo can be redone.
    package struct Entry: Equatable, Sendable {
        /// The commit to undo or redo, in hexadecimal digits.
        package let commit: String
        /// The commit of the action itself, which remains the same through undo and redo.
        package let action: String
    }

    package struct Next: Equatable, Sendable {
        package var undo: Entry?
        package var redo: Entry?
    }

    /// The record as it was read last.
    fileprivate struct Known: Sendable {
        var statData: StatData?
        var lines: [Actions.Line] = []
        /// The action of each commit that undid or redid one.
        var origins: [ObjectID: ObjectID] = [:]
        var next: [ActionClient: Next] = [:]
    }

    private let location: Location
    private let known = Mutex(Known())

    package init(of location: Location) { self.location = location }

    /// Returns what a client's next undo and redo revert; nothing if the record cannot be read.
    package func next(of client: ActionClient) -> Next {
        do {
            let folder = try LocalState(of: location).folder
            let actions = Actions(folder: folder)
            return try known.withLock { known in
                let statData = try actions.statData
                if statData == nil || statData != known.statData {
                    known = Known(statData: statData, lines: try actions.lines())
                    for line in known.lines { known.note(line) }
                }
                if let next = known.next[client] { return next }
                let next = known.next(for: OwnActions(of: client, in: folder))
                known.next[client] = next
                return next
            }
        } catch {
            // The undo itself reports it.
            return Next()
        }
    }

    /// Returns the change of the first task in the commit of an action; nil if it changed none.
    package func change(of entry: Entry, _ settings: BoardSettings) -> TaskChange? {
        do {
            guard let id = ObjectID(hex: entry.action) else { return nil }
            let git = try location.openRepository()
            let history = History(git, of: location, settings: settings)
            guard case .task(let change)? = try history.firstEntry(of: git.commit(id))?.change
            else { return nil }
            return change
        } catch {
            // git may have pruned the commit.
            return nil
        }
    }
}

extension ActionLog.Known {
    fileprivate mutating func note(_ line: Actions.Line) {
        switch line {
        case .undid(let commit, let old, _), .redid(let commit, let old, _, _):
            origins[commit] = origins[old] ?? old
        case .did, .reverted, .left, .spent: break
        }
    }

    fileprivate func next(for own: OwnActions) -> ActionLog.Next {
        let stack = ActionStack(lines, for: own)
        return ActionLog.Next(
            undo: stack.done.last.map { entry($0.commit) },
            redo: stack.undone.last.map(entry))
    }

    private func entry(_ commit: ObjectID) -> ActionLog.Entry {
        ActionLog.Entry(commit: commit.hex, action: (origins[commit] ?? commit).hex)
    }
}
