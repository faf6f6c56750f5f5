package import MarkdownDocument

extension Malformation {
    /// The place and the reason in Korean.
    var korean: String { "\(line)번째 줄 \(column)번째 글자: \(reason.korean)" }
}

extension Malformation.Reason {
    package var words: Bilingual { Bilingual(english: description, korean: korean) }

    var korean: String {
        switch self {
        case .notUTF8: "UTF-8이 아닌 바이트가 있습니다"
        case .holdsNUL: "NUL 바이트가 있습니다"
        case .fileTooLarge: "파일이 1 MiB보다 큽니다"
        case .frontMatterTooLarge: "머리말이 64 KiB보다 큽니다"
        case .tooManyKeys: "키가 256개보다 많습니다"
        case .tooDeep: "값이 16겹보다 깊습니다"
        case .unterminatedFrontMatter: "머리말을 닫는 '---' 줄이 없습니다"
        case .notKeysAndValues: "머리말이 'key: value' 줄로 되어 있지 않습니다"
        case .severalDocuments: "여기서 두 번째 YAML 문서가 시작합니다"
        case .conflictMarker: "끝나지 않은 병합의 '<<<<<<<' 표시가 있습니다"
        case .duplicateKey(let key, let line): "'\(key)' 키가 \(line)번째 줄에 이미 있습니다"
        case .syntax(let fault): fault.korean
        }
    }
}

extension SyntaxFault {
    fileprivate var korean: String {
        switch self {
        case .noMemory: "메모리가 모자랍니다"
        case .missingColon: "'key: value' 꼴이 아닌 줄입니다"
        case .unclosedQuote: "여기서 연 따옴표가 닫히지 않았습니다"
        case .unclosedList: "여기서 연 '[' 괄호가 닫히지 않았거나 쉼표가 없습니다"
        case .unclosedMap: "여기서 연 '{' 괄호가 닫히지 않았거나 쉼표가 없습니다"
        case .unquotedColon: "': ' 글자가 든 값은 따옴표로 묶어야 합니다"
        case .tab: "여기에는 탭을 쓸 수 없습니다: YAML은 빈칸으로 들여 쓰세요"
        case .unquotedStart(let character):
            "값이 '\(character)' 글자로 시작하면 따옴표로 묶어야 합니다"
        case .misplacedKey:
            "여기에는 키를 쓸 수 없습니다: 들여쓰기나 빠진 따옴표를 확인하세요"
        case .other(let words): "YAML 오류입니다: \(words)"
        }
    }
}

extension EditError {
    var korean: String {
        switch self {
        case .malformed(let malformation):
            "파일의 형식이 잘못되었습니다; 직접 고치세요(\(malformation.korean))"
        case .notUTF8(let key): "'\(key)' 키의 새 값이 UTF-8이 아닙니다"
        case .wrongShape(let key, let wanted):
            "'\(key)' 키에 pmd가 바꿀 수 있는 \(Particle.subject.after(wanted.korean)) 없습니다; "
                + "직접 고치세요"
        case .touchesMore(let key):
            "'\(key)' 키만 따로 바꿀 수 없습니다; 직접 고치세요"
        case .notAnEntry(let key): "이 줄들은 '\(key)' 키와 그 값만이 아닙니다"
        case .wouldBreak(let malformation):
            "파일을 더는 읽을 수 없게 됩니다: \(malformation.korean)"
        case .noItem(let number, let count):
            "체크리스트에 \(number)번 항목이 없습니다: "
                + (count == 0 ? "이 할 일에는 항목이 없습니다" : "항목은 \(count)개입니다")
        }
    }
}

extension EditError.Shape {
    fileprivate var korean: String {
        switch self {
        case .value: "값"
        case .text: "글"
        case .mapping: "맵"
        case .line: "따로 된 줄"
        case .place: "자리"
        case .list: "목록"
        case .heading: "제목 줄"
        }
    }
}
