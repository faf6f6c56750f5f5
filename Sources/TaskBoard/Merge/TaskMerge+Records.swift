import MarkdownDocument

extension TaskMerge {
    /// Bytes first: where only one side changed them, they are taken malformed or
    /// not. Otherwise the side that can be read is the task, and of two that
    /// cannot the one with the smaller object ID; the other is kept whole.
    mutating func mergeMalformed(
        _ base: HashID?, _ ours: HashID, _ theirs: HashID, _ conflictPath: ([UInt8]) -> BoardPath
    ) throws {
        if let agreed = agreement(base, ours, theirs) {
            return finish(agreed == ours ? contents.ours : contents.theirs)
        }
        let side: Side =
            if contents.ours.isMalformed == contents.theirs.isMalformed {
                ours.lexicographicallyPrecedes(theirs) ? .ours : .theirs
            } else {
                contents.ours.isMalformed ? .theirs : .ours
            }
        try keepWhole(side.other, conflictPath)
        finish(contents[side])
    }

    /// Keeps a side's whole file and names it in the task.
    mutating func keepWhole(_ side: Side, _ conflictPath: ([UInt8]) -> BoardPath) throws {
        let bytes = contents[side].bytes
        conflictFiles.append(bytes)
        losers.append(
            NewRecord(
                key: Records.file, value: Text(conflictPath(bytes).bytes),
                writer: try fileWriter(side)))
    }

    /// Who wrote the file as a side has it.
    func fileWriter(_ side: Side) throws -> Writer {
        let bytes = contents[side].bytes
        return try referee.writer(side) { $0?.contents.bytes == bytes }
    }
}

extension TaskMerge {
    /// Writes what is to be kept into the merged file, and ends with it.
    mutating func finish(_ merged: TaskParts) {
        bytes = merged.bytes
        guard !merged.isMalformed else { return }
        var records = Records(merging: contents.map(\.records))
        for loser in losers { records.insert(loser.key, loser.value, loser.writer) }
        for name in records.all where isCurrent(name, merged) { records.remove(name) }
        let known = contents.ours.records.all.union(contents.theirs.records.all)
        newKeys += records.all.subtracting(known).map(\.key).sorted()
        if let document = merged.settingRecords(records) {
            bytes = document.bytes
        } else {
            conflictFiles += [contents.ours.bytes, contents.theirs.bytes]
        }
    }

    /// Whether the task says what the record would keep.
    private func isCurrent(_ name: Records.Name, _ merged: TaskParts) -> Bool {
        if name.key == Records.state { return name.value == path.folder }
        guard let entry = merged.document.entry(name.key) else { return false }
        let text = merged.value(name.key).recordText(source: entry.valueSource)
        return text == name.value
    }
}

extension TaskParts {
    /// The document with exactly these records; what stood under their key in
    /// another shape becomes one of them. Nothing where they have no room.
    func settingRecords(_ records: Records) -> Document? {
        var wanted = records
        if self.records.byName == records.byName { return document }
        if self.records.isForeign, let entry = document.entry(Records.key) {
            let text = value(Records.key).recordText(source: entry.valueSource)
            wanted.insert(Records.key, text, .nobody)
        }
        do {
            let cleared = self.records.isForeign ? try document.removing(Records.key) : document
            return try cleared.setting(Records.key, toRecords: wanted.sorted)
        } catch {
            return nil
        }
    }
}
