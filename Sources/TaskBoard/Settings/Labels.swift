package import MarkdownDocument

extension BoardSettings {
    /// Returns the name of a state or a view for people.
    package func label(of name: Text) -> Text { labels[name] ?? name }

    /// The names of the states for people, and their names in files.
    package var namesOfStates: [Text] {
        states.map { label(of: $0) } + states.filter { labels[$0] != nil }
    }

    /// Reads the names for people of states and views.
    ///
    /// A label that could mean something else, and one of nothing, has no effect and becomes a
    /// warning: a board remains readable, and no word moves a task to a state that its label does
    /// not show.
    mutating func readLabels(_ setting: SettingReader) throws(SettingsError) {
        let written = try setting.map(.labels).map {
            Pair(key: $0.key.nfc, value: oneLine($0.value))
        }.filter { !$0.value.isEmpty }
        let names = (states + allViews.map(\.name)).distinct
        let known = Set(names + retired)
        let labels = written.filter { known.contains($0.key) }
        // What each word means in any case: names in the file first, then labels.
        let meant = Dictionary(
            grouping: names.map { (word: $0.folded, name: $0) }
                + labels.map { (word: $0.value.folded, name: $0.key) }, by: \.word)
        for label in written {
            guard known.contains(label.key) else {
                let problem = SettingsError.Problem.labelOfNothing(label.key, known: names)
                warnings.append(setting.wrong(problem, element: label.key))
                continue
            }
            if let other = meant[label.value.folded]?.first(where: { $0.name != label.key })?.name {
                let problem = SettingsError.Problem.ambiguousLabel(
                    label.value, of: label.key, other: other)
                warnings.append(setting.wrong(problem, element: label.key))
            } else {
                self.labels[label.key] = label.value
            }
        }
        let hasHangul = written.contains { Hangul.isIn($0.value.nfc.utf8) }
        if hasHangul { fields = FieldTable(fields.declared, hasKoreanKeys: true) }
    }
}

extension SettingsError {
    /// The state or view whose label has no effect; nil for another problem.
    var nameOfUnusedLabel: Text? {
        switch problem {
        case .labelOfNothing(let name, _), .ambiguousLabel(_, let name, _): name
        default: nil
        }
    }
}

extension Document {
    /// Returns settings in which the label of a renamed state is that of its new name.
    func movingLabel(
        from old: Text, to new: Text, in settings: BoardSettings
    ) throws(EditError) -> Document {
        guard let label = settings.labels[old], settings.labels[new] == nil else { return self }
        return try setting("labels", element: new, to: label)
            .setting("labels", element: old, to: nil)
    }
}
