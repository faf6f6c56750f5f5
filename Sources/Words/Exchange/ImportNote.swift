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
                    + (names.count == 1 ? "is" : "are") + " not on the board; kept in '\(key)'",
                "\(quoted(task)): 보드에 없는 선행 할 일을 '\(key)' 키에 보존했습니다: \(list(names))")
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
        case .finishedSeries(let period, let task):
            Bilingual(
                "all tasks of the series \(quoted(task)) (\(plainWords(period))) are finished: the last "
                    + "one keeps the period in 'recur', and no open task is added",
                "\(quoted(task)) 반복(\(plainWords(period)))의 할 일이 모두 완료되었습니다. 주기는 마지막 할 일의 'recur' 키에 "
                    + "남고, 새 할 일은 추가되지 않습니다")
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
        case .unknownParent(let name, let task, let key):
            Bilingual(
                "\(quoted(task)) is part of '\(plainWords(name))', which does not exist; "
                    + "kept in '\(plainWords(key))'",
                "\(quoted(task)): 없는 상위 할 일 '\(plainWords(name))' 값을 "
                    + "'\(plainWords(key))' 키에 보존했습니다")
        case .isItsOwnParent(let task):
            Bilingual(
                "\(quoted(task)) is its own parent, directly or through others: run 'pmd check'",
                "\(quoted(task)): 자기 자신이 상위 할 일로 지정되어 있습니다. 'pmd check'로 확인하세요")
        case .respelledPath(let old, let new):
            Bilingual(
                "the project '\(plainWords(old))' became '\(plainWords(new))'",
                "프로젝트 '\(plainWords(old))' 이름을 "
                    + "\(Particle.direction.after("'\(plainWords(new))'")) 바꿔 가져왔습니다")
        case .furtherProjects(let others, let first, let task):
            Bilingual(
                "\(quoted(task)): the project is '\(plainWords(first))'; \(list(others)) became "
                    + (others.count == 1 ? "a tag" : "tags"),
                "\(quoted(task)): '\(plainWords(first))' 다음의 프로젝트를 태그로 가져왔습니다: "
                    + list(others))
        case .declaredField, .undeclaredKeys, .undeclarableKeys, .unreadSettings, .daysAsHours,
            .roundedDurations:
            wordsOfFields
        case .furtherLines:
            Bilingual("further lines are left out too", "이후에도 제외된 줄이 더 있습니다")
        }
    }
}

// Notes about declared fields.
extension ImportNote {
    private var wordsOfFields: Bilingual {
        switch self {
        case .declaredField(let name, let type, let fitting, let total):
            Bilingual(
                "the field '\(plainWords(name))' has the type \(type)"
                    + (fitting == total
                        ? "" : "; \(fitting) of \(total) values fit, see 'pmd check'"),
                "'\(plainWords(name))' 필드의 유형은 \(type)입니다"
                    + (fitting == total
                        ? "" : ". 값 \(total)개 가운데 \(fitting)개가 맞습니다. 'pmd check'로 확인하세요"))
        case .undeclaredKeys(let keys):
            Bilingual(
                "\(list(keys)) \(keys.count == 1 ? "is a key" : "are keys") without a type; "
                    + "to declare fields instead, run 'pmd undo', then import with '--declare'",
                "유형이 없는 키로 가져왔습니다: \(list(keys)). 필드로 선언하려면 'pmd undo'를 실행한 뒤 "
                    + "'--declare' 옵션으로 다시 가져오세요")
        case .undeclarableKeys(let keys):
            Bilingual(
                "\(list(keys)) cannot be declared as "
                    + (keys.count == 1 ? "a field; it stays a key" : "fields; they stay keys"),
                "필드로 선언할 수 없어 키로 남겼습니다: \(list(keys))")
        case .unreadSettings(let names):
            Bilingual(
                "not imported from the settings: \(list(names)); see 'pmd help exchange' for pmd's "
                    + "weights, views and aliases",
                "설정에서 가져오지 않았습니다: \(list(names)). pmd의 가중치, 보기, 별칭은 "
                    + "'pmd help exchange'를 참고하세요")
        case .daysAsHours(let count, let name):
            Bilingual(
                "'\(plainWords(name))': \(count) \(count == 1 ? "value has" : "values have") days, "
                    + "which became 24 hours each, as in Taskwarrior",
                "'\(plainWords(name))': 값 \(count)개에서 하루를 Taskwarrior처럼 24시간으로 계산했습니다")
        case .roundedDurations(let count, let name):
            Bilingual(
                "'\(plainWords(name))': \(count) \(count == 1 ? "value has" : "values have") "
                    + "seconds, which are rounded up to a minute",
                "'\(plainWords(name))': 값 \(count)개의 초를 올림하여 분 단위로 바꿨습니다")
        default: preconditionFailure("a note about fields")
        }
    }
}

/// `'a', 'b'`, with an ellipsis for more than twenty.
private func list(_ texts: [Text]) -> String {
    let shown = 20
    return texts.prefix(shown).map { "'\(plainWords($0))'" }.joined(separator: ", ")
        + (texts.count > shown ? ", …" : "")
}
