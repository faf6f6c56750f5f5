import MarkdownDocument
import MergeSupport
import TaskBoard
import TestSupport
import Words

/// The files of a board in memory, which carries out intents as the workspace does.
struct MemoryBoard {
    private(set) var files: [BoardPath: [UInt8]]
    private(set) var board: Board
    /// The last contents of each removed file.
    private var removed: [BoardPath: [UInt8]] = [:]
    private var settings = BoardSettings.standard
    private var undone: [[BoardPath: [UInt8]]] = []
    private var done: [[BoardPath: [UInt8]]] = []
    private var generator = SplitMix64(seed: 1)

    /// - Parameter files: The files by their paths: front matter, or a whole file that begins
    ///   with a fence.
    init(_ files: [String: String] = [:], settings: String = "") {
        self.files = [:]
        board = Board(settings: .standard, tasks: [])
        write("pmd.yml", settings)
        for (path, text) in files { write(BoardPath(path), text) }
    }

    var undoSubject: String? { done.isEmpty ? nil : "the last change" }
    var redoSubject: String? { undone.isEmpty ? nil : "the last undo" }

    /// Writes a file as an editor does; nil removes it.
    mutating func write(_ path: BoardPath, _ text: String?) {
        let isWhole =
            text.map { $0.utf8.starts(with: "---".utf8) || path == Board.settingsPath } ?? true
        if text == nil { removed[path] = files[path] }
        files[path] = text.map { Array((isWhole ? $0 : "---\n\($0)\n---\n").utf8) }
        read()
    }

    private mutating func read() {
        do {
            settings = try BoardSettings(
                Document(files[Board.settingsPath] ?? [], kind: .yaml))
        } catch {
            // As the workspace does: the last settings that could be read count.
        }
        let tasks = files.filter { settings.isTaskPath($0.key) }.map { path, bytes in
            TaskItem(path: path, document: Document(bytes), settings: settings)
        }
        board = Board(settings: settings, tasks: tasks)
    }
}

extension MemoryBoard {
    /// Carries out an intent, and returns its report with the tasks that it names.
    mutating func perform(
        _ intent: Intent, now: Moment
    ) throws(ActionError) -> (report: String?, tasks: [TaskID]) {
        switch intent {
        case .undo: return step { $0.stepBack() ? "Undid: the last change" : nil }
        case .redo: return step { $0.stepForward() ? "Redid: the last change" : nil }
        default: break
        }
        let plan = try plan(intent, now)
        guard !plan.isEmpty else { return (nil, plan.tasks) }
        done.append(files)
        undone = []
        for change in plan.changes {
            if let path = change.before { files[path] = nil }
            if let path = change.after, let bytes = change.bytes { files[path] = bytes }
        }
        read()
        return (plan.words.english, plan.tasks)
    }

    /// Runs a step, and returns its report with the tasks whose files it changed.
    private mutating func step(
        _ take: (inout MemoryBoard) -> String?
    ) -> (report: String?, tasks: [TaskID]) {
        let old = files
        let report = take(&self)
        let changed = Set(old.keys).union(files.keys).filter { old[$0] != files[$0] }
        return (report, Set(changed.map { TaskID(fileName: $0.fileName) }).sorted { $0 < $1 })
    }

    private mutating func stepBack() -> Bool {
        guard let files = done.popLast() else { return false }
        undone.append(self.files)
        self.files = files
        read()
        return true
    }

    private mutating func stepForward() -> Bool {
        guard let files = undone.popLast() else { return false }
        done.append(self.files)
        self.files = files
        read()
        return true
    }

    private mutating func plan(_ intent: Intent, _ now: Moment) throws(ActionError) -> Plan {
        let file = Document(files[Board.settingsPath] ?? [], kind: .yaml)
        switch intent {
        case .add(let draft, let state, let atTop):
            return try board.adding(draft, to: state, atTop: atTop, now: now, using: &generator)
        case .annotate(let id, let text):
            return try board.editing(tasks([id]), [.append(text)])
        case .resolve(let id, let resolution):
            return try board.resolving(tasks([id]), resolution, hash: memoryHash)
        case .restoreSaving(let id, let edits, let base):
            let file = removed.first { TaskID(fileName: $0.key.fileName) == id }
            guard let file else { throw ActionError(.noSuchTask(id)) }
            return try board.restoring(
                (file.key, file.value), saving: edits, over: base, hash: memoryHash)
        case .set(let key, let value): return try board.setting(key, to: value ?? "", in: file)
        case .renameState(let old, let new):
            return try board.renamingState(old, to: new, in: file, hash: memoryHash)
        default:
            let plan = try board.plan(for: intent, now: now, hash: memoryHash)
            guard let plan else { preconditionFailure("\(intent) is no plan") }
            return plan
        }
    }

    private func tasks(_ ids: [TaskID]) throws(ActionError) -> [TaskItem] {
        try ids.map { (id) throws(ActionError) in
            guard let task = board[id] else { throw ActionError(.noSuchTask(id)) }
            return task
        }
    }
}

/// A hash of twenty bytes, for names of files that collide.
@Sendable func memoryHash(_ bytes: [UInt8]) -> [UInt8] {
    var hash: UInt64 = 14_695_981_039_346_656_037
    return (0..<20).map { round in
        for byte in bytes + [UInt8(round)] { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
        return UInt8(truncatingIfNeeded: hash >> 32)
    }
}
