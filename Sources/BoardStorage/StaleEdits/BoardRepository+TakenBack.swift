import Git
import MarkdownDocument
import TaskBoard

/// A save that reverted later changes of a task, without evidence of an older base.
struct SuspectSave {
    /// The path from the root of the working tree.
    let path: [UInt8]
    let mode: UInt32
    let bytes: [UInt8]
    /// The saved file with the reverted values as conflicts; nil if nothing is recorded.
    let recorded: [UInt8]?
    let report: TakenBackReport

    /// Returns the write of the conflicts into the working tree.
    ///
    /// - Parameter commit: The commit of the save, which has the bytes to replace.
    func write(over commit: ObjectID?) throws -> FileWrite? {
        try recorded.map {
            try FileWrite(
                path: path, expected: .bytes(bytes), result: .bytes($0), holder: commit)
        }
    }
}

extension BoardRepository {
    /// Returns the suspect saves: those that seem to overwrite newer changes by accident.
    func suspects(
        among edits: [UncommittedEdit], over head: ObjectID?, by settings: BoardSettings
    ) throws -> [SuspectSave] {
        // An editor that pmd opened has a known base.
        guard let head, opened == nil else { return [] }
        var search = BaseSearch(self, over: head, settings)
        return try edits.compactMap { edit in
            guard let bytes = edit.bytes, let old = edit.old, old.isRegularFile,
                let path = boardPath(edit.path), settings.isTaskPath(path),
                let (comparison, isReturn) = try search.suspect(bytes, at: edit.path)
            else { return nil }
            let parts = comparison.takenBack
            if parts.isEmpty { return nil }
            let current = TaskVersion(path: path, document: Document(try git.blob(old.id)))
            let recorded = isReturn ? nil : try self.recorded(comparison, current, settings)
            let title = TaskItem(path: path, document: current.document, settings: settings).title
                .string
            return SuspectSave(
                path: edit.path, mode: edit.mode, bytes: bytes, recorded: recorded?.bytes,
                report: TakenBackReport(
                    title: title, parts: parts, isRecorded: recorded != nil,
                    commit: String(head.hex.prefix(7))))
        }
    }

    /// Returns the saved version with the reverted values as conflicts.
    private func recorded(
        _ comparison: EditComparison, _ current: TaskVersion, _ settings: BoardSettings
    ) throws -> Document? {
        let history = History(self, settings: settings)
        let task = TaskID(fileName: current.path.fileName)
        let writers = try LineAttribution(history, task).writers(of: current)
        return comparison.recorded { writers[$0].map(TakenBackWriter.init) }
    }

    /// Returns the entries of the files with the conflicts.
    func recordEntries(_ suspects: [SuspectSave]) throws -> [[UInt8]: TreeEntry?] {
        var entries: [[UInt8]: TreeEntry?] = [:]
        for suspect in suspects {
            guard let recorded = suspect.recorded else { continue }
            entries[suspect.path] = .some(
                TreeEntry(mode: suspect.mode, id: try git.writeBlob(recorded)))
        }
        return entries
    }

    /// Writes the commit of the conflicts on top of the commit of the save.
    func writeRecordCommit(
        _ entries: [[UInt8]: TreeEntry?], onto parent: ObjectID
    ) throws -> ObjectID {
        guard !entries.isEmpty else { return parent }
        return try writeCommit(
            .record, entries, onto: parent, time: git.commit(parent).committer.time)
    }

    /// Removes the notes on versions that editors had open before a save of the file, which is
    /// committed.
    ///
    /// - Parameter start: If the save was made from an older version, the time before pmd replaced
    ///   it.
    func settleEditors(of path: [UInt8], since start: Int64? = nil) throws {
        try openEditors.settle(
            path, in: root.existingFolder(splitPath(path).folder), since: start)
    }
}

extension TakenBackWriter {
    fileprivate init(_ writer: BlameWriter) {
        self.init(
            author: writer.author, time: writer.knowledge,
            commit: ObjectID(hex: writer.commit)?.bytes ?? [])
    }
}

// MARK: Reports

extension BoardRepository {
    private static let reports = Array("taken-back".utf8)
    private static let reportsLimit = 1 << 18

    /// Stores the reverted values until a sync has reported them.
    func noteTakenBack(_ reports: [TakenBackReport]) throws {
        guard !reports.isEmpty else { return }
        let all = (try takenBack() + reports).suffix(100)
        try localState.folder.replace(
            Self.reports, lines: all.map(\.line), upTo: Self.reportsLimit)
    }

    /// Returns the reverted values that no sync has reported yet.
    func takenBack() throws -> [TakenBackReport] {
        let bytes = try localState.folder.read(Self.reports, limit: Self.reportsLimit).bytes ?? []
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap(TakenBackReport.init(line:))
    }

    /// Returns those reports, and removes them.
    func takeTakenBack() throws -> [TakenBackReport] {
        let notes = try takenBack()
        if !notes.isEmpty { try localState.folder.remove(Self.reports) }
        return notes
    }
}

extension TakenBackReport {
    private static let tab = UInt8(ascii: "\t")

    /// The report as a line of a local file, without its end:
    ///
    ///     COMMIT RECORDED MORE TITLE [NAME VALUE]...
    ///
    /// The words are separated by tabs, and escaped. RECORDED is `conflict` or empty, and VALUE
    /// begins with `=` if there is one.
    var line: [UInt8] {
        let words =
            [commit, isRecorded ? "conflict" : "", "\(more)", title]
            + parts.flatMap { [$0.name, $0.value.map { "=\($0)" } ?? ""] }
        return Array(words.map { escaped(Text($0)) }.joined(separator: [Self.tab]))
    }

    /// - Returns: Nil for a line in another form, for example from an older pmd.
    init?(line: ArraySlice<UInt8>) {
        let words = line.split(separator: Self.tab, omittingEmptySubsequences: false)
            .compactMap { unescaped($0)?.string }
        guard words.count >= 4, words.count % 2 == 0, let more = Int(words[2]) else { return nil }
        let parts = stride(from: 4, to: words.count, by: 2).map { place in
            let value = words[place + 1]
            return TakenBack(
                name: words[place], value: value.isEmpty ? nil : String(value.dropFirst()))
        }
        self.init(
            title: words[3], parts: parts, more: more, isRecorded: !words[1].isEmpty,
            commit: words[0])
    }
}
