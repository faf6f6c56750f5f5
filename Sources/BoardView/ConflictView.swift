package import MarkdownDocument
package import TaskBoard

/// A conflict, with the choices for resolving it.
package struct ConflictView: Equatable, Sendable {
    package let conflict: OpenConflict
    /// The display name of the key: `due`, `state`, `deleted`, `whole file`.
    package let key: Text
    /// The current value in the file, or the text that won; nil if neither is known.
    package let current: Text?
    /// The choices for resolving it.
    package let choices: [Resolution]

    /// True if one side deleted the task.
    package var isDeletion: Bool { conflict.key == ".deleted" }
}

extension Board {
    /// The tasks that have conflicts.
    package var conflicted: [TaskItem] { tasks.filter { !$0.openConflicts.isEmpty } }
}

extension TaskItem {
    /// Returns the conflicts of the task, in the order of their numbers.
    ///
    /// - Parameter won: The lines that won; nil if they are not known.
    package func conflictViews(won: WonLines?) -> [ConflictView] {
        openConflicts(won: won ?? WonLines()).map { conflict in
            ConflictView(
                conflict: conflict, key: conflict.key.conflictKeyWords,
                current: current(conflict.key) ?? conflict.winner,
                choices: [.take(conflict.number)]
                    + (conflict.key == "body" ? [.both(conflict.number)] : []) + [.keep])
        }
    }

    private func current(_ key: Text) -> Text? {
        if key == ".state" { return state }
        guard case .scalar(let text)? = document.entry(key)?.value else { return nil }
        return text
    }
}
