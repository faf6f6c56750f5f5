import BoardView
import MarkdownDocument
import TaskBoard

// What was typed and not saved is kept, by its task, until it is saved or discarded.
extension BoardApp {
    mutating func keep(_ draft: FormDraft) {
        drafts.removeAll { $0.id == draft.id }
        drafts.append(draft)
        effects.append(.keepDraft(draft))
    }

    mutating func dropDraft(of id: TaskID?) {
        guard drafts.contains(where: { $0.id == id }) else { return }
        drafts.removeAll { $0.id == id }
        effects.append(.dropDraft(id))
    }

    /// Opens the form for a task, with the draft that was left of it.
    mutating func openForm(_ id: TaskID) {
        guard let task = shown?.board[id] else { return }
        do throws(ActionError) {
            let draft = drafts.first { $0.id == id }
            open(FormLayer(try TaskForm(editing: task), draft: draft))
            if draft != nil { message = Message(text: text(.draftFound)) }
        } catch {
            message = Message(text: error.sentence, isFailure: true)
        }
    }
}
