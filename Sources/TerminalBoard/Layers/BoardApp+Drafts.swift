import BoardView
import MarkdownDocument
import TaskBoard
import Words

// Unsaved text is kept as a draft for each task until it is saved or discarded.
extension BoardApp {
    /// Keeps a draft.
    ///
    /// - Parameter intent: An intent that saves the entire text. The draft is dropped once it has
    ///   been carried out.
    mutating func keep(_ draft: FormDraft, until intent: Intent? = nil) {
        if let intent { leftSaves.append((intent, draft)) }
        drafts.removeAll { $0.id == draft.id }
        drafts.append(draft)
        if version?.isGone != true { effects.append(.keepDraft(draft)) }
    }

    /// The pause in typing before a draft is kept, in seconds. A kill or a power failure loses
    /// only the text typed since the last pause.
    static let typingPause: Int64 = 2

    /// Keeps the text of open fields after a pause in typing.
    mutating func keepTyped() {
        guard let typedAt, typedAt + Self.typingPause <= environment.now.seconds else { return }
        self.typedAt = nil
        for layer in layers {
            guard let draft = layer.draft, !drafts.contains(draft) else { continue }
            keep(draft, until: (layer as? FormLayer)?.savesAll)
        }
    }

    /// Drops the draft that was kept in case its save was refused.
    mutating func dropSavedDraft(_ intent: Intent) {
        let saved = leftSaves.filter { $0.intent == intent }
        leftSaves.removeAll { $0.intent == intent }
        for (_, draft) in saved where drafts.contains(draft) { dropDraft(of: draft.id) }
    }

    mutating func dropDraft(of id: TaskID?) {
        guard drafts.contains(where: { $0.id == id }) else { return }
        drafts.removeAll { $0.id == id }
        effects.append(.dropDraft(id))
    }

    /// Opens the form for a task, with its draft if there is one. A draft also opens if its task
    /// was deleted.
    mutating func openForm(_ id: TaskID) {
        let task = shown?.board[id]
        if let task, openSource(of: task) { return }
        let draft = drafts.first { $0.id == id && $0.texts[FormDraft.source] == nil }
        guard let settings = shown?.board.settings, task != nil || draft != nil else { return }
        do throws(ActionError) {
            var layer = FormLayer(try form(for: task, draft, settings), draft: draft)
            // Applies changes by others since the draft was left.
            _ = layer.update(in: &self, from: nil)
            open(layer)
            if draft != nil { message = Message(text: text(.typingFound)) }
        } catch {
            message = Message(text: error.words.text(language), isFailure: true)
        }
    }

    private func form(
        for task: TaskItem?, _ draft: FormDraft?, _ settings: BoardSettings
    ) throws(ActionError) -> FormModel {
        if let form = try draft?.form(over: task, settings) { return form }
        if let task { return try FormModel(editing: task, settings.fields) }
        return FormModel(newIn: settings.first, settings.fields)
    }

    /// The drafts of tasks. The text of quick add is stored elsewhere.
    var taskDrafts: [FormDraft] { drafts.filter { $0.id != nil } }

    /// Opens the only draft, or a menu of them.
    mutating func openDrafts() {
        let ids = taskDrafts.compactMap(\.id)
        if ids.count == 1 { openForm(ids[0]) } else { open(MenuLayer(ofDraftsIn: self)) }
    }

    /// Returns the title of a draft's task, from the board or the draft.
    func title(of draft: FormDraft) -> String {
        if let task = draft.id.flatMap({ shown?.board[$0] }) { return task.title.string }
        return draft.texts[Field.title.key.string]
            ?? draft.base.map { TaskItem(path: $0.path, document: Document($0.bytes)).title.string }
            ?? draft.id?.text.string ?? ""
    }

    /// Loads the drafts of an earlier run. Otherwise, a draft whose card is gone could not be
    /// found.
    mutating func takeDrafts(_ found: [FormDraft]) {
        drafts = found
        guard let board = version?.board,
            let orphan = taskDrafts.first(where: { $0.id.map { board[$0] == nil } ?? false })
        else { return }
        let key = environment.keys.name(of: .drafts) ?? ":"
        message = Message(text: text(.draftOfDeleted(title(of: orphan), key: key)))
    }
}

extension FormDraft {
    /// Returns the form in which the draft was typed; nil if the draft does not contain its base.
    ///
    /// - Parameter task: The current task; nil if it was deleted.
    fileprivate func form(
        over task: TaskItem?, _ settings: BoardSettings
    ) throws(ActionError) -> FormModel? {
        guard let base else { return nil }
        // A task that was moved in the meantime is edited at its new path.
        let path = task?.path ?? base.path
        guard settings.isTaskPath(path), TaskID(fileName: path.fileName) == id else { return nil }
        let item = TaskItem(path: path, document: Document(base.bytes), settings: settings)
        return item.isMalformed ? nil : try FormModel(editing: item, settings.fields)
    }
}
