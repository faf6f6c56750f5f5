import MarkdownDocument

/// The ways to resolve the conflicts of one task.
struct Resolver {
    let board: Board
    let task: TaskItem
    let conflicts: [OpenConflict]
    let hash: ContentHash

    /// The keys that records of a merge never have.
    static let unusableKeys: Set<Text> = ["body", Records.key, Records.body]

    /// Keeps the current values: removes the records, the callouts and the
    /// conflict files.
    func keeping(_ conflictFile: (BoardPath) -> [UInt8]?) throws(ActionError) -> Plan {
        let body = BodyCallouts(task.document)
        let drops = Dictionary(
            uniqueKeysWithValues: body.callouts.indices.map { ($0, BodyCallouts.Choice.drop) })
        var document = try withoutRecords { _ in true }
        if !drops.isEmpty { document = try replacingBody(of: document, body.resolving(drops)) }
        let files = filePaths.filter { conflictFile($0) != nil }
        return plan(document, removing: files)
    }

    /// Takes the value of a conflict.
    func taking(
        _ value: OpenConflict, _ conflictFile: (BoardPath) -> [UInt8]?
    ) throws(ActionError) -> Plan {
        switch value.key {
        case "body": try takingText(value, .take)
        case Records.state: try moving(to: value.value)
        case Records.deleted: board.removing([task])
        case Records.file: try takingFile(at: Resolver.path(of: value.value), conflictFile)
        default: plan(try putting(value.value, as: value.key))
        }
    }

    /// Puts a callout's text in place of the lines that won, or after them.
    func takingText(_ value: OpenConflict, _ choice: BodyCallouts.Choice) throws(ActionError)
        -> Plan
    {
        let index = value.number - 1 - task.conflicts.count
        let body = BodyCallouts(task.document).resolving([index: choice])
        return plan(try replacingBody(of: task.document, body))
    }

    /// Sets third values, each of which resolves its key.
    func setting(_ pairs: [Pair]) throws(ActionError) -> Plan {
        let keys = pairs.map { $0.key == "state" ? Records.state : $0.key }
        let known = conflicts.map(\.key)
        for key in keys where !known.contains(key) {
            throw ActionError(.noConflictOf(key, known: known), path: task.path)
        }
        var document = try withoutRecords { keys.contains($0.key) }
        for pair in pairs where pair.key != "state" {
            let edit = FieldEdit(key: pair.key, value: pair.value)
            try edit.check()
            document = try document.applying(edit, in: task.path)
        }
        try board.checkLength(
            of: Array(document.body), was: Array(task.document.body), in: task.path)
        guard let state = pairs.last(where: { $0.key == "state" })?.value else {
            return plan(document)
        }
        return try moving(to: state, from: document)
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

    private func moving(
        to state: Text, from document: Document? = nil
    ) throws(ActionError) -> Plan {
        let resolved: Document
        if let document {
            resolved = document
        } else {
            resolved = try withoutRecords { $0.key == Records.state }
        }
        let free = board.with(task.replaced(document: resolved, in: board), insteadOf: task)
        guard let item = free[task.path] else { return plan(resolved) }
        let folder = Text(state.utf8.prefix { $0 != .slash })
        let moved = try free.moving(
            [item], to: board.settings.current(folder.nfc) ?? folder, hash: hash)
        guard let change = moved.changes.first(where: { $0.before == task.path }),
            let path = change.after, let bytes = change.bytes
        else { return plan(resolved) }
        let others = moved.changes.filter { $0.before != task.path }
        return plan(Document(bytes), at: path, others: others)
    }

    private func takingFile(
        at path: BoardPath, _ conflictFile: (BoardPath) -> [UInt8]?
    ) throws(ActionError) -> Plan {
        guard let bytes = conflictFile(path) else {
            throw ActionError(.conflictFileGone(path), path: task.path)
        }
        return plan(Document(bytes), removing: [path])
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

    private func plan(
        _ document: Document, at path: BoardPath? = nil, others: [FileChange] = [],
        removing files: [BoardPath] = []
    ) -> Plan {
        let path = path ?? task.path
        let new = task.replaced(path: path, document: document, in: board)
        let own = [FileChange.task(task, to: path, document)].compactMap { $0 }
        let change = TaskChange(from: task, to: new)
        return Plan(
            changes: own + others + files.map { .remove($0) },
            sentences: [change].compactMap { $0 }, tasks: [new.id])
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

extension Board {
    /// Returns the board with one task replaced.
    fileprivate func with(_ new: TaskItem, insteadOf old: TaskItem) -> Board {
        Board(settings: settings, tasks: tasks.map { $0.path == old.path ? new : $0 })
    }
}
