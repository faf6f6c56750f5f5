import BoardView
import Glibc
import MarkdownDocument
import TaskBoard
import TaskExchange

/// The function that libFuzzer calls with each input, repeatedly in one process.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    laws(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Checks the laws of the part that `PMD_FUZZ` names on one input.
private let laws: @Sendable ([UInt8]) -> Void = {
    switch getenv("PMD_FUZZ").map({ String(cString: $0) }) {
    case "document": documentLaws
    case "merge": mergeLaws
    case "query": queryLaws
    case "settings": settingsLaws
    case "json": jsonLaws
    case "calendar": calendarLaws
    default: { _ in fatalError("PMD_FUZZ names no part") }
    }
}()

/// Stops the run. libFuzzer keeps the input.
func law(_ holds: Bool, _ words: StaticString) {
    if !holds { fatalError("\(words)") }
}

/// A fixed time, so that an input always behaves the same.
let moment = Moment(seconds: 1_795_270_369) { _ in 9 * 3600 }

private func documentLaws(_ bytes: [UInt8]) {
    for kind in [Document.Kind.markdown, .yaml] {
        let document = Document(bytes, kind: kind)
        law(document.bytes == bytes, "reading keeps every byte")
        law(document.body.endIndex == bytes.count || kind == .yaml, "the body ends the file")
        let body = Array(document.body)
        let lines = bodyLines(body)
        law(lines.flatMap { body[$0.range] } == body, "the lines are the body")
        for edited in edits(of: document) {
            law(edited.malformation == nil, "an edit leaves a file that can be read")
        }
    }
}

private func edits(of document: Document) -> [Document] {
    let text = Text(document.body.prefix(40))
    let attempts: [() throws -> Document] = [
        { try document.setting("title", to: text) },
        { try document.setting("due", to: "2026-12-01") },
        { try document.setting("tags", toList: [text, "b", "no"]) },
        { try document.adding("c", to: "tags") },
        { try document.removing("tags") },
        { try document.setting("conflicts", toRecords: [[Pair(key: "key", value: text)]]) },
        { try document.ticking([1], true) },
        { try document.settingFirstHeading(to: "Heading") },
        { try document.appendingToBody(Array("- [ ] more\n".utf8)) },
    ]
    return attempts.compactMap { attempt in
        do { return try attempt() } catch { return nil }
    }
}

private func queryLaws(_ bytes: [UInt8]) {
    let words = bytes.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    let board = Board(settings: .standard, tasks: [sample("todo/a-k3f9m2.md", bytes)])
    do {
        let query = try Query(words, now: moment, me: "ann")
        _ = board.tasks(matching: query)
    } catch { law(!"\(error)".isEmpty, "an error has words") }
    do { _ = try quickEntry(words, now: moment, me: "ann", fields: .standard) } catch {}
    do { _ = try EditWords(words, now: moment, fields: .standard) } catch {}
    for word in words.prefix(4) { _ = DueDate(Text(word)) }
}

private func settingsLaws(_ bytes: [UInt8]) {
    let document = Document(bytes, kind: .yaml)
    do {
        let settings = try BoardSettings(document)
        law(!settings.states.isEmpty, "a board has a state")
        let board = Board(settings: settings, tasks: [])
        for (key, value) in [("limits.todo", "3"), ("states", "a,b"), ("views.x", "is:done")] {
            do {
                let plan = try board.setting(Text(key), to: Text(value), in: document)
                for change in plan.changes {
                    _ = try BoardSettings(Document(change.bytes ?? [], kind: .yaml))
                }
            } catch is ActionError {}
        }
    } catch is SettingsError {} catch {
        law(false, "what settings are written can be read")
    }
}

private func jsonLaws(_ bytes: [UInt8]) {
    let task = sample("todo/a-k3f9m2.md", bytes)
    for pretty in [false, true] {
        let encoded = task.json(ref: "a", overdue: moment, fields: .standard).encoded(
            pretty: pretty)
        do {
            let read = try JSON(String(decoding: encoded, as: UTF8.self))
            law(read["id"] == .string("k3f9m2"), "a task's JSON has its ID")
            let value = try JSONValue(parsing: encoded)
            law(value["id"] == .string("k3f9m2"), "a task's JSON is decoded with its ID")
        } catch { law(false, "a task's JSON can be read") }
    }
    // A client's input is decoded or refused.
    if let sent = try? JSONValue(parsing: bytes) {
        law((try? JSONValue(parsing: sent.encoded())) == sent, "decoded JSON is written and read")
        _ = try? FieldEdit.edits(from: sent, now: moment, fields: .standard)
    }
}

/// A calendar is read or refused. A calendar that was read is written, and read again.
private func calendarLaws(_ bytes: [UInt8]) {
    let context = ExchangeContext(now: moment, settings: .standard)
    guard let reading = try? ExchangeFormat.ics.read(.text(bytes), context),
        let report = try? Board(settings: .standard, tasks: []).importing(
            reading.tasks, from: "ics", deleted: [],
            hash: { bytes in
                (0..<20).map { UInt8(truncatingIfNeeded: bytes.count &* 31 &+ $0) }
            })
    else { return }
    let board = Board(settings: .standard, tasks: report.added)
    let writing = ExchangeFormat.ics.write(
        board.tasks, ExportContext(now: moment, board: board))
    guard case .text(let text) = writing.files else { return }
    let again = try? ExchangeFormat.ics.read(.text(text), context)
    law(again?.tasks.count == board.tasks.count, "a calendar of pmd is read back")
}

func sample(_ path: BoardPath, _ bytes: [UInt8]) -> TaskItem {
    TaskItem(path: path, document: Document(bytes))
}
