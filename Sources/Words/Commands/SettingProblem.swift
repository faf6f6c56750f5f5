import MarkdownDocument
package import TaskBoard

/// A problem with a setting of this clone or of this user, which is in git's configuration.
package enum SettingProblem: Equatable, Sendable {
    case colourWithoutEffect(key: String, near: String?, known: [String])
    case wrongColour(key: String, value: String, ColourError)
    case wrongSetting(String, String, choices: [String])
    case wrongMinutes(String, String)
    case settingOutOfRange(String, choices: [String])
    case settingNotMinutes(String)
    case unknownKeyAction(String, near: String?)
    case unknownKey(String, action: String)
    case fixedKey(action: String)
    case takenKey(String, action: String)
}

extension SettingProblem {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .colourWithoutEffect(let key, let near, let known):
            Bilingual(
                "git's setting \(key) has no effect: "
                    + (near.map { "did you mean 'pmd.color.\($0)'?" }
                        ?? "choose one of \(known.joined(separator: ", "))"),
                "\(key) 설정은 효과가 없습니다. "
                    + (near.map { "혹시 'pmd.color.\($0)'입니까?" }
                        ?? "사용할 수 있는 이름: \(known.joined(separator: ", "))"))
        case .wrongColour(let key, let value, let error):
            Bilingual(
                "\(key) is '\(value)': \(error.words.english)",
                "\(key)의 값이 '\(value)'입니다. \(error.words.korean)")
        case .wrongSetting(let key, let value, let choices):
            Bilingual(
                "git's setting \(key) is '\(value)': choose \(alternatives(choices))",
                "git 설정 \(key)의 값이 '\(value)'입니다. \(choices.joined(separator: ", ")) 중에서 "
                    + "고르세요")
        case .wrongMinutes(let key, let value):
            Bilingual(
                "git's setting \(key) is '\(value)': give a number of minutes, at least 1",
                "git 설정 \(key)의 값이 '\(value)'입니다. 1 이상의 숫자(분)를 쓰세요")
        case .settingOutOfRange(let key, let choices):
            Bilingual(
                "\(key): choose one of \(choices.joined(separator: ", "))",
                "\(key): \(choices.joined(separator: ", ")) 중에서 고르세요")
        case .settingNotMinutes(let key):
            Bilingual(
                "\(key): give a number of minutes, at least 1",
                "\(key): 1 이상의 숫자(분)를 쓰세요")
        case .unknownKeyAction(let name, let near):
            Bilingual(
                "git's setting pmd.key.\(name) is not for an action of the board: "
                    + (near.map { "did you mean 'pmd.key.\($0)'?" } ?? "remove it"),
                "git 설정 pmd.key.\(name) 항목에 해당하는 동작이 보드에 없습니다. "
                    + (near.map { "혹시 'pmd.key.\($0)'입니까?" } ?? "설정을 지우세요"))
        case .unknownKey(let key, let action):
            Bilingual(
                "git's setting pmd.key.\(action) is '\(key)', which is not a key: use a character, or "
                    + "a name such as Ctrl-D, F5 or Delete",
                "git 설정 pmd.key.\(action)의 값 \(Particle.topic.after("'\(key)'")) 키 이름이 아닙니다. 문자 하나나 "
                    + "Ctrl-D, F5, Delete 같은 이름을 쓰세요")
        case .fixedKey(let action):
            Bilingual(
                "git's setting pmd.key.\(action) has no effect: this key cannot be changed",
                "git 설정 pmd.key.\(action) 항목은 효과가 없습니다. 이 키는 변경할 수 없습니다")
        case .takenKey(let key, let action):
            Bilingual(
                "git's setting pmd.key.\(action) is '\(key)', which is already in use: choose "
                    + "another key",
                "git 설정 pmd.key.\(action)의 값 '\(key)' 키는 이미 사용 중입니다. 다른 키를 고르세요")
        }
    }
}
