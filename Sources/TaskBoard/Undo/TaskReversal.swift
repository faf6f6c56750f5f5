import MarkdownDocument

/// The undo of a commit for one task, as a merge: the base is the commit's
/// version, ours the current one, theirs the one before the commit.
struct TaskReversal {
    private(set) var path: BoardPath
    private(set) var bytes: [UInt8]
    /// The parts that were changed since, by key.
    private(set) var skipped: [Text] = []

    private let contents: ThreeWay<TaskParts>
    private let isState: (Text) -> Bool
    /// The records that stay, since another user caused them too.
    private let keptRecords: Set<Records.Name>
    private var isMovedBack = false
    /// The records to remove, whose conflicts are obsolete.
    private var resolved: Set<Records.Name> = []
    /// The values that become current again when the value that won is undone.
    private var promoted: [Pair] = []

    /// - Parameters:
    ///   - keptRecords: The records that stay, regardless of the commit's changes to them.
    ///   - isState: True if a task can be in a folder with this name.
    init(
        _ versions: ThreeWay<TaskFile>, keeping keptRecords: Set<Records.Name> = [],
        isState: @escaping (Text) -> Bool
    ) throws {
        contents = versions.map(\.contents)
        self.keptRecords = keptRecords
        self.isState = isState
        path = versions.ours.path
        bytes = contents.ours.bytes
        revertPath(versions.map(\.path))
        try revertContents()
    }
}

extension TaskReversal {
    private mutating func revertPath(_ paths: ThreeWay<BoardPath>) {
        let states = paths.map(\.folder)
        var folder = paths.ours.parent
        if states.base == states.theirs {
            if let place = reverted(paths.map(\.parent), "path") { folder = place }
        } else if states.ours == states.base, paths.ours.parent != paths.base.parent {
            // The task was archived since, and its place in the state stays.
            skipped.append("path")
        } else if states.ours == states.base, let state = newerState(than: states.base) {
            (folder, isMovedBack) = (BoardPath(state.utf8), true)
        } else if let state = reverted(states, "state") {
            if isState(state.nfc) {
                (folder, isMovedBack) = (paths.theirs.parent, true)
            } else {
                skipped.append("state")
            }
        }
        if skipped.contains("state") { resolve(Records.state, states.base) }
        let name = reverted(paths.map(\.name), "path") ?? paths.ours.name
        path = folder.appending(name.utf8 + Array(".md".utf8))
    }

    /// Returns the old value of a part; nil if the part stays.
    private mutating func reverted<Part: Equatable>(
        _ parts: ThreeWay<Part>, _ key: Text
    ) -> Part? {
        if parts.base == parts.theirs || parts.ours == parts.theirs { return nil }
        if parts.ours == parts.base { return parts.theirs }
        if !skipped.contains(key) { skipped.append(key) }
        return nil
    }

    /// Returns the state that lost against the one that is undone.
    private mutating func newerState(than state: Text) -> Text? {
        guard let record = newestRecord(of: Records.state), isState(record.value.nfc) else {
            return nil
        }
        resolved.insert(record)
        return record.value
    }
}

extension TaskReversal {
    /// Returns the newest record of a key that was added after the commit.
    private func newestRecord(of key: Text) -> Records.Name? {
        let new = contents.ours.records.names(of: key)
            .subtracting(contents.base.records.names(of: key))
        let moments = new.map { name in
            (
                name: name,
                at: contents.ours.records.byName[name]?.first { $0.key == "at" }?.value ?? Text("")
            )
        }
        return moments.max { ($0.at, $0.name) < ($1.at, $1.name) }?.name
    }

    /// Removes the conflict of a value that is undone, as it is obsolete.
    private mutating func resolve(_ key: Text, _ value: Text) {
        let name = Records.Name(key: key, value: value)
        if contents.ours.records.all.contains(name) { resolved.insert(name) }
    }
}

extension TaskReversal {
    private mutating func revertContents() throws {
        let (before, after, now) = (contents.theirs, contents.base, contents.ours)
        if keptRecords.isEmpty, now.bytes == after.bytes || after.bytes == before.bytes {
            if now.bytes == after.bytes { bytes = before.bytes }
            return resolved.isEmpty ? () : finish(now)
        }
        if before.isMalformed || after.isMalformed || now.isMalformed {
            return now.bytes == before.bytes ? () : skipped.append(Skipped.file)
        }
        let header = try HeaderMerge(contents) { try field($0) }
        let body = try mergedBody()
        guard let merged = header.file(with: body.bytes) else {
            skipped = [Skipped.file]
            return
        }
        if body.hasSkipped { skipped.append("body") }
        skipped += body.skippedItems
        finish(merged)
    }

    private mutating func field(_ key: Text) throws -> MergedField {
        let merge = FieldMerge(key, versions: contents, resolver: ConflictResolver(keepsOurs: true))
        switch MergeRules.newest.rule(of: key) {
        case .records where !contents.map(\.records.isForeign).isAnyTrue:
            return merge.takeLonger()
        case .rank where isMovedBack: return merge.take(.theirs)
        case .value, .elements, .rank, .records: break
        }
        let values = contents.map { $0.value(key) }
        let merged = try merge.merged()
        if values.base == values.theirs { return merged }
        if values.ours == values.base { promote(key) }
        let isUnchanged =
            merged.value == values.ours && values.ours != values.theirs
            && MergeRules.newest.rule(of: key) != .elements
        guard isUnchanged else { return merged }
        skipped.append(key)
        let source = contents.base.document.entry(key)?.valueSource ?? []
        resolve(key, values.base.recordText(source: source))
        return merged
    }

    /// Makes the value that lost against an undone one current again.
    private mutating func promote(_ key: Text) {
        guard let record = newestRecord(of: key), let first = record.value.utf8.first,
            !"[{-".utf8.contains(first)
        else { return }
        resolved.insert(record)
        promoted.append(Pair(key: key, value: record.value))
    }

    private func mergedBody() throws -> (
        bytes: [UInt8], hasSkipped: Bool, skippedItems: [Text]
    ) {
        if let agreed = contents.map({ Array($0.document.body) }).agreed {
            return (agreed, false, [])
        }
        let merge = try BodyMerge(
            contents.map(\.body), usesCRLF: contents.map(\.document.usesCRLF),
            resolver: ConflictResolver(keepsOurs: true))
        return (merge.bytes, merge.hasSkipped, merge.skippedItems)
    }

    /// Writes the remaining records, and the values that become current again.
    private mutating func finish(_ merged: TaskParts) {
        var records = Records(merging: contents.map(\.records))
        for name in resolved { records.remove(name) }
        for name in keptRecords.sorted() {
            guard let record = contents.ours.records.byName[name] else { continue }
            records.insert(record)
            skipped.append(name.key)
        }
        guard let document = merged.settingRecords(records) else {
            skipped = [Skipped.file]
            return
        }
        do {
            bytes = try promoted.reduce(document) { try $0.setting($1.key, to: $1.value) }.bytes
        } catch {
            bytes = document.bytes
        }
    }
}
