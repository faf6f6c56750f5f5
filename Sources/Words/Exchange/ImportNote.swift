import MarkdownDocument
package import TaskBoard

extension ImportNote {
    package func text(_ language: Language) -> String { words.text(language) }

    package var words: Bilingual {
        switch self {
        case .wrongValues(let values, let field, let task, let key):
            Bilingual(
                "\(quoted(task)): '\(field)' cannot be \(list(values)); kept in '\(key)'",
                "\(quoted(task)): '\(field)' 키에 쓸 수 없는 값을 '\(key)' 키에 보존했습니다: \(list(values))")
        case .unknownBlockers(let names, let task, let key):
            Bilingual(
                "\(quoted(task)) depends on \(list(names)), which "
                    + (names.count == 1 ? "does not exist" : "do not exist") + "; kept in '\(key)'",
                "\(quoted(task)): 없는 선행 할 일을 '\(key)' 키에 보존했습니다: \(list(names))")
        case .blocksItself(let task):
            Bilingual(
                "\(quoted(task)) blocks itself, directly or through others: run 'pmd check'",
                "\(quoted(task)): 자기 자신이 선행 할 일로 지정되어 있습니다. 'pmd check'로 확인하세요")
        case .unknownStatus(let status, let task):
            Bilingual(
                "\(quoted(task)): the board has no state '\(plainWords(status))', so the task goes "
                    + "to the first one",
                "\(quoted(task)): 보드에 '\(plainWords(status))' 상태가 없어 첫 번째 상태에 넣었습니다")
        case .unknownPeriod(let period, let task):
            Bilingual(
                "\(quoted(task)) recurs '\(plainWords(period))', which pmd does not support; "
                    + "kept in 'recur'",
                "\(quoted(task)): 지원하지 않는 반복 주기 '\(plainWords(period))' 값을 "
                    + "'recur' 키에 보존했습니다")
        case .unknownRule(let rule, let task):
            Bilingual(
                "\(quoted(task)) repeats by the rule '\(plainWords(rule))', which pmd does not "
                    + "support; it is imported without a rule",
                "\(quoted(task)): 지원하지 않는 반복 규칙 '\(plainWords(rule))' 없이 가져왔습니다")
        case .repeatsByStart(let task):
            Bilingual(
                "\(quoted(task)) repeats from its start date, so its next tasks are due on that date",
                "\(quoted(task)): 시작일을 기준으로 반복하므로 다음 할 일부터는 시작일이 마감일이 됩니다")
        case .clockChange(let day, let task):
            Bilingual(
                "\(quoted(task)) repeats in another time zone, whose clocks change on "
                    + "\(day.text); adjust its time from then on",
                "\(quoted(task)): 다른 시간대를 기준으로 반복하며 그 시간대의 시계가 "
                    + "\(day.text)에 바뀝니다. 그때부터는 시각을 조정하세요")
        case .unreadLine(let line, let problem, let skipsEntry):
            Bilingual(
                "\(RecordPlace.line(line).words.english): \(problem.words.english); "
                    + (skipsEntry ? "the entry is skipped" : "the line is left out"),
                "\(RecordPlace.line(line).words.korean): \(problem.words.korean). "
                    + (skipsEntry ? "이 항목을 건너뜁니다" : "이 줄을 제외합니다"))
        case .furtherLines:
            Bilingual("further lines are left out too", "이후에도 제외된 줄이 더 있습니다")
        }
    }
}

/// `'a', 'b'`
private func list(_ texts: [Text]) -> String {
    texts.map { "'\(plainWords($0))'" }.joined(separator: ", ")
}
