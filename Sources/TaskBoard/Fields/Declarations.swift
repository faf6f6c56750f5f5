package import MarkdownDocument

/// The text of `fields:` in a `pmd.yml`, declaration by declaration, for edits that leave all other
/// bytes as they are.
struct Declarations {
    static let key: Text = "fields"

    private let entry: Entry?
    private let items: [Entry]

    /// - Throws: ``SettingsError`` if the value is not a map.
    init(_ document: Document) throws(SettingsError) {
        entry = document.entry(Self.key)
        items = try entry.map(SettingReader.init)?.nested(.fields) ?? []
    }

    /// The names, in the order of the file.
    var names: [Text] { items.map(\.key) }

    /// Returns what is written after the name, such as `{type: number}`; nil without a declaration.
    /// Line breaks are those of Unix.
    subscript(name: Text) -> Text? {
        items.first { $0.key == name }.map {
            Text(withoutCarriageReturns(trimmed($0.valueSource[...]).map(\.self)))
        }
    }

    /// Returns the lines of the whole entry after some edits; nil if no declaration is left.
    ///
    /// - Parameter edits: The text after each name, on one or several lines; nil to remove the
    ///   declaration. A new one follows the others.
    func source(after edits: [(name: Text, text: Text?)]) -> [UInt8]? {
        let new = edits.filter { edit in edit.text != nil && !names.contains(edit.name) }
        let left = names.filter { name in !edits.contains { $0.name == name && $0.text == nil } }
        guard !(left + new.map(\.name)).isEmpty else { return nil }
        var blocks = isBlock ? lines : flowLines
        for (index, item) in items.enumerated().reversed() {
            guard let edit = edits.first(where: { $0.name == item.key }) else { continue }
            blocks.replaceSubrange(
                range(of: index, in: blocks), with: edit.text.map { [line(item.key, $0)] } ?? [])
        }
        let added = new.compactMap { edit in edit.text.map { line(edit.name, $0) } }
        return (blocks + added).flatMap(\.self)
    }

    /// Returns the lines of the whole entry with another name for a field, whose declaration keeps
    /// the old one as `former`.
    ///
    /// - Parameter field: The field with its new name, and its former ones.
    func source(renaming old: Text, to field: Field) -> [UInt8] {
        var blocks = isBlock ? lines : flowLines
        for (index, item) in items.enumerated() where item.key == old {
            let range = range(of: index, in: blocks)
            let renamed = blockLines(of: item, Array(blocks[range]), as: field)
            blocks.replaceSubrange(
                range, with: renamed ?? [line(field.key, Text(field.declarationText))])
        }
        return blocks.flatMap(\.self)
    }

    /// Returns a declaration on several lines with another name; nil if it is on one line, or has
    /// former names already.
    private func blockLines(
        of item: Entry, _ lines: [[UInt8]], as field: Field
    ) -> [[UInt8]]? {
        guard isBlock, item.valueLine > item.line, let first = lines.first,
            first.dropFirst(item.column - 1).starts(with: item.key.utf8),
            let former = field.declaration?.former, former.count == 1
        else { return nil }
        let name =
            first.prefix(item.column - 1) + flowScalar(field.key)
            + first.dropFirst(item.column - 1 + item.key.utf8.count)
        let indent = [UInt8](repeating: 0x20, count: item.valueColumn - 1)
        let attribute = indent + Array("former: ".utf8) + flowScalar(former[0]) + [.newline]
        return [Array(name)] + lines.dropFirst() + [attribute]
    }

    /// Returns the lines of a declaration.
    private func range(of index: Int, in blocks: [[UInt8]]) -> Range<Int> {
        let start = isBlock ? items[index].line - (entry?.line ?? 0) : index + 1
        let count = isBlock ? items[index].source.count { $0 == .newline } : 1
        return start..<min(blocks.count, start + max(1, count))
    }

    /// True unless the declarations are in braces on the line of the key.
    private var isBlock: Bool { entry != nil && !items.isEmpty && entry?.valueLine != entry?.line }

    /// The lines of the entry, with their line breaks.
    private var lines: [[UInt8]] {
        var source = entry?.source ?? []
        if source.last != .newline { source.append(.newline) }
        return lineRanges(of: source, in: source.indices).map { Array(source[$0]) }
    }

    /// The same declarations, each on a line.
    private var flowLines: [[UInt8]] {
        [Array((Self.key.string + ":\n").utf8)]
            + items.map { line($0.key, Text($0.valueSource)) }
    }

    private func line(_ name: Text, _ text: Text) -> [UInt8] {
        let indent = isBlock ? max(1, (items.first?.column ?? 3) - 1) : 2
        return [UInt8](repeating: 0x20, count: indent) + flowScalar(name) + Array(": ".utf8)
            + text.utf8 + [.newline]
    }
}

extension Board {
    /// Declares a field, which changes no task.
    ///
    /// - Parameters:
    ///   - attributes: The attributes besides the type, such as `card` and `true`.
    ///   - document: The current `pmd.yml`.
    /// - Throws: ``ActionError`` for a name that is taken and a declaration that cannot be used.
    package func declaring(
        _ name: Text, as type: Text, _ attributes: [Pair], in document: Document
    ) throws(ActionError) -> Plan {
        let name = name.nfc
        if settings.fields.declared.contains(where: { $0.key == name }) {
            throw ActionError(.fieldExists(name))
        }
        if type.string == FieldType.choice.rawValue,
            !attributes.contains(where: { $0.key == "values" })
        {
            throw ActionError(.wrongSetting(.choiceWithoutValues(field: name)))
        }
        let text = Text(Self.declaration(type, attributes))
        let edited = try self.document(document, declaring: [(name, text)])
        let fields = try validated(edited).fields
        let unknown = try validated(edited).warnings.first { $0.nameOfUnusedLabel == nil }
        if let unknown { throw ActionError(.wrongSetting(.settings(unknown))) }
        guard let field = fields.keyed(name) else { return .nothing }
        do throws(WordError) {
            _ = try field.initialValues(now: Moment(seconds: 0) { _ in 0 }, me: "me")
        } catch {
            throw ActionError(.wrongSetting(.word(error)))
        }
        let (fitting, total) = fit(of: field)
        return Plan(
            changes: [.write(Board.settingsPath, edited.bytes)],
            subject: "Declare \(plainWords(name)): \(plainWords(Text(field.declarationText)))",
            report: .declaredField(name, fitting: fitting, of: total), tasks: [])
    }

    /// Gives a declared field another name: in `pmd.yml`, with its views and weights, and in each
    /// task that can be read.
    ///
    /// - Throws: ``ActionError`` for names that cannot be used, and for a task that has both keys.
    package func renamingField(
        _ old: Text, to new: Text, in document: Document
    ) throws(ActionError) -> Plan {
        let field = try declared(old)
        let (old, new) = (field.key, new.nfc)
        if old == new { return .nothing }
        if settings.fields.named(new) != nil { throw ActionError(.fieldExists(new)) }
        let source = try declarations(of: document).source(
            renaming: old, to: field.renamed(to: new))
        let renamed = try document.edited(in: Board.settingsPath) { (document) throws(EditError) in
            try document.settingSource(of: Declarations.key, to: document.lineEnds(source))
        }
        let edited = try renamingUses(of: field, to: new, in: renamed)
        _ = try validated(edited)
        var changes = [FileChange.write(Board.settingsPath, edited.bytes)]
        for task in tasks {
            let isConflicting = task.conflicts.contains { $0.key == old }
            let hasValue = task.mayHave(field) && task.document.entry(old) != nil
            guard hasValue || isConflicting else { continue }
            let renamed = try task.document.edited(in: task.path) { (document) throws(EditError) in
                let renamed = hasValue ? try document.renamingKey(old, to: new) : document
                return isConflicting ? try renamed.renamingConflicts(of: old, to: new) : renamed
            }
            changes += [FileChange.task(task, to: task.path, renamed)].compactMap(\.self)
        }
        return Plan(
            changes: changes, subject: "Rename field \(plainWords(old)) to \(plainWords(new))",
            report: .renamedField(
                old, to: new, tasks: changes.count - 1, malformed: malformedFiles(with: old)),
            tasks: [])
    }

    /// Removes the declaration of a field and its weights. The values stay in the tasks.
    package func removingField(
        _ name: Text, in document: Document
    ) throws(ActionError) -> Plan {
        let field = try declared(name)
        let weights = weights(of: field)
        let edited = try self.document(document, declaring: [(field.key, nil)])
            .edited(in: Board.settingsPath) { (document) throws(EditError) in
                var document = document
                for name in weights {
                    document = try document.setting("urgency", element: name, to: nil)
                }
                return document
            }
        _ = try validated(edited)
        let views = settings.views.filter {
            Query.uses(field.key, in: $0.query, settings.fields)
        }
        return Plan(
            changes: [.write(Board.settingsPath, edited.bytes)],
            subject: "Remove field \(plainWords(field.key))",
            report: .removedField(
                field.key, values: fit(of: field).total, weights: weights,
                views: views.map(\.name)),
            tasks: [])
    }

    /// Returns settings whose views and weights use a field by its new name.
    private func renamingUses(
        of field: Field, to new: Text, in document: Document
    ) throws(ActionError) -> Document {
        let (settings, weights) = (settings, weights(of: field))
        return try document.edited(in: Board.settingsPath) { (document) throws(EditError) in
            var edited = document
            for view in settings.views {
                let query = Query.renaming(field.key, to: new, in: view.query, settings.fields)
                guard query != view.query else { continue }
                edited = try edited.setting("views", element: view.name, to: query)
            }
            guard case .map(let pairs)? = document.entry("urgency")?.value else { return edited }
            for name in weights {
                let renamed = Text(new.utf8 + name.utf8.dropFirst(field.key.utf8.count))
                let weight = pairs.first { $0.key == name }?.value
                edited = try edited.setting("urgency", element: renamed, to: weight)
                    .setting("urgency", element: name, to: nil)
            }
            return edited
        }
    }

    /// Returns the names of the weights of a field, such as `stage.build`.
    private func weights(of field: Field) -> [Text] {
        settings.urgency.fields.map(\.term).filter { $0.field == field }.map(\.name)
    }

    /// Returns the malformed files that seem to have a key, which no edit can rename.
    private func malformedFiles(with key: Text) -> [BoardPath] {
        let beginning = key.utf8 + [UInt8(ascii: ":")]
        return tasks.filter { task in
            task.isMalformed && task.document.bytes.lines.contains { $0.starts(with: beginning) }
        }.map(\.path).sorted()
    }

    /// Returns the number of tasks whose value of a field fits its declaration, and of all tasks
    /// with a value.
    func fit(of field: Field) -> (fitting: Int, total: Int) {
        let values = tasks.filter { $0.mayHave(field) && $0.hasValue(for: field) }
        return (values.count { !$0.isMisfit(field) }, values.count)
    }

    private func declared(_ name: Text) throws(ActionError) -> Field {
        let name = name.nfc
        let fields = settings.fields.declared
        guard let field = fields.first(where: { $0.key == name }) else {
            throw ActionError(.unknownField(name, known: fields.map(\.key)))
        }
        return field
    }

    private func declarations(of document: Document) throws(ActionError) -> Declarations {
        do throws(SettingsError) { return try Declarations(document) } catch {
            throw ActionError(.wrongSetting(.settings(error)))
        }
    }

    func document(
        _ document: Document, declaring edits: [(name: Text, text: Text?)]
    ) throws(ActionError) -> Document {
        let source = try declarations(of: document).source(after: edits)
        return try document.edited(in: Board.settingsPath) { (document) throws(EditError) in
            guard let source else { return try document.removing(Declarations.key) }
            return try document.settingSource(
                of: Declarations.key, to: document.lineEnds(source))
        }
    }

    /// Returns a declaration on one line.
    private static func declaration(_ type: Text, _ attributes: [Pair]) -> [UInt8] {
        if attributes.isEmpty { return flowScalar(type) }
        let all = [Pair(key: "type", value: type)] + attributes
        let pairs = all.map { pair -> [UInt8] in
            // A truth stays plain, as people write it.
            let isTruth = ["true", "false"].contains(pair.value.string)
            let value =
                isTruth && pair.key != "default"
                ? pair.value.utf8
                : pair.key == "values"
                    ? Array("[".utf8) + splitList(pair.value).map(flowScalar).joinedByCommas
                        + Array("]".utf8) : flowScalar(pair.value)
            return flowScalar(pair.key) + Array(": ".utf8) + value
        }
        return Array("{".utf8) + pairs.joinedByCommas + Array("}".utf8)
    }
}

extension [Text] {
    /// The texts without repetitions, in the order of their first occurrence.
    var distinct: [Text] {
        var seen = Set<Text>()
        return filter { seen.insert($0).inserted }
    }
}

extension [[UInt8]] {
    fileprivate var joinedByCommas: [UInt8] {
        dropFirst().reduce(first ?? []) { $0 + [UInt8(ascii: ","), 0x20] + $1 }
    }
}
