package import TaskBoard

/// A combination of arguments that a command refuses before it runs.
package enum Misuse: Equatable, Sendable {
    // The argument parser's findings, with names such as '<task>'
    case missing(String)
    case unexpected(count: Int, String)
    case wrongValue(String, of: String, expected: [String])
    // Arguments that are missing, or exclude each other
    case moveUsage, resolveUsage, snoozeUsage
    case restoreWithoutTask, droppedWithTasks
    case onlyOne([String])
    case manPagesWithOthers
    case historyWithoutJSON
    case installWithJSON
    case printWithoutInstall(JobScheduler?)
    case syncInstallation, serveInstallation
    // Numbers
    case wrongCount(of: String, Int, Counted)
    case wrongPort(Int)
    case installedPortZero
}

extension Misuse {
    package enum Counted: Equatable, Sendable {
        case entries, seconds
    }
}

extension Misuse {
    package var words: Bilingual {
        switch self {
        case .missing(let argument):
            Bilingual("\(argument) is missing", "\(argument) 인수가 없습니다")
        case .unexpected(let count, let words):
            Bilingual(
                count == 1
                    ? "unexpected argument \(words)" : "\(count) unexpected arguments: \(words)",
                "필요 없는 인수가 있습니다: \(words)")
        case .wrongValue(let value, let option, let expected):
            Bilingual(
                "the value \(value) is invalid for \(option)"
                    + (expected.isEmpty ? "" : "; expected \(alternatives(expected))"),
                "\(option)에 \(value) 값을 쓸 수 없습니다"
                    + (expected.isEmpty
                        ? "" : ". 사용할 수 있는 값: \(expected.joined(separator: ", "))"))
        case .moveUsage:
            Bilingual(
                "'pmd move' needs a task and a state, such as 'pmd move k3 doing'",
                "'pmd move'에는 할 일과 상태가 필요합니다. 예: 'pmd move k3 doing'")
        case .resolveUsage:
            Bilingual(
                "choose one of --keep, --take N, --both N, or KEY=VALUE after the task",
                "할 일 뒤에 --keep, --take N, --both N, KEY=VALUE 중 하나를 쓰세요")
        case .snoozeUsage:
            Bilingual(
                "'pmd snooze' needs a task and a time, such as 'pmd snooze k3 2h'",
                "'pmd snooze'에는 할 일과 시간이 필요합니다. 예: 'pmd snooze k3 2h'")
        case .restoreWithoutTask:
            Bilingual(
                "name a deleted task, or give '--dropped'", "삭제된 할 일을 지정하거나 '--dropped'를 쓰세요")
        case .droppedWithTasks:
            Bilingual(
                "'--dropped' restores all dropped commits: name no task with it",
                "'--dropped'는 브랜치에서 빠진 커밋을 모두 복원합니다. 할 일은 빼세요")
        case .onlyOne(let options):
            Bilingual(
                "use only one of \(list(options, "and"))",
                "\(options.joined(separator: ", ")) 중 하나만 쓰세요")
        case .manPagesWithOthers:
            Bilingual(
                "'--man-pages' writes all pages: use it alone",
                "'--man-pages'는 모든 페이지를 저장합니다. 단독으로 쓰세요")
        case .historyWithoutJSON:
            Bilingual(
                "'--history' has no effect without '--json', or with '--ids'",
                "'--history'는 '--json'과 함께 쓰고 '--ids' 없이 써야 효과가 있습니다")
        case .installWithJSON:
            Bilingual(
                "'--install' and '--uninstall' print no JSON: omit '--json'",
                "'--install'과 '--uninstall'은 JSON을 출력하지 않습니다. '--json'을 빼세요")
        case .printWithoutInstall(let scheduler?):
            Bilingual(
                "'--print' needs '--install \(scheduler.rawValue)'",
                "'--print'는 '--install \(scheduler.rawValue)'와 함께 쓰세요")
        case .printWithoutInstall(nil):
            Bilingual(
                "'--print' needs '--install cron' or '--install systemd'",
                "'--print'는 '--install cron'이나 '--install systemd'와 함께 쓰세요")
        case .syncInstallation:
            Bilingual(
                "'--install' and '--uninstall' take no options of a sync",
                "'--install'과 '--uninstall'은 동기화 옵션과 함께 쓸 수 없습니다")
        case .serveInstallation:
            Bilingual(
                "'--install' takes only '--port' and '--print', and '--uninstall' takes no options",
                "'--install'은 '--port', '--print'와만 쓸 수 있고, '--uninstall'은 단독으로 써야 합니다")
        case .wrongCount(let option, let count, let counted):
            Bilingual(
                "'\(option)' cannot be \(count): it is a number of \(counted.words.english)",
                "'\(option)' 값은 \(counted.words.korean)이므로 \(count)일 수 없습니다")
        case .wrongPort(let port):
            Bilingual(
                "'--port' cannot be \(port): ports go from 0 to 65535",
                "'--port' 값은 \(port)일 수 없습니다. 포트는 0에서 65535까지입니다")
        case .installedPortZero:
            Bilingual(
                "'--port' cannot be 0 here: browsers must find the server again",
                "브라우저가 서버를 다시 찾을 수 있어야 하므로 여기서는 '--port' 값이 0일 수 없습니다")
        }
    }
}

extension Misuse.Counted {
    fileprivate var words: Bilingual {
        switch self {
        case .entries: Bilingual("entries", "기록의 개수")
        case .seconds: Bilingual("seconds", "초 단위의 시간")
        }
    }
}

/// `auto, light or dark`
func alternatives(_ choices: [String]) -> String { list(choices, "or") }

private func list(_ words: [String], _ conjunction: String) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}
