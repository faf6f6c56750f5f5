package import MarkdownDocument
package import TaskBoard
package import Words

extension FieldEdit {
    /// Returns the edits in a JSON object, in the order of its keys. Accepts the fields written by
    /// ``TaskItem/json(ref:overdue:)`` that a client may set.
    ///
    /// As in a merge patch (RFC 7396), `null` removes a value, and a list replaces the list.
    ///
    /// - Parameter me: The person that `me` stands for.
    package static func edits(
        from json: JSONValue, now: Moment, me: Text? = nil, fields: FieldTable
    ) throws(JSONFieldError) -> [FieldEdit] {
        guard case .object(let members) = json else {
            throw JSONFieldError(reason: .notAnObject, key: "")
        }
        var edits: [FieldEdit] = []
        for member in members {
            if member.key == "extra" {
                edits += try extra(member.value, fields)
            } else if member.key == "fields" {
                edits += try own(member.value, now: now, me: me, fields)
            } else {
                edits.append(try edit(member, now: now, me: me))
            }
        }
        return edits
    }

    /// Returns the edits of declared fields, by their names.
    private static func own(
        _ json: JSONValue, now: Moment, me: Text?, _ fields: FieldTable
    ) throws(JSONFieldError) -> [FieldEdit] {
        guard case .object(let members) = json else {
            throw JSONFieldError(reason: .wrongType(expected: .object), key: "fields")
        }
        var edits: [FieldEdit] = []
        for member in members {
            let path = "fields." + member.key
            guard let field = fields.declared.first(where: { $0.key.string == member.key }) else {
                throw JSONFieldError(reason: .undeclared, key: path)
            }
            let values = try ownValues(of: field, member.value, path)
            guard !values.isEmpty else {
                edits.append(.clear(key: field.key))
                continue
            }
            do throws(WordError) {
                let written = try field.values(written: values, now: now, me: me)
                edits.append(FieldEdit(field, written))
            } catch {
                throw JSONFieldError(reason: .wrongValue(error.words), key: path)
            }
        }
        return edits
    }

    /// Returns the texts of a declared field's value: numbers are those of a number, or the minutes
    /// of a duration.
    private static func ownValues(
        of field: Field, _ json: JSONValue, _ path: String
    ) throws(JSONFieldError) -> [Text] {
        func text(_ json: JSONValue) -> Text? {
            switch json {
            case .string(let text): text
            case .number(let number) where field.kind == .duration:
                TaskDuration(minutes: number)?.text
            case .number(let number) where field.kind == .number: Text("\(number)")
            // A number that no field can have is refused as text.
            case .decimal(let number) where field.kind == .number:
                plainDecimal(number) ?? number
            case .decimal(let number) where field.kind == .duration:
                plainDecimal(number).flatMap { Int($0.string) }.flatMap {
                    TaskDuration(minutes: $0)?.text
                }
            default: nil
            }
        }
        switch json {
        case .null: return []
        case .array(let elements) where field.isList:
            let texts = elements.compactMap(text)
            if texts.count == elements.count { return texts }
        default:
            if !field.isList, let one = text(json) { return [one] }
        }
        let one: JSONShape = field.isList ? .array(.string) : .string
        throw JSONFieldError(reason: .wrongType(expected: .nullable(one)), key: path)
    }

    private static func edit(
        _ member: JSONValue.Member, now: Moment, me: Text?
    ) throws(JSONFieldError) -> FieldEdit {
        let key = member.key
        guard let field = Field.inJSON.first(where: { $0.jsonKey == key }) else {
            let isComputed = ["ref", "name", "overdue", "problems"].contains(key)
            throw JSONFieldError(
                reason: isComputed ? .readOnly(.none) : .unknownKey, key: key)
        }
        if field == .body { return .body(try text(member.value, key)) }
        guard field.isTyped, field != .state else {
            throw JSONFieldError(reason: .readOnly(field.otherWay), key: key)
        }
        let values = try values(of: field, member.value, key)
        if values.isEmpty, field != .title { return .clear(key: field.key) }
        do throws(WordError) {
            return FieldEdit(field, try field.values(written: values, now: now, me: me))
        } catch {
            throw JSONFieldError(reason: .wrongValue(error.words), key: key)
        }
    }

    /// Returns the texts of a value; none for `null`.
    private static func values(
        of field: Field, _ json: JSONValue, _ key: String
    ) throws(JSONFieldError) -> [Text] {
        switch json {
        case .null where field != .title: return []
        case .string(let text) where !field.isList: return [text]
        case .array(let elements) where field.isList:
            var texts: [Text] = []
            for element in elements {
                let text = try text(element, key)
                guard !text.utf8.contains(UInt8(ascii: ",")) else {
                    throw JSONFieldError(reason: .comma, key: key)
                }
                texts.append(text)
            }
            return texts
        default:
            let one: JSONShape = field.isList ? .array(.string) : .string
            throw JSONFieldError(
                reason: .wrongType(expected: field == .title ? .string : .nullable(one)), key: key)
        }
    }

    /// Returns edits for keys unknown to pmd: one value as text, several strings, or null.
    private static func extra(
        _ json: JSONValue, _ fields: FieldTable
    ) throws(JSONFieldError) -> [FieldEdit] {
        guard case .object(let members) = json else {
            throw JSONFieldError(reason: .wrongType(expected: .object), key: "extra")
        }
        var edits: [FieldEdit] = []
        for member in members {
            let path = "extra." + member.key
            // `null` may remove a value written by another program.
            let isShadow =
                member.value != .null && Field.inJSON.contains { $0.key == Text(member.key) }
            guard Field.keyed(Text(member.key)) == nil, !isShadow else {
                throw JSONFieldError(reason: .readOnly(.outsideExtra), key: path)
            }
            let key = Text(member.key)
            if member.value != .null, let meant = NearKey.meant(by: key, fields) {
                throw JSONFieldError(
                    reason: .nearKey(meant: meant.string), key: path)
            }
            edits.append(try extraEdit(key, member.value, path))
        }
        return edits
    }

    private static func extraEdit(
        _ key: Text, _ json: JSONValue, _ path: String
    ) throws(JSONFieldError) -> FieldEdit {
        switch json {
        case .null: return .clear(key: key)
        case .string(let text): return .set(key: key, value: text)
        case .number(let number): return .set(key: key, value: Text(String(number)))
        case .decimal(let number): return .set(key: key, value: number)
        case .bool(let isTrue): return .set(key: key, value: isTrue ? "true" : "false")
        case .array(let values):
            let elements = values.compactMap { value -> Text? in
                if case .string(let text) = value { text } else { nil }
            }
            if elements.count == values.count { return .setList(key: key, elements: elements) }
        case .object, .encoded: break
        }
        throw JSONFieldError(reason: .wrongType(expected: .plainValue), key: path)
    }

    private static func text(_ json: JSONValue, _ key: String) throws(JSONFieldError) -> Text {
        guard case .string(let text) = json else {
            throw JSONFieldError(reason: .wrongType(expected: .string), key: key)
        }
        return text
    }
}

extension Field {
    /// The way to change a field that cannot be edited.
    fileprivate var otherWay: JSONFieldError.OtherWay {
        switch kind {
        case .state: .move
        case .rank: .place
        case .checklist: .tick
        case .conflicts: .resolve
        default: .none
        }
    }
}
