import Git
import MarkdownDocument
import TaskBoard

/// The times at which tasks were last changed and finished, kept in the local state and
/// updated by walking only the new commits.
///
/// The file `times` holds the commit that it is right for, then a line a task:
/// `ID TAB UPDATED TAB FINISHED`, seconds since 1970, `-` for none. Whatever
/// cannot be read is made anew.
struct TimesCache {
    private static let name = Array("times".utf8)
    let folder: Folder
    let history: History

    /// The times as of a commit.
    struct Known {
        var times = HistoryTimes()
        /// The commit; nil before the first one.
        var head: ObjectID?
        /// The number of commits that are not in the file yet.
        var unwritten = 0
    }

    /// A watched board keeps the times in memory, and writes the file only after this many
    /// commits, since the file has a line for each task.
    private static let mostUnwritten = 64

    /// The times at HEAD.
    ///
    /// - Parameters:
    ///   - head: Its commit; nil before the first one.
    ///   - kept: The times that a watched board has in memory; nil to read them from the file, and
    ///     to write them back at once.
    func times(at head: ObjectID?, since kept: Known?) throws -> Known {
        guard let head else { return Known() }
        var known = try kept ?? read()
        if known.head == head { return known }
        if let base = known.head,
            try !history.git.contains(base) || !history.git.isAncestor(base, of: head)
        {
            known = Known()
        }
        known.unwritten += try bringUpToDate(&known.times, since: known.head, to: head)
        let isDue = kept == nil || known.head == nil || known.unwritten > Self.mostUnwritten
        known.head = head
        guard isDue else { return known }
        do {
            try write(known.times, head)
            known.unwritten = 0
        } catch {
            // Nothing can be written here: the times are computed each time.
        }
        return known
    }

    /// Oldest first, so that the newest time wins.
    ///
    /// - Returns: The number of commits that it read.
    private func bringUpToDate(
        _ times: inout HistoryTimes, since known: ObjectID?, to head: ObjectID
    ) throws -> Int {
        var commits: [Commit] = []
        // Usually there is one new commit. A walk would also read older commits to hide them.
        let newest = try history.git.commit(head)
        if newest.parents == known.map({ [$0] }) {
            commits = [newest]
        } else {
            try history.walk(hiding: known.map { [$0] } ?? []) { commit in
                commits.append(commit)
                return true
            }
        }
        for commit in commits.reversed() {
            for step in try history.steps(of: commit) {
                note(step, at: commit.author.time, in: &times)
            }
        }
        return commits.count
    }

    private func note(_ step: History.Step, at time: Int64, in times: inout HistoryTimes) {
        guard let new = step.new else {
            times.updated[step.id] = nil
            times.finished[step.id] = nil
            return
        }
        times.updated[step.id] = time
        let isFinished = history.settings.isFinished(history.settings.state(of: new.path))
        let wasFinished = step.old.map {
            history.settings.isFinished(history.settings.state(of: $0.path))
        }
        if !isFinished { times.finished[step.id] = nil }
        if isFinished, wasFinished != true { times.finished[step.id] = time }
    }

    private func read() throws -> Known {
        guard let bytes = try folder.read(Self.name).bytes else { return Known() }
        var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
        guard let first = lines.popFirst(),
            let head = ObjectID(hex: String(decoding: first, as: UTF8.self))
        else { return Known() }
        var times = HistoryTimes()
        for line in lines {
            let words = line.split(separator: UInt8(ascii: "\t"))
            guard words.count == 3, let updated = number(words[1]) else {
                return Known()
            }
            let id = TaskID(fileName: Array(words[0]))
            times.updated[id] = updated
            times.finished[id] = number(words[2])
        }
        return Known(times: times, head: head)
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
        Int64(String(decoding: bytes, as: UTF8.self))
    }

    private func write(_ times: HistoryTimes, _ head: ObjectID) throws {
        var bytes = Array("\(head.hex)\n".utf8)
        for (id, updated) in times.updated.sorted(by: { $0.key < $1.key })
        where !id.text.utf8.contains(where: { $0 == 9 || $0 == 10 }) {
            let finished = times.finished[id].map(String.init) ?? "-"
            bytes += id.text.utf8 + Array("\t\(updated)\t\(finished)\n".utf8)
        }
        try folder.replace(Self.name, bytes)
    }
}
