import MarkdownDocument

extension TreeMerge {
    /// Merges the file at a path if it is not a task.
    mutating func mergeOther(_ path: BoardPath) throws {
        let versions = trees.map { tree in
            tree[path].flatMap { isTask(path, $0) ? nil : FileVersion(path: path, file: $0) }
        }
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
        } else if path == Board.settingsPath {
            try mergeSettings(base: versions.base, ours: ours, theirs: theirs)
        } else {
            try mergeLines(base: versions.base, ours: ours, theirs: theirs)
        }
    }

    private mutating func mergeSettings(
        base: FileVersion?, ours: FileVersion, theirs: FileVersion
    ) throws {
        let witness = { [history] (search: WriterSearch) in
            Referee.Witness(
                search: search, history: history, subject: .file(Board.settingsPath),
                isSettings: true)
        }
        let contents = ThreeWay(
            base: try base.map { try history.settings($0.file.id) }
                ?? TaskParts([], kind: .yaml),
            ours: try history.settings(ours.file.id), theirs: try history.settings(theirs.file.id))
        let merged = try SettingsMerge(
            contents,
            Referee(
                witnesses: (witness(search.ours), witness(search.theirs)), rules: rules))
        add(merged.bytes, mode: TreeFile.regularMode, base: base, ours: ours, theirs: theirs)
        if merged.losingSides.contains(.ours) { storeConflictFile(ours) }
        if merged.losingSides.contains(.theirs) { storeConflictFile(theirs) }
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
        guard let merged = TextMerge.clean(bytes) else {
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
            Outcome(
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
        conflictFiles.append(
            Outcome(
                path: ConflictFileName.path(ofOther: version.path, version.file.id),
                file: history.result(version.file)))
    }

    private func laterWriter(_ ours: FileVersion, _ theirs: FileVersion) throws -> Side {
        let claim = { (search: WriterSearch, version: FileVersion) in
            let writer = try search.writer(of: .file(version.path)) { $0?.file == version.file }
            let bytes = try bytes(version.file)
            return Referee.Claim(writer, order: [bytes, Array("\(version.file.mode)".utf8)])
        }
        return rules.winner(try claim(search.ours, ours), try claim(search.theirs, theirs))
    }

    private func bytes(_ file: TreeFile) throws -> [UInt8] {
        file.mode == TreeFile.submoduleMode ? file.id : try history.contents(file.id)
    }
}
