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

    func times() throws -> HistoryTimes {
        guard let head = try history.head else { return HistoryTimes() }
        var (times, known) = try read()
        if known == head { return times }
        if let base = known,
            try history.git.contains(base) && !history.git.isAncestor(base, of: head)
        {
            known = nil
        }
        if known == nil { times = HistoryTimes() }
        try bringUpToDate(&times, since: known)
        do { try write(times, head) } catch {
            // Nothing can be written here: the times are computed each time.
        }
        return times
    }

    /// Oldest first, so that the newest time wins.
    private func bringUpToDate(_ times: inout HistoryTimes, since known: ObjectID?) throws {
        var commits: [Commit] = []
        try history.walk(hiding: known.map { [$0] } ?? []) { commit in
            commits.append(commit)
            return true
        }
        for commit in commits.reversed() {
            for step in try history.steps(of: commit) {
                note(step, at: commit.author.time, in: &times)
            }
        }
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

    private func read() throws -> (HistoryTimes, ObjectID?) {
        guard let bytes = try folder.read(Self.name).bytes else { return (HistoryTimes(), nil) }
        var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
        guard let first = lines.popFirst(),
            let head = ObjectID(hex: String(decoding: first, as: UTF8.self))
        else { return (HistoryTimes(), nil) }
        var times = HistoryTimes()
        for line in lines {
            let words = line.split(separator: UInt8(ascii: "\t"))
            guard words.count == 3, let updated = number(words[1]) else {
                return (HistoryTimes(), nil)
            }
            let id = TaskID(fileName: Array(words[0]))
            times.updated[id] = updated
            times.finished[id] = number(words[2])
        }
        return (times, head)
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
