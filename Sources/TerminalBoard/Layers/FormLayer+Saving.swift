import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

// Saving a form does not block it: the save uses the text at that time, and later typing stays in
// the form.
extension FormLayer {
    /// A save without a result so far.
    struct Save: Sendable {
        let intent: Intent
        /// The texts of the fields when the save was requested.
        let texts: [Field: String]
    }

    /// Returns the fields changed since the save was requested.
    private func typedSince(_ save: Save) -> [Field] {
        Self.order.filter { text(of: $0) != save.texts[$0] }
    }

    func isSaving(_ intent: Intent) -> Bool { saving?.intent == intent }

    mutating func beginSaving(_ intent: Intent) {
        let texts = Self.order.map { ($0, text(of: $0)) }
        saving = Save(intent: intent, texts: Dictionary(uniqueKeysWithValues: texts))
    }

    /// The intent of the running save if it covers the entire text; its draft is not needed once
    /// the save is done.
    var savesAll: Intent? { saving.flatMap { typedSince($0).isEmpty ? $0.intent : nil } }

    /// Continues with the text typed while the form was being saved.
    ///
    /// - Parameter task: The changed or created task.
    /// - Returns: False if nothing was typed, so that the form closes.
    mutating func takeSaved(as task: TaskID?, in app: inout BoardApp) -> Bool {
        guard let save = saving else { return true }
        let (typed, savesAgain) = (typedSince(save), savesAgain)
        (saving, self.savesAgain) = (nil, false)
        guard !typed.isEmpty else { return false }
        id = task ?? id
        guard let item = id.flatMap({ app.version?.board[$0] }) else {
            return update(in: &app, from: nil)
        }
        do throws(ActionError) {
            form = try TaskForm(editing: item)
        } catch {
            problem = error.words.english
            return true
        }
        isDeleted = false
        (outside, clashes, late, authors) = ([:], [:], [:], [:])
        for field in Self.order where !typed.contains(field) {
            setText(of: field, to: form.baseText(of: field))
        }
        take()
        return savesAgain ? self.save(in: &app) : true
    }

    /// Keeps the form open with its text, and applies changes received during the save.
    mutating func takeRefused(_ words: String, in app: inout BoardApp) {
        (saving, savesAgain, problem) = (nil, false, words)
        _ = update(in: &app, from: nil)
        problem = problem ?? words
    }
}
