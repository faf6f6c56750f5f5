package import MarkdownDocument

/// The effective value of one setting, defaults included.
package enum SettingValue: Equatable, Sendable {
    /// One value; nil if there is neither a value nor a default.
    case scalar(Text?)
    case flag(Bool)
    case list([Text])
    case map([Pair])

    /// The lines that a command prints: a list on one line, a map as `name:
    /// value` lines.
    package var lines: [String] {
        switch self {
        case .scalar(let text): text.map { [plainWords($0)] } ?? []
        case .flag(let isSet): [isSet ? "true" : "false"]
        case .list(let elements): [elements.map { plainWords($0) }.joined(separator: ", ")]
        case .map(let pairs): pairs.map { plainWords($0.key) + ": " + plainWords($0.value) }
        }
    }
}

extension BoardSettings {
    /// Reads one setting by its key, or one element of a map by `key.element`.
    ///
    /// - Throws: ``ActionError`` for an unknown key.
    package func value(of key: Text) throws(ActionError) -> SettingValue {
        let (name, element) = SettingKey.split(key)
        let whole = try value(ofWhole: name)
        guard let element else { return whole }
        guard case .map(let pairs) = whole else { throw unknown(key) }
        if let value = pairs.first(where: { $0.key == element })?.value { return .scalar(value) }
        if name == "limits", !(states + retired).contains(element) {
            throw ActionError(.unknownState(element, known: states))
        }
        return .scalar(nil)
    }

    private func value(ofWhole name: Text) throws(ActionError) -> SettingValue {
        switch name.string {
        case "states": .list(states)
        case "finished": .list(finished)
        case "start": .scalar(start)
        case "limits":
            .map(
                (states + retired).compactMap { state in
                    limits[state].map { Pair(key: state, value: Text("\($0)")) }
                })
        case "body-limit": .scalar(bodyLimit.map { Text("\($0)") })
        case "attachment-limit": .scalar(attachmentLimit.map { Text("\($0)") })
        case "covers": .flag(covers)
        case "remind": .scalar(timeOfDay(remind))
        case "sync":
            .map([
                Pair(key: "connect", value: Text("\(sync.connect)")),
                Pair(key: "idle", value: Text("\(sync.idle)")),
                Pair(key: "total", value: Text("\(sync.total)")),
            ])
        case "views": .map(allViews.map { Pair(key: $0.name, value: $0.query) })
        case "urgency":
            .map(
                (urgency.values + urgency.fields.map { ($0.term.name, $0.weight) }).map {
                    Pair(key: $0.name, value: Text(Urgency.words($0.weight)))
                })
        case "fields":
            .map(fields.declared.map { Pair(key: $0.key, value: Text($0.declarationText)) })
        case "labels":
            .map(labels.map { Pair(key: $0.key, value: $0.value) }.sorted { $0.key < $1.key })
        case "retired": .list(retiredElements)
        case "format": .scalar(Text("\(format)"))
        default: throw unknown(name)
        }
    }

    func unknown(_ key: Text) -> ActionError {
        ActionError(.unknownSetting(key, known: BoardSettings.keys))
    }
}

/// The name of a setting, such as `states`, or `limits.doing` for an element.
enum SettingKey {
    static let maps: Set<Text> = ["limits", "sync", "views", "urgency", "fields", "labels"]
    static let lists: Set<Text> = ["states", "finished"]

    static func split(_ key: Text) -> (name: Text, element: Text?) {
        guard let dot = key.utf8.firstIndex(of: UInt8(ascii: ".")) else { return (key, nil) }
        return (Text(key.utf8[..<dot]), Text(key.utf8[(dot + 1)...]).nfc)
    }
}
