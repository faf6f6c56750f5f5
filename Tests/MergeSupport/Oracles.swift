import MarkdownDocument
package import TaskBoard
import TestSupport

/// The checks of a history after every clone has synced.
package final class Oracles {
    package let clones: SimulatedClones
    package let final: HashID
    private let history: MemoryHistory
    private var shown: [HashID: [Int: Int]] = [:]
    private var shownByBlob: [HashID: Set<Int>] = [:]
    private var ancestors: [HashID: Set<HashID>] = [:]

    /// - Parameter final: The commit that contains all others; by default that
    ///   of the first clone.
    package init(_ clones: SimulatedClones, at final: HashID? = nil) {
        self.clones = clones
        self.final = final ?? clones.heads[0]
        history = clones.history
    }

    /// Returns the lost tokens: those that are missing although no user who had seen them removed
    /// them.
    package func lost() throws -> [Int] {
        let visible = try fileCounts(in: final)
        var lost: [Int] = []
        for writing in clones.writings where visible[writing.token] == nil {
            if writing.isResolved { continue }
            if let task = writing.task, writing.key == ".state",
                clones.broken.contains(task) || clones.copied.contains(task)
            {
                continue
            }
            if try !wasRemoved(writing) { lost.append(writing.token) }
        }
        return lost
    }

    /// Whether a user's commit on a version with the value removed it; for a task with two files,
    /// from one of them.
    private func wasRemoved(_ writing: SimulatedClones.Writing) throws -> Bool {
        for id in clones.userCommits where inFinal(id) {
            let commit = try history.commit(id)
            guard let parent = commit.parents.first, isAncestor(writing.commit, of: parent) else {
                continue
            }
            let (before, after) = (try fileCounts(in: parent), try fileCounts(in: id))
            if before[writing.token, default: 0] > after[writing.token, default: 0] {
                return true
            }
        }
        return false
    }

    /// Returns the fields whose value was replaced, each time it was written, by a user who had
    /// seen it.
    package func stale() throws -> [String] {
        let deleted = try everDeleted()
        var found: [String] = []
        let values = try finalValues()
        var fields: [Field: [SimulatedClones.Writing]] = [:]
        for writing in clones.writings where inFinal(writing.commit) {
            guard let task = writing.task, let key = writing.key else { continue }
            fields[Field(task: task, key: key), default: []].append(writing)
        }
        for (field, writings) in fields where !deleted.contains(field.task) {
            if clones.broken.contains(field.task) || clones.copied.contains(field.task) { continue }
            guard let value = values[field] else { continue }
            let own = writings.filter { $0.token == value }
            let isStale = own.allSatisfy { writing in
                writings.contains {
                    $0.token != value && isAncestor(writing.commit, of: $0.commit)
                        && $0.commit != writing.commit
                }
            }
            if isStale, !own.isEmpty { found.append("\(field.task) \(field.key) q\(value)z") }
        }
        return found.sorted()
    }

    private struct Field: Hashable {
        var task: TaskID
        var key: Text
    }

    private func finalValues() throws -> [Field: Int] {
        var values: [Field: Int] = [:]
        for (path, bytes) in try history.bytes(in: final) {
            let task = TaskID(fileName: path.fileName)
            for entry in Document(bytes).entries {
                guard case .scalar(let text) = entry.value else { continue }
                values[Field(task: task, key: entry.key)] = TestSupport.tokens(in: text.utf8).first
            }
            values[Field(task: task, key: ".state")] =
                TestSupport.tokens(in: path.folder.utf8).first
        }
        return values
    }

    /// Returns the tasks that a user's commit removed, or that were split into
    /// several files.
    private func everDeleted() throws -> Set<TaskID> {
        var deleted: Set<TaskID> = []
        for id in clones.userCommits {
            let commit = try history.commit(id)
            let new = try history.files(in: id).keys.map { TaskID(fileName: $0.fileName) }
            if Set(new).count < new.count { deleted.formUnion(new) }
            for parent in commit.parents {
                let old = try history.files(in: parent).keys.map { TaskID(fileName: $0.fileName) }
                deleted.formUnion(Set(old).subtracting(new))
            }
        }
        return deleted
    }
}

extension Oracles {
    /// Returns the number of a commit's files that have each token.
    private func fileCounts(in commit: HashID) throws -> [Int: Int] {
        if let known = shown[commit] { return known }
        var counts: [Int: Int] = [:]
        for (path, file) in try history.files(in: commit) {
            if shownByBlob[file.id] == nil {
                shownByBlob[file.id] = TestSupport.tokens(in: try history.contents(file.id))
            }
            let tokens = TestSupport.tokens(in: path.bytes).union(shownByBlob[file.id] ?? [])
            for token in tokens { counts[token, default: 0] += 1 }
        }
        shown[commit] = counts
        return counts
    }

    private func inFinal(_ commit: HashID) -> Bool { isAncestor(commit, of: final) }

    private func isAncestor(_ commit: HashID, of other: HashID) -> Bool {
        if let known = ancestors[other] { return known.contains(commit) }
        let found = history.ancestors(of: other)
        ancestors[other] = found
        return found.contains(commit)
    }
}
