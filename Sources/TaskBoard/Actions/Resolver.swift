import MarkdownDocument

/// A task whose conflicts are resolved, and the further changes that this needs.
struct ResolvedTask {
    let task: TaskItem
    /// The task's new contents; nil if the task is removed.
    let document: Document?
    /// The state that the task moves to; nil if it stays.
    var state: Text?
    /// The files below `conflicts/` that are removed.
    var files: [BoardPath] = []
}

/// The ways to resolve the conflicts of one task.
struct Resolver {
    let board: Board
    let task: TaskItem
    let conflicts: [OpenConflict]
    /// The lines that a callout's text replaces, as far as they are known.
    let won: WonLines

    /// The keys that records of a merge never have.
    static let unusableKeys: Set<Text> = ["body", Records.key, Records.body]

    /// Keeps the current values: removes the records, the callouts and the
    /// conflict files.
    func keeping(_ conflictFile: (BoardPath) -> [UInt8]?) throws(ActionError) -> ResolvedTask {
        let body = BodyCallouts(task.document)
        let drops = Dictionary(
            uniqueKeysWithValues: body.callouts.indices.map { ($0, BodyCallouts.Choice.drop) })
        var document = try withoutRecords { _ in true }
        if !drops.isEmpty { document = try replacingBody(of: document, body.resolving(drops)) }
        let files = filePaths.filter { conflictFile($0) != nil }
        return ResolvedTask(task: task, document: document, files: files)
    }

    /// Takes the value of a conflict.
    func taking(
        _ value: OpenConflict, _ conflictFile: (BoardPath) -> [UInt8]?
    ) throws(ActionError) -> ResolvedTask {
        switch value.key {
        case "body": try takingText(value, .take)
        case Records.state:
            ResolvedTask(
                task: task, document: try withoutRecords { $0.key == Records.state },
                state: value.value)
        case Records.deleted: ResolvedTask(task: task, document: nil)
        case Records.file: try takingFile(at: Resolver.path(of: value.value), conflictFile)
        default: ResolvedTask(task: task, document: try putting(value.value, as: value.key))
        }
    }

    /// Puts a callout's text in place of the lines that won, or after them.
    func takingText(
        _ value: OpenConflict, _ choice: BodyCallouts.Choice
    ) throws(ActionError) -> ResolvedTask {
        let index = value.number - 1 - task.conflicts.count
        let body = BodyCallouts(task.document, won: won).resolving([index: choice])
        return ResolvedTask(task: task, document: try replacingBody(of: task.document, body))
    }

    /// Sets third values, each of which resolves its key.
    func setting(_ pairs: [Pair]) throws(ActionError) -> ResolvedTask {
        let keys = pairs.map { $0.key == "state" ? Records.state : $0.key }
        let known = conflicts.map(\.key)
        for key in keys where !known.contains(key) {
            throw ActionError(.noConflictOf(key, known: known), path: task.path)
        }
        var document = try withoutRecords { keys.contains($0.key) }
        for pair in pairs where pair.key != "state" {
            let edit = FieldEdit(
                key: pair.key, value: pair.value, fields: board.settings.fields)
            try edit.check(board.settings.fields)
            document = try document.applying(
                edit, in: task.path, fields: board.settings.fields)
        }
        try board.checkLength(
            of: Array(document.body), was: Array(task.document.body), in: task.path)
        let state = pairs.last { $0.key == "state" }?.value
        return ResolvedTask(task: task, document: document, state: state)
    }
}

// MARK: The parts

extension Resolver {
    /// Returns the document without the records that are resolved.
    private func withoutRecords(
        _ isResolved: (ConflictRecord) -> Bool
    ) throws(ActionError) -> Document {
        let left = task.conflicts.filter { !isResolved($0) }
        if left.count == task.conflicts.count { return task.document }
        return try task.document.edited(in: task.path) { (document) throws(EditError) in
            try document.setting("conflicts", toRecords: left.map(\.pairs))
        }
    }

    private func replacingBody(
        of document: Document, _ body: [UInt8]
    ) throws(ActionError) -> Document {
        try document.edited(in: task.path) { (document) throws(EditError) in
            try document.replacingBody(body)
        }
    }

    /// Returns the document with a record's value for its key. A record holds
    /// an empty value for a key that was removed, the source for a list or a
    /// map, and otherwise the text.
    private func putting(_ value: Text, as key: Text) throws(ActionError) -> Document {
        if MergeRules.newest.rule(of: key) == .elements, entrySource(key, value) == nil,
            !value.isEmpty
        {
            return try addingElement(value, to: key)
        }
        let document = try withoutRecords { $0.key == key }
        if value.isEmpty {
            return document.entry(key) == nil
                ? document
                : try document.edited(in: task.path) { (document) throws(EditError) in
                    try document.removing(key)
                }
        }
        let source = entrySource(key, value)
        return try document.edited(in: task.path) { (document) throws(EditError) in
            guard let source else { return try document.setting(key, to: value) }
            return try document.settingSource(of: key, to: document.lineEnds(source))
        }
    }

    /// Returns the document with a record's value as an element of a list.
    private func addingElement(_ value: Text, to key: Text) throws(ActionError) -> Document {
        let document = try withoutRecords { $0.key == key && $0.value == value }
        return try document.edited(in: task.path) { (document) throws(EditError) in
            try document.adding(value, to: key)
        }
    }

    private func takingFile(
        at path: BoardPath, _ conflictFile: (BoardPath) -> [UInt8]?
    ) throws(ActionError) -> ResolvedTask {
        guard let bytes = conflictFile(path) else {
            throw ActionError(.conflictFileGone(path), path: task.path)
        }
        return ResolvedTask(task: task, document: Document(bytes), files: [path])
    }

    private var filePaths: [BoardPath] {
        task.conflicts.filter { $0.key == Records.file }.map { Resolver.path(of: $0.value) }
    }

    /// Returns the path of a file that a record names below `conflicts/`, with
    /// or without the folder.
    private static func path(of value: Text) -> BoardPath {
        let name =
            value.utf8.lastIndex(of: .slash).map { value.utf8[($0 + 1)...] } ?? value.utf8[...]
        return BoardSettings.conflictsFolder.appending(name)
    }
}

/// Returns the lines that set a key to a value which a record holds as source;
/// nil if the value is plain text.
private func entrySource(_ key: Text, _ value: Text) -> [UInt8]? {
    guard let first = value.utf8.first, "[{-".utf8.contains(first) else { return nil }
    let heads = [": ", ":\n  ", ":\n"]
    for head in heads {
        let source = key.utf8 + Array(head.utf8) + value.utf8 + [.lineFeed]
        let document = Document(source, kind: .yaml)
        guard document.entries.count == 1, let entry = document.entry(key) else { continue }
        if case .scalar = entry.value { continue }
        return source
    }
    return nil
}

// MARK: The plan

extension Board {
    /// Returns the plan for resolved tasks: first their own files, in the order of the tasks.
    func plan(
        for resolved: [ResolvedTask], hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        let moves = try moves(of: resolved, hash: hash)
        let paths = Set(resolved.map(\.task.path))
        let places = Dictionary(
            moves.changes.map { ($0.before, $0) }, uniquingKeysWith: { first, _ in first })
        var own: [FileChange] = []
        var sentences: [TaskChange] = []
        var ids: [TaskID] = []
        for item in resolved {
            let task = item.task
            guard var document = item.document else {
                own.append(.remove(task.path))
                sentences += [TaskChange(from: task, to: nil)].compactMap(\.self)
                ids.append(task.id)
                continue
            }
            var path = task.path
            if let place = places[task.path], let after = place.after, let bytes = place.bytes {
                (path, document) = (after, Document(bytes))
            }
            let new = task.replaced(path: path, document: document, in: self)
            own += [FileChange.task(task, to: path, document)].compactMap(\.self)
            sentences += [TaskChange(from: task, to: new)].compactMap(\.self)
            ids.append(new.id)
        }
        let others = moves.changes.filter { change in
            change.before.map { !paths.contains($0) } ?? true
        }
        let files = Set(resolved.flatMap(\.files)).sorted()
        return Plan(
            changes: own + others + files.map(FileChange.remove), sentences: sentences, tasks: ids)
    }

    /// Returns the moves of resolved tasks to their states, as a plan for the resolved files.
    private func moves(
        of resolved: [ResolvedTask], hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        let moving = resolved.filter { $0.document != nil && $0.state != nil }
        guard !moving.isEmpty else { return Plan(changes: [], sentences: [], tasks: []) }
        let new = Dictionary(
            resolved.compactMap { item in
                item.document.map {
                    (item.task.path, item.task.replaced(document: $0, in: self))
                }
            }, uniquingKeysWith: { first, _ in first })
        let board = Board(settings: settings, tasks: tasks.map { new[$0.path] ?? $0 })
        let targets = moving.compactMap { item -> (task: TaskItem, state: Text)? in
            guard let state = item.state, let task = board[item.task.path] else { return nil }
            let folder = Text(state.utf8.prefix { $0 != .slash })
            return (task, settings.current(folder.nfc) ?? folder)
        }
        return try board.moving(targets, hash: hash)
    }
}
