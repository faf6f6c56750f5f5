package import MarkdownDocument
package import TaskBoard
import Words

/// A form for a new task, or for changing one: the text of each field as the user types it.
///
/// A form keeps its base version. Saving changes only fields whose text differs from the base, so
/// it does not overwrite changes that other people make meanwhile.
package struct TaskForm: Sendable {
    /// The fields of a form, in order. The body follows them.
    package static let fields = Field.keys.filter(\.isTyped)

    /// The base version; nil for a new task.
    package let base: TaskItem?
    /// The column of a new task.
    package let state: Text
    package var body: String
    private let baseBody: String
    private let baseTexts: [Field: String]
    private var texts: [Field: String]

    /// Creates a form for a new task.
    package init(newIn state: Text) {
        (base, self.state) = (nil, state)
        (body, baseBody) = ("", "")
        (texts, baseTexts) = ([:], [:])
    }

    /// Creates a form for changing a task.
    ///
    /// - Throws: ``ActionError`` for a malformed file, which can be changed only in an editor.
    package init(editing task: TaskItem) throws(ActionError) {
        try task.checkReadable()
        (base, state) = (task, task.state)
        baseBody = String(decoding: task.body, as: UTF8.self).replacing("\r\n", with: "\n")
        body = baseBody
        baseTexts = Dictionary(
            uniqueKeysWithValues: Self.fields.map { field in
                (field, task.texts(of: field).map(\.string).joined(separator: ", "))
            })
        texts = baseTexts
    }

    /// The text of a field. Commas separate the elements of a list.
    package subscript(field: Field) -> String {
        get { texts[field] ?? "" }
        set { texts[field] = newValue }
    }

    /// Returns the text of a field in the base version.
    package func baseText(of field: Field) -> String {
        field == .body ? baseBody : baseTexts[field] ?? ""
    }

    /// Sets the text of a field, or the body.
    package mutating func set(_ field: Field, _ text: String) {
        if field == .body { body = text } else { self[field] = text }
    }

    /// The fields with changed text; ``Field/body`` for the body.
    package var changed: [Field] {
        Self.fields.filter { self[$0] != baseTexts[$0] ?? "" }
            + (body == baseBody ? [] : [.body])
    }

    /// The number of characters in the body, as counted for `body-limit`.
    package var bodyLength: Int { TaskBoard.bodyLength(body.utf8) }
}

/// A value of a form that cannot be saved.
package struct FormProblem: Error, Equatable, Sendable {
    package let field: Field
    package let words: Bilingual
}

extension TaskForm {
    /// Returns the problems that prevent saving, in the order of the form.
    ///
    /// - Parameters:
    ///   - settings: The board's settings, for the body limit.
    ///   - me: The person that `me` stands for.
    package func problems(
        _ settings: BoardSettings, now: Moment, me: Text? = nil
    ) -> [FormProblem] {
        var problems: [FormProblem] = []
        // A new task needs a title, even if the field was not edited.
        for field in Self.fields where changed.contains(field) || field == .title && base == nil {
            do throws(FormProblem) {
                _ = try values(of: field, now: now, me: me)
            } catch {
                problems.append(error)
            }
        }
        if settings.lengthOverLimit(of: baseBody.utf8) == nil,
            let long = settings.longBody(body.utf8)
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
        return changed.contains(.body) ? edits + [.body(Text(body))] : edits
    }

    /// Returns the new task that the form describes.
    ///
    /// - Throws: ``FormProblem`` for the first value that cannot be saved.
    package func draft(now: Moment, me: Text? = nil) throws(FormProblem) -> TaskDraft {
        let title = try values(of: .title, now: now, me: me)
        var draft = TaskDraft(title: title[0])
        for field in Self.fields where field != .title {
            draft[field] = try values(of: field, now: now, me: me)
        }
        draft.state = state
        draft.body = body.isEmpty ? nil : Text(body)
        return draft
    }

    private func values(
        of field: Field, now: Moment, me: Text?
    ) throws(FormProblem) -> [Text] {
        let values: [Text]
        do throws(WordError) {
            values = try field.values(typed: Text(self[field]), now: now, me: me)
        } catch {
            throw FormProblem(field: field, words: error.words)
        }
        guard field != .title || !values.isEmpty else {
            throw FormProblem(field: field, words: BoardText.titleRequired.words)
        }
        return values
    }
}
