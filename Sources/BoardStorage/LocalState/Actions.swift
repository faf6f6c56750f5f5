import Git
import Glibc
import TaskBoard

/// The actions of this clone, oldest first, which `undo` and `redo` use.
///
/// A line is added to the file `actions` before the branch moves, and removed if it then does not.
/// So each commit of a command or of uncommitted edits has one line, and commits received by a
/// sync have none. If the file is lost, the list is rebuilt from the reflog of the branch.
struct Actions {
    /// One line of the file; times are in nanoseconds since 1970.
    ///
    /// `by:CLIENT` may stand after the commits. Releases that do not know it skip words that are
    /// not commits, and need the time as the last word.
    enum Line: Equatable {
        /// `do COMMIT by:CLIENT TIME`
        case did(ObjectID, at: Int64, by: ActionClient? = nil)
        /// `undo COMMIT OF by:CLIENT`: the commit undid an action.
        case undid(ObjectID, of: ObjectID, by: ActionClient? = nil)
        /// `redo COMMIT OF by:CLIENT TIME`: the commit undid an undo.
        case redid(ObjectID, of: ObjectID, at: Int64, by: ActionClient? = nil)
        /// `revert COMMIT OF by:CLIENT TIME`: the commit undid a commit that is not an action of
        /// this client, and so is an action itself.
        case reverted(ObjectID, of: ObjectID, at: Int64, by: ActionClient? = nil)
        /// `left COMMIT by:CLIENT`: nothing in it is left to undo, or only not for this client.
        case left(ObjectID, by: ActionClient? = nil)
        /// `spent COMMIT`: nothing in it is left to redo; it may still be an action.
        case spent(ObjectID)
    }

    private static let name = Array("actions".utf8)
    /// The size in bytes beyond which the older half is dropped.
    private static let largest = 1 << 20
    let folder: Folder

    /// Reads all lines, oldest first.
    func lines() throws(SystemError) -> [Line] {
        lines(of: try folder.read(Self.name).bytes ?? [])
    }

    /// The stat data of the file; nil if there is none.
    var statData: StatData? {
        get throws(SystemError) { try folder.statData(Self.name) }
    }

    /// Returns the commit of the newest action that made one; nil if there is none.
    ///
    /// Only the end of the file is read, since every command that writes calls this.
    func newestCommit() throws(SystemError) -> ObjectID? {
        guard let end = try folder.readEnd(Self.name, count: 4_096) else { return nil }
        return lines(of: end).last { $0.commit != nil }?.commit
    }

    /// True if the list is missing, or something else is in its place. An empty list is not lost.
    var isLost: Bool {
        get throws(SystemError) { try statData?.kind != .file }
    }

    private func lines(of bytes: [UInt8]) -> [Line] {
        // The last line may be cut off.
        bytes[..<((bytes.lastIndex(of: lineFeed) ?? -1) + 1)].split(separator: lineFeed)
            .compactMap(Line.init)
    }
}

extension Actions {
    /// Adds lines, which are on the disk on return.
    ///
    /// - Returns: The file's previous length.
    @discardableResult
    func append(_ lines: [Line]) throws(SystemError) -> Int? {
        guard !lines.isEmpty else { return nil }
        let current = try folder.read(Self.name).bytes
        let mark = current?.count ?? 0
        let isOwn = try folder.isOwnFile(Self.name)
        if current == nil || mark > Self.largest || !isOwn {
            try folder.replace(Self.name, kept(of: current ?? []) + bytes(of: lines))
            return mark > Self.largest ? nil : mark
        }
        let start: [UInt8] = current?.last.map { $0 == lineFeed ? [] : [lineFeed] } ?? []
        do {
            try folder.append(start + bytes(of: lines), to: Self.name)
        } catch {
            try cut(to: mark)
            throw error
        }
        return mark
    }

    /// Removes the added lines.
    func cut(to mark: Int?) throws(SystemError) {
        if let mark { try folder.truncate(Self.name, to: mark) }
    }

    /// Removes the last lines whose commits are gone.
    func dropLast(where isGone: (ObjectID) throws -> Bool) throws {
        guard let bytes = try folder.read(Self.name).bytes else { return }
        var lines = lines(of: bytes)
        let count = lines.count
        while let commit = lines.last?.commit, try isGone(commit) { lines.removeLast() }
        if lines.count < count { try folder.replace(Self.name, self.bytes(of: lines)) }
    }

    private func kept(of bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > Self.largest else { return bytes }
        let rest = bytes[(bytes.count / 2)...]
        return Array(rest[(rest.firstIndex(of: lineFeed).map { $0 + 1 } ?? rest.endIndex)...])
    }

    private func bytes(of lines: [Line]) -> [UInt8] {
        lines.flatMap { Array("\($0.text)\n".utf8) }
    }
}

private let lineFeed = UInt8(ascii: "\n")

extension Actions.Line {
    /// The new commit; nil if there is none.
    var commit: ObjectID? {
        switch self {
        case .did(let commit, _, _), .undid(let commit, _, _), .redid(let commit, _, _, _),
            .reverted(let commit, _, _, _):
            commit
        case .left, .spent: nil
        }
    }

    /// The time of a new action, in nanoseconds since 1970; nil for the undo of one.
    var time: Int64? {
        switch self {
        case .did(_, let time, _), .redid(_, _, let time, _), .reverted(_, _, let time, _): time
        case .undid, .left, .spent: nil
        }
    }

    /// True if the commit undid another one.
    var isUndo: Bool {
        switch self {
        case .undid, .reverted: true
        case .did, .redid, .left, .spent: false
        }
    }

    /// The window in which a person did it; nil for a command.
    var client: ActionClient? {
        switch self {
        case .did(_, _, let client), .undid(_, _, let client), .redid(_, _, _, let client),
            .reverted(_, _, _, let client), .left(_, let client):
            client
        case .spent: nil
        }
    }

    fileprivate var text: String {
        let words: [String?] =
            switch self {
            case .did(let commit, let time, _): ["do", commit.hex, by, "\(time)"]
            case .undid(let commit, let old, _): ["undo", commit.hex, old.hex, by]
            case .redid(let commit, let old, let time, _):
                ["redo", commit.hex, old.hex, by, "\(time)"]
            case .reverted(let commit, let old, let time, _):
                ["revert", commit.hex, old.hex, by, "\(time)"]
            case .left(let commit, _): ["left", commit.hex, by]
            case .spent(let commit): ["spent", commit.hex]
            }
        return words.compactMap(\.self).joined(separator: " ")
    }

    private var by: String? { client.map { Self.clientKey + $0.name } }

    private static let clientKey = "by:"
    /// The number of bytes beyond which a line is refused.
    private static let longest = 1_024

    /// Reads a line; nil for one that is malformed. Words of the form `KEY:VALUE` with an unknown
    /// key are left to newer releases.
    fileprivate init?(_ line: ArraySlice<UInt8>) {
        guard line.count <= Self.longest else { return nil }
        // Split as bytes, since a record may have thousands of lines.
        let words = line.split(separator: UInt8(ascii: " ")).map {
            String(decoding: $0, as: UTF8.self)
        }
        let rest = words.dropFirst().filter { !$0.utf8.contains(UInt8(ascii: ":")) }
        let commits = rest.compactMap { ObjectID(hex: $0) }
        let time = rest.count > commits.count ? rest.last.flatMap { Int64($0) } : nil
        let names = words.filter { $0.hasPrefix(Self.clientKey) }.map {
            ActionClient($0.dropFirst(Self.clientKey.count))
        }
        // A line that is only partly understood must not count as another client's action.
        guard rest.count == commits.count + (time == nil ? 0 : 1), names.count <= 1,
            !names.contains(nil)
        else { return nil }
        let client = names.first ?? nil
        switch (words.first, commits.count, time) {
        case ("do", 1, let time?): self = .did(commits[0], at: time, by: client)
        case ("undo", 2, nil): self = .undid(commits[0], of: commits[1], by: client)
        case ("redo", 2, let time?):
            self = .redid(commits[0], of: commits[1], at: time, by: client)
        case ("revert", 2, let time?):
            self = .reverted(commits[0], of: commits[1], at: time, by: client)
        case ("left", 1, nil): self = .left(commits[0], by: client)
        case ("spent", 1, nil): self = .spent(commits[0])
        default: return nil
        }
    }
}

/// The actions that a client can undo, and the commits that it can redo; the newest last.
struct ActionStack {
    struct Entry: Equatable {
        var commit: ObjectID
        var time: Int64
    }

    private(set) var done: [Entry] = []
    /// The commits that undid something.
    private(set) var undone: [ObjectID] = []
    private let own: OwnActions

    init(_ lines: [Actions.Line], for own: OwnActions) {
        self.own = own
        for line in lines { add(line) }
    }

    mutating func add(_ line: Actions.Line) {
        let isOwn = own.include(line.client)
        switch line {
        case .did(let commit, let time, _):
            if isOwn { push(commit, time) }
        case .undid(let commit, let old, _):
            remove(old)
            if isOwn { undone.append(commit) }
        case .redid(let commit, let old, let time, _):
            // The commit that undid another user's work was an action, and remains one below this.
            // If a part was restored before, only that commit had removed it.
            forgetUndo(old)
            if isOwn { done.append(Entry(commit: commit, time: time)) }
        case .reverted(let commit, _, let time, _):
            guard isOwn else { return }
            push(commit, time)
            if !own.isWindow { undone.append(commit) }
        case .left(let old, let client):
            if client == nil || client == own.viewer { remove(old) }
        case .spent(let old):
            forgetUndo(old)
        }
    }

    /// Adds a new action. In a window, there is nothing to redo after it.
    private mutating func push(_ commit: ObjectID, _ time: Int64) {
        done.append(Entry(commit: commit, time: time))
        if own.isWindow { undone = [] }
    }

    private mutating func remove(_ commit: ObjectID) {
        if let index = done.lastIndex(where: { $0.commit == commit }) { done.remove(at: index) }
        forgetUndo(commit)
    }

    private mutating func forgetUndo(_ commit: ObjectID) {
        if let index = undone.lastIndex(of: commit) { undone.remove(at: index) }
    }
}

extension BoardRepository {
    /// Returns the actions that a client can undo.
    func ownActions(of client: ActionClient?) -> OwnActions {
        OwnActions(of: client, in: localState.folder)
    }

    /// Returns the actions of this clone: its own list, or, if that is lost, the actions in the
    /// branch's reflog.
    func actionLines() throws -> [Actions.Line] {
        try actions.isLost ? linesOfReflog() : actions.lines()
    }

    /// True if neither the list of actions nor a reflog of the branch is left. A fresh clone has a
    /// reflog, which begins with the clone.
    var isRecordOfActionsLost: Bool {
        get throws {
            guard try actions.isLost, case .branch(let name, _) = try git.head() else {
                return false
            }
            return try git.reflog(of: name).isEmpty
        }
    }

    /// Rebuilds the list of actions if it was lost.
    func restoreActions() throws {
        guard try actions.isLost else { return }
        try actions.append(linesOfReflog())
    }

    /// Returns the lines that the reflog proves. Moves by plain git and moves that are not
    /// actions, such as a sync's, have none.
    private func linesOfReflog() throws -> [Actions.Line] {
        guard case .branch(let name, _) = try git.head() else { return [] }
        var lines: [Actions.Line] = []
        var stack = ActionStack([], for: ownActions(of: nil))
        for entry in try git.reflog(of: name) {
            guard let mark = ReflogMark(message: entry.message), mark.isAction else { continue }
            for commit in try commits(of: entry) {
                let line = line(commit, mark, at: entry.time &* 1_000_000_000, stack)
                stack.add(line)
                lines.append(line)
            }
        }
        return lines
    }

    /// Returns the commits of a move, oldest first, without pmd's own and those of another
    /// board in this repository.
    private func commits(of entry: ReflogEntry) throws -> [Commit] {
        guard let old = entry.old, git.contains(old), git.contains(entry.new) else { return [] }
        let ids = try git.walk(from: [entry.new], hiding: [old], limit: 1_000)
        return try ids.reversed().map(git.commit).filter { commit in
            guard commit.parents.count == 1, !commit.isSuccession, !commit.isRecord else {
                return false
            }
            let parent = try git.commit(commit.parents[0]).tree
            return try git.diff(parent, commit.tree, below: []).allSatisfy {
                $0.path.starts(with: location.prefix)
            }
        }
    }

    private func line(
        _ commit: Commit, _ mark: ReflogMark, at time: Int64, _ stack: ActionStack
    ) -> Actions.Line {
        let words = commit.message.split(whereSeparator: \.isWhitespace)
        guard let old = words.last.flatMap({ ObjectID(hex: $0) }) else {
            return .did(commit.id, at: time)
        }
        switch mark {
        case .undo:
            return stack.done.contains { $0.commit == old }
                ? .undid(commit.id, of: old) : .reverted(commit.id, of: old, at: time)
        case .redo: return .redid(commit.id, of: old, at: time)
        default: return .did(commit.id, at: time)
        }
    }
}
