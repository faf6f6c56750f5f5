package import TaskBoard

/// The effect of an undo or redo, or of one that is only previewed, as sentences.
package struct UndoView: Equatable, Sendable {
    /// The subject of the first action, such as `Move "Fix the roof" from todo to doing`;
    /// nil if there is none.
    package let subject: String?
    /// One for each task and each other file.
    package let sentences: [String]
    /// The values that were changed since, and are therefore left alone.
    package let skipped: [Skipped]

    /// A value that is left alone.
    package struct Skipped: Equatable, Sendable {
        /// Such as `due of "Fix the roof"`.
        package let words: String
        /// The author of that change, and its time in seconds since 1970; nil if it is not
        /// committed.
        package let author: String?
        package let time: Int64?
    }

    /// - Parameter isPreview: True if nothing was done yet.
    package init(_ report: UndoReport, isPreview: Bool) {
        subject = report.steps.first?.subject
        sentences = report.steps.flatMap { $0.sentences(isPreview: isPreview) }
        skipped = report.steps.flatMap(\.skipped).map {
            Skipped(words: $0.skipped.words, author: $0.author, time: $0.time)
        }
    }

    /// True if there is nothing to do: every value was changed since.
    package var isImpossible: Bool { sentences.isEmpty && !skipped.isEmpty }
}

extension UndoStep {
    fileprivate func sentences(isPreview: Bool) -> [String] {
        let orders = tasks.map(\.order) + otherFiles
        if orders.isEmpty, skipped.isEmpty {
            return ["Nothing to undo in \"\(plainWords(subject))\""]
        }
        guard isPreview else { return tasks.map(\.doneSentence) + otherFiles.map(done) }
        return orders.map { "Would \($0.prefix(1).lowercased())\($0.dropFirst())" }
    }

    /// `Edit pmd.yml` as what happened.
    private func done(_ order: String) -> String {
        let verbs = ["Edit ": "Edited ", "Delete ": "Deleted ", "Restore ": "Restored "]
        for (verb, past) in verbs where order.hasPrefix(verb) {
            return past + order.dropFirst(verb.count)
        }
        return order
    }
}
