import BoardView
import MarkdownDocument
package import TaskBoard
import Words

/// The input of an import.
package enum ForeignInput: Sendable {
    case text([UInt8])
    case folder([ForeignFile])
}

/// One file of a folder, with its path within the folder.
package struct ForeignFile: Sendable {
    package var path: String
    package var bytes: [UInt8]
    /// The reason the file could not be read; nil if it could.
    package private(set) var unread: UnreadReason?

    package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

    package init(path: String, unread reason: UnreadReason) {
        (self.path, bytes, unread) = (path, [], reason)
    }

    /// The name of the file's immediate folder; empty at the top level.
    var folder: String {
        let parts = path.split(separator: "/")
        return parts.count < 2 ? "" : String(parts[parts.count - 2])
    }

    var name: [UInt8] { BoardPath(path).fileName }
}

/// The board and the time for an import.
package struct ExchangeContext: Sendable {
    package var now: Moment
    package var settings: BoardSettings

    package init(now: Moment, settings: BoardSettings) {
        (self.now, self.settings) = (now, settings)
    }

    /// Returns the state for a case-folded column name; nil if the board has none.
    func state(named name: Text) -> Text? {
        guard !name.isEmpty else { return nil }
        let folded = slug(of: name).folded
        return settings.states.first { slug(of: $0).folded == folded }
    }

    /// Returns the progress stage for a tool's word: the stage of the state with this name, or
    /// else of a common word, ignoring symbols as in "○ To Do".
    func stage(named name: Text) -> ForeignTask.Stage? {
        if let state = state(named: name) { return stage(of: state) }
        switch slug(of: name).string {
        case "to-do", "todo", "backlog", "draft", "open", "new": return .first
        case "in-progress", "doing", "started", "active", "review", "in-review", "testing",
            "blocked":
            return .started
        case "done", "complete", "completed", "closed", "finished", "resolved": return .finished
        default: return nil
        }
    }

    /// Returns the progress stage of a state.
    func stage(of state: Text) -> ForeignTask.Stage {
        if state == settings.first { return .first }
        if state == settings.finished.first { return .finished }
        return state == settings.start ? .started : .state(state)
    }
}

/// The board for an export.
package struct ExportContext: Sendable {
    package var now: Moment
    package var board: Board
    /// The times of the last change and of the finish, if known.
    package var times: HistoryTimes
    package let references: References
    package var calendar = CalendarForm()

    package init(now: Moment, board: Board, times: HistoryTimes = HistoryTimes()) {
        (self.now, self.board, self.times) = (now, board, times)
        references = References(board)
    }

    var settings: BoardSettings { board.settings }
    var localZone: LocalZone { LocalZone(name: calendar.zone, now: now) }
    var exchange: ExchangeContext { ExchangeContext(now: now, settings: settings) }

    /// Returns the tool's own ID for a task that was imported from a format.
    func id(_ task: TaskItem, in format: ExchangeFormat) -> Text? {
        guard let source = task.source else { return nil }
        let prefix = Array((format.name + ":").utf8)
        guard source.utf8.starts(with: prefix), source.utf8.count > prefix.count else {
            return nil
        }
        return Text(source.utf8.dropFirst(prefix.count))
    }

    func finished(_ task: TaskItem) -> Int64? {
        guard task.isFinished else { return nil }
        let stated = task.texts(of: .finished).first.flatMap { DueDate($0) }
        return stated?.seconds(now) ?? times.finished[task.id]
    }

    func isStarted(_ task: TaskItem) -> Bool {
        !task.isFinished && task.state == settings.start && task.state != settings.first
    }
}

/// The tasks of an import, and its report.
package struct Reading: Sendable {
    package var tasks: [ForeignTask] = []
    /// The fields that a pmd task cannot hold.
    package var losses = Tally()
    /// The reasons records were skipped.
    package var skipped = Tally()
    /// The unreadable records.
    package var refused: [RefusedRecord] = []
    package var notes: [ImportNote] = []

    package init() {}

    /// Throws if another record would exceed the limit.
    func checkCount(of format: ExchangeFormat) throws(BoardError) {
        guard tasks.count + refused.count < ImportLimit.records else {
            throw RecordProblem.tooManyRecords(ImportLimit.records).of(format: format.name)
        }
    }

    mutating func refuse(_ problem: RecordProblem, at place: RecordPlace) {
        refused.append(RefusedRecord(problem, at: place))
    }

    /// Refuses a file that could not be read.
    ///
    /// - Returns: False if it was read.
    mutating func refusesUnread(_ file: ForeignFile) -> Bool {
        guard let reason = file.unread else { return false }
        refused.append(RefusedRecord(.unread(reason), at: .file(file.path)))
        return true
    }

    /// The number of records in the source.
    package var count: Int { tasks.count + skipped.total + refused.count }
}

/// The files of an export, and its report.
package struct Writing: Sendable {
    package enum Files: Sendable {
        case text([UInt8])
        case folder([ForeignFile])
    }

    package var files: Files
    /// The fields that the format cannot hold.
    package var losses = Tally()
}

/// Counts by name, in order of first occurrence.
package struct Tally: Equatable, Sendable {
    package private(set) var counts: [(name: String, count: Int)] = []
    private var indices: [String: Int] = [:]

    package init() {}

    package var isEmpty: Bool { counts.isEmpty }
    package var total: Int { counts.reduce(0) { $0 + $1.count } }

    package mutating func add(_ name: String) {
        if let index = indices[name] {
            counts[index].count += 1
        } else {
            indices[name] = counts.count
            counts.append((name, 1))
        }
    }

    package static func == (a: Tally, b: Tally) -> Bool {
        a.counts.elementsEqual(b.counts) { $0 == $1 }
    }
}

extension TaskItem {
    /// Returns the value of a key unknown to pmd, if it is a scalar.
    func scalar(_ key: Text) -> Text? {
        guard case .scalar(let text)? = extra.first(where: { $0.key == key })?.value else {
            return nil
        }
        return text
    }

    /// Reports content that no format can hold: the raw text of a malformed file, and of values
    /// that pmd cannot read.
    func reportUnread(in losses: inout Tally) {
        if isMalformed { return losses.add("malformed front matter") }
        for problem in problems where problem.kind == .value {
            losses.add("invalid value of \(problem.key.map { plainWords($0) } ?? "a key")")
        }
    }
}

/// Gives tasks without an ID one: a hash of the title, creation time and occurrence.
struct Occurrences {
    let format: ExchangeFormat
    private var counts: [Text: Int] = [:]

    init(_ format: ExchangeFormat) { self.format = format }

    mutating func origin(title: Text, created: Text?) -> ForeignTask.Origin {
        let facts = Text(title.utf8 + [0] + (created?.utf8 ?? []))
        let occurrence = (counts[facts] ?? 0) + 1
        counts[facts] = occurrence
        let hash = fingerprint(facts.utf8 + [0] + String(occurrence).utf8)
        return .source(Text("\(format.name):\(hash)"))
    }

    /// Returns the source for an ID, with the occurrence number if the ID is repeated.
    mutating func source(_ id: Text) -> Text {
        let occurrence = (counts[id] ?? 0) + 1
        counts[id] = occurrence
        let suffix = occurrence == 1 ? "" : "#\(occurrence)"
        return Text(Array("\(format.name):".utf8) + id.utf8 + Array(suffix.utf8))
    }
}

/// Returns 16 hexadecimal digits that are the same in every version of pmd: 64-bit FNV-1a.
func fingerprint(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
