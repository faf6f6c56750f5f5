package import MarkdownDocument

extension Board {
    /// The path of the board's settings, which mark its root.
    package static let settingsPath: BoardPath = "pmd.yml"

    /// Sets one setting without touching others. An empty value removes it,
    /// which restores the default.
    ///
    /// A state that is dropped from `states` is added to `retired`, so that the
    /// tasks in its folder remain visible.
    ///
    /// - Parameters:
    ///   - key: The setting, or `key.element` for `limits`, `sync` and `views`.
    ///   - document: The current `pmd.yml`.
    /// - Throws: ``ActionError`` for an unknown setting, and if `pmd.yml` would
    ///   become invalid.
    package func setting(
        _ key: Text, to value: Text, in document: Document
    ) throws(ActionError) -> Plan {
        let (name, element) = SettingKey.split(key)
        if name == Declarations.key { throw ActionError(.declarationByHand) }
        if ["format", "retired"].contains(key) { throw ActionError(.ownSetting(key)) }
        if !BoardSettings.keys.contains(name) || ["format", "retired"].contains(name)
            || SettingKey.maps.contains(name) != (element != nil)
        {
            throw settings.unknown(key)
        }
        var edited = try document.edited(in: Board.settingsPath) { (document) throws(EditError) in
            try document.settingOption(name, element: element, to: value)
        }
        if name == "states" { edited = try retiring(in: edited) }
        let old = try settings.value(of: key)
        let settings = try validated(edited)
        if name == "finished", settings.states.allSatisfy(settings.isFinished) {
            throw ActionError(.wrongSetting(.allFinished))
        }
        if name == "views", let element, !value.isEmpty {
            guard !element.isEmpty,
                element.utf8.allSatisfy({ $0 > 0x20 && !Array(",:\"'".utf8).contains($0) })
            else {
                throw ActionError(.wrongSetting(.viewName(element)))
            }
            _ = try settings.query(ofView: element)
        }
        if name == "labels", !value.isEmpty,
            let fault = settings.warnings.first(where: { $0.nameOfUnusedLabel == element })
        {
            throw ActionError(.wrongSetting(.settings(fault)))
        }
        if name == "limits", let element, !value.isEmpty, settings.retired.contains(element) {
            throw ActionError(.unknownState(element, known: settings.states))
        }
        let new = try settings.value(of: key)
        guard edited.bytes != document.bytes else { return .nothing }
        let (before, after) = (words(for: old), words(for: new))
        let was = old == new ? "" : before.map { " (was \($0))" } ?? " (was not set)"
        let shown = plainWords(key)
        let rest = after.map { ": \($0)\(was)" } ?? was
        return Plan(
            changes: [.write(Board.settingsPath, edited.bytes)] + folders(of: settings.states),
            subject: "\(after == nil ? "Remove" : "Set") \(shown)\(rest)",
            report: .changedSetting(key, from: before, to: after, isSame: old == new), tasks: [])
    }

    /// Sets several settings, one after another, as one plan.
    package func setting(
        _ edits: [(key: Text, value: Text)], in document: Document
    ) throws(ActionError) -> Plan {
        var (board, document, plans) = (self, document, [Plan]())
        for edit in edits {
            let plan = try board.setting(edit.key, to: edit.value, in: document)
            guard let bytes = plan.changes.first?.bytes else { continue }
            plans.append(plan)
            guard edits.count > 1 else { break }
            document = Document(bytes, kind: .yaml)
            board = Board(settings: try validated(document), tasks: tasks)
        }
        guard plans.count > 1 else { return plans.first ?? .nothing }
        return Plan(
            changes: [.write(Board.settingsPath, document.bytes)]
                + plans.flatMap { $0.changes.dropFirst() },
            subject: "Change \(plans.count) settings",
            report: .changedSettings(plans.compactMap(\.report)), body: plans.map(\.subject),
            tasks: [])
    }

    /// Returns the files that make the folders of new states, so that any
    /// program can move tasks there.
    private func folders(of states: [Text]) -> [FileChange] {
        states.filter { !settings.states.contains($0) }.map {
            .write(BoardPath($0.utf8).appending(Array(".gitkeep".utf8)), [])
        }
    }

    /// Adds the states that `document` has dropped to `retired:`.
    private func retiring(in document: Document) throws(ActionError) -> Document {
        let states = Set(try validated(document).states)
        let gone = settings.states.filter { !states.contains($0) }
        let folded = Set(gone.map(\.folded))
        let kept = settings.retired.filter { !states.contains($0) && !folded.contains($0.folded) }
        if gone.isEmpty && kept == settings.retired { return document }
        let elements = kept.map { RetiredState.element($0, settings.renamed[$0]) }
        return try document.edited(in: Board.settingsPath) { (document) throws(EditError) in
            try document.setting("retired", toList: elements + gone)
        }
    }

    func validated(_ document: Document) throws(ActionError) -> BoardSettings {
        do throws(SettingsError) {
            return try BoardSettings(document)
        } catch {
            throw ActionError(.wrongSetting(.settings(error)))
        }
    }

    /// Returns nil if the setting has no value and no default.
    private func words(for value: SettingValue) -> String? {
        let words = value.lines.joined(separator: ", ")
        return words.isEmpty ? nil : words
    }
}

extension Document {
    fileprivate func settingOption(
        _ name: Text, element: Text?, to value: Text
    ) throws(EditError) -> Document {
        if let element {
            return try setting(name, element: element, to: value.isEmpty ? nil : value)
        }
        if value.isEmpty { return entry(name) == nil ? self : try removing(name) }
        return SettingKey.lists.contains(name)
            ? try setting(name, toList: splitList(value)) : try setting(name, to: value)
    }
}

extension Plan {
    /// A plan that changes nothing.
    static let nothing = Plan(changes: [], subject: "", tasks: [])
}

extension BoardSettings {
    /// - Throws: ``ActionError`` for a view whose query cannot be read.
    fileprivate func query(ofView name: Text) throws(ActionError) -> Query {
        do throws(WordError) {
            return try Query(
                [Query.term(ofView: name)], now: Moment(seconds: 0) { _ in 0 }, me: "me",
                settings: self)
        } catch {
            throw ActionError(.wrongSetting(.word(error)))
        }
    }
}

extension Board {
    /// Renames a state in `pmd.yml`, and moves its whole folder.
    ///
    /// The old name stays under `retired:` with the new one, so that tasks which another clone
    /// still moves or adds there follow when both are merged.
    ///
    /// - Parameters:
    ///   - document: The current `pmd.yml`.
    ///   - others: The files below the old folder that are not tasks.
    package func renamingState(
        _ old: Text, to new: Text, in document: Document,
        others: [(path: BoardPath, bytes: [UInt8])] = [], hash: @escaping ContentHash
    ) throws(ActionError) -> Plan {
        let (old, new) = (try known(old), new.nfc)
        if old == new { return .nothing }
        if !isStateName(new) { throw ActionError(.badStateName(new)) }
        let twins = settings.states.filter { $0 != old && $0.folded == new.folded }
        if !twins.isEmpty { throw ActionError(.stateExists(new)) }
        let edited = try renaming(old, to: new, in: document)
        _ = try validated(edited)
        var free = FreePath(taken: Set(tasks.map(\.path)), hash: hash)
        let files = tasks.filter { $0.state == old }.map {
            (path: $0.path, bytes: $0.document.bytes)
        }
        let moves = (files + others).map { file in
            let target = BoardPath(
                [new.utf8, Array(file.path.bytes.drop { $0 != .slash }.dropFirst())]
                    .joined(by: .slash))
            return FileChange.move(file.path, to: free.claim(target, for: file.bytes), file.bytes)
        }
        return Plan(
            changes: [.write(Board.settingsPath, edited.bytes)] + moves,
            subject: "Rename state \(plainWords(old)) to \(plainWords(new))",
            report: .renamedState(old, to: new), tasks: [])
    }

    private func renaming(
        _ old: Text, to new: Text, in document: Document
    ) throws(ActionError) -> Document {
        let settings = settings
        return try document.edited(in: Board.settingsPath) { (document) throws(EditError) in
            try document.renamingState(old, to: new, in: settings)
                .movingLabel(from: old, to: new, in: settings)
        }
    }
}
