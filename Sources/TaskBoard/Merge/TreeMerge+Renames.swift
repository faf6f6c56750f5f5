import MarkdownDocument

// States that were renamed.

extension TreeMerge {
    /// Merges the settings, and finds out which states were renamed.
    mutating func mergeSettings() throws {
        let path = Board.settingsPath
        let settings = try trees.map { try boardSettings($0[path].map(MergedFile.existing)) }
        if changed.contains(path) {
            let resolver = settingsReferee
            newRenames = try StateRenames(settings) { try laterName(of: $0, settings, resolver) }
            try mergeOther(
                trees.map { tree in tree[path].map { FileVersion(path: path, file: $0) } })
        }
        let merged = changed.contains(path) ? outcomes.first { $0.path == path }?.file : nil
        let current = try merged.map { try boardSettings($0) } ?? settings.ours
        newRenames = current.map(newRenames.limited) ?? StateRenames()
        renames = current.map(newRenames.adding) ?? newRenames
    }

    /// Returns the side whose new name of a state was given later.
    private func laterName(
        of state: Text, _ settings: ThreeWay<BoardSettings?>, _ resolver: ConflictResolver
    ) throws -> Side {
        let claim = { (side: Side) in
            let new = settings[side]?.current(state)
            let writer = try resolver.writer(side) { file in
                try file.flatMap { try boardSettings(.existing($0.file)) }?.current(state) == new
            }
            return ConflictResolver.Candidate(writer, order: [new?.utf8 ?? []])
        }
        return resolver.winner(try claim(.ours), try claim(.theirs))
    }

    /// Returns the settings in a file; nil if it has none that can be read.
    private func boardSettings(_ file: MergedFile?) throws -> BoardSettings? {
        let document: Document
        switch file {
        case nil: return nil
        case .existing(let file)?:
            guard file.isRegular else { return nil }
            document = try history.settings(file.id).document
        case .written(let bytes, _)?: document = Document(bytes, kind: .yaml)
        }
        do throws(SettingsError) { return try BoardSettings(document) } catch { return nil }
    }

    /// Moves files from the folders of old names to those of new ones: every task, and every other
    /// file there from a side that lacks the renaming.
    ///
    /// - Parameter files: The files that are the same on both sides.
    /// - Returns: The paths of the moved files.
    mutating func followRenames(in files: inout [BoardPath: MergedFile]) -> [BoardPath] {
        guard !renames.names.isEmpty else { return [] }
        var moved: [BoardPath] = []
        for (path, file) in files {
            guard renames.current(path) != path, isTask(path, file.entry) else { continue }
            files[path] = nil
            moved.append(path)
            outcomes.append(MergeOutcome(path: path, file: file, basePath: path, isTask: true))
        }
        for index in outcomes.indices where outcomes[index].path != Board.settingsPath {
            let renames = outcomes[index].isTask ? renames : newRenames
            outcomes[index].path = renames.current(outcomes[index].path)
            outcomes[index].basePath = outcomes[index].basePath.map(renames.current)
        }
        return moved
    }
}
