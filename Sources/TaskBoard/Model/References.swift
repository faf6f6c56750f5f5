import MarkdownDocument

/// The short references that people see for the tasks of a board.
///
/// Made once for all: what is short depends on every other task, and may change
/// with any of them.
package struct References: Sendable {
    private var unfinished: [Text: Int] = [:]
    private var finished: [Text: Int] = [:]
    /// Whole names, which win over any prefix.
    private var whole = Set<Text>()

    package init(_ board: Board) {
        for task in board.tasks { add(task) }
    }

    /// The shortest reference that names this task now: for a code its shortest
    /// prefix of at least two characters, for a hand-made name the name, for one of
    /// several files with one ID the path.
    package subscript(task: TaskItem) -> String {
        if task.isDuplicate { return task.path.string }
        guard task.id.isCode else { return task.id.text.string }
        for length in References.lengths.dropLast() {
            let prefix = Text(task.id.text.utf8.prefix(length))
            if isUnique(prefix, isFinished: task.isFinished) { return prefix.string }
        }
        return task.id.text.string
    }

    private static let lengths = 2...TaskCode.length

    private mutating func add(_ task: TaskItem) {
        let names = FoldedNames(task)
        var prefixes = Set<Text>()
        for name in [names.id.utf8, names.name.utf8] {
            for length in References.lengths where length <= name.count {
                prefixes.insert(Text(name.prefix(length)))
            }
        }
        for word in wordsOfTitle(names.title) where References.lengths ~= word.count {
            prefixes.insert(Text(word))
        }
        for prefix in prefixes where prefix.utf8.allSatisfy(TaskCode.alphabet.contains) {
            if task.isFinished {
                finished[prefix, default: 0] += 1
            } else {
                unfinished[prefix, default: 0] += 1
            }
        }
        if names.name.utf8.count <= TaskCode.length { whole.insert(names.name) }
    }

    /// Whether a prefix of a task's code matches nothing but this task.
    private func isUnique(_ prefix: Text, isFinished: Bool) -> Bool {
        guard !whole.contains(prefix) else { return false }
        let open = unfinished[prefix] ?? 0
        return isFinished ? open == 0 && finished[prefix] == 1 : open == 1
    }
}
