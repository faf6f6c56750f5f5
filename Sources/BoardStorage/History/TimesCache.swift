import Git
import MarkdownDocument
import TaskBoard

/// The times at which tasks were last changed and finished, as computed by
/// ``TaskBoard/TimesReplay`` and kept in the local state. If a commit follows the known one, as
/// after each action, only that commit is processed.
///
/// The file `times` holds the commit for which it is valid, a checksum of the rules and one of the
/// other lines, then one line per task: `ID TAB UPDATED TAB FINISHED`, seconds since 1970, `-` for
/// none, and for a task with several files `TAB FILES TAB FINISHED-FILES`. If it cannot be read,
/// it is rebuilt.
struct TimesCache {
    private static let name = Array("times".utf8)
    let folder: Folder
    let history: History

    /// The times as of a commit.
    struct Known {
        var times = HistoryTimes()
        /// The file counts of tasks with several files.
        var copies: [TaskID: FileCount] = [:]
        /// The commit; nil before the first one.
        var head: ObjectID?
        /// The checksum of the rules.
        var rules = ""
        /// The number of commits that are not in the file yet.
        var unwritten = 0
    }

    /// The number of commits after which a watched board writes the file. It keeps the times in
    /// memory until then, since the file has a line for each task.
    private static let mostUnwritten = 64

    /// Returns the times at HEAD.
    ///
    /// - Parameters:
    ///   - head: Its commit; nil before the first one.
    ///   - kept: The times that a watched board has in memory; nil to read them from the file, and
    ///     to write them back at once.
    func times(at head: ObjectID?, since kept: Known?) throws -> Known {
        guard let head else { return Known() }
        let known = try kept ?? read()
        if known.head == head { return known }
        let rules = FinishRules(try history.settingsOf(head))
        var new = known
        if known.rules == Self.checksum(rules), let line = try line(from: head, to: known.head) {
            for commit in line.reversed() { try add(commit, rules, to: &new) }
            new.unwritten += line.count
        } else {
            new = try replayed(to: head, rules)
            new.unwritten = .max
        }
        new.head = head
        guard kept == nil || new.unwritten > Self.mostUnwritten else { return new }
        do {
            try write(new)
            new.unwritten = 0
        } catch {
            // Nothing can be written here: the times are computed each time.
            new.unwritten = 0
        }
        return new
    }

    /// Returns the commits from HEAD down to the known one, newest first, if they are few and each
    /// has one parent; else nil.
    private func line(from head: ObjectID, to known: ObjectID?) throws -> [ObjectID]? {
        guard let known else { return nil }
        var (here, line) = (head, [ObjectID]())
        while here != known {
            let commit = try history.git.commit(here)
            guard commit.parents.count == 1, line.count < Self.mostUnwritten else { return nil }
            line.append(here)
            here = commit.parents[0]
        }
        return line
    }

    private func add(_ commit: ObjectID, _ rules: FinishRules, to known: inout Known) throws {
        let effect = try history.effect(of: commit)
        for (id, change) in rules.changes(effect.changes[0]) {
            let isFinished = known.times.finished[id] != nil
            let files = FileCount(
                all: known.times.updated[id] == nil ? 0 : 1, finished: isFinished ? 1 : 0)
            var life = TaskLife(
                finished: known.times.finished[id], files: known.copies[id] ?? files)
            life.change(by: change, in: effect.time)
            known.set(life, id)
        }
    }

    /// Returns the times at a past commit.
    func times(at commit: ObjectID) throws -> HistoryTimes {
        try replayed(to: commit, FinishRules(history.settingsOf(commit))).times
    }

    private func replayed(to head: ObjectID, _ rules: FinishRules) throws -> Known {
        let effects = try EffectFile(history: history).effects(upTo: head)
        var known = Known(rules: Self.checksum(rules))
        for (id, life) in TimesReplay(at: head.bytes, effects, rules).lives() {
            known.set(life, id)
        }
        return known
    }

    private static func checksum(_ rules: FinishRules) -> String { checksum(rules.key[...]) }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> String {
        String(bytes.withUnsafeBytes { BoardStorage.checksum($0) }, radix: 16)
    }
}

extension TimesCache.Known {
    fileprivate mutating func set(_ life: TaskLife, _ id: TaskID) {
        let isThere = life.files.all > 0
        times.updated[id] = isThere ? life.updated : nil
        times.finished[id] = isThere ? life.finished : nil
        copies[id] = life.files.all > 1 ? life.files : nil
    }
}

extension History {
    /// Returns the settings of a commit, or the newest valid ones before it.
    fileprivate func settingsOf(_ head: ObjectID) throws -> BoardSettings {
        try settings(in: git.commit(head).tree) ?? newestValidSettings()
    }
}

// MARK: File

extension TimesCache {
    private func read() throws -> Known {
        guard let bytes = try folder.read(Self.name).bytes else { return Known() }
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let (first, lines) = (bytes[..<end], bytes[end...].dropFirst())
        let words = first.split(separator: UInt8(ascii: " ")).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard words.count == 3, let head = ObjectID(hex: words[0]),
            words[2] == Self.checksum(lines)
        else { return Known() }
        var known = Known(head: head, rules: words[1])
        known.times.updated.reserveCapacity(lines.count / Self.shortestLine)
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: "\t"))
            guard words.count == 3 || words.count == 5, let updated = number(words[1]) else {
                return Known()
            }
            var life = TaskLife(
                updated: updated, finished: number(words[2]), files: FileCount(all: 1))
            if words.count == 5 {
                guard let all = number(words[3]), let finished = number(words[4]) else {
                    return Known()
                }
                life.files = FileCount(
                    all: Int32(clamping: all), finished: Int32(clamping: finished))
            }
            guard let id = unescaped(words[0]) else { return Known() }
            known.set(life, TaskID(stored: id.utf8))
        }
        return known
    }

    /// The length of a line with a code and the time of a change.
    private static let shortestLine = 20

    private func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard (1...18).contains(bytes.count), bytes.allSatisfy({ $0 &- 0x30 < 10 }) else {
            return Int64(String(decoding: bytes, as: UTF8.self))
        }
        return bytes.reduce(0) { $0 * 10 + Int64($1 & 0x0F) }
    }

    private func write(_ known: Known) throws {
        guard let head = known.head else { return }
        var bytes: [UInt8] = []
        for (id, updated) in known.times.updated.sorted(by: { $0.key < $1.key }) {
            let finished = known.times.finished[id].map(String.init) ?? "-"
            let copies = known.copies[id].map { "\t\($0.all)\t\($0.finished)" } ?? ""
            bytes += escaped(id.text) + Array("\t\(updated)\t\(finished)\(copies)\n".utf8)
        }
        let first = "\(head.hex) \(known.rules) \(Self.checksum(bytes[...]))\n"
        try folder.replace(Self.name, first.utf8 + bytes)
    }
}
