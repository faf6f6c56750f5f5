import Glibc
import TaskBoard

/// The record of this clone's last sync: the file `sync`, a line `KEY VALUE` each. It can be lost
/// without harm.
struct SyncState {
    static let name = Array("sync".utf8)
    /// The format whose messages contain no secrets.
    private static let format = "2"
    private static let done = "done"
    let folder: Folder

    func read() throws -> LastSync? {
        guard let bytes = try folder.read(Self.name).bytes else { return nil }
        var values: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            if words.count == 2 { values[String(words[0])] = String(words[1]) }
        }
        guard let time = values["at"].flatMap({ Int64($0) }), let words = values["result"]
        else { return nil }
        let text = Bilingual(words, values["korean"] ?? words)
        return LastSync(
            time: time, result: Self.result(text, format: values["format"]),
            code: values["code"].flatMap { Int32($0) } ?? 0,
            failingSince: values["failing-since"].flatMap { Int64($0) },
            reportedAt: values["told"].flatMap { Int64($0) }, isPassing: values["passing"] == "1")
    }

    private static func result(_ words: Bilingual, format: String?) -> LastSync.Result {
        if words.english == done { return .done }
        // An older pmd may have written an address with a password.
        return format == Self.format ? .failed(words: words) : .unknown
    }

    /// Records the outcome of a sync.
    ///
    /// - Parameter words: Returns the message of a failure, on one line.
    /// - Returns: The new record.
    func note(
        _ failure: BoardError?, in words: (BoardError) -> Bilingual, at time: Int64
    ) throws -> LastSync {
        let before = try read()
        let result = failure.map { LastSync.Result.failed(words: words($0)) } ?? .done
        // The message of a passing outage may differ from run to run.
        let isSame =
            before?.code == failure?.exit.rawValue && before?.isPassing == failure?.isPassing
            && (before?.isPassing == true || before?.result == result)
        let last = LastSync(
            time: time, result: result,
            code: failure?.exit.rawValue ?? 0,
            failingSince: failure == nil ? nil : (before?.failingSince ?? time),
            reportedAt: isSame ? before?.reportedAt : nil, isPassing: failure?.isPassing ?? false)
        try write(last)
        return last
    }

    /// Records that the failure was reported to the user.
    func noteReported(at time: Int64) throws {
        guard var last = try read() else { return }
        last.reportedAt = time
        try write(last)
    }

    private func write(_ last: LastSync) throws {
        var lines = ["at \(last.time)", "code \(last.code)"]
        switch last.result {
        case .done: lines += ["format \(Self.format)", "result \(Self.done)"]
        case .failed(let words):
            lines += ["format \(Self.format)", "result \(words.english)"]
            if words.korean != words.english { lines.append("korean \(words.korean)") }
        // Without a format, the message is not read.
        case .unknown: lines.append("result unknown")
        }
        if let since = last.failingSince { lines.append("failing-since \(since)") }
        if let told = last.reportedAt { lines.append("told \(told)") }
        if last.isPassing { lines.append("passing 1") }
        try folder.note(Self.name, Array((lines.joined(separator: "\n") + "\n").utf8))
    }
}

extension LastSync {
    /// Returns true if a run without a terminal should report something: a failure that needs the
    /// user is reported when it is new and then once a day, a passing outage only after a day.
    func isDue(at now: Int64) -> Bool {
        guard code != 0 else { return false }
        if let reportedAt, now - reportedAt < Self.day { return false }
        guard isPassing, let since = failingSince else { return true }
        return now - since >= Self.day
    }
}

/// The mark of a sync that is talking to the remote: the file `syncing`. If it exists at the
/// start, an earlier sync failed or was killed.
struct SyncMark {
    private static let name = Array("syncing".utf8)
    let folder: Folder

    func wasKilled() throws -> Bool { try folder.statData(Self.name) != nil }

    func set() throws { try folder.replace(Self.name, []) }

    func clear() throws { try folder.remove(Self.name) }
}
