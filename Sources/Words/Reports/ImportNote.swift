import MarkdownDocument
package import TaskBoard

extension ImportNote {
    /// The sentence about the task.
    package var words: Bilingual {
        switch self {
        case .unusableValues(let title, let key, let values, let place):
            Self.unusable(
                quoted(title), key.string, values.map { "'\(plainWords($0))'" }, place.string)
        case .unknownDependencies(let title, let names, let key):
            Self.unknown(quoted(title), names.map { "'\(plainWords($0))'" }, key.string)
        case .blocksItself(let title):
            Bilingual(
                "\(quoted(title)) blocks itself, directly or through others: see 'pmd check'",
                "\(Particle.subject.after(quoted(title))) 자기를 기다림: 'pmd check'로 보세요")
        }
    }

    private static func unusable(
        _ title: String, _ key: String, _ values: [String], _ place: String
    ) -> Bilingual {
        let list = values.joined(separator: ", ")
        return Bilingual(
            "\(title): '\(key)' cannot be \(list); kept in '\(place)'",
            "\(title): '\(key)' 키에 쓸 수 없는 값을 '\(place)' 키에 둠: " + list)
    }

    private static func unknown(_ title: String, _ names: [String], _ key: String) -> Bilingual {
        let list = names.joined(separator: ", ")
        return Bilingual(
            "\(title) depends on \(list), which no task is; kept in '\(key)'",
            "\(title): 기다리는 할 일이 없음: \(list); '\(key)' 키에 둠")
    }
}

extension RefusedRecord {
    /// The place and the problem.
    package var words: Bilingual {
        let (place, problem) = (place.words, problem.words)
        return Bilingual(
            "\(place.english): \(problem.english)", "\(place.korean): \(problem.korean)")
    }
}

extension RecordFault {
    /// The problem, without the place.
    package var words: Bilingual {
        switch self {
        case .idTaken(let id, let title):
            Bilingual(
                "\(quoted(title)): another task of the import has the ID "
                    + "'\(plainWords(id.text))'",
                "\(quoted(title)): 가져오는 다른 할 일의 ID가 '\(plainWords(id.text))'입니다")
        case .action(let error): error.words
        case .malformed(let reason): reason.words
        case .unread(let reason): reason.words
        case .format(let words): words
        }
    }
}

extension RecordPlace {
    /// The place, before a sentence.
    package var words: Bilingual {
        switch self {
        case .record(let number): Bilingual("record \(number)", "항목 \(number)")
        case .line(let number): Bilingual("line \(number)", "\(number)번째 줄")
        case .file(let path, let line, let column):
            Bilingual(
                untranslated: ([plainWords(path)]
                    + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":"))
        }
    }
}
