package import MarkdownDocument
package import TaskBoard

extension EditError {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .malformed(let malformation):
            Bilingual(
                "the file is malformed (\(malformation.words.english)); edit it by hand",
                "파일의 형식이 잘못되었습니다(\(malformation.words.korean)). 직접 고치세요")
        case .notUTF8(let key):
            Bilingual(
                "the new value of '\(key)' is not UTF-8",
                "'\(key)' 키의 새 값이 UTF-8이 아닙니다")
        case .wrongShape(let key, let wanted):
            Bilingual(
                "'\(key)' is not \(wanted.words.english) that pmd can change; edit it by hand",
                "'\(key)' 키에 pmd가 변경할 수 있는 \(Particle.subject.after(wanted.words.korean)) 없습니다. "
                    + "직접 고치세요")
        case .touchesMore(let key):
            Bilingual(
                "'\(key)' cannot be changed without changing something else; edit it by hand",
                "'\(key)' 키만 따로 변경할 수 없습니다. 직접 고치세요")
        case .keyExists(let key):
            Bilingual(
                "the file has the key '\(key)' already; remove one of the two",
                "파일에 '\(key)' 키가 이미 있습니다. 둘 중 하나를 지우세요")
        case .notAnEntry(let key):
            Bilingual(
                "these lines are not just the key '\(key)' and its value",
                "이 줄에는 '\(key)' 키와 그 값 외에 다른 내용이 있습니다")
        case .wouldBreak(let malformation):
            Bilingual(
                "the resulting file would be unreadable: \(malformation.words.english)",
                "저장하면 파일을 읽을 수 없게 됩니다: \(malformation.words.korean)")
        case .noItem(let number, let count):
            Bilingual(
                count == 0
                    ? "there is no checklist item \(number): the task has none"
                    : "there is no checklist item \(number): the task has \(count)",
                "체크리스트에 \(number)번 항목이 없습니다. "
                    + (count == 0 ? "이 할 일에는 항목이 없습니다" : "항목은 \(count)개입니다"))
        }
    }
}

extension EditError.Shape {
    /// The end of a sentence about a key with a value of the wrong shape.
    fileprivate var words: Bilingual {
        switch self {
        case .value: Bilingual("a value", "값")
        case .text: Bilingual("text", "텍스트")
        case .mapping: Bilingual("a mapping", "맵")
        case .line: Bilingual("a separate line", "별도의 줄")
        case .place: Bilingual("a place", "위치")
        case .list: Bilingual("a list", "목록")
        case .heading: Bilingual("a heading", "제목 줄")
        }
    }
}
