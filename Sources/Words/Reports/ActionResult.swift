package import MarkdownDocument
package import TaskBoard

extension ActionResult {
    /// Returns the sentence that reports the result, such as `Moved "Fix the roof" from todo to
    /// doing`.
    ///
    /// - Parameters:
    ///   - dates: The date format; nil for dates as in the file.
    ///   - isOnPage: True to leave out commands and paths.
    package func text(
        _ language: Language, dates: DateWording? = nil, isOnPage: Bool = false
    ) -> String {
        switch self {
        case .whole(let plan): (isOnPage ? plan.words.plain : plan.words).text(language)
        case .changed(let change): change.doneSentence(language, dates: dates)
        case .unchanged(let reason, let title): reason.words(about: title).text(language)
        case .gone: Bilingual("The task is gone", "할 일이 없어짐").text(language)
        case .restoredFile(let path):
            Self.restored(isOnPage ? name(of: path.bytes) : visible(path)).text(language)
        }
    }
}

extension ActionResult {
    private static func restored(_ file: String) -> Bilingual {
        Bilingual("Restored \(file)", "\(file) 복원함")
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
        case .started: Bilingual("is already started", "이미 진행 중임")
        case .finished: Bilingual("is already done", "이미 완료됨")
        case .open: Bilingual("is already open", "아직 완료되지 않음")
        case .inPlace: Bilingual("is already in this position", "이미 이 위치에 있음")
        case .sameValues: Bilingual("already has these values", "이미 같은 값임")
        case .inState(let state):
            Bilingual("is already in \(plainWords(state))", "이미 \(plainWords(state)) 상태임")
        case .ticked(let isTicked):
            Bilingual(
                "already has these items \(isTicked ? "ticked" : "unticked")",
                isTicked ? "해당 항목이 이미 체크됨" : "해당 항목이 이미 체크 해제됨")
        case .attached: Bilingual("The task already has these files", "이미 첨부된 파일임")
        case .nothingToArchive: Bilingual("Nothing to archive", "보관할 할 일이 없음")
        case .nothingToChange: Bilingual("Nothing to change", "변경할 내용이 없음")
        case .nothingToRepair:
            Bilingual("Nothing that pmd can repair", "pmd가 고칠 수 있는 문제가 없음")
        }
    }
}

extension Consequence {
    /// Returns the consequence as a sentence.
    ///
    /// - Parameters:
    ///   - dates: The date format; nil for dates as in the file.
    ///   - isOnPage: True to leave out commands and paths.
    package func text(
        _ language: Language, dates: DateWording? = nil, isOnPage: Bool = false
    ) -> String {
        (isOnPage ? words(dates).plain : words(dates)).text(language)
    }

    private func words(_ dates: DateWording?) -> Bilingual {
        switch self {
        case .notSynced(let path):
            Bilingual(
                Bilingual.notSynced(visible(path)).english
                    + "; 'pmd undo' does not undo this change",
                Bilingual.notSynced(visible(path)).korean
                    + ". 'pmd undo'로 이 변경을 실행 취소할 수 없음"
            ).plainly(
                "'\(name(of: path.bytes))' is not synced, since git ignores it; this change cannot be "
                    + "undone",
                "'\(name(of: path.bytes))' 파일은 git이 무시하므로 동기화되지 않음. 이 변경은 실행 취소할 수 없음")
        case .repeated(let title, let due):
            Bilingual(
                "the next \(quoted(title)) is due \(dates?.value(due, .due) ?? due.string)",
                "다음 \(quoted(title))의 마감일: \(dates?.value(due, .due) ?? due.string)")
        case .ended(let title):
            Bilingual(
                "that was the last \(quoted(title)): its rule has no further dates",
                "\(quoted(title))의 반복이 끝남 (규칙에 다음 날짜가 없음)")
        case .repeatsNothing(let title):
            Bilingual(
                "\(quoted(title)) will not repeat: run 'pmd check' to see what is wrong with its "
                    + "'repeat'",
                "\(Particle.topic.after(quoted(title))) 반복되지 않음 ('repeat'의 문제는 'pmd check'로 확인)"
            ).plainly(
                "\(quoted(title)) will not repeat: correct its 'repeat' rule",
                "\(Particle.topic.after(quoted(title))) 반복되지 않음 ('repeat' 규칙을 고치세요)")
        case .blocked(let title, let isFinished, let blockers):
            Bilingual(
                "\(quoted(title)) \(isFinished ? "was" : "is") blocked by \(Self.listed(blockers))",
                "\(quoted(title))에 완료되지 않은 선행 할 일이 \(isFinished ? "있었음" : "있음"): "
                    + Self.listed(blockers))
        case .freed(let titles):
            Bilingual(
                titles.count == 1
                    ? "\(quoted(titles[0])) is no longer blocked"
                    : "\(titles.count) tasks are no longer blocked: \(Self.listed(titles))",
                titles.count == 1
                    ? "\(quoted(titles[0]))의 선행 할 일이 모두 완료됨"
                    : "선행 할 일이 모두 완료된 할 일 \(titles.count)개: \(Self.listed(titles))")
        case .lastChild(let title):
            Bilingual(
                "all children of \(quoted(title)) are finished; it is still open",
                "\(quoted(title))의 하위 할 일이 모두 완료됨. 상위 할 일은 아직 완료되지 않음")
        case .openChildren(let title, let children, let isDeleted):
            Self.openChildren(of: title, children, isDeleted: isDeleted)
        case .waitsTooLong(let title, let wait, let due):
            Bilingual(
                "\(quoted(title)) is hidden until \(dates?.value(wait, .wait) ?? wait.string), "
                    + "after its due date (\(dates?.value(due, .due) ?? due.string))",
                "\(quoted(title))의 숨김 기한(\(dates?.value(wait, .wait) ?? wait.string))이 "
                    + "마감일(\(dates?.value(due, .due) ?? due.string))보다 늦음")
        case .overLimit(let state, let count, let limit):
            Bilingual(
                "'\(plainWords(state))' has \(count) tasks, and the limit is \(limit)",
                "'\(plainWords(state))' 상태의 할 일이 \(count)개로 한도 \(limit)개 초과")
        case .removedState(let state, let count, let moving):
            Bilingual(
                "'\(plainWords(state))' still has \(count) task\(count == 1 ? "" : "s"), which list "
                    + "and board show; \(moving) moves \(count == 1 ? "it" : "them")",
                "'\(plainWords(state))' 상태에 할 일 \(count)개가 남아 list와 board에 계속 표시됨 "
                    + "(옮기기: \(moving))"
            ).plainly(
                "'\(plainWords(state))' still has \(count) task\(count == 1 ? "" : "s"): move "
                    + "\(count == 1 ? "it" : "them") to another column",
                "'\(plainWords(state))' 상태에 할 일 \(count)개가 남아 있음. 다른 열로 옮기세요")
        }
    }

    private static func openChildren(
        of title: Text, _ children: [Text], isDeleted: Bool
    ) -> Bilingual {
        let isOne = children.count == 1
        let words = Bilingual(
            (isOne ? "a child" : "\(children.count) children")
                + " of \(quoted(title)) \(isOne ? "is" : "are") still open: \(listed(children))",
            "\(quoted(title))의 완료되지 않은 하위 할 일\(isOne ? "" : " \(children.count)개"): "
                + listed(children))
        guard isDeleted else { return words }
        return Bilingual(
            words.english + "; 'pmd edit' with parent:none removes the deleted parent from "
                + (isOne ? "it" : "them"),
            words.korean + " ('pmd edit'에 parent:none을 쓰면 삭제된 상위 할 일이 지워짐)"
        ).plainly(words.english, words.korean)
    }

    private static func listed(_ titles: [Text]) -> String {
        titles.prefix(5).map { quoted($0) }.joined(separator: ", ")
            + (titles.count > 5 ? ", …" : "")
    }
}
