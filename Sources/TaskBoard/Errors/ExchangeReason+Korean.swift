extension ExchangeReason {
    package var korean: String {
        switch self {
        case .badRecord(.file(_, _?, _), let problem): problem.korean + koreanNothing
        case .badRecord(let place, let problem):
            "\(place.korean): \(problem.korean)" + koreanNothing
        case .notTheFormat(let format, let problem):
            "\(format) 형식이 아닙니다: \(problem.korean)" + koreanNothing
        case .needsFolder(let format):
            "\(format) 형식은 파일이 든 폴더입니다: 폴더를 지정하세요"
        case .needsFile(let format):
            "\(format) 형식은 파일 하나인데 이것은 폴더입니다: 파일을 지정하세요"
        case .unreadable(let path, let cause):
            "\(visible(path.utf8)): 읽을 수 없습니다: \(cause.korean)"
        case .tooLarge(let path, let mebibytes):
            "\(visible(path.utf8)) 파일이 \(mebibytes) MiB보다 큽니다: 나누어 가져오세요"
        case .noOwnFile(let path, let isTaken):
            "할 일 \(isTaken ? "두 개가" : "하나가") '\(visible(path.utf8))' 파일을 차지하게 됩니다; "
                + "아무것도 내보내지 않았습니다"
        case .exists(let path):
            "\(visible(path.utf8)): 이미 있습니다: 새 파일이나 빈 폴더를 지정하세요"
        case .noLibical:
            "캘린더를 읽을 수 없습니다: libical.so.3이 없습니다: libical3 패키지를 설치하세요"
        }
    }

    private var koreanNothing: String { "; 아무것도 가져오지 않았습니다" }
}
