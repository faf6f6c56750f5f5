import MarkdownDocument
import TestSupport
import Testing

@testable import TaskBoard

/// Boards and plans as text, which keeps the tests readable.
enum ActionBoard {
    /// Returns a board of files; `settings` is the text of `pmd.yml`.
    static func make(_ files: [String: String], _ settings: String = "") throws -> Board {
        let settings = try BoardSettings(Document(Array(settings.utf8), kind: .yaml))
        return Board(
            settings: settings,
            tasks: files.map { path, text in
                TaskItem(
                    path: BoardPath(path), document: Document(Array(text.utf8)),
                    settings: settings)
            })
    }

    /// Returns the subject, then each file: its old path, its new path and its
    /// contents.
    static func text(_ plan: Plan) -> String {
        let files = plan.changes.map { change in
            let head =
                switch (change.before, change.after) {
                case (nil, let path?): "new \(path)\n"
                case (let path?, nil): "gone \(path)\n"
                case (let old?, let new?): old == new ? "in \(old)\n" : "\(old) -> \(new)\n"
                case (nil, nil): "nothing\n"
                }
            return head + String(decoding: change.bytes ?? [], as: UTF8.self)
        }
        return ([plan.message] + files).joined()
    }

    /// Returns the board after a plan.
    static func after(_ plan: Plan, on board: Board) -> Board {
        var files: [BoardPath: Document] = [:]
        for task in board.tasks { files[task.path] = task.document }
        for change in plan.changes { if let path = change.before { files[path] = nil } }
        for change in plan.changes {
            if let path = change.after, let bytes = change.bytes { files[path] = Document(bytes) }
        }
        return Board(
            settings: board.settings,
            tasks: files.filter { board.settings.isTaskPath($0.key) }.map {
                TaskItem(path: $0.key, document: $0.value, settings: board.settings)
            })
    }

    /// A replacement for git's hash, which only has to be equal for equal
    /// bytes.
    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var generator = SplitMix64(
            seed: bytes.reduce(14_695_981_039_346_656_037) { hash, byte in
                (hash ^ UInt64(byte)) &* 1_099_511_628_211
            })
        return (0..<20).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Saturday, 2026-11-21, 09:14 in Seoul.
    static let now = Moment(seconds: 1_795_220_040) { _ in 9 * 3600 }
}
