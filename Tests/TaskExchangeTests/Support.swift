import BoardView
import MarkdownDocument
import TaskBoard
import TaskExchange
import TestSupport
import Testing

/// Tuesday, 24 November 2026, 12:00 in Seoul.
let seoul = Moment(seconds: 1_795_489_200) { _ in 9 * 3600 }

/// The same day at 9:00 in Berlin, whose clocks change on the last Sundays of March and October.
let inBerlin = Moment(seconds: 1_795_507_200) { seconds in
    let year = Day(localSeconds: seconds).year
    let edges = [3, 10].map { month in
        let last = Day(year: year, month: month, day: 31) ?? Day(number: 0)
        let sunday = last.weekday == 7 ? last : last.previous(weekday: 7)
        return Int64(sunday.number) * 86_400 + 3600
    }
    return (edges[0]..<edges[1]).contains(seconds) ? 7200 : 3600
}

func context(_ settings: BoardSettings = .standard) -> ExchangeContext {
    ExchangeContext(now: seoul, settings: settings)
}

/// Hashes bytes for codes; 20 bytes, as git does.
func testHash(_ bytes: [UInt8]) -> [UInt8] {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    var random = SplitMix64(seed: state)
    return (0..<20).map { _ in UInt8(truncatingIfNeeded: random.next()) }
}

extension ExchangeFormat {
    func read(_ text: String) throws -> Reading {
        try read(.text(Array(text.utf8)), context())
    }

    /// The error that refuses a text.
    func refusal(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws
        -> BoardError
    {
        try #require(throws: BoardError.self, sourceLocation: sourceLocation) {
            let reading = try read(text)
            _ = try Board.empty.importing(
                reading.tasks, from: name, deleted: [], hash: testHash)
        }
    }

    /// Reads a text and puts its tasks on an empty board.
    func board(_ text: String) throws -> Board {
        try Board.empty.adding(read(text))
    }
}

extension Board {
    static let empty = Board(settings: .standard, tasks: [])

    /// Returns the board with the tasks of an import.
    func adding(_ reading: Reading, deleted: [TaskItem] = []) throws -> Board {
        let report = try importing(
            reading.tasks, from: "test", deleted: deleted, hash: testHash)
        return Board(settings: settings, tasks: tasks + report.added)
    }

    /// The text of the only task's file.
    func onlyFile(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        try #require(tasks.count == 1, sourceLocation: sourceLocation)
        return String(decoding: tasks[0].bytes, as: UTF8.self)
    }

    func task(titled title: String) throws -> TaskItem {
        try #require(tasks.first { $0.title == Text(title) })
    }

    func written(_ format: ExchangeFormat) -> Writing {
        format.write(tasks, ExportContext(now: seoul, board: self))
    }

    /// Each task as `pmd list --all --json` prints it, by ID, without its reference.
    var jsonByID: [Text: JSONValue] {
        Dictionary(
            tasks.map { task in
                let json = task.json(ref: "", overdue: seoul, fields: settings.fields)
                guard case .object(let members) = json else { return (task.id.text, .null) }
                return (
                    task.id.text,
                    .object(
                        members.map { member in
                            guard member.key == "extra", case .object(let extra) = member.value
                            else { return member }
                            return .init("extra", .object(extra.sorted { $0.key < $1.key }))
                        })
                )
            }, uniquingKeysWith: { $1 })
    }
}

extension Writing {
    var text: String {
        guard case .text(let bytes) = files else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    var input: ForeignInput {
        switch files {
        case .text(let bytes): .text(bytes)
        case .folder(let files): .folder(files)
        }
    }

    var lost: [String] { losses.counts.map(\.name) }
}

func task(_ text: String, at path: BoardPath = "todo/fix-the-roof-k3f9m2.md") -> TaskItem {
    TaskItem(path: path, document: Document(Array(text.utf8)))
}
