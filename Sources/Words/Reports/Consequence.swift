import MarkdownDocument
package import TaskBoard

extension Consequence {
    /// Returns the consequence as a sentence.
    ///
    /// - Parameter dates: The date format; nil for dates as in the file.
    package func text(_ language: Language, dates: DateWording? = nil) -> String {
        words(dates).text(language)
    }

    private func words(_ dates: DateWording?) -> Bilingual {
        switch self {
        case .notSynced(let path):
            Bilingual(
                Bilingual.notSynced(visible(path)).english
                    + "; 'pmd undo' does not undo this change",
                Bilingual.notSynced(visible(path)).korean
                    + "; 'pmd undo'는 이 변경을 되돌리지 않음")
        case .repeated(let title, let due):
            Bilingual(
                "the next \(quoted(title)) is due \(dates?(due, .due) ?? due.string)",
                "다음 \(quoted(title))의 기한: \(dates?(due, .due) ?? due.string)")
        case .ended(let title):
            Bilingual(
                "that was the last \(quoted(title)): its rule has no further date",
                "마지막 \(quoted(title))였음: 규칙에 다음 날짜가 없음")
        case .repeatsNothing(let title):
            Bilingual(
                "\(quoted(title)) does not come again: 'pmd check' says what is wrong with its "
                    + "'repeat'",
                "\(Particle.topic.after(quoted(title))) 되풀이되지 않음: 'repeat'의 문제는 'pmd check'가 알려 줌")
        case .blocked(let title, let isFinished, let blockers):
            Bilingual(
                "\(quoted(title)) \(isFinished ? "was" : "is") blocked by \(Self.listed(blockers))",
                "\(Particle.topic.after(quoted(title))) "
                    + "\(isFinished ? "끝나지 않은" : "아직") \(Self.listed(blockers))에 막혀 "
                    + (isFinished ? "있었음" : "있음"))
        case .freed(let titles):
            Bilingual(
                titles.count == 1
                    ? "\(quoted(titles[0])) is no longer blocked"
                    : "\(titles.count) tasks are no longer blocked: \(Self.listed(titles))",
                titles.count == 1
                    ? "\(Particle.topic.after(quoted(titles[0]))) 이제 막혀 있지 않음"
                    : "할 일 \(titles.count)개가 이제 막혀 있지 않음: \(Self.listed(titles))")
        case .overLimit(let state, let count, let limit):
            Bilingual(
                "'\(plainWords(state))' has \(count) tasks, and the limit is \(limit)",
                "'\(plainWords(state))' 상태의 할 일이 \(count)개로 한도 \(limit)개를 넘음")
        case .removedState(let state, let count, let moving):
            Bilingual(
                "'\(plainWords(state))' still has \(count) task\(count == 1 ? "" : "s") that list "
                    + "and board show; \(moving) moves them",
                "'\(plainWords(state))' 상태에 list와 board가 보이는 할 일이 \(count)개 남아 있음; "
                    + "옮기려면 \(moving)")
        }
    }

    private static func listed(_ titles: [Text]) -> String {
        titles.prefix(5).map { quoted($0) }.joined(separator: ", ")
            + (titles.count > 5 ? ", …" : "")
    }
}
