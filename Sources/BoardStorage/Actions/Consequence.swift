package import MarkdownDocument
package import TaskBoard

/// A consequence of an action that the user should know.
package enum Consequence: Equatable, Sendable {
    /// Unfinished tasks block one that was started, or finished.
    case blocked(Text, isFinished: Bool, by: [Text])
    /// Tasks that nothing blocks any more.
    case freed([Text])
    case overLimit(Text, count: Int, limit: Int)
    /// A removed state still has tasks; `moving` is the command that moves them.
    case removedState(Text, count: Int, moving: String)
    /// The next task of a repeating one that was finished, with its `due`.
    case repeated(Text, due: Text)
    /// A repeating task that was finished, whose rule has no further date.
    case ended(Text)
    /// A task that was finished, whose rule cannot be read or has no date to count from.
    case repeatsNothing(Text)
    /// The file of a task that git ignores was changed and not committed.
    case notSynced(BoardPath)
}

extension Consequence {
    /// The consequence as a sentence.
    ///
    /// - Parameter dates: The words for dates, instead of those of the file.
    package func text(_ language: Language, dates: DateWording? = nil) -> String {
        switch language {
        case .english: english(dates)
        case .korean: korean(dates)
        }
    }

    private func english(_ dates: DateWording?) -> String {
        switch self {
        case .notSynced(let path):
            Bilingual.notSynced(visible(path)).english + "; 'pmd undo' does not undo this change"
        case .repeated(let title, let due):
            "the next \(quoted(title)) is due \(dates?(due, .due) ?? due.string)"
        case .ended(let title): "that was the last \(quoted(title)): its rule has no further date"
        case .repeatsNothing(let title):
            "\(quoted(title)) does not come again: 'pmd check' says what is wrong with its 'repeat'"
        case .blocked(let title, let isFinished, let blockers):
            "\(quoted(title)) \(isFinished ? "was" : "is") blocked by \(Self.listed(blockers))"
        case .freed(let titles):
            titles.count == 1
                ? "\(quoted(titles[0])) is no longer blocked"
                : "\(titles.count) tasks are no longer blocked: \(Self.listed(titles))"
        case .overLimit(let state, let count, let limit):
            "'\(plainWords(state))' has \(count) tasks, and the limit is \(limit)"
        case .removedState(let state, let count, let moving):
            "'\(plainWords(state))' still has \(count) task\(count == 1 ? "" : "s") that list "
                + "and board show; \(moving) moves them"
        }
    }

    private func korean(_ dates: DateWording?) -> String {
        switch self {
        case .notSynced(let path):
            Bilingual.notSynced(visible(path)).korean + "; 'pmd undo'는 이 변경을 되돌리지 않음"
        case .repeated(let title, let due):
            "다음 \(quoted(title))의 기한: \(dates?(due, .due) ?? due.string)"
        case .ended(let title): "마지막 \(quoted(title))였음: 규칙에 다음 날짜가 없음"
        case .repeatsNothing(let title):
            "\(Particle.topic.after(quoted(title))) 되풀이되지 않음: 'repeat'의 문제는 'pmd check'가 알려 줌"
        case .blocked(let title, let isFinished, let blockers):
            "\(Particle.topic.after(quoted(title))) "
                + "\(isFinished ? "끝나지 않은" : "아직") \(Self.listed(blockers))에 막혀 "
                + (isFinished ? "있었음" : "있음")
        case .freed(let titles):
            titles.count == 1
                ? "\(Particle.topic.after(quoted(titles[0]))) 이제 막혀 있지 않음"
                : "할 일 \(titles.count)개가 이제 막혀 있지 않음: \(Self.listed(titles))"
        case .overLimit(let state, let count, let limit):
            "'\(plainWords(state))' 상태의 할 일이 \(count)개로 한도 \(limit)개를 넘음"
        case .removedState(let state, let count, let moving):
            "'\(plainWords(state))' 상태에 list와 board가 보이는 할 일이 \(count)개 남아 있음; "
                + "옮기려면 \(moving)"
        }
    }

    private static func listed(_ titles: [Text]) -> String {
        titles.prefix(5).map { quoted($0) }.joined(separator: ", ")
            + (titles.count > 5 ? ", …" : "")
    }
}
