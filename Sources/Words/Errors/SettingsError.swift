import MarkdownDocument
package import TaskBoard

extension SettingsError {
    /// The position, the problem and the expected value.
    package var sentence: Bilingual {
        let place = "pmd.yml:\(line):\(column): "
        let words = words
        return Bilingual(place + words.english, place + words.korean)
    }

    /// The problem and the expected value, without the position.
    package var words: Bilingual {
        let key = key?.string ?? ""
        return switch problem {
        case .malformed(let reason): reason.words
        case .unreadable(let reason):
            Bilingual(
                Self.unreadable(reason),
                "pmd.yml 파일을 사용할 수 없습니다: \(reason.korean)")
        case .unknownKey:
            Bilingual(
                "there is no setting '\(key)'; the settings are \(Self.list(BoardSettings.keys))",
                "'\(key)' 설정이 없습니다. 설정: \(Self.list(BoardSettings.keys))")
        case .newerFormat(let format):
            Bilingual(
                "this board has format \(format), but this pmd supports only formats up to "
                    + "\(BoardSettings.newestFormat): install a newer pmd",
                "이 보드의 형식은 \(format)인데 이 pmd는 형식 \(BoardSettings.newestFormat)까지 지원합니다. "
                    + "최신 버전의 pmd를 설치하세요")
        case .wrongShape(let shape, let expected):
            Bilingual(
                "'\(key)' is \(shape.words.english); expected \(expected.words.english)",
                "'\(key)' 설정의 값이 \(shape.words.korean)입니다. 필요한 값: \(expected.words.korean)")
        case .noStates:
            Bilingual(
                "'\(key)' needs at least one state",
                "'\(key)' 설정에는 상태가 하나 이상 있어야 합니다")
        case .badStateName(let name):
            Bilingual(
                "'\(name)' is not a valid state name: a state is a folder named with letters, "
                    + "digits, '-' and '_', at most 60 bytes",
                "'\(name)' 이름은 상태에 쓸 수 없습니다. 상태는 글자, 숫자, '-', '_'로 된 60바이트까지의 폴더 "
                    + "이름입니다")
        case .repeatedState(let name):
            Bilingual(
                "'\(name)' is listed twice in '\(key)'",
                "'\(key)' 설정에 '\(name)' 상태가 두 번 있습니다")
        case .unlistedState(let state, let known):
            Bilingual(
                "'\(key)' lists '\(state)', which is not a state; the states are \(Self.list(known))",
                "'\(key)' 설정의 '\(state)' 값은 상태가 아닙니다. 상태: \(Self.list(known))")
        case .wrongNumber(let text, let name, let least):
            Bilingual(
                "'\(name)' is '\(text)'; expected a number from \(least)",
                "'\(name)' 설정의 값이 '\(text)'입니다. 필요한 값: \(least) 이상의 숫자")
        case .unknownTimeout(let name):
            Bilingual(
                "there is no timeout '\(name)'; the timeouts are connect, idle, total",
                "'\(name)' 제한 시간이 없습니다. 제한 시간: connect, idle, total")
        case .unknownTerm(let name, let known):
            Bilingual(
                "there is no urgency term '\(name)'; the terms are \(Self.list(known)), and "
                    + "KEY.VALUE of a field, such as project.work",
                "긴급도에 '\(name)' 항목이 없습니다. 항목: \(Self.list(known)), "
                    + "그리고 project.work 같은 KEY.VALUE")
        case .wrongWeight(let text, let name):
            Bilingual(
                "'urgency.\(name)' is '\(text)'; expected a number such as 3.9",
                "'urgency.\(name)' 설정의 값이 '\(text)'입니다. 필요한 값: 3.9 같은 숫자")
        case .labelOfNothing(let name, let known): Self.label(of: name, known)
        case .ambiguousLabel(let label, let name, let other):
            Bilingual(
                "the label '\(label)' of '\(name)' also means '\(other)'; choose another label",
                "'\(name)'의 이름 \(Particle.topic.after("'\(label)'")) '\(other)'도 뜻합니다. 다른 이름을 쓰세요")
        case .declaration(let fault): fault.words
        }
    }

    private static func label(of name: Text, _ known: [Text]) -> Bilingual {
        let near = suggestion(for: name.string, among: known.map(\.string))
        return Bilingual(
            "a label needs a state or a view, but there is no '\(name)'; "
                + (near.map { "did you mean '\($0)'?" } ?? "the names are \(list(known))"),
            "이름을 붙일 '\(name)' 상태나 보기가 없습니다. "
                + (near.map { "혹시 '\($0)'입니까?" } ?? "상태와 보기: \(list(known))"))
    }

    private static func unreadable(_ reason: UnreadReason) -> String {
        switch reason {
        case .tooLarge, .notPermitted: "the file cannot be used: \(reason.english)"
        case .folder, .link, .notRegular, .notAFolder: "the file is not a regular file"
        }
    }

    private static func list(_ words: [Text]) -> String {
        words.map(\.string).joined(separator: ", ")
    }
}

extension ExpectedSetting {
    /// The end of a sentence about a setting with a value of the wrong shape.
    fileprivate var words: Bilingual {
        switch self {
        case .number:
            Bilingual(
                "a number",
                "숫자")
        case .numberOfCharacters:
            Bilingual(
                "a number of characters",
                "글자 수")
        case .megabytes:
            Bilingual(
                "a number of megabytes from \(Attachment.limits.lowerBound) to "
                    + "\(Attachment.limits.upperBound)",
                "\(Attachment.limits.lowerBound)~\(Attachment.limits.upperBound) 사이의 메가바이트 수")
        case .stateList:
            Bilingual(
                "a list of states",
                "상태 목록")
        case .oneState:
            Bilingual(
                "one of the states",
                "상태 가운데 하나")
        case .timeOfDay:
            Bilingual(
                "a time such as \"09:00\"",
                "\"09:00\" 같은 시각")
        case .views:
            Bilingual(
                "a map of names and queries",
                "이름과 조건의 맵")
        case .limits:
            Bilingual(
                "a map of states and numbers",
                "상태와 숫자의 맵")
        case .deadlines:
            Bilingual(
                "a map of connect, idle and total",
                "connect, idle, total의 맵")
        case .fields:
            Bilingual(
                "a map of names and types, such as effort: number",
                "effort: number처럼 이름과 형식의 맵")
        case .fieldAttributes:
            Bilingual(
                "a type, or a map such as {type: number, card: true}",
                "형식 하나, 또는 {type: number, card: true} 같은 맵")
        case .fieldType:
            Bilingual("a type such as number", "number 같은 형식")
        case .values:
            Bilingual("a list of values", "값 목록")
        case .truth:
            Bilingual("true or false", "true나 false")
        case .label:
            Bilingual("a name", "이름")
        case .initialValue:
            Bilingual("one value", "값 하나")
        case .labels:
            Bilingual(
                "a map of states or views and their names",
                "상태나 보기와 그 이름의 맵")
        case .weights(let names):
            Bilingual(
                "a map of \(names.map(\.string).joined(separator: ", "))",
                "\(names.map(\.string).joined(separator: ", "))의 맵")
        }
    }
}
