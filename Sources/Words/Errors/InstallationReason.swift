package import TaskBoard

extension InstallationReason {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .noProgram(let name, let command):
            Bilingual(
                "\(name) is not installed; install it, or run 'pmd \(command)' some other way, such as "
                    + "from a systemd timer",
                "\(name) 프로그램이 설치되어 있지 않습니다. 설치하거나 systemd 타이머 같은 다른 방법으로 "
                    + "'pmd \(command)'를 실행하세요")
        case .programFailed(let name, let words):
            Bilingual(
                "\(name) failed: \(plainWords(words))",
                "\(name) 프로그램이 실패했습니다: \(plainWords(words))")
        case .brokenCrontab(let comment):
            Bilingual(
                "the crontab lines that begin with '\(plainWords(comment))' have been edited; remove "
                    + "them with 'crontab -e', then run this again",
                "crontab의 '\(plainWords(comment))' 부분이 편집되었습니다. 'crontab -e'로 그 줄들을 지운 뒤 다시 "
                    + "실행하세요")
        case .unusablePath(let path):
            Bilingual(
                "the folder \(visible(path.utf8)) cannot be used in a crontab or a unit: its name has "
                    + "control characters; rename it",
                "\(visible(path.utf8)) 폴더의 이름에 제어 문자가 있어 crontab이나 유닛에 쓸 수 없습니다. "
                    + "이름을 바꾸세요")
        case .backslash(let path):
            Bilingual(
                "cron cannot run a command with a backslash, as in '\(visible(path.utf8))'; rename it, or "
                    + "use '--install systemd'",
                "cron은 '\(visible(path.utf8))'처럼 역슬래시가 있는 명령을 실행할 수 없습니다. 이름을 바꾸거나 "
                    + "'--install systemd'를 쓰세요")
        case .foreignFile(let path):
            Bilingual(
                "'\(visible(path.utf8))' is in the way: pmd did not write it; move it away, then run this "
                    + "again",
                "'\(visible(path.utf8))' 파일은 pmd가 만든 파일이 아닙니다. 다른 곳으로 옮긴 뒤 다시 실행하세요")
        case .notStarted(let command, let port, let start):
            Bilingual(
                "systemd does not run 'pmd \(command)' yet\(port.map { " at port \($0)" } ?? ""); where "
                    + "systemd is available, start it with \(start)"
                    + (port == nil ? "; elsewhere, use '--install cron'" : ""),
                "systemd가 'pmd \(command)'를\(port.map { " \($0)번 포트에서" } ?? "") 아직 실행하지 않습니다. "
                    + "systemd를 쓸 수 있는 환경에서 시작하려면: \(start)"
                    + (port == nil ? ". 다른 환경에서는 '--install cron'을 쓰세요" : ""))
        case .notStopped(let command, let stop):
            Bilingual(
                "the units of 'pmd \(command)' were removed, but systemd does not respond and may run "
                    + "them until you log out; stop them with \(stop)",
                "'pmd \(command)'의 유닛을 지웠지만 systemd가 응답하지 않아 로그아웃할 때까지 실행될 수 있습니다. "
                    + "중지하려면: \(stop)")
        case .portTaken(let port):
            Bilingual(
                "port \(port) is in use by another program or another board's server; choose another "
                    + "with '--port'",
                "\(port)번 포트는 다른 프로그램이나 다른 보드의 서버가 사용 중입니다. '--port'로 다른 포트를 지정하세요")
        case .portRefused(let port, let cause):
            Bilingual(
                "port \(port) cannot be used: \(cause.english); choose another with '--port'",
                "\(port)번 포트를 사용할 수 없습니다: \(cause.korean). '--port'로 다른 포트를 지정하세요")
        }
    }
}
