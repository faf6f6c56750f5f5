package import TaskBoard

extension ExchangeReason {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .badRecord(.file(_, _?, _), let problem):
            Bilingual(
                problem.words.english + Self.nothing.english,
                problem.words.korean + Self.nothing.korean)
        case .badRecord(let place, let problem):
            Bilingual(
                "\(place.words.english): \(problem.words.english)" + Self.nothing.english,
                "\(place.words.korean): \(problem.words.korean)" + Self.nothing.korean)
        case .notTheFormat(let format, let problem):
            Bilingual(
                "this is not \(format): \(problem.words.english)" + Self.nothing.english,
                "\(format) 형식이 아닙니다: \(problem.words.korean)" + Self.nothing.korean)
        case .needsFolder(let format):
            Bilingual(
                "\(format) is a folder of files: specify the folder",
                "\(format) 형식은 파일이 든 폴더입니다. 폴더를 지정하세요")
        case .needsFile(let format):
            Bilingual(
                "\(format) is one file, and this is a folder: specify the file",
                "\(format) 형식은 파일 하나인데 폴더가 지정되었습니다. 파일을 지정하세요")
        case .unreadable(let path, let cause):
            Bilingual(
                "cannot read \(visible(path.utf8)): \(cause.words.english)",
                "\(visible(path.utf8)) 경로를 읽을 수 없습니다: \(cause.words.korean)")
        case .tooLarge(let path, let mebibytes):
            Bilingual(
                "\(visible(path.utf8)) is larger than \(mebibytes) MiB: import it in parts",
                "\(visible(path.utf8)) 파일이 \(mebibytes) MiB보다 큽니다. 나누어 가져오세요")
        case .noOwnFile(let path, let isTaken):
            Bilingual(
                (isTaken ? "two tasks would use" : "a task would use")
                    + " the file '\(visible(path.utf8))'; nothing was exported",
                "할 일 \(isTaken ? "두 개가" : "하나가") '\(visible(path.utf8))' 파일을 사용하게 됩니다. "
                    + "아무것도 내보내지 않았습니다")
        case .exists(let path):
            Bilingual(
                "\(visible(path.utf8)) already exists: choose a new file or an empty folder",
                "\(visible(path.utf8)) 경로가 이미 있습니다. 새 파일이나 빈 폴더를 지정하세요")
        case .noLibical:
            Bilingual(
                "cannot read calendars: libical.so.3 is missing; install the package libical3",
                "libical.so.3 파일이 없어 캘린더를 읽을 수 없습니다. libical3 패키지를 설치하세요")
        }
    }

    private static let nothing = Bilingual("; nothing was imported", ". 아무것도 가져오지 않았습니다")
}
