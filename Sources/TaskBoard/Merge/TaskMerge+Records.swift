import MarkdownDocument

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
