import MarkdownDocument
package import TaskBoard

extension ImportNote {
    package func text(_ language: Language) -> String { words.text(language) }

    package var words: Bilingual {
        switch self {
        case .wrongValues(let values, let field, let task, let key):
            Bilingual(
                "\(quoted(task)): '\(field)' cannot be \(list(values)); kept in '\(key)'",
                "\(quoted(task)): '\(field)' 키에 쓸 수 없는 값을 '\(key)' 키에 둠: \(list(values))")
        case .unknownBlockers(let names, let task, let key):
            Bilingual(
                "\(quoted(task)) depends on \(list(names)), which no task is; kept in '\(key)'",
                "\(quoted(task)): 기다리는 할 일이 없음: \(list(names)); '\(key)' 키에 둠")
        case .blocksItself(let task):
            Bilingual(
                "\(quoted(task)) blocks itself, directly or through others: see 'pmd check'",
                "\(Particle.subject.after(quoted(task))) 자기를 기다림: 'pmd check'로 보세요")
        case .unknownStatus(let status, let task):
            Bilingual(
                "\(quoted(task)) has the status '\(plainWords(status))', which no state of "
                    + "the board is: it goes to the first one",
                "\(quoted(task)): 보드에 '\(plainWords(status))' 상태가 없어 첫 상태로 넣음")
        case .unknownPeriod(let period, let task):
            Bilingual(
                "\(quoted(task)) recurs '\(plainWords(period))', which pmd cannot repeat; "
                    + "kept in 'recur'",
                "\(quoted(task)): pmd가 되풀이할 수 없는 '\(plainWords(period))' 값을 "
                    + "'recur' 키에 둠")
        case .unknownRule(let rule, let task):
            Bilingual(
                "\(quoted(task)) repeats by '\(plainWords(rule))', which pmd cannot repeat by; "
                    + "it is imported without a rule",
                "\(quoted(task)): pmd가 되풀이할 수 없는 '\(plainWords(rule))' 규칙을 빼고 가져옴")
        case .repeatsByStart(let task):
            Bilingual(
                "\(quoted(task)) repeats by its start; its further dates are due there",
                "\(quoted(task)): 시작하는 날을 따라 되풀이하므로 다음 기한은 그날임")
        case .clockChange(let day, let task):
            Bilingual(
                "\(quoted(task)) repeats by the clocks of its zone, which change on "
                    + "\(day.text); from then on, change its time",
                "\(quoted(task)): 다른 시간대를 따라 되풀이하는데 그곳 시계가 "
                    + "\(day.text)에 바뀜; 그때부터 시각을 고쳐야 함")
        case .unreadLine(let line, let problem, let skipsEntry):
            Bilingual(
                "\(RecordPlace.line(line).words.english): \(problem.words.english); "
                    + (skipsEntry ? "the entry is skipped" : "the line is left out"),
                "\(RecordPlace.line(line).words.korean): \(problem.words.korean); "
                    + (skipsEntry ? "이 항목은 건너뜀" : "이 줄은 뺌"))
        case .furtherLines:
            Bilingual("further lines are left out too", "그 뒤로도 뺀 줄이 더 있음")
        }
    }
}

/// `'a', 'b'`
private func list(_ texts: [Text]) -> String {
    texts.map { "'\(plainWords($0))'" }.joined(separator: ", ")
}
