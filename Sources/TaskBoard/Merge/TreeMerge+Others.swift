import MarkdownDocument

extension TreeMerge {
    /// The board's settings, the file that marks its root.
    static let settingsPath: BoardPath = "pmd.yml"

    /// Merges what stands at a path and is no task.
    mutating func mergeOther(_ path: BoardPath) throws {
        let versions = trees.map { tree in
            tree[path].flatMap { isTask(path, $0) ? nil : FileVersion(path: path, file: $0) }
        }
        if let agreed = versions.agreed {
            if let agreed { keep(agreed, versions.base, isTask: false) }
            return
        }
        guard let ours = versions.ours, let theirs = versions.theirs else {
            // Changed here and deleted there: what was written stays.
            if let kept = versions.ours ?? versions.theirs {
                keep(kept, versions.base, isTask: false)
            }
            return
        }
        let files = [ours.file, theirs.file] + (versions.base.map { [$0.file] } ?? [])
        if !files.allSatisfy(\.isRegular) {
            try keepLater(versions.base, ours, theirs)
        } else if path == Self.settingsPath {
            try mergeSettings(versions.base, ours, theirs)
        } else {
            try mergeLines(versions.base, ours, theirs)
        }
    }

    private mutating func mergeSettings(
        _ base: FileVersion?, _ ours: FileVersion, _ theirs: FileVersion
    ) throws {
        let witness = { [history] (search: WriterSearch) in
            Referee.Witness(
                search: search, history: history, subject: .file(Self.settingsPath),
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
        add(merged.bytes, TreeFile.regularMode, base, ours, theirs)
        if merged.losers.contains(.ours) { keepAside(ours) }
        if merged.losers.contains(.theirs) { keepAside(theirs) }
    }

    private mutating func mergeLines(
        _ base: FileVersion?, _ ours: FileVersion, _ theirs: FileVersion
    ) throws {
        let mode =
            agreement(base?.file.mode, ours.file.mode, theirs.file.mode)
            ?? min(ours.file.mode, theirs.file.mode)
        let bytes = try ThreeWay(base: base, ours: ours, theirs: theirs).map { version in
            try version.map { try history.contents($0.file.id) }
        }
        guard let merged = TextMerge.clean(bytes) else {
            return try keepLater(base, ours, theirs)
        }
        add(merged, mode, base, ours, theirs)
    }

    /// Puts merged bytes at the path of the versions.
    private mutating func add(
        _ bytes: [UInt8], _ mode: UInt32, _ base: FileVersion?, _ ours: FileVersion,
        _ theirs: FileVersion
    ) {
        let file = TreeFile(mode: mode, id: history.hash(bytes))
        let isKnown = ours.file.id == file.id || theirs.file.id == file.id
        outcomes.append(
            Outcome(
                path: ours.path, file: isKnown ? history.result(file) : .written(bytes, mode: mode),
                basePath: base?.path))
    }

    /// The later writer's whole file stays, the other is kept under `conflicts/`.
    private mutating func keepLater(
        _ base: FileVersion?, _ ours: FileVersion, _ theirs: FileVersion
    ) throws {
        let winner = try laterWriter(ours, theirs)
        keep(winner == .ours ? ours : theirs, base, isTask: false)
        keepAside(winner == .ours ? theirs : ours)
    }

    private mutating func keepAside(_ version: FileVersion) {
        kept.append(
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
