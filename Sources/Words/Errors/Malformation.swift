package import MarkdownDocument
package import TaskBoard

extension Malformation {
    /// The position and the reason.
    package var words: Bilingual {
        let reason = reason.words
        return Bilingual(
            "line \(line), column \(column): \(reason.english)",
            "\(line)번째 줄 \(column)번째 글자: \(reason.korean)")
    }
}

extension Malformation.Reason {
    /// The reason, without its position.
    package var words: Bilingual {
        switch self {
        case .notUTF8:
            Bilingual(
                "bytes that are not UTF-8",
                "UTF-8이 아닌 바이트가 있습니다")
        case .holdsNUL:
            Bilingual(
                "a NUL byte",
                "NUL 바이트가 있습니다")
        case .fileTooLarge:
            Bilingual(
                "the file is larger than 1 MiB",
                "파일이 1 MiB보다 큽니다")
        case .frontMatterTooLarge:
            Bilingual(
                "the front matter is larger than 64 KiB",
                "머리말이 64 KiB보다 큽니다")
        case .tooManyKeys:
            Bilingual(
                "more than 256 keys",
                "키가 256개보다 많습니다")
        case .tooDeep:
            Bilingual(
                "values nested more than 16 deep",
                "값이 16단계보다 깊게 중첩되었습니다")
        case .unterminatedFrontMatter:
            Bilingual(
                "the front matter has no closing '---'",
                "머리말을 닫는 '---' 줄이 없습니다")
        case .notKeysAndValues:
            Bilingual(
                "the front matter is not a list of 'key: value' lines",
                "머리말이 'key: value' 줄로 되어 있지 않습니다")
        case .severalDocuments:
            Bilingual(
                "a second YAML document begins here",
                "여기서 두 번째 YAML 문서가 시작됩니다")
        case .conflictMarker:
            Bilingual(
                "'<<<<<<<' of an unresolved merge",
                "해결되지 않은 병합의 '<<<<<<<' 표시가 있습니다")
        case .duplicateKey(let key, let line):
            Bilingual(
                "'\(key)' is already set on line \(line)",
                "'\(key)' 키가 \(line)번째 줄에 이미 있습니다")
        case .syntax(let fault): fault.words
        }
    }
}

extension SyntaxFault {
    /// The fault, and a fix if one is known.
    fileprivate var words: Bilingual {
        switch self {
        case .noMemory:
            Bilingual(
                "out of memory",
                "메모리가 부족합니다")
        case .missingColon:
            Bilingual(
                "a line without 'key: value'",
                "'key: value' 형식이 아닌 줄입니다")
        case .unclosedQuote:
            Bilingual(
                "a quote that opens here is not closed",
                "여기서 연 따옴표가 닫히지 않았습니다")
        case .unclosedList:
            Bilingual(
                "a '[' that opens here is not closed, or a comma is missing",
                "여기서 연 '[' 괄호가 닫히지 않았거나 쉼표가 없습니다")
        case .unclosedMap:
            Bilingual(
                "a '{' that opens here is not closed, or a comma is missing",
                "여기서 연 '{' 괄호가 닫히지 않았거나 쉼표가 없습니다")
        case .dashInList:
            Bilingual(
                "a list in brackets has no dashes: write [a, b], or leave out the brackets",
                "대괄호 목록에는 '-'를 쓰지 않습니다. [a, b]로 쓰거나 대괄호를 지우세요")
        case .unquotedColon:
            Bilingual(
                "a value that contains ': ' must be quoted",
                "': ' 문자가 포함된 값은 따옴표로 묶어야 합니다")
        case .tab:
            Bilingual(
                "a tab is not allowed here: indent YAML with spaces",
                "여기에는 탭을 쓸 수 없습니다. YAML은 공백으로 들여 쓰세요")
        case .unquotedStart(let character):
            Bilingual(
                "a value cannot begin with '\(character)' unless it is quoted",
                "값이 '\(character)' 문자로 시작하면 따옴표로 묶어야 합니다")
        case .misplacedKey:
            Bilingual(
                "a key is not allowed here: check the indentation and the quotes",
                "여기에는 키를 쓸 수 없습니다. 들여쓰기와 따옴표를 확인하세요")
        case .other(let words):
            Bilingual(
                words,
                "YAML 오류입니다: \(words)")
        }
    }
}
