import MarkdownDocument

extension TreeMerge {
    /// Merges the files of one ID: as one task, or, if several files of a tree
    /// have the ID, each by its name.
    mutating func mergeGroup(_ id: TaskID, _ files: ThreeWay<[FileVersion]>) throws {
        if let single = try single(id, files) {
            return try mergeTask(id, single) { _ in true }
        }
        let all = files.base + files.ours + files.theirs
        for name in Set(all.map { Text($0.path.fileName) }).sorted() {
            let named = files.map { $0.filter { $0.path.fileName == name.utf8 } }
            if let single = try single(id, named) {
                try mergeTask(id, single) { $0.fileName == name.utf8 }
                continue
            }
            for path in Set((named.base + named.ours + named.theirs).map(\.path)).sorted() {
                let placed = named.map { $0.first { $0.path == path } }
                try mergeTask(id, placed) { $0 == path }
            }
        }
    }

    /// Returns the one file that each tree has, or nil if a tree has several.
    ///
    /// If one tree has a coded name in several folders and another has it in
    /// one, the task was moved: its files count as one.
    ///
    /// This is not the rule of half-done moves
    /// (``BoardSettings/oldFilesOfHalfDoneMoves(new:head:isUnchanged:)``). All
    /// files are committed here and each may have edits of its own, so none of
    /// them is dropped: they are merged.
    private mutating func single(
        _ id: TaskID, _ files: ThreeWay<[FileVersion]>
    ) throws -> ThreeWay<FileVersion?>? {
        let trees = [files.base, files.ours, files.theirs]
        let names = Set(trees.joined().map { Text($0.path.fileName) })
        var files = files
        if id.isCode, names.count == 1, trees.contains(where: { $0.count == 1 }) {
            let base = files.base.count == 1 ? files.base.first : nil
            files.ours = try collapsed(id, files: files.ours, base: base, search: search.ours)
            files.theirs = try collapsed(id, files: files.theirs, base: base, search: search.theirs)
            files.base = try collapsed(id, files: files.base, base: nil, search: nil)
        }
        guard files.base.count <= 1, files.ours.count <= 1, files.theirs.count <= 1 else {
            return nil
        }
        return files.map(\.first)
    }

    /// Returns several files of one tree merged into one, as sides of a merge
    /// are.
    private mutating func collapsed(
        _ id: TaskID, files: [FileVersion], base: FileVersion?, search: WriterSearch?
    ) throws -> [FileVersion] {
        guard var merged = files.first, files.count > 1 else { return files }
        for file in files.dropFirst() {
            let (one, other) = (merged.path, file.path)
            let witnesses = search.map { search in
                (witness(search, id) { $0 == one }, witness(search, id) { $0 == other })
            }
            let task = try TaskMerge(
                base: try base.map(version), ours: version(merged), theirs: version(file),
                resolver: ConflictResolver(witnesses: witnesses, rules: rules),
                conflictPath: { conflictPath(id, $0) })
            if search != nil { note(id, task) }
            merged = FileVersion(
                path: task.path,
                file: TreeFile(mode: TreeFile.regularMode, id: history.keep(task.bytes)))
        }
        return [merged]
    }

    func version(_ file: FileVersion) throws -> TaskFile {
        TaskFile(
            path: renames.current(file.path), file: file.file,
            contents: try history.task(file.file.id))
    }

    /// Returns the writers of one side.
    private func witness(
        _ search: WriterSearch, _ id: TaskID, _ includes: @escaping (BoardPath) -> Bool
    ) -> ConflictResolver.WriterHistory {
        ConflictResolver.WriterHistory(
            search: search, history: history, subject: .task(id), includes: includes,
            renames: renames)
    }
}

extension TreeMerge {
    private mutating func mergeTask(
        _ id: TaskID, _ files: ThreeWay<FileVersion?>,
        includes: @escaping (BoardPath) -> Bool
    ) throws {
        let subject = Subject.task(id)
        let resolver = ConflictResolver(
            witnesses: (witness(search.ours, id, includes), witness(search.theirs, id, includes)),
            rules: rules)
        if let agreed = files.agreed {
            guard let agreed else {
                guard let base = files.base, let kept = files.ours ?? files.theirs else { return }
                let side: Side = files.ours == nil ? .ours : .theirs
                return try noteMadeAgain(id, kept, base: base, removedBy: side)
            }
            if files.base == nil {
                let side: Side = files.ours == nil ? .ours : .theirs
                if files[side] == nil,
                    try mergeSuccessor(of: id, file: agreed, without: side, resolver)
                        || mergeReturn(of: id, file: agreed, without: side, resolver)
                {
                    return
                }
            }
            return keep(agreed, files.base)
        }
        guard let ours = files.ours, let theirs = files.theirs else {
            if let kept = files.ours ?? files.theirs, let base = files.base {
                try mergeDeletion(
                    of: id, file: kept, base: base, by: files.ours == nil ? .ours : .theirs,
                    resolver: resolver)
            }
            return
        }
        if files.base == nil, !(try areSame(id, ours: ours, theirs: theirs)) {
            keep(ours, nil)
            keep(theirs, nil)
            return
        }
        let base =
            try files.base ?? formerVersion(subject, includes) ?? successor(subject, includes)
        let task = try TaskMerge(
            base: try base.map(version), ours: version(ours), theirs: version(theirs),
            resolver: resolver,
            conflictPath: { conflictPath(id, $0) })
        note(id, task)
        add(at: task.path, bytes: task.bytes, of: ours, and: theirs, base: files.base)
    }

    /// Merges a deletion: it applies to a task without changes since. Any other
    /// task stays, with a record that it was deleted.
    private mutating func mergeDeletion(
        of id: TaskID, file kept: FileVersion, base: FileVersion, by side: Side,
        resolver: ConflictResolver
    ) throws {
        let contents = try version(kept).contents
        let old = try version(base).contents
        if renames.current(kept.path) == renames.current(base.path),
            contents.isUntouched(since: old)
        {
            return try noteMadeAgain(id, kept, base: base, removedBy: side)
        }
        try keepWithDeletion(id, file: kept, base: base, by: resolver.writer(side) { $0 == nil })
    }

    /// Merges a task that one side restored and the other side deleted: it stays, with a record of
    /// the deletion. A missing base does not prove either.
    ///
    /// - Returns: True if this was the case.
    private mutating func mergeReturn(
        of id: TaskID, file: FileVersion, without side: Side, _ resolver: ConflictResolver
    ) throws -> Bool {
        guard try (side == .ours ? search.theirs : search.ours).hasReturns() else { return false }
        let writer = try resolver.writer(side) { $0 == nil }
        guard !writer.isUnknown else { return false }
        try keepWithDeletion(id, file: file, base: nil, by: writer)
        return true
    }

    /// Returns the version that both had before one side deleted and restored
    /// it and the other changed it.
    private func formerVersion(
        _ subject: Subject, _ includes: (BoardPath) -> Bool
    ) throws -> FileVersion? {
        try search.ours.beginnings(of: subject, includes: includes)
            .union(search.theirs.beginnings(of: subject, includes: includes))
            .min { ($0.path, Text($0.file.id)) < ($1.path, Text($1.file.id)) }
    }

    /// Adds a task with a record of its deletion.
    mutating func keepWithDeletion(
        _ id: TaskID, file kept: FileVersion, base: FileVersion?, by writer: Writer
    ) throws {
        let contents = try version(kept).contents
        var records = contents.records
        records.insert(key: Records.deleted, value: Text(""), writer: writer)
        guard !contents.isMalformed, let document = contents.settingRecords(records) else {
            return keep(kept, base)
        }
        if contents.records.names(of: Records.deleted).isEmpty {
            newConflicts.append(NewConflict(task: id, key: Records.deleted))
        }
        add(at: kept.path, bytes: document.bytes, of: kept, and: kept, base: base)
    }

    /// Returns true if two files that both sides added are the same task.
    private func areSame(
        _ id: TaskID, ours: FileVersion, theirs: FileVersion
    ) throws -> Bool {
        let a = try version(ours).contents
        let b = try version(theirs).contents
        if id.isCode {
            let (x, y) = (a.value("created"), b.value("created"))
            return x == y || x == .absent || y == .absent
        }
        if a.isBlank || b.isBlank { return true }
        if a.value("title") != .absent, a.value("title") == b.value("title") { return true }
        return !a.writtenLines.isDisjoint(with: b.writtenLines)
    }
}

extension TreeMerge {
    /// Adds a file as a tree has it.
    mutating func keep(_ file: FileVersion, _ base: FileVersion?, isTask: Bool = true) {
        outcomes.append(
            MergeOutcome(
                path: file.path, file: history.result(file.file), basePath: base?.path,
                isTask: isTask))
    }

    /// Adds merged bytes, or the object that already has them.
    private mutating func add(
        at path: BoardPath, bytes: [UInt8], of ours: FileVersion, and theirs: FileVersion,
        base: FileVersion?
    ) {
        let id = history.hash(bytes)
        let known = [ours, theirs].first {
            $0.file.id == id && $0.file.mode == TreeFile.regularMode
        }
        let file =
            known.map { history.result($0.file) } ?? .written(bytes, mode: TreeFile.regularMode)
        outcomes.append(MergeOutcome(path: path, file: file, basePath: base?.path, isTask: true))
    }

    /// Notes the conflicts of a task's merge.
    private mutating func note(_ id: TaskID, _ task: TaskMerge) {
        newConflicts += task.newKeys.map { NewConflict(task: id, key: $0) }
        for bytes in task.conflictFiles {
            let file = MergedFile.written(bytes, mode: TreeFile.regularMode)
            conflictFiles.append(MergeOutcome(path: conflictPath(id, bytes), file: file))
        }
    }

    func conflictPath(_ id: TaskID, _ bytes: [UInt8]) -> BoardPath {
        ConflictFileName.path(of: id, history.hash(bytes))
    }
}

extension TaskParts {
    /// True if the task has neither keys nor text.
    fileprivate var isBlank: Bool {
        !isMalformed && document.entries.isEmpty
            && trimmed(document.body).isEmpty
    }

    fileprivate var writtenLines: Set<Text> {
        body.texts.filter { !trimmed(ArraySlice($0.utf8)).isEmpty }
    }
}
