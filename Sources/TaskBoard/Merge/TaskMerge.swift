import MarkdownDocument

/// A conflict to be added to a task.
struct NewRecord {
    var key: Text
    var value: Text
    var writer: Writer
}

/// The merge of one task that both sides have.
struct TaskMerge {
    var path: BoardPath
    var bytes: [UInt8]
    /// The keys of the conflicts that this merge adds.
    var newKeys: [Text] = []
    /// Whole files to be stored below `conflicts/`.
    var conflictFiles: [[UInt8]] = []

    let resolver: ConflictResolver
    let contents: ThreeWay<TaskParts>
    var conflicts: [NewRecord] = []
    private var stateWinner: Side?

    /// - Parameter conflictPath: Returns the path for a whole file with these
    ///   bytes.
    init(
        base: TaskFile?, ours: TaskFile, theirs: TaskFile, resolver: ConflictResolver,
        conflictPath: ([UInt8]) -> BoardPath
    ) throws {
        self.resolver = resolver
        let readable = base.flatMap { $0.contents.isMalformed ? nil : $0.contents }
        contents = ThreeWay(
            base: readable ?? TaskParts([]), ours: ours.contents, theirs: theirs.contents)
        path = ours.path
        bytes = ours.contents.bytes
        try mergePath(base: base?.path, ours: ours.path, theirs: theirs.path)
        if ours.contents.isMalformed || theirs.contents.isMalformed {
            try mergeMalformed(
                base: base?.file.id, ours: ours.file.id, theirs: theirs.file.id,
                conflictPath: conflictPath)
        } else {
            try mergeParts(conflictPath)
        }
    }
}

extension TaskMerge {
    /// Merges the path: the state decides the folder, and the rest follows the
    /// side that changed it, which causes no conflict.
    private mutating func mergePath(
        base: BoardPath?, ours: BoardPath, theirs: BoardPath
    ) throws {
        let folder: BoardPath
        if ours.folder == theirs.folder {
            folder = try merged(base: base, ours: ours, theirs: theirs) { $0.parent }
        } else {
            let winner = try mergeState(
                ours: ours.folder, theirs: theirs.folder, base: base?.folder)
            stateWinner = winner
            folder = winner == .ours ? ours.parent : theirs.parent
        }
        let name = try merged(base: base, ours: ours, theirs: theirs) { $0.name }
        path = folder.appending(name.utf8 + Array(".md".utf8))
    }

    private mutating func mergeState(
        ours: Text, theirs: Text, base: Text?
    ) throws -> Side {
        if ours == base, !hasResolvedState(contents.ours) { return .theirs }
        if theirs == base, !hasResolvedState(contents.theirs) { return .ours }
        let writers = ThreeWay(
            base: Writer.unknown, ours: try stateWriter(.ours, ours),
            theirs: try stateWriter(.theirs, theirs))
        let winner = resolver.winner(
            ConflictResolver.Candidate(writers.ours, order: [ours.utf8]),
            ConflictResolver.Candidate(writers.theirs, order: [theirs.utf8]))
        let loser = writers[winner.other]
        if !loser.isOwn {
            let value = winner == .ours ? theirs : ours
            conflicts.append(NewRecord(key: Records.state, value: value, writer: loser))
        }
        return winner
    }

    private func stateWriter(_ side: Side, _ state: Text) throws -> Writer {
        try resolver.writer(side, resolving: Records.state) { $0?.state == state }
    }

    private func hasResolvedState(_ side: TaskParts) -> Bool {
        !contents.base.records.names(of: Records.state).isSubset(of: side.records.all)
    }

    private func merged<Part: Hashable & Comparable>(
        base: BoardPath?, ours: BoardPath, theirs: BoardPath,
        by part: @escaping (BoardPath) -> Part
    ) throws -> Part {
        let (ours, theirs) = (part(ours), part(theirs))
        if let agreed = agreement(base: base.map(part), ours: ours, theirs: theirs) {
            return agreed
        }
        let writer = { (side: Side, value: Part) in
            try resolver.writer(side) { $0.map { part($0.path) } == value }
        }
        let (x, y) = (try writer(.ours, ours), try writer(.theirs, theirs))
        if x.time != y.time { return x.time > y.time ? ours : theirs }
        return max(ours, theirs)
    }
}

extension TaskMerge {
    private mutating func mergeParts(_ conflictPath: ([UInt8]) -> BoardPath) throws {
        let header = try HeaderMerge(contents) { try field($0) }
        let body = try mergedBody()
        conflicts += header.conflicts.map {
            NewRecord(key: $0.key, value: $0.text, writer: $0.writer)
        }
        if let merged = header.file(with: body.bytes) {
            if body.hasNewCallout { newKeys.append(Records.body) }
            return finish(merged)
        }
        let winner = resolver.winner(
            ConflictResolver.Candidate(try fileWriter(.ours), order: [contents.ours.bytes]),
            ConflictResolver.Candidate(try fileWriter(.theirs), order: [contents.theirs.bytes]))
        try storeConflictFile(winner.other, conflictPath)
        let whole = contents[winner]
        finish(header.file(with: Array(whole.document.body)) ?? whole)
    }

    /// Merges one key by its rule: the rank follows the state that won.
    private func field(_ key: Text) throws -> MergedField {
        let merge = FieldMerge(key, versions: contents, resolver: resolver)
        switch resolver.rules.rule(of: key) {
        case .records where !contents.map(\.records.isForeign).isAnyTrue:
            return merge.takeLonger()
        case .rank:
            if let stateWinner { return merge.take(stateWinner) }
            var merged = try merge.register()
            merged.conflict = nil
            return merged
        case .value, .elements, .records: return try merge.merged()
        }
    }

    private func mergedBody() throws -> (bytes: [UInt8], hasNewCallout: Bool) {
        if let agreed = contents.map({ Array($0.document.body) }).agreed { return (agreed, false) }
        let merge = try BodyMerge(
            contents.map(\.body), usesCRLF: contents.map(\.document.usesCRLF),
            resolver: resolver)
        return (merge.bytes, merge.hasNewCallout)
    }

}

extension HeaderMerge {
    /// Returns the whole file with this body, if it reads as the merged values.
    func file(with body: [UInt8]) -> TaskParts? {
        guard let front = bytes else { return nil }
        let merged = TaskParts(front + body)
        let document = merged.document
        guard document.malformation == nil, document.entries.count == values.count,
            document.entries.allSatisfy({ FieldValue($0) == values[$0.key] }),
            document.body.elementsEqual(body)
        else { return nil }
        return merged
    }
}

extension ThreeWay<Bool> {
    /// The value that both have, or the value of the side that changed it. If the sides differ,
    /// only one did.
    var changed: Bool { ours == theirs ? ours : !base }
    var isAnyTrue: Bool { base || ours || theirs }
}

extension TaskMerge {
    /// Merges versions of which one cannot be read. If only one side changed the bytes, that side
    /// stays, malformed or not. Otherwise the readable side stays, or, if both are malformed, the
    /// one with the smaller object ID; the other is stored as a whole file.
    mutating func mergeMalformed(
        base: HashID?, ours: HashID, theirs: HashID, conflictPath: ([UInt8]) -> BoardPath
    ) throws {
        if let agreed = agreement(base: base, ours: ours, theirs: theirs) {
            return finish(agreed == ours ? contents.ours : contents.theirs)
        }
        let side: Side =
            if contents.ours.isMalformed == contents.theirs.isMalformed {
                ours.lexicographicallyPrecedes(theirs) ? .ours : .theirs
            } else {
                contents.ours.isMalformed ? .theirs : .ours
            }
        try storeConflictFile(side.other, conflictPath)
        finish(contents[side])
    }

    /// Stores a side's whole file as a conflict, and records its path in the
    /// task.
    mutating func storeConflictFile(_ side: Side, _ conflictPath: ([UInt8]) -> BoardPath) throws {
        let bytes = contents[side].bytes
        conflictFiles.append(bytes)
        conflicts.append(
            NewRecord(
                key: Records.file, value: Text(conflictPath(bytes).bytes),
                writer: try fileWriter(side)))
    }

    /// Returns the writer of a side's version of the file.
    func fileWriter(_ side: Side) throws -> Writer {
        let bytes = contents[side].bytes
        return try resolver.writer(side) { $0?.contents.bytes == bytes }
    }
}

extension TaskMerge {
    /// Sets the merged file, with the conflicts recorded in it.
    mutating func finish(_ merged: TaskParts) {
        bytes = merged.bytes
        guard !merged.isMalformed else { return }
        var records = Records(merging: contents.map(\.records))
        for conflict in conflicts {
            records.insert(key: conflict.key, value: conflict.value, writer: conflict.writer)
        }
        for name in records.all where isCurrent(name, merged) { records.remove(name) }
        let known = contents.ours.records.all.union(contents.theirs.records.all)
        newKeys += records.all.subtracting(known).map(\.key).sorted()
        if let document = merged.settingRecords(records) {
            bytes = document.bytes
        } else {
            conflictFiles += [contents.ours.bytes, contents.theirs.bytes]
        }
    }

    /// Returns true if the record's value is the current one.
    private func isCurrent(_ name: Records.Name, _ merged: TaskParts) -> Bool {
        if name.key == Records.state { return name.value == path.folder }
        guard let entry = merged.document.entry(name.key) else { return false }
        let text = merged.value(name.key).recordText(source: entry.valueSource)
        return text == name.value
    }
}

extension TaskParts {
    /// Returns the document with exactly these records, or nil if it has no
    /// room for them. A value of another shape under their key becomes one of
    /// them.
    func settingRecords(_ records: Records) -> Document? {
        var wanted = records
        if self.records.byName == records.byName { return document }
        if self.records.isForeign, let entry = document.entry(Records.key) {
            let text = value(Records.key).recordText(source: entry.valueSource)
            wanted.insert(key: Records.key, value: text, writer: .unknown)
        }
        do {
            let cleared = self.records.isForeign ? try document.removing(Records.key) : document
            return try cleared.setting(Records.key, toRecords: wanted.sorted)
        } catch {
            return nil
        }
    }
}
