import MarkdownDocument

// The sentences of the log in Korean: first the object, then the places, then the verb.
extension TaskChange {
    /// Returns the change as a report to its author, such as `Moved "Fix the roof" from todo to
    /// doing` or `"Fix the roof"을(를) todo에서 doing(으)로 옮김`.
    ///
    /// - Parameter dates: The words for dates.
    package func doneSentence(_ language: Language, dates: DateWording?) -> String {
        language == .korean ? koreanSentence(dates) : doneSentence(dates: dates)
    }

    fileprivate func koreanSentence(_ dates: DateWording?) -> String {
        let details = changes.filter { !$0.isMove }.map { $0.korean(dates) }
        let sentence = Particle.object.after(quoted(title)) + koreanPlace + " " + koreanVerb
        return details.isEmpty ? sentence : sentence + ": " + details.joined(separator: ", ")
    }

    private var koreanPlace: String {
        guard let move = changes.first(where: { $0.isMove && !$0.isReorder }) else { return "" }
        return " \(move.from.words)에서 \(Particle.direction.after(move.to.words))"
    }

    private var koreanVerb: String {
        if isReorder { return "같은 열에서 옮김" }
        return switch action {
        case .added: "추가함"
        case .edited: "고침"
        case .moved: "옮김"
        case .deleted: "삭제함"
        case .restored: "되살림"
        case .merged: "합침"
        case .settings: "바꿈"
        }
    }
}

extension LogEntry {
    /// Returns the entry as a sentence in a language; see ``sentence(dates:)``.
    package func sentence(_ language: Language, dates: DateWording?) -> String {
        guard language == .korean else { return sentence(dates: dates) }
        let name = plainWords(author)
        let who = name.isEmpty ? "알 수 없는 사람" : name
        return switch origin {
        case .action: "\(who): \(change.korean(dates))"
        case .undo: "\(who) 되돌림: \(change.reversed.korean(dates))"
        case .redo: "\(who) 다시 실행: \(change.korean(dates))"
        }
    }
}

extension LogChange {
    fileprivate func korean(_ dates: DateWording?) -> String {
        switch self {
        case .task(let change): change.koreanSentence(dates)
        case .settings(let change): change.korean(dates)
        }
    }
}

extension SettingsChange {
    /// Returns the change in the past tense in a language; see ``pastSentence``.
    package func pastSentence(_ language: Language, dates: DateWording?) -> String {
        language == .korean ? korean(dates) : pastSentence
    }

    fileprivate func korean(_ dates: DateWording?) -> String {
        "설정 바꿈: " + changes.map { $0.korean(dates) }.joined(separator: ", ")
    }
}

extension Change {
    /// Returns the change in a few words, such as `due 12월 1일 → 12월 3일`; keys are named as in the
    /// file.
    fileprivate func korean(_ dates: DateWording?) -> String {
        switch (isOwnKey ? "" : key.string, from, to) {
        case ("formatting", _, _): "서식"
        case ("body", _, _): "본문 +\(Self.lineCount(to)) -\(Self.lineCount(from))줄"
        case ("checklist", _, let to?): Self.koreanTick(to)
        case ("conflicts", _, nil): "충돌 해결"
        case ("conflicts", _, _): isShorter ? "충돌 일부 해결" : "충돌 추가"
        case _ where Field.keyed(key)?.kind == .tags: koreanElements(prefix: "")
        case _ where Field.keyed(key)?.kind == .people: koreanElements(prefix: "@")
        case ("title", let from?, _): "이전 제목 \"\(from.words)\""
        case (_, _, nil): "\(plainWords(key)) 없앰"
        case (_, nil, _): "\(plainWords(key)) \(words(of: to, dates))"
        default: "\(plainWords(key)) \(words(of: from, dates)) → \(words(of: to, dates))"
        }
    }

    private func koreanElements(prefix: String) -> String {
        changedElements(prefix: prefix) ?? "\(key) 순서"
    }

    private static func koreanTick(_ item: Value) -> String {
        let words = item.words
        return "\"\(words.dropFirst(4))\" " + (words.hasPrefix("[x]") ? "체크함" : "체크 해제함")
    }
}
