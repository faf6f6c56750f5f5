package import MarkdownDocument
package import TaskBoard

// Keys of other tools as fields that a board declares.

/// The definition of an attribute in another tool's settings.
package struct ForeignDefinition: Equatable, Sendable {
    package var type = ""
    package var label = ""
    package var initial: Text?
    /// The values that the attribute can have, in ascending order; empty for any.
    package var values: [Text] = []
}

extension Reading {
    /// Returns a field for each key of the tasks that a board could declare, and does not.
    ///
    /// - Parameter definitions: The definitions of keys. Without one, the values determine the
    ///   type.
    package func newFields(
        beside table: FieldTable, defined definitions: [Text: ForeignDefinition] = [:],
        _ now: Moment
    ) -> [Field] {
        let room = FieldTable.limit - table.declared.count
        // Of names that differ only in case, the first one is declared.
        var names = Set<Text>()
        return keys.filter {
            table.canDeclare($0.name) && names.insert($0.name.folded).inserted
        }.prefix(max(0, room)).map { key in key.field(definitions[key.name], now) }
    }

    /// Converts the values of fields that an import declares, and notes the keys that no field can
    /// have.
    package mutating func prepare(
        for fields: [Field], beside table: FieldTable, _ now: Moment
    ) {
        let declared = Set((table.declared + fields).map(\.key))
        let others = keys.map(\.name).filter { !declared.contains($0) }
        // Notes about single tasks may be too many to be shown.
        let notesOfTasks = notes
        notes = others.isEmpty ? [] : [.undeclarableKeys(others)]
        convertValues(to: FieldTable(fields), now)
        notes += notesOfTasks
    }

    /// The keys with values of the tasks, in the order of their first occurrence. Keys in which an
    /// import keeps what it cannot use are left out, as are those of another tool's own files.
    private var keys: [ForeignKeyValues] {
        var (keys, places) = ([ForeignKeyValues](), [Text: Int]())
        for task in tasks where task.original == nil {
            for extra in task.extra where !Self.kept.contains(extra.key.string) {
                let place = places[extra.key] ?? keys.count
                if place == keys.count {
                    keys.append(ForeignKeyValues(extra.key))
                    places[extra.key] = place
                }
                keys[place].add(extra.value)
            }
        }
        return keys.filter { !$0.texts.isEmpty }
    }

    private static let kept: Set<String> = [
        "recur", "depends", "dependencies", "related-to", "pri", "dstask-priority", "lane",
        ForeignTask.sourceKey.string,
    ]

    /// Writes the values of declared fields as the fields have them, and notes what that changes.
    package mutating func convertValues(to table: FieldTable, _ now: Moment) {
        guard !table.declared.isEmpty else { return }
        var counts: [Text: (days: Int, rounded: Int)] = [:]
        for index in tasks.indices where tasks[index].original == nil {
            // Another board's values are as its users want them.
            guard case .source = tasks[index].origin else { continue }
            for extra in tasks[index].extra {
                guard let field = table.declared.first(where: { $0.key == extra.key }) else {
                    continue
                }
                tasks[index][extra: extra.key] = extra.value.mapped { text in
                    guard !field.accepts(text) else { return text }
                    if field.kind == .duration, let read = ForeignDuration(text) {
                        counts[field.key, default: (0, 0)].days += read.hasDays ? 1 : 0
                        counts[field.key, default: (0, 0)].rounded += read.isRounded ? 1 : 0
                    }
                    return field.converted(text, now)
                }
            }
        }
        for field in table.declared {
            guard let count = counts[field.key] else { continue }
            if count.days > 0 { notes.append(.daysAsHours(count.days, of: field.key)) }
            if count.rounded > 0 { notes.append(.roundedDurations(count.rounded, of: field.key)) }
        }
    }
}

extension Value {
    /// Returns a scalar or a list with other texts.
    fileprivate func mapped(_ change: (Text) -> Text) -> Value {
        switch self {
        case .scalar(let text): .scalar(change(text))
        case .list(let elements): .list(elements.map(change))
        case .map, .records, .other: self
        }
    }
}

extension Field {
    /// Returns another tool's value as the field has it; the same text if the field cannot have it.
    func converted(_ text: Text, _ now: Moment) -> Text {
        accepts(text) ? text : foreign(text, now) ?? text
    }

    /// Returns another tool's value as the field has it; nil if the field cannot have it.
    fileprivate func foreign(_ text: Text, _ now: Moment) -> Text? {
        let read: Text? =
            switch kind {
            case .duration: ForeignDuration(text)?.duration.text
            case .date: now.seconds(ofForeign: text).map(now.localDate)
            case .number: plainDecimal(text)
            case .hierarchy: respelledHierarchy(text)
            default: nil
            }
        return read.flatMap { accepts($0) ? $0 : nil }
    }
}

/// A key of an import's tasks, and its values.
private struct ForeignKeyValues {
    let name: Text
    private(set) var texts: [Text] = []
    private var hasList = false

    init(_ name: Text) { self.name = name }

    mutating func add(_ value: Value) {
        switch value {
        case .scalar(let text): if !text.isEmpty { texts.append(text) }
        case .list(let elements):
            texts += elements
            hasList = hasList || !elements.isEmpty
        case .map, .records, .other: break
        }
    }

    func field(_ definition: ForeignDefinition?, _ now: Moment) -> Field {
        let kind = definition.flatMap(kind) ?? kindOfValues(now)
        var declaration = Field.Declaration()
        if let label = definition?.label, Text(label).folded != name.folded, !label.isEmpty {
            declaration.label = oneLine(Text(label))
        }
        let field = Field(name, kind, many: hasList, declaredBy: declaration)
        guard let initial = definition?.initial, kind != .date, !hasList else { return field }
        let converted = field.converted(initial, now)
        declaration.initial = field.accepts(converted) ? converted : nil
        return Field(name, kind, declaredBy: declaration)
    }

    private func kind(of definition: ForeignDefinition) -> Field.Kind? {
        switch definition.type {
        case "numeric": .number
        case "duration": .duration
        case "date": .date
        case "string":
            DeclarationFault(ofChoices: definition.values) == nil
                ? .choice(definition.values) : .line
        default: nil
        }
    }

    private func kindOfValues(_ now: Moment) -> Field.Kind {
        [.number, .duration, .date].first { kind in
            let field = Field(name, kind, declaredBy: Field.Declaration())
            return texts.allSatisfy { text in
                switch kind {
                case .number: field.accepts(text) && !Self.isCode(text)
                // In words, a duration such as '3 days' may be any text.
                case .duration where text.utf8.first != UInt8(ascii: "P"): field.accepts(text)
                default: field.accepts(text) || field.foreign(text, now) != nil
                }
            }
        } ?? .line
    }

    /// Returns true for digits with leading zeros, which are more likely a code than a number.
    private static func isCode(_ text: Text) -> Bool {
        text.utf8.first == 0x30 && text.utf8.count > 1 && text.utf8[1] != UInt8(ascii: ".")
    }
}
