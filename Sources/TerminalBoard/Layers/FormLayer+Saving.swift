import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

// A form that is being saved takes keys all the while: it saves the text that it had, and what is
// typed since stays in it.
extension FormLayer {
    /// A save that is not answered yet.
    struct Save: Sendable {
        let intent: Intent
        /// The texts of the fields when it was asked for.
        let texts: [Field: String]
    }

    /// The fields that were changed since the save was asked for.
    private func typedSince(_ save: Save) -> [Field] {
        Self.order.filter { text(of: $0) != save.texts[$0] }
    }

    func isSaving(_ intent: Intent) -> Bool { saving?.intent == intent }

    mutating func beginSaving(_ intent: Intent) {
        let texts = Self.order.map { ($0, text(of: $0)) }
        saving = Save(intent: intent, texts: Dictionary(uniqueKeysWithValues: texts))
    }

    /// Returns the intent that a form saves, if it saves all of its text: a draft of it is not
    /// needed when that is done.
    var savesAll: Intent? { saving.flatMap { typedSince($0).isEmpty ? $0.intent : nil } }

    /// Goes on with what was typed while the form was saved.
    ///
    /// - Parameter task: The task that was changed, or made.
    /// - Returns: False if nothing was typed: the form closes.
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

    /// Stays open with its text, and takes what changed while it was saved.
    mutating func takeRefused(_ words: String, in app: inout BoardApp) {
        (saving, savesAgain, problem) = (nil, false, words)
        _ = update(in: &app, from: nil)
        problem = problem ?? words
    }
}
