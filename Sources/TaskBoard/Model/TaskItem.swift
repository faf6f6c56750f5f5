package import MarkdownDocument

/// A task as its file and folder say it. Reading never fails: what cannot be used
/// is absent and named in `problems`.
package struct TaskItem: Identifiable, Sendable {
    /// What gives a task its title.
    package enum TitleSource: Hashable, Sendable { case key, heading, fileName }

    package let id: TaskID
    package let path: BoardPath
    package let document: Document
    /// The first folder's name, in NFC.
    package let state: Text
    package let isFinished: Bool

    package internal(set) var title = Text("")
    package internal(set) var titleSource = TitleSource.key
    package internal(set) var due: DueDate?
    /// Until this day lists and boards leave the task out.
    package internal(set) var wait: Day?
    package internal(set) var priority: Priority?
    package internal(set) var tags: [Text] = []
    package internal(set) var assignees: [Text] = []
    /// The rank that the file states.
    package internal(set) var rank: Rank?
    /// The rank that counts: the stated one, or the implied one.
    package internal(set) var order = Rank.after(nil)
    package internal(set) var created: DueDate?
    package internal(set) var remind: [Text] = []
    package internal(set) var `repeat`: Text?
    package internal(set) var blockedBy: [TaskID] = []
    package internal(set) var conflicts: [ConflictRecord] = []
    package internal(set) var problems: [Problem] = []
    /// Another file of the board has the same ID; this one is named by its path.
    package internal(set) var isDuplicate = false

    package init(path: BoardPath, document: Document, settings: BoardSettings = .standard) {
        id = TaskID(fileName: path.fileName)
        self.path = path
        self.document = document
        state = settings.state(of: path)
        isFinished = settings.isFinished(state)
        read()
    }
}

extension TaskItem {
    /// The keys that pmd knows; every other belongs to the user.
    package static let keys: [Text] = [
        "title", "due", "wait", "priority", "tags", "assignees", "rank", "created", "remind",
        "repeat", "blocked-by", "conflicts",
    ]
    private static let keySet = Set(keys)

    /// The file's name without `.md`.
    package var name: Text { path.name }
    package var body: ArraySlice<UInt8> { document.body }
    package var isMalformed: Bool { document.malformation != nil }

    /// The entries of the front matter that pmd does not know.
    package var extra: [Entry] {
        document.entries.filter { !TaskItem.keySet.contains($0.key) }
    }

    /// How many items of the checklist are ticked, and how many there are.
    package var checklist: (done: Int, total: Int) {
        let items = document.checklist
        return (items.count(where: \.isTicked), items.count)
    }

    /// Whether it is late: never when it is finished.
    package func isOverdue(_ now: Moment) -> Bool { !isFinished && due?.isPast(now) == true }

    /// Whether lists and boards leave it out for now.
    package func isWaiting(_ now: Moment) -> Bool {
        !isFinished && wait.map { now.today < $0 } == true
    }
}
