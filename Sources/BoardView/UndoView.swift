package import TaskBoard
import Words

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

    /// - Parameters:
    ///   - isRedo: True for what was redone instead of undone.
    ///   - isPreview: True if nothing was done yet.
    ///   - dates: The words for dates, which are those of the files by default.
    package init(
        _ report: UndoReport, isRedo: Bool, isPreview: Bool, dates: DateWording? = nil,
        language: Language = .english
    ) {
        subject = report.steps.first?.subject
        let verb = Self.verb(isRedo: isRedo, isPreview: isPreview, language)
        sentences = report.steps.flatMap { step in
            step.sentences(isRedo: isRedo, language, dates).map { "\(verb): \($0)" }
                + step.emptyNote(language)
        }
        skipped = report.steps.flatMap(\.skipped).map {
            Skipped(words: $0.skipped.words(language), author: $0.author, time: $0.time)
        }
    }

    private static func verb(isRedo: Bool, isPreview: Bool, _ language: Language) -> String {
        switch (language, isRedo, isPreview) {
        case (.english, false, false): "Undid"
        case (.english, false, true): "Would undo"
        case (.english, true, false): "Redid"
        case (.english, true, true): "Would redo"
        case (.korean, false, false): "되돌림"
        case (.korean, false, true): "되돌릴 것"
        case (.korean, true, false): "다시 실행함"
        case (.korean, true, true): "다시 실행할 것"
        }
    }

    /// True if there is nothing to do: every value was changed since.
    package var isImpossible: Bool { sentences.isEmpty && !skipped.isEmpty }
}

extension UndoStep {
    /// The actions that were undone, or redone, in the past: each as it was made.
    fileprivate func sentences(
        isRedo: Bool, _ language: Language, _ dates: DateWording?
    ) -> [String] {
        let changes = isRedo ? tasks : tasks.map(\.reversed)
        return changes.map { change in
            let sentence = change.doneSentence(language, dates: dates)
            return sentence.prefix(1).lowercased() + sentence.dropFirst()
        }
            + [isRedo ? settings : settings?.reversed].compactMap {
                $0?.pastSentence(language, dates: dates)
            }
            + otherFiles.map { Self.past($0, isReversed: !isRedo, language) }
    }

    /// A note where the commit changed nothing that can be undone.
    fileprivate func emptyNote(_ language: Language) -> [String] {
        guard tasks.isEmpty && settings == nil && otherFiles.isEmpty && skipped.isEmpty
        else { return [] }
        let shown = plainWords(subject)
        return [
            language == .korean
                ? "\"\(shown)\" 커밋에는 되돌릴 것이 없음" : "Nothing to undo in \"\(shown)\""
        ]
    }

    /// An order such as `Edit notes.md` as what happened.
    private static func past(
        _ order: String, isReversed: Bool, _ language: Language
    ) -> String {
        let verbs = [
            (order: "Edit ", past: ("edited", "고침"), reversed: ("edited", "고침")),
            (order: "Delete ", past: ("deleted", "삭제함"), reversed: ("added", "추가함")),
            (order: "Restore ", past: ("restored", "되살림"), reversed: ("deleted", "삭제함")),
        ]
        for verb in verbs where order.hasPrefix(verb.order) {
            let (english, korean) = isReversed ? verb.reversed : verb.past
            let path = String(order.dropFirst(verb.order.count))
            return language == .korean
                ? "\(Particle.object.after(path)) \(korean)" : "\(english) \(path)"
        }
        return order
    }
}
