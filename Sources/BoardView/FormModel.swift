package import MarkdownDocument
package import TaskBoard
import Words

/// A form for a new task, or for changing one: the text of each field as the user types it, and
/// what others have changed meanwhile.
///
/// A form keeps its base version. Saving changes only fields whose text differs from the base, so
/// it does not overwrite changes that other people make. The page has the same rules in
/// `state/fields.js`, and `Tests/BoardRules.json` holds the cases that both must pass.
package struct FormModel: Sendable {
    /// A change by others: the texts before and after.
    package struct Change: Equatable, Sendable {
        package let old: String
        package let new: String
    }

    /// The fields of the form, in order.
    package let fields: [FormField]
    /// The base version; nil for a new task.
    package private(set) var base: TaskItem?
    /// The column of a new task.
    package let state: Text
    /// The text of each field.
    package private(set) var texts: [Field: String]
    private var baseTexts: [Field: String]

    /// Changes by others to fields that the user had not edited.
    package private(set) var outside: [Field: Change] = [:]
    /// The fields that both sides changed. The text of the base is the others' text.
    package private(set) var clashes: Set<Field> = []
    /// Fields that take others' text when they lose the focus, with their text before that.
    private var late: [Field: String] = [:]

    /// Creates a form for a new task.
    ///
    /// - Parameter table: The fields of the board.
    package init(newIn state: Text, _ table: FieldTable) {
        fields = FormField.all(table)
        (base, self.state) = (nil, state)
        (texts, baseTexts) = ([:], [:])
        for field in table.declared {
            texts[field] = field.declaration?.initial?.string
        }
    }

    /// Creates a form for changing a task.
    ///
    /// - Throws: ``ActionError`` for a malformed file, which can be changed only in an editor.
    package init(editing task: TaskItem, _ table: FieldTable) throws(ActionError) {
        try self.init(editing: task, fields: FormField.all(table))
    }

    private init(editing task: TaskItem, fields: [FormField]) throws(ActionError) {
        self.fields = fields
        (base, state) = (task, task.state)
        baseTexts = try Self.texts(of: task, fields)
        texts = baseTexts
    }

    private static func texts(
        of task: TaskItem, _ fields: [FormField]
    ) throws(ActionError) -> [Field: String] {
        try task.checkReadable()
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.field, task.text(of: $0)) })
    }

    /// The text of a field. Commas separate the elements of a list.
    ///
    /// Setting it to the others' text ends a clash.
    package subscript(field: Field) -> String {
        get { texts[field] ?? "" }
        set {
            texts[field] = newValue
            if newValue.isSame(as: baseText(of: field)) { clashes.remove(field) }
        }
    }

    /// Returns the text of a field in the base version.
    package func baseText(of field: Field) -> String { baseTexts[field] ?? "" }

    /// Returns the text of a field before the user edited it: that of the base, unless the field
    /// has yet to take the others' text.
    package func begunText(of field: Field) -> String { late[field] ?? baseText(of: field) }

    /// The fields with changed text.
    package var changed: [Field] {
        fields.map(\.field).filter { !self[$0].isSame(as: baseText(of: $0)) }
    }

    /// The number of characters in the body, as counted for `body-limit`.
    package var bodyLength: Int { TaskBoard.bodyLength(self[.body].utf8) }
}

// Changes by others.
extension FormModel {
    /// Rebases the form onto a newer version of the task.
    ///
    /// A field that was not edited follows, but the focused one only when it loses the focus. A
    /// field that was edited keeps its text, and becomes a clash if others have changed it, too.
    ///
    /// - Throws: ``ActionError`` if the new version is malformed.
    package mutating func rebase(onto task: TaskItem, focused: Field?) throws(ActionError) {
        let theirs = try Self.texts(of: task, fields)
        for field in fields.map(\.field) {
            rebase(field, onto: theirs[field] ?? "", isFocused: field == focused)
        }
        (base, baseTexts) = (task, theirs)
    }

    private mutating func rebase(_ field: Field, onto theirs: String, isFocused: Bool) {
        let (mine, begun) = (self[field], begunText(of: field))
        late[field] = nil
        if mine.isSame(as: theirs) {
            clashes.remove(field)
            return
        }
        // An earlier clash stays if others have not changed the field again.
        guard !begun.isSame(as: theirs) else { return }
        if !mine.isSame(as: begun) {
            clashes.insert(field)
            // An earlier change that the field followed is outdated.
            outside[field] = nil
        } else {
            outside[field] = Change(old: begun, new: theirs)
            if isFocused { late[field] = begun } else { texts[field] = theirs }
        }
    }

    /// Applies others' changes to a field that loses the focus: as its text if it was not edited,
    /// otherwise as a clash.
    package mutating func takeLate(_ field: Field) {
        guard let begun = late.removeValue(forKey: field) else { return }
        if self[field].isSame(as: begun) {
            texts[field] = baseText(of: field)
        } else if !self[field].isSame(as: baseText(of: field)) {
            clashes.insert(field)
        }
    }

    /// Restores the clashes of a draft.
    package mutating func restore(clashes fields: some Sequence<Field>) {
        clashes.formUnion(fields.filter { !self[$0].isSame(as: baseText(of: $0)) })
    }

    /// A choice between the two texts of a clash.
    package enum Choice: String, CaseIterable, Sendable { case mine, theirs, both }

    /// Resolves a clash.
    ///
    /// - Returns: False if the field has no clash, or cannot hold both texts.
    @discardableResult
    package mutating func settle(_ field: FormField, with choice: Choice) -> Bool {
        guard clashes.contains(field.field), choice != .both || field.holdsBoth else {
            return false
        }
        let theirs = baseText(of: field.field)
        switch choice {
        case .mine: break
        case .theirs: texts[field.field] = theirs
        case .both: texts[field.field] = field.both(self[field.field], theirs)
        }
        clashes.remove(field.field)
        return true
    }

    /// Continues on the version that was saved, with the text typed since.
    ///
    /// - Parameter sent: The texts that were saved.
    /// - Throws: ``ActionError`` if the version is malformed.
    package mutating func takeSaved(
        _ task: TaskItem, sent: [Field: String]
    ) throws(ActionError) {
        var next = try FormModel(editing: task, fields: fields)
        for field in typed(since: sent) { next[field] = self[field] }
        self = next
    }

    /// Returns the fields whose text differs from earlier texts.
    package func typed(since earlier: [Field: String]) -> [Field] {
        fields.map(\.field).filter { !self[$0].isSame(as: earlier[$0] ?? "") }
    }
}

extension FormField {
    /// Returns a text with those of both sides, the user's first.
    fileprivate func both(_ mine: String, _ theirs: String) -> String {
        if kind == .body {
            let end = mine.lastIndex { $0 != "\n" }.map(mine.index(after:)) ?? mine.startIndex
            return mine[..<end] + "\n\n" + theirs
        }
        let all = kind == .list ? [mine, theirs].flatMap(\.elements) : [mine, theirs]
        return all.reduce(into: [String]()) { kept, text in
            if !text.isEmpty, !kept.contains(where: text.isSame(as:)) { kept.append(text) }
        }.joined(separator: ", ")
    }
}

extension TaskItem {
    /// Returns the text of a field in a form.
    fileprivate func text(of field: FormField) -> String {
        if field.kind == .body {
            return String(decoding: body, as: UTF8.self).replacing("\r\n", with: "\n")
        }
        return texts(of: field.field).map(\.string).joined(separator: ", ")
    }
}

extension String {
    /// Returns true if two texts have the same characters in the same encoding: unlike `==`, as in
    /// JavaScript and in files.
    fileprivate func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The elements of a list, without blanks around them.
    fileprivate var elements: [String] {
        split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}

/// A value of a form that cannot be saved.
package struct FormProblem: Error, Equatable, Sendable {
    package let field: Field
    package let words: Bilingual
}

extension FormModel {
    /// The fields above the body.
    private var headerFields: [Field] { fields.filter { $0.kind != .body }.map(\.field) }

    /// Returns the problems that prevent saving, in the order of the form.
    ///
    /// - Parameters:
    ///   - settings: The board's settings, for the body limit.
    ///   - me: The person that `me` stands for.
    package func problems(
        _ settings: BoardSettings, now: Moment, me: Text? = nil
    ) -> [FormProblem] {
        var problems: [FormProblem] = []
        let (fields, changed) = (headerFields, changed)
        // A new task needs a title, even if the field was not edited.
        for field in fields where changed.contains(field) || field == .title && base == nil {
            do throws(FormProblem) {
                _ = try values(of: field, now: now, me: me)
            } catch {
                problems.append(error)
            }
        }
        if settings.lengthOverLimit(of: baseText(of: .body).utf8) == nil,
            let long = settings.longBody(self[.body].utf8)
        {
            problems.append(FormProblem(field: .body, words: long.words))
        }
        return problems
    }

    /// Returns the edits for the changed fields, in the order of the form.
    ///
    /// - Throws: ``FormProblem`` for the first value that cannot be saved.
    package func edits(now: Moment, me: Text? = nil) throws(FormProblem) -> [FieldEdit] {
        var edits: [FieldEdit] = []
        for field in changed where field != .body {
            let values = try values(of: field, now: now, me: me)
            edits.append(FieldEdit(field, values))
        }
        return changed.contains(.body) ? edits + [.body(Text(self[.body]))] : edits
    }

    /// Returns the new task that the form describes.
    ///
    /// - Throws: ``FormProblem`` for the first value that cannot be saved.
    package func draft(now: Moment, me: Text? = nil) throws(FormProblem) -> TaskDraft {
        let title = try values(of: .title, now: now, me: me)
        var draft = TaskDraft(title: title[0])
        for field in headerFields where field != .title {
            draft[field] = try values(of: field, now: now, me: me)
        }
        draft.state = state
        draft.body = self[.body].isEmpty ? nil : Text(self[.body])
        return draft
    }

    private func values(
        of field: Field, now: Moment, me: Text?
    ) throws(FormProblem) -> [Text] {
        let values: [Text]
        do throws(WordError) {
            let text = self[field]
            let texts = field.isList ? text.elements.map { Text($0) } : [Text(text)]
            values = try field.values(written: texts, now: now, me: me)
        } catch {
            throw FormProblem(field: field, words: error.words)
        }
        guard field != .title || !values.isEmpty else {
            throw FormProblem(field: field, words: BoardText.titleRequired.words)
        }
        return values
    }
}
