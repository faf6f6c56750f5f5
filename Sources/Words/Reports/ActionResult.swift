package import MarkdownDocument
package import TaskBoard

extension ActionResult {
    /// Returns the sentence that reports the result, such as `Moved "Fix the roof" from todo to
    /// doing`.
    ///
    /// - Parameter dates: The date format; nil for dates as in the file.
    package func text(_ language: Language, dates: DateWording? = nil) -> String {
        switch self {
        case .whole(let plan): plan.words.text(language)
        case .changed(let change): change.doneSentence(language, dates: dates)
        case .unchanged(let reason, let title): reason.words(about: title).text(language)
        case .gone: Bilingual("The task is gone", "할 일이 없어짐").text(language)
        case .restoredFile(let path):
            Bilingual("Restored \(visible(path))", "\(visible(path)) 되살림").text(language)
        }
    }
}

extension Unchanged {
    /// Returns the sentence about the task with this title; about the whole action if the title is
    /// nil.
    package func words(about title: Text?) -> Bilingual {
        guard let title else { return words }
        return Bilingual(
            "\(quoted(title)) \(words.english)",
            "\(Particle.topic.after(quoted(title))) \(words.korean)")
    }

    private var words: Bilingual {
        switch self {
        case .unsaid: Bilingual("", "")
        case .unchanged: Bilingual("is unchanged", "바뀌지 않음")
        case .deleted: Bilingual("is already deleted", "이미 삭제됨")
        case .resolved: Bilingual("is already resolved", "이미 해결됨")
        case .started: Bilingual("is already started", "이미 시작함")
        case .finished: Bilingual("is already done", "이미 끝남")
        case .open: Bilingual("is already open", "이미 열려 있음")
        case .inPlace: Bilingual("is already there", "이미 그 자리에 있음")
        case .sameValues: Bilingual("already has these values", "이미 이 값임")
        case .inState(let state):
            Bilingual("is already in \(plainWords(state))", "이미 \(plainWords(state)) 상태임")
        case .ticked(let isTicked):
            Bilingual(
                "already has these items \(isTicked ? "ticked" : "unticked")",
                isTicked ? "이미 이 항목이 체크되어 있음" : "이미 이 항목이 체크되어 있지 않음")
        case .nothingToArchive: Bilingual("Nothing to archive", "보관할 것이 없음")
        case .nothingToChange: Bilingual("Nothing to change", "바꿀 것이 없음")
        case .nothingToRepair:
            Bilingual("Nothing that pmd can repair", "pmd가 고칠 수 있는 것이 없음")
        }
    }
}
