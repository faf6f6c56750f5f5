import Git
import MarkdownDocument
package import TaskBoard

/// The author of one field's value, and the commit.
package struct BlameLine: Sendable {
    /// The key, or `state`, `file`, `checklist`, `body`; a list has one line per element.
    package let key: String
    package let value: String
    /// Nil if the value is not committed.
    package let writer: BlameWriter?
}

package struct BlameWriter: Sendable {
    package let author: String
    /// The author's time in seconds since 1970, and minutes east of UTC.
    package let time: Int64
    package let offset: Int32
    /// The commit, in 40 hexadecimal digits.
    package let commit: String
    /// The order of two writers of one value: the later wins.
    let knowledge: Int64
}

extension Workspace {
    /// Returns the author of the current value of each field of a task.
    package func blame(_ task: TaskItem) throws -> [BlameLine] {
        let history = try history()
        let now = TaskVersion(path: task.path, document: task.document)
        return try LineAttribution(history, task.id).lines(now)
    }
}

/// The walk back through history that follows one task's fields.
///
/// A commit set a field if none of its parents has the value. pmd's own merges set none: the walk
/// continues on all sides.
struct LineAttribution {
    private let history: History
    private let id: TaskID
    /// For each commit, the task's path and the fields to search for.
    private var open: [ObjectID: (path: BoardPath, fields: Set<TaskPart>)] = [:]
    /// For each commit without the task, the task as it was when it reappeared later.
    private var gone: [ObjectID: Returned] = [:]

    /// A task that was deleted and later restored.
    private struct Returned {
        let commit: Commit
        let version: TaskVersion
        let fields: Set<TaskPart>
    }
    private var writers: [TaskPart: BlameWriter] = [:]

    init(_ history: History, _ id: TaskID) {
        self.history = history
        self.id = id
    }

    func lines(_ now: TaskVersion) throws -> [BlameLine] {
        var walk = self
        let values = TaskPart.values(of: now)
        try walk.start(now, values)
        return values.map { field, value in
            BlameLine(key: field.name, value: value.shown, writer: walk.writers[field])
        }
    }

    /// Returns the writers of the current values, by part.
    func writers(of now: TaskVersion) throws -> [TaskPart: BlameWriter] {
        var walk = self
        try walk.start(now, TaskPart.values(of: now))
        return walk.writers
    }

    private mutating func start(
        _ now: TaskVersion, _ values: [(part: TaskPart, value: TaskPart.Value)]
    ) throws {
        guard let head = try history.head,
            let current = try place(in: history.git.commit(head), near: now.path)
        else { return }
        let committed = try version(at: current, in: history.git.commit(head).tree)
        let stated = committed.map(TaskPart.byPart) ?? [:]
        let known = values.filter { stated[$0.part] == $0.value }.map(\.part)
        open[head] = (current, Set(known))
        let index = try TouchIndex(history, head: head)
        try index.walk([id]) { id, isTouched in
            if open[id] != nil || gone[id] != nil {
                try follow(history.git.commit(id), isTouched: isTouched)
            }
            return !open.isEmpty || !gone.isEmpty
        }
    }

    private mutating func follow(_ commit: Commit, isTouched: Bool) throws {
        if let wanted = open.removeValue(forKey: commit.id), !wanted.fields.isEmpty {
            if !isTouched, commit.parents.count == 1 {
                hand(wanted.fields, to: commit.parents[0], at: wanted.path)
            } else {
                try follow(commit, at: wanted.path, fields: wanted.fields)
            }
        }
        if let returned = gone.removeValue(forKey: commit.id) {
            if !isTouched, commit.parents.count == 1 {
                gone[commit.parents[0]] = returned
            } else {
                try followGone(commit, returned)
            }
        }
    }

    /// Passes the fields that a parent also has on to that parent, and records the rest.
    private mutating func follow(
        _ commit: Commit, at path: BoardPath, fields: Set<TaskPart>
    ) throws {
        let isMerge = GeneratedCommit.isMerge(
            name: commit.author.name, email: commit.author.email, message: commit.message)
        var left = fields
        var parents: [(id: ObjectID, path: BoardPath, tree: ObjectID)] = []
        for parent in commit.parents {
            let tree = try history.git.commit(parent).tree
            guard let old = try place(before: commit, at: path, parent, tree) else { continue }
            parents.append((parent, old, tree))
            let isSame = try old == path && entry(path, tree) == entry(path, commit.tree)
            let same =
                isSame ? fields : try alike(fields, new: (path, commit.tree), old: (old, tree))
            left.subtract(same)
            hand(same, to: parent, at: old)
        }
        if parents.isEmpty, commit.isReturn, let parent = commit.parents.first,
            let version = try version(at: path, in: commit.tree)
        {
            gone[parent] = Returned(commit: commit, version: version, fields: left)
            return
        }
        guard isMerge else { return left.forEach { note(commit, $0) } }
        // A part that the merge combined, such as a body, was written on either side.
        for parent in parents where !left.isEmpty {
            let known = try version(at: parent.path, in: parent.tree).map(TaskPart.byPart) ?? [:]
            hand(left.filter { known[$0] != nil }, to: parent.id, at: parent.path)
        }
    }

    /// Continues past a commit without the task, to where it was deleted.
    private mutating func followGone(_ commit: Commit, _ returned: Returned) throws {
        for parent in commit.parents {
            let step = try history.steps(from: parent, to: commit).first { $0.id == id }
            guard let old = step?.old else { continue }
            let tree = try history.git.commit(parent).tree
            let then = try version(at: old.path, in: tree).map(TaskPart.byPart) ?? [:]
            let now = TaskPart.byPart(returned.version)
            let same = returned.fields.filter { then[$0] != nil && then[$0] == now[$0] }
            hand(same, to: parent, at: old.path)
            return returned.fields.subtracting(same).forEach { note(returned.commit, $0) }
        }
        guard let parent = commit.parents.first else {
            return returned.fields.forEach { note(returned.commit, $0) }
        }
        gone[parent] = returned
    }

    private mutating func hand(
        _ fields: Set<TaskPart>, to parent: ObjectID, at path: BoardPath
    ) {
        guard !fields.isEmpty else { return }
        open[parent] = (path, fields.union(open[parent]?.fields ?? []))
    }

    private mutating func note(_ commit: Commit, _ field: TaskPart) {
        let writer = BlameWriter(
            author: commit.author.name, time: commit.author.time, offset: commit.author.offset,
            commit: commit.id.hex, knowledge: commit.committer.time)
        if let known = writers[field], known.knowledge >= writer.knowledge { return }
        writers[field] = writer
    }

    private func alike(
        _ fields: Set<TaskPart>, new: (BoardPath, ObjectID), old: (BoardPath, ObjectID)
    ) throws -> Set<TaskPart> {
        guard let after = try version(at: new.0, in: new.1),
            let before = try version(at: old.0, in: old.1)
        else { return [] }
        let (now, then) = (TaskPart.byPart(after), TaskPart.byPart(before))
        return fields.filter { then[$0] != nil && then[$0] == now[$0] }
    }
}

// MARK: Finding the task

extension LineAttribution {
    private func entry(_ path: BoardPath, _ tree: ObjectID) throws -> TreeEntry? {
        try history.git.entry(inTree: tree, path: history.prefix + path.bytes)
    }

    /// Finds the task in a parent: at the same path, or where the commit moved it from.
    private func place(
        before commit: Commit, at path: BoardPath, _ parent: ObjectID, _ tree: ObjectID
    ) throws -> BoardPath? {
        if try entry(path, tree) != nil { return path }
        return try history.steps(from: parent, to: commit).first { $0.id == id }?.old?.path
    }

    private func place(in commit: Commit, near path: BoardPath) throws -> BoardPath? {
        if try entry(path, commit.tree) != nil { return path }
        return try history.git.boardFiles(ofTree: commit.tree, history.prefix).keys.first {
            history.settings.isTaskPath($0) && TaskID(fileName: $0.fileName) == id
        }
    }

    private func version(at path: BoardPath, in tree: ObjectID) throws -> TaskVersion? {
        guard let entry = try entry(path, tree), entry.isRegularFile else { return nil }
        return TaskVersion(path: path, document: try history.document(entry))
    }
}
