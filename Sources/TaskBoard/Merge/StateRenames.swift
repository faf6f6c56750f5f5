import MarkdownDocument

/// The states that the sides of a merge renamed. Changes that the other side made in the folder of
/// an old name move to the folder of the new one.
struct StateRenames {
    /// The new name of each old one.
    private(set) var names: [Text: Text] = [:]
    /// The old names of states that one side renamed and the other removed: these stay.
    private var removed: Set<Text> = []

    init() {}

    /// - Parameters:
    ///   - settings: nil for settings that are missing or cannot be read.
    ///   - later: Returns the side whose new name stays, if both renamed a state differently.
    init(_ settings: ThreeWay<BoardSettings?>, later: (Text) throws -> Side) rethrows {
        guard let base = settings.base else { return }
        for state in base.states {
            let ours = settings.ours.flatMap { $0.newName(of: state, since: base) }
            let theirs = settings.theirs.flatMap { $0.newName(of: state, since: base) }
            guard let ours, let theirs, ours != theirs else {
                names[state] = ours ?? theirs
                let sides = [settings.ours, settings.theirs].compactMap(\.self)
                if names[state] != nil, (ours == nil) != (theirs == nil),
                    sides.allSatisfy({ !$0.states.contains(state) })
                {
                    removed.insert(state)
                }
                continue
            }
            let (stays, goes) = try later(state) == .ours ? (ours, theirs) : (theirs, ours)
            names[state] = stays
            if !base.states.contains(goes) { names[goes] = stays }
        }
    }

    /// Returns the renamings that the merged settings still have.
    func limited(to settings: BoardSettings) -> StateRenames {
        var limited = self
        limited.names = names.filter { old, new in
            !settings.states.contains(old) && settings.states.contains(new)
        }
        return limited
    }

    /// Adds earlier renamings that settings record.
    func adding(_ settings: BoardSettings) -> StateRenames {
        var all = self
        for state in settings.retired {
            if let new = settings.current(state) { all.names[state] = new }
        }
        return all
    }

    /// Returns the path of a file in the folder of the new name.
    func current(_ path: BoardPath) -> BoardPath {
        guard !names.isEmpty, let new = names[path.folder.nfc], new != path.folder else {
            return path
        }
        return BoardPath(new.utf8 + path.bytes.drop { $0 != .slash })
    }

    /// Returns settings with the new names.
    func applied(to contents: TaskParts) -> TaskParts {
        var document = contents.document
        for (old, new) in names.sorted(by: { $0.key < $1.key }) {
            do {
                let settings = try BoardSettings(document)
                let isState = settings.states.contains(old)
                if isState, !settings.states.contains(new), !removed.contains(old) {
                    document = try document.renamingState(old, to: new, in: settings)
                } else if isState || settings.retired.contains(old) {
                    document = try document.removingState(old, for: new, in: settings)
                }
            } catch {
                // The old name merges as any other value.
                continue
            }
        }
        return document.bytes == contents.bytes ? contents : TaskParts(document.bytes, kind: .yaml)
    }
}

extension BoardSettings {
    /// Returns the new name of a state that other settings have and these do not; nil for a
    /// removed state. A state whose renaming was undone has its old name again.
    fileprivate func newName(of state: Text, since base: BoardSettings) -> Text? {
        guard !states.contains(state) else { return nil }
        return current(state)
            ?? base.retired.first { base.renamed[$0] == state && states.contains($0) }
    }
}

extension Document {
    /// Returns settings in which a state has a new name. The old one is retired.
    func renamingState(
        _ old: Text, to new: Text, in settings: BoardSettings
    ) throws(EditError) -> Document {
        var edited = try setting("states", toList: settings.states.map { $0 == old ? new : $0 })
        switch entry("finished")?.value {
        case .list(let states)?:
            let renamed = states.map { $0.nfc == old ? new : $0 }
            if renamed != states { edited = try edited.setting("finished", toList: renamed) }
        case .scalar? where settings.finished.contains(old):
            let renamed = settings.finished.map { $0 == old ? new : $0 }
            let value = Text(renamed.map(\.utf8).joined(by: UInt8(ascii: ",")))
            edited = try edited.setting("finished", to: value)
        default: break
        }
        if entry("start") != nil, settings.start == old {
            edited = try edited.setting("start", to: new)
        }
        if let limit = settings.limits[old] {
            edited = try edited.setting("limits", element: new, to: Text("\(limit)"))
            edited = try edited.setting("limits", element: old, to: nil)
        }
        return try edited.retiring(old, for: new, in: settings)
    }

    /// Returns settings without a state whose position another one has.
    fileprivate func removingState(
        _ old: Text, for new: Text, in settings: BoardSettings
    ) throws(EditError) -> Document {
        var edited = self
        if settings.states.contains(old) {
            edited = try edited.setting("states", toList: settings.states.filter { $0 != old })
        }
        if entry("finished") != nil, settings.finished.contains(old) {
            let finished = settings.finished.filter { $0 != old }
            edited = try edited.setting("finished", toList: finished)
        }
        if entry("start") != nil, settings.start == old {
            edited = try edited.setting("start", to: new)
        }
        if settings.limits[old] != nil {
            edited = try edited.setting("limits", element: old, to: nil)
        }
        return try edited.retiring(old, for: new, in: settings)
    }

    /// Returns settings that list an old name with the new one among the retired states.
    private func retiring(
        _ old: Text, for new: Text, in settings: BoardSettings
    ) throws(EditError) -> Document {
        // A list of states has no two that differ only in case.
        let others = settings.retired.filter { $0 != new && $0.folded != old.folded }
        var renamed = settings.renamed.mapValues { $0 == old ? new : $0 }
        renamed[old] = new
        return try setting(
            "retired", toList: (others + [old]).map { RetiredState.element($0, renamed[$0]) })
    }
}

/// The spelling of a former state in `retired`: `review`, or `review -> checking` if it was renamed.
enum RetiredState {
    private static let arrow = Array("->".utf8)

    static func element(_ state: Text, _ new: Text?) -> Text {
        new.map { Text(state.utf8 + " -> ".utf8 + $0.utf8) } ?? state
    }

    /// Returns the old and the new name of an element.
    static func names(_ element: Text) -> (state: Text, new: Text?) {
        let bytes = element.utf8
        guard
            let place = bytes.indices.first(where: { bytes[$0...].starts(with: arrow) })
        else { return (element, nil) }
        let new = trimmed(bytes[(place + arrow.count)...])
        return (Text(trimmed(bytes[..<place])), Text(new))
    }
}

extension BoardSettings {
    /// The former states as spelled in `pmd.yml`.
    var retiredElements: [Text] { retired.map { RetiredState.element($0, renamed[$0]) } }
}
