/// Failures of installing a command in cron or systemd.
package enum InstallationReason: ErrorReason {
    /// A program that an installation of a command needs.
    case noProgram(String, command: String)
    /// `words` are the program's own.
    case programFailed(String, words: String)
    /// A crontab in which the first of pmd's two comments has no second one.
    case brokenCrontab(comment: String)
    /// A board's folder that no crontab or unit can name.
    case unusablePath(String)
    /// A port that another program or another board's server has.
    case portTaken(Int)
    /// A port that the system does not give.
    case portRefused(Int, cause: Bilingual)
}

extension InstallationReason {
    package var exit: ExitCode {
        switch self {
        case .brokenCrontab, .unusablePath: .data
        case .noProgram, .programFailed, .portTaken: .unavailable
        case .portRefused: .inputOutput
        }
    }

    package var code: String {
        switch self {
        case .noProgram, .programFailed: "unavailable"
        case .brokenCrontab: "bad-crontab"
        case .unusablePath: "bad-path"
        case .portTaken: "port-taken"
        case .portRefused: "bad-port"
        }
    }

    package var sentence: String {
        switch self {
        case .noProgram(let name, let command):
            "\(name) is not installed; install it, or run 'pmd \(command)' in another way, such as "
                + "from a systemd timer"
        case .programFailed(let name, let words): "\(name) failed: \(plainWords(words))"
        case .brokenCrontab(let comment):
            "the crontab has no end for '\(plainWords(comment))'; remove its lines with 'crontab -e'"
        case .unusablePath(let path):
            "no crontab or unit can name the folder \(visible(path.utf8)): it has control characters; "
                + "rename it"
        case .portTaken(let port):
            "port \(port) is taken, by another program or the server of another board; choose one "
                + "with '--port'"
        case .portRefused(let port, let cause):
            "port \(port) cannot be used: \(cause.english); choose one with '--port'"
        }
    }

    package var korean: String {
        switch self {
        case .noProgram(let name, let command):
            "\(name) 프로그램이 없습니다; 설치하거나 systemd 타이머 같은 다른 방법으로 "
                + "'pmd \(command)'를 실행하세요"
        case .programFailed(let name, let words): "\(name) 프로그램이 실패했습니다: \(plainWords(words))"
        case .brokenCrontab(let comment):
            "crontab에 '\(plainWords(comment))' 부분의 끝이 없습니다; 'crontab -e'로 그 줄들을 지우세요"
        case .unusablePath(let path):
            "\(visible(path.utf8)) 폴더의 이름에 제어 문자가 있어 crontab이나 유닛에 쓸 수 없습니다; "
                + "이름을 바꾸세요"
        case .portTaken(let port):
            "\(port)번 포트는 다른 프로그램이나 다른 보드의 서버가 쓰고 있습니다; '--port'로 다른 포트를 고르세요"
        case .portRefused(let port, let cause):
            "\(port)번 포트를 쓸 수 없습니다: \(cause.korean); '--port'로 다른 포트를 고르세요"
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .noProgram, .programFailed, .brokenCrontab, .unusablePath, .portTaken, .portRefused:
            .none
        }
    }
}
