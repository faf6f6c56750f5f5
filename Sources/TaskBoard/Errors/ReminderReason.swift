package import MarkdownDocument

/// Failures of reminders, of their settings and of their installation.
package enum ReminderReason: ErrorReason {
    /// A value of git's configuration, which is empty if it is missing, and examples of others.
    case wrongSetting(key: String, value: String, expected: String)
    /// A task that would never be announced.
    case finishedTask(Text)
    /// A program that an installation needs.
    case noProgram(String)
    /// `words` are the program's own.
    case programFailed(String, words: String)
    /// A crontab in which the first of pmd's two comments has no second one.
    case brokenCrontab(comment: String)
    /// A board's folder that no crontab or unit can name.
    case unusablePath(String)
}

extension ReminderReason {
    package var exit: ExitCode {
        switch self {
        case .wrongSetting: .unsupported
        case .finishedTask, .brokenCrontab, .unusablePath: .data
        case .noProgram, .programFailed: .unavailable
        }
    }

    package var code: String {
        switch self {
        case .wrongSetting: "bad-setting"
        case .finishedTask: "finished"
        case .noProgram, .programFailed: "unavailable"
        case .brokenCrontab: "bad-crontab"
        case .unusablePath: "bad-path"
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
        case .noProgram(let name):
            "\(name) is not installed; install it, or run 'pmd remind' in another way, such as from "
                + "a systemd timer"
        case .programFailed(let name, let words): "\(name) failed: \(plainWords(words))"
        case .brokenCrontab(let comment):
            "the crontab has no end for '\(plainWords(comment))'; remove its lines with 'crontab -e'"
        case .unusablePath(let path):
            "no crontab or unit can name the folder \(visible(path.utf8)): it has control characters; "
                + "rename it"
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
        case .noProgram(let name):
            "\(name) 프로그램이 없습니다; 설치하거나 systemd 타이머 같은 다른 방법으로 'pmd remind'를 "
                + "실행하세요"
        case .programFailed(let name, let words): "\(name) 프로그램이 실패했습니다: \(plainWords(words))"
        case .brokenCrontab(let comment):
            "crontab에 '\(plainWords(comment))' 부분의 끝이 없습니다; 'crontab -e'로 그 줄들을 지우세요"
        case .unusablePath(let path):
            "\(visible(path.utf8)) 폴더의 이름에 제어 문자가 있어 crontab이나 유닛에 쓸 수 없습니다; "
                + "이름을 바꾸세요"
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .wrongSetting, .finishedTask, .noProgram, .programFailed, .brokenCrontab,
            .unusablePath:
            .none
        }
    }
}
