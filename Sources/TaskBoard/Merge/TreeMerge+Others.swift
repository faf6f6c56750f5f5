import MarkdownDocument

extension TreeMerge {
    /// Merges the files that are not tasks and not the settings.
    mutating func mergeOthers() throws {
        var groups: [BoardPath: [BoardPath]] = [:]
        for path in changed where path != Board.settingsPath {
            groups[newRenames.current(path), default: []].append(path)
        }
        for (current, paths) in groups.sorted(by: { $0.key < $1.key }) {
            let paths = Set(paths + [current]).sorted()
            let versions = trees.map { tree in paths.compactMap { other($0, in: tree) } }
            if [versions.base, versions.ours, versions.theirs].allSatisfy({ $0.count <= 1 }) {
                try mergeOther(versions.map(\.first))
                continue
            }
            for path in paths where changed.contains(path) {
                try mergeOther(trees.map { other(path, in: $0) })
            }
        }
    }

    /// Returns the file at a path of a tree if it is not a task.
    private func other(_ path: BoardPath, in tree: [BoardPath: TreeFile]) -> FileVersion? {
        tree[path].flatMap { isTask(path, $0) ? nil : FileVersion(path: path, file: $0) }
    }

    mutating func mergeOther(_ versions: ThreeWay<FileVersion?>) throws {
        if let agreed = versions.agreed {
            if let agreed { keep(agreed, versions.base, isTask: false) }
            return
        }
        guard let ours = versions.ours, let theirs = versions.theirs else {
            // One side changed the file and the other deleted it: the change
            // stays.
            if let kept = versions.ours ?? versions.theirs {
                keep(kept, versions.base, isTask: false)
            }
            return
        }
        let files = [ours.file, theirs.file] + (versions.base.map { [$0.file] } ?? [])
        if !files.allSatisfy(\.isRegular) {
            try keepLater(base: versions.base, ours: ours, theirs: theirs)
        } else if ours.path == Board.settingsPath {
            try mergeSettings(base: versions.base, ours: ours, theirs: theirs)
        } else {
            try mergeLines(base: versions.base, ours: ours, theirs: theirs)
        }
    }

    private mutating func mergeSettings(
        base: FileVersion?, ours: FileVersion, theirs: FileVersion
    ) throws {
        let merged = try SettingsMerge(
            try ThreeWay(base: base, ours: ours, theirs: theirs).map { version in
                try version.map { try history.settings($0.file.id) } ?? TaskParts([], kind: .yaml)
            }, settingsReferee, renames: newRenames)
        add(merged.bytes, mode: TreeFile.regularMode, base: base, ours: ours, theirs: theirs)
        if merged.losingSides.contains(.ours) { storeConflictFile(ours) }
        if merged.losingSides.contains(.theirs) { storeConflictFile(theirs) }
    }

    var settingsReferee: ConflictResolver {
        let witness = { [history] (search: WriterSearch) in
            ConflictResolver.WriterHistory(
                search: search, history: history, subject: .file(Board.settingsPath),
                isSettings: true)
        }
        return ConflictResolver(
            witnesses: (witness(search.ours), witness(search.theirs)), rules: rules)
    }

    private mutating func mergeLines(
        base: FileVersion?, ours: FileVersion, theirs: FileVersion
    ) throws {
        let mode =
            agreement(base: base?.file.mode, ours: ours.file.mode, theirs: theirs.file.mode)
            ?? min(ours.file.mode, theirs.file.mode)
        let bytes = try ThreeWay(base: base, ours: ours, theirs: theirs).map { version in
            try version.map { try history.contents($0.file.id) }
        }
        // Git LFS pointers are not merged as text: a mixture of two pointers is not a pointer.
        let isPointer = [bytes.ours, bytes.theirs].contains { $0.map(isLargeFilePointer) == true }
        guard !isPointer, let merged = TextMerge.clean(bytes) else {
            return try keepLater(base: base, ours: ours, theirs: theirs)
        }
        add(merged, mode: mode, base: base, ours: ours, theirs: theirs)
    }

    /// Adds merged bytes at the path of the versions.
    private mutating func add(
        _ bytes: [UInt8], mode: UInt32, base: FileVersion?, ours: FileVersion,
        theirs: FileVersion
    ) {
        let file = TreeFile(mode: mode, id: history.hash(bytes))
        let isKnown = ours.file.id == file.id || theirs.file.id == file.id
        outcomes.append(
            MergeOutcome(
                path: ours.path, file: isKnown ? history.result(file) : .written(bytes, mode: mode),
                basePath: base?.path))
    }

    /// Keeps the later writer's whole file, and stores the other under
    /// `conflicts/`.
    private mutating func keepLater(
        base: FileVersion?, ours: FileVersion, theirs: FileVersion
    ) throws {
        let winner = try laterWriter(ours, theirs)
        keep(winner == .ours ? ours : theirs, base, isTask: false)
        storeConflictFile(winner == .ours ? theirs : ours)
    }

    private mutating func storeConflictFile(_ version: FileVersion) {
        conflictingFiles.append(version.path)
        conflictFiles.append(
            MergeOutcome(
                path: ConflictFileName.path(ofOther: version.path, version.file.id),
                file: history.result(version.file)))
    }

    private func laterWriter(_ ours: FileVersion, _ theirs: FileVersion) throws -> Side {
        let claim = { (search: WriterSearch, version: FileVersion) in
            let writer = try search.writer(of: .file(version.path)) { $0?.file == version.file }
            let bytes = try bytes(version.file)
            return ConflictResolver.Candidate(
                writer, order: [bytes, Array("\(version.file.mode)".utf8)])
        }
        return rules.winner(try claim(search.ours, ours), try claim(search.theirs, theirs))
    }

    private func bytes(_ file: TreeFile) throws -> [UInt8] {
        file.mode == TreeFile.submoduleMode ? file.id : try history.contents(file.id)
    }
}

/// Returns true for the pointer that Git LFS commits in place of a large file.
package func isLargeFilePointer(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8)
}
