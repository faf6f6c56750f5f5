package import TaskBoard
import Words

/// The effect of an undo or redo, or of a preview of one, as sentences.
package struct UndoView: Equatable, Sendable {
    /// The subject of the first action, such as `Move "Fix the roof" from todo to doing`;
    /// nil if there is none.
    package let subject: String?
    /// One sentence for each task and each other file.
    package let sentences: [String]
    /// The values that have changed since, and are therefore skipped.
    package let skipped: [Skipped]

    /// A skipped value.
    package struct Skipped: Equatable, Sendable {
        /// Words such as `due of "Fix the roof"`.
        package let words: String
        /// The author of the later change, and its time in seconds since 1970; nil if it is not
        /// committed.
        package let author: String?
        package let time: Int64?
    }

    /// - Parameters:
    ///   - isRedo: True for a redo.
    ///   - isPreview: True for a preview.
    ///   - dates: The date format; by default, dates are as in the files.
    ///   - hasMovesFirst: True to begin with the tasks that moved, if only the first sentence is
    ///     shown: of a repeating task that was finished, rather than of the next one.
    package init(
        _ report: UndoReport, isRedo: Bool, isPreview: Bool, dates: DateWording? = nil,
        language: Language = .english, hasMovesFirst: Bool = false
    ) {
        subject = report.steps.first?.subject
        sentences = report.steps.flatMap { step in
            step.sentences(isRedo: isRedo, language, dates, hasMovesFirst: hasMovesFirst).map {
                Self.text(of: $0, isRedo: isRedo, isPreview: isPreview).text(language)
            } + [step.emptyNote?.text(language)].compactMap(\.self)
        }
        skipped = report.steps.flatMap(\.skipped).map {
            Skipped(words: $0.skipped.words.text(language), author: $0.author, time: $0.time)
        }
    }

    private static func text(
        of sentence: String, isRedo: Bool, isPreview: Bool
    ) -> UndoText {
        switch (isRedo, isPreview) {
        case (false, false): .undid(sentence)
        case (false, true): .wouldUndo(sentence)
        case (true, false): .redid(sentence)
        case (true, true): .wouldRedo(sentence)
        }
    }

    /// True if nothing can be done, because every value has changed since.
    package var isImpossible: Bool { sentences.isEmpty && !skipped.isEmpty }
}

extension UndoStep {
    /// Returns the changes made by the undo or redo, in the past tense.
    fileprivate func sentences(
        isRedo: Bool, _ language: Language, _ dates: DateWording?, hasMovesFirst: Bool
    ) -> [String] {
        var changes = isRedo ? tasks : tasks.map(\.reversed)
        if hasMovesFirst {
            changes =
                changes.filter { $0.action == .moved } + changes.filter { $0.action != .moved }
        }
        return changes.map { change in
            let sentence = change.doneSentence(language, dates: dates)
            return sentence.prefix(1).lowercased() + sentence.dropFirst()
        }
            + [isRedo ? settings : settings?.reversed].compactMap {
                $0?.pastSentence(language, dates: dates)
            }
            + otherFiles.map { Self.past($0, isReversed: !isRedo, language) }
    }

    /// A note for a commit in which nothing can be undone.
    fileprivate var emptyNote: UndoText? {
        tasks.isEmpty && settings == nil && otherFiles.isEmpty && skipped.isEmpty
            ? .nothingToUndo(subject: plainWords(subject)) : nil
    }

    /// Returns an imperative such as `Edit notes.md` in the past tense.
    private static func past(
        _ order: String, isReversed: Bool, _ language: Language
    ) -> String {
        let texts: [(order: String, past: (String) -> UndoText, reversed: (String) -> UndoText)] = [
            ("Edit ", UndoText.edited, UndoText.edited),
            ("Delete ", UndoText.deleted, UndoText.added),
            ("Restore ", UndoText.restored, UndoText.deleted),
        ]
        for text in texts where order.hasPrefix(text.order) {
            let path = String(order.dropFirst(text.order.count))
            return (isReversed ? text.reversed(path) : text.past(path)).text(language)
        }
        return order
    }
}
