package import MarkdownDocument

/// Failures of reminders and of their settings.
package enum ReminderReason: ErrorReason {
    /// A value of git's configuration, which is empty if it is missing, and examples of others.
    case wrongSetting(key: String, value: String, expected: String)
    /// A task that would never be announced.
    case finishedTask(Text)
}

extension ReminderReason {
    package var exit: ExitCode {
        switch self {
        case .wrongSetting: .unsupported
        case .finishedTask: .data
        }
    }

    package var code: String {
        switch self {
        case .wrongSetting: "bad-setting"
        case .finishedTask: "finished"
        }
    }

    package var sentence: String {
        switch self {
        case .wrongSetting(let key, "", let expected):
            "git's setting \(key) is missing or empty; expected a value such as \(expected)"
        case .wrongSetting(let key, let value, let expected):
            "git's setting \(key) is '\(plainWords(value))'; expected \(expected)"
        case .finishedTask(let title):
            "\(quoted(title)) is finished, and so has no reminders; 'pmd reopen' opens it again"
        }
    }

    package var korean: String {
        switch self {
        case .wrongSetting(let key, "", let expected):
            "git 설정 \(key) 값이 없거나 비어 있습니다; 예: \(expected)"
        case .wrongSetting(let key, let value, let expected):
            "git 설정 \(key) 값이 '\(plainWords(value))'입니다; 필요한 값: \(expected)"
        case .finishedTask(let title):
            "끝난 할 일에는 알림이 없습니다: \(quoted(title)); 'pmd reopen'으로 다시 엽니다"
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .wrongSetting, .finishedTask: .none
        }
    }
}
