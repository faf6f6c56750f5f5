package import MarkdownDocument

/// The change of a board's settings between two versions of `pmd.yml`.
package struct SettingsChange: Equatable, Sendable {
    /// `settings`, or `merged` as the work of a merge.
    package let action: LogAction
    /// One change for each key, and for each element of a map, such as `limits.doing`.
    ///
    /// `formatting` is a change of bytes without a change of values, and `lines` the removed and
    /// the added lines of a file that is not a mapping.
    package let changes: [Change]

    init(action: LogAction = .settings, changes: [Change]) {
        (self.action, self.changes) = (action, changes)
    }
}

extension SettingsChange {
    /// Compares two versions of `pmd.yml`, which need not be valid; nil if they are equal.
    ///
    /// - Parameter old: Empty if there was no file.
    package init?(from old: Document, to new: Document) {
        guard old.bytes != new.bytes else { return nil }
        self.init(changes: settingChanges(from: old, to: new))
    }

    /// The inverse of this change.
    package var reversed: SettingsChange {
        let changes = changes.map(\.reversed)
        return SettingsChange(action: action, changes: changes)
    }

    /// The change as the work of a merge.
    package var merged: SettingsChange { SettingsChange(action: .merged, changes: changes) }
}

// MARK: Comparing

private func settingChanges(from old: Document, to new: Document) -> [Change] {
    if old.malformation != nil || new.malformation != nil {
        let lines = [old, new].map {
            $0.bytes.split(separator: .newline, omittingEmptySubsequences: false).map(Array.init)
        }
        let (removed, added) = changedLines(from: lines[0], to: lines[1])
        return [Change(key: "lines", from: joined(removed), to: joined(added))]
    }
    let removed = old.entries.filter { new.entry($0.key) == nil }
    let changes = (new.entries + removed).map(\.key).flatMap { key in
        (key == Declarations.key ? declarationChanges(from: old, to: new) : nil)
            ?? settingChanges(of: key, from: old.entry(key), to: new.entry(key))
    }
    return changes.isEmpty ? [Change(key: "formatting", from: nil, to: nil)] : changes
}

/// Returns a change for each declaration of a field; nil if they cannot be told apart.
private func declarationChanges(from old: Document, to new: Document) -> [Change]? {
    do throws(SettingsError) {
        let (before, after) = (try Declarations(old), try Declarations(new))
        return (after.names + before.names).distinct.compactMap { name in
            change(
                Text("\(Declarations.key).\(name)"), from: before[name].map { .scalar($0) },
                to: after[name].map { .scalar($0) })
        }
    } catch {
        return nil
    }
}

/// Returns the changes of one setting; for a map, one change per element.
private func settingChanges(of key: Text, from old: Entry?, to new: Entry?) -> [Change] {
    if SettingKey.maps.contains(key), let before = elements(of: old), let after = elements(of: new)
    {
        let names =
            after.map(\.key)
            + before.map(\.key).filter { name in
                !after.contains { $0.key == name }
            }
        return names.compactMap { name in
            change(
                Text(key.utf8 + [UInt8(ascii: ".")] + name.utf8),
                from: before.first { $0.key == name }.map { .scalar($0.value) },
                to: after.first { $0.key == name }.map { .scalar($0.value) })
        }
    }
    return [change(key, from: value(of: old), to: value(of: new))].compactMap(\.self)
}

private func change(_ key: Text, from: Value?, to: Value?) -> Change? {
    from == to ? nil : Change(key: key, from: from, to: to)
}

/// Returns the elements of a map; nil if it is not a map, or has a key twice.
private func elements(of entry: Entry?) -> [Pair]? {
    switch entry?.value {
    case nil: []
    case .scalar(let text)? where text.isEmpty: []
    case .map(let pairs)? where Set(pairs.map(\.key)).count == pairs.count: pairs
    default: nil
    }
}

/// Returns the value of a setting, with the lists of states as lists however they are spelled.
private func value(of entry: Entry?) -> Value? {
    let value = FieldValue(entry)
    guard let entry, isListOfStates(entry.key), let elements = value.elements else {
        return value.shown
    }
    return .list(elements)
}

private func isListOfStates(_ key: Text) -> Bool {
    SettingKey.lists.contains(key) || key == "retired"
}

// MARK: Words

extension SettingsChange {
    /// The change in the past without its author, such as `changed settings: limits.doing 3 to
    /// 2`.
    package var pastSentence: String { words(verb: action == .merged ? "merged" : "changed") }

    /// The change in the imperative, as in the message of a commit.
    var order: String { words(verb: "Change") }

    private func words(verb: String) -> String {
        let words = DeclarationWords.descriptions(of: changes, .english, others: \.settingWords)
        return "\(verb) settings: " + words.joined(separator: ", ")
    }
}

extension Change {
    /// The change of a setting in a few words, such as `states +review` or `no limits.doing`.
    fileprivate var settingWords: String {
        let name = plainWords(key)
        return switch (key.string, from, to) {
        case ("formatting", nil, nil): "formatting"
        case ("lines", _, _): "+\(Self.lineCount(to)) -\(Self.lineCount(from)) lines"
        case (_, .list(let old)?, .list(let new)?) where isListOfStates(key):
            stateWords(name, from: old, to: new)
        case (_, _, nil): "no \(name)"
        case (_, nil, _): "\(name) \(to.words)"
        default: "\(name) \(from.words) to \(to.words)"
        }
    }

    private func stateWords(_ name: String, from old: [Text], to new: [Text]) -> String {
        let gone = old.filter { !new.contains($0) }
        let added = new.filter { !old.contains($0) }
        // A state in another's former position is that state, renamed.
        if let from = gone.first, let to = added.first, gone.count == 1, added.count == 1,
            old.map({ $0 == from ? to : $0 }) == new
        {
            return "\(name) \(plainWords(from)) renamed to \(plainWords(to))"
        }
        let words = added.map { "+\(plainWords($0))" } + gone.map { "-\(plainWords($0))" }
        return "\(name) " + (words.isEmpty ? "reordered" : words.joined(separator: " "))
    }
}
