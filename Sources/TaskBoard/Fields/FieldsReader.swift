package import MarkdownDocument

/// A reader of `fields:` in `pmd.yml`, the fields that a board declares.
///
/// ```yaml
/// fields:
///   effort: number
///   stage: {type: choice, values: [idea, spec, build], default: idea, card: true, label: Phase}
/// ```
struct FieldsReader {
    private let setting: SettingReader
    private(set) var fields: [Field] = []
    /// The attributes that pmd does not know. A newer release may.
    private(set) var warnings: [SettingsError] = []

    /// - Throws: The first declaration that cannot be used, with its place.
    init(_ setting: SettingReader) throws(SettingsError) {
        self.setting = setting
        for entry in try setting.nested(.fields) {
            let name = entry.key.nfc
            let place = SettingReader(entry)
            if let fault = Self.fault(ofName: name) { throw place.wrongKey(fault) }
            if fields.contains(where: { $0.key.folded == name.folded }) {
                throw place.wrongKey(.repeatedField(name))
            }
            fields.append(try field(name, place))
            guard fields.count <= FieldTable.limit else {
                throw place.wrongKey(.manyFields(limit: FieldTable.limit))
            }
        }
    }

    /// Returns the reason why a field cannot have a name; nil if it can.
    static func fault(ofName name: Text) -> DeclarationFault? {
        var isName = isKeyName(name.utf8[...]) && name.utf8.first != UInt8(ascii: "_")
        eachScalar(name.utf8) { scalar, _, _ in
            isName = isName && (nameScalar(scalar) == .word || scalar == 0x2D || scalar == 0x5F)
            return isName
        }
        guard isName, name.utf8.count <= longestName else { return .badFieldName(name) }
        return reserved.contains(name.folded) ? .reservedFieldName(name) : nil
    }

    private static let longestName = 40

    /// The names that mean something else in files, JSON, queries or commands.
    static let reserved: Set<Text> = {
        let own = Field.all.flatMap { [$0.key.string, $0.jsonKey, $0.singular?.string ?? ""] }
        let json = ["extra", "fields", "problems", "ref", "name", "overdue"]
        let query = Query.ownKeys + ["and", "or", "not", "none", "where", "p"]
        let keys = [ForeignTask.sourceKey.string, Succession.occurrenceKey.string]
        return Set((own + json + query + keys + commandOptions).map { Text($0).folded })
    }()

    /// The long options of the commands, which a field may not be called.
    static let commandOptions = [
        "action", "after", "all", "append", "assignee", "at", "before", "body", "both", "bottom",
        "branch", "by", "clone", "color", "columns", "declare", "dropped", "dry-run", "due",
        "edit", "events", "fix", "help", "here", "history", "host", "ids", "install", "json",
        "keep", "local", "man", "man-pages", "new-calendar", "new-token", "offline-ok", "open",
        "origin", "patch", "plain", "port", "print", "print-calendar", "print-token", "priority",
        "proxy-secret", "quiet", "read-only", "remote", "short", "since", "socket", "sort",
        "state", "states", "svg", "sync-every", "tag", "take", "taskrc", "theme", "timeout",
        "title", "to", "top", "trusted-proxy", "try", "uninstall", "until", "user-header",
        "verbose", "wait", "why", "yes",
    ]

    private mutating func field(_ name: Text, _ place: SettingReader) throws(SettingsError) -> Field
    {
        if case .scalar(let type) = place.entry.value {
            return Field(name, try kind(type, [], place), declaredBy: Field.Declaration())
        }
        var attributes: [Text: SettingReader] = [:]
        for entry in try place.nested(.fieldAttributes) {
            let attribute = SettingReader(entry)
            if Self.attributes.contains(entry.key.string) {
                attributes[entry.key] = attribute
            } else {
                warnings.append(attribute.wrongKey(.unknownAttribute(entry.key, field: name)))
            }
        }
        guard let type = attributes["type"] else { throw place.wrongKey(.untypedField(name)) }
        let values = attributes["values"]
        let kind = try kind(try type.text(.fieldType), try values?.list(.values) ?? [], type)
        if let values, kind.choices.isEmpty { throw values.wrongKey(.valuesWithoutChoice(name)) }
        return try field(name, kind, attributes)
    }

    private static let attributes = [
        "type", "values", "many", "card", "default", "label", "former",
    ]

    private func field(
        _ name: Text, _ kind: Field.Kind, _ attributes: [Text: SettingReader]
    ) throws(SettingsError) -> Field {
        var declaration = Field.Declaration()
        declaration.isOnCards = try attributes["card"]?.truth() ?? false
        let many = try attributes["many"]?.truth() ?? false
        if let label = try attributes["label"]?.text(.label) {
            declaration.label = oneLine(label)
        }
        declaration.former = try attributes["former"]?.list(.values).map(\.nfc) ?? []
        guard let attribute = attributes["default"] else {
            return Field(name, kind, many: many, declaredBy: declaration)
        }
        let initial = try attribute.text(.initialValue)
        declaration.initial = initial.isEmpty ? nil : initial
        let field = Field(name, kind, many: many, declaredBy: declaration)
        // A day such as `fri` depends on the day on which it is typed.
        let isFixed = !initial.isEmpty && field.isMeasured || kind == .hierarchy
        if isFixed, !(many ? splitList(initial) : [initial]).allSatisfy(field.accepts) {
            throw attribute.wrong(declaration: .wrongDefault(initial, field: name, field.expected))
        }
        return field
    }

    /// Returns the kind of the values of a type.
    private func kind(
        _ type: Text, _ values: [Text], _ place: SettingReader
    ) throws(SettingsError) -> Field.Kind {
        guard let kind = FieldType(rawValue: type.string)?.kind(values) else {
            throw place.wrong(
                declaration: .unknownFieldType(type, known: FieldType.allCases.map(\.rawValue)))
        }
        if case .choice(let values) = kind {
            if let fault = DeclarationFault(ofChoices: values) {
                throw place.wrong(declaration: fault)
            }
        }
        return kind
    }
}

/// The types of declared fields, by their words.
package enum FieldType: String, CaseIterable, Sendable {
    case text, number, duration, date, choice, person, task, path

    /// - Parameter values: The values of a choice.
    package func kind(_ values: [Text]) -> Field.Kind {
        switch self {
        case .text: .line
        case .number: .number
        case .duration: .duration
        case .date: .date
        case .choice: .choice(values)
        case .person: .person
        case .task: .task
        case .path: .hierarchy
        }
    }

    /// The type of a declared field.
    package init?(of field: Field) {
        switch field.kind {
        case .line: self = .text
        case .number: self = .number
        case .duration: self = .duration
        case .date: self = .date
        case .choice: self = .choice
        case .person: self = .person
        case .task: self = .task
        case .hierarchy: self = .path
        default: return nil
        }
    }
}

extension Field.Kind {
    /// The values of a choice, in their order; empty for another kind.
    package var choices: [Text] {
        if case .choice(let values) = self { values } else { [] }
    }
}

extension SettingReader {
    /// Returns the entries of a map of any depth, each with its place in the file.
    func nested(_ expected: ExpectedSetting) throws(SettingsError) -> [Entry] {
        switch entry.value {
        case .scalar(let text) where text.isEmpty: return []
        case .map(let pairs) where pairs.isEmpty: return []
        case .map, .other: break
        case .scalar, .list, .records: throw wrong(expecting: expected)
        }
        // The value alone, at its own column, is a document of the same map.
        let indent = [UInt8](repeating: 0x20, count: max(0, entry.valueColumn - 1))
        let document = Document(indent + entry.valueSource + [.newline], kind: .yaml)
        if let malformation = document.malformation,
            case .duplicateKey(let key, let first) = malformation.reason
        {
            let offset = entry.valueLine - 1
            throw SettingsError(
                .malformed(.duplicateKey(key, firstLine: first + offset)), key: entry.key,
                line: malformation.line + offset, column: malformation.column)
        }
        let isMap = document.malformation == nil && !document.entries.isEmpty
        guard isMap else { throw wrong(expecting: expected) }
        return document.entries.map { $0.moved(down: entry.valueLine - 1) }
    }

    func truth() throws(SettingsError) -> Bool {
        switch try text(.truth).string {
        case "true", "yes": true
        case "false", "no": false
        default: throw wrong(expecting: .truth)
        }
    }

    /// Returns an error at the value.
    fileprivate func wrong(declaration fault: DeclarationFault) -> SettingsError {
        wrong(.declaration(fault))
    }

    /// Returns an error at the key.
    fileprivate func wrongKey(_ fault: DeclarationFault) -> SettingsError {
        SettingsError(
            .declaration(fault), key: entry.key, line: entry.line, column: entry.column)
    }
}

extension Field {
    /// The declaration as `pmd.yml` has it: a type, or a map of attributes.
    package var declarationText: String {
        guard let type = FieldType(of: self), let declaration else { return "" }
        var attributes = ["type: \(type.rawValue)"]
        if !kind.choices.isEmpty {
            attributes.append(
                "values: [" + kind.choices.map(Self.quoted).joined(separator: ", ") + "]")
        }
        if isList { attributes.append("many: true") }
        if declaration.isOnCards { attributes.append("card: true") }
        if let initial = declaration.initial {
            attributes.append("default: " + Self.quoted(initial))
        }
        if let label = declaration.label { attributes.append("label: " + Self.quoted(label)) }
        if !declaration.former.isEmpty {
            attributes.append(
                "former: [" + declaration.former.map(Self.quoted).joined(separator: ", ") + "]")
        }
        return attributes.count == 1
            ? type.rawValue : "{" + attributes.joined(separator: ", ") + "}"
    }

    /// Returns a declared field with another key, which keeps the key as a former one.
    func renamed(to key: Text) -> Field {
        var declaration = declaration ?? Declaration()
        declaration.former = declaration.former.filter { $0 != key && $0 != self.key } + [self.key]
        declaration.former = declaration.former.suffix(Self.mostFormer)
        return Field(key, kind, many: isList, declaredBy: declaration)
    }

    /// The maximum number of former keys.
    private static let mostFormer = 8

    /// Returns a text as YAML reads it inside of a map on one line.
    private static func quoted(_ text: Text) -> String {
        String(decoding: flowScalar(text), as: UTF8.self)
    }
}
