import MarkdownDocument

extension SettingsError {
    /// The problem and the expected value, without the place.
    package var message: String {
        let key = key?.string ?? ""
        return switch problem {
        case .malformed(let reason): reason.description
        case .unreadable(let reason): Self.unreadable(reason)
        case .unknownKey:
            "there is no setting '\(key)'; the settings are \(Self.list(BoardSettings.keys))"
        case .newerFormat(let format):
            "this board has format \(format), newer than the \(BoardSettings.newestFormat) "
                + "that this pmd knows: install a newer pmd"
        case .wrongShape(let shape, let expected):
            "'\(key)' is \(shape.english); expected \(expected.english)"
        case .noStates: "'\(key)' needs at least one state"
        case .badStateName(let name):
            "'\(name)' cannot be a state: a state is a folder of letters, digits, "
                + "'-' and '_', at most 60 bytes"
        case .repeatedState(let name): "'\(name)' is named twice in '\(key)'"
        case .unlistedState(let state, let known):
            "'\(key)' names '\(state)', which is not one of the states \(Self.list(known))"
        case .wrongNumber(let text, let name, let least):
            "'\(name)' is '\(text)'; expected a number from \(least)"
        case .unknownTimeout(let name):
            "there is no timeout '\(name)'; the timeouts are connect, idle, total"
        case .unknownTerm(let name, let known):
            "there is no term '\(name)' of the urgency; the terms are \(Self.list(known))"
        case .wrongWeight(let text, let name):
            "'urgency.\(name)' is '\(text)'; expected a number such as 3.9"
        }
    }

    /// The message in each language.
    package var words: Bilingual { Bilingual(english: message, korean: korean) }

    /// The message in Korean.
    package var korean: String {
        let key = key?.string ?? ""
        return switch problem {
        case .malformed(let reason): reason.korean
        case .unreadable(let reason): "pmd.yml 파일을 쓸 수 없습니다: \(reason.korean)"
        case .unknownKey: "'\(key)' 설정이 없습니다; 설정: \(Self.list(BoardSettings.keys))"
        case .newerFormat(let format):
            "이 보드는 형식 \(format)인데 이 pmd가 아는 것은 형식 \(BoardSettings.newestFormat)까지입니다: "
                + "더 새로운 pmd를 설치하세요"
        case .wrongShape(let shape, let expected):
            "'\(key)' 설정의 값이 \(shape.korean)입니다; 필요한 값: \(expected.korean)"
        case .noStates: "'\(key)' 설정에는 상태가 하나 이상 있어야 합니다"
        case .badStateName(let name):
            "'\(name)' 이름은 상태가 될 수 없습니다: 상태는 글자, 숫자, '-'와 '_'로 된 60바이트까지의 "
                + "폴더입니다"
        case .repeatedState(let name): "'\(key)' 설정에 '\(name)' 상태가 두 번 있습니다"
        case .unlistedState(let state, let known):
            "'\(key)' 설정의 '\(state)' 이름이 상태에 없습니다; 상태: \(Self.list(known))"
        case .wrongNumber(let text, let name, let least):
            "'\(name)' 설정의 값이 '\(text)'입니다; 필요한 값: \(least) 이상의 숫자"
        case .unknownTimeout(let name):
            "'\(name)' 제한 시간이 없습니다; 제한 시간: connect, idle, total"
        case .unknownTerm(let name, let known):
            "긴급도에 '\(name)' 항이 없습니다; 항: \(Self.list(known))"
        case .wrongWeight(let text, let name):
            "'urgency.\(name)' 설정의 값이 '\(text)'입니다; 필요한 값: 3.9 같은 숫자"
        }
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
    fileprivate var english: String {
        switch self {
        case .number: "a number"
        case .numberOfCharacters: "a number of characters"
        case .stateList: "a list of states"
        case .oneState: "one of the states"
        case .timeOfDay: "a time such as \"09:00\""
        case .views: "a map of names and queries"
        case .limits: "a map of states and numbers"
        case .deadlines: "a map of connect, idle and total"
        case .weights(let names): "a map of \(names.map(\.string).joined(separator: ", "))"
        }
    }

    fileprivate var korean: String {
        switch self {
        case .number: "숫자"
        case .numberOfCharacters: "글자 수"
        case .stateList: "상태의 목록"
        case .oneState: "상태 가운데 하나"
        case .timeOfDay: "\"09:00\" 같은 시각"
        case .views: "이름과 조건의 맵"
        case .limits: "상태와 숫자의 맵"
        case .deadlines: "connect, idle, total의 맵"
        case .weights(let names): "\(names.map(\.string).joined(separator: ", "))의 맵"
        }
    }
}
