/// The parts of a task that a save brought back to older values, and whether the newer ones are
/// kept as conflicts.
package struct TakenBackReport: Sendable {
    private static let shownParts = 5
    package let title: String
    package let parts: [TakenBack]
    package let isRecorded: Bool
    /// The first digits of the commit that has the newer values.
    package let commit: String

    package init(title: String, parts: [TakenBack], isRecorded: Bool, commit: String) {
        (self.title, self.parts) = (Self.short(title), parts)
        (self.isRecorded, self.commit) = (isRecorded, commit)
    }

    /// A value may have any length, and the sentence is kept until a sync reports it.
    private static func short(_ text: String) -> String {
        plainWords(text).beginning(characters: 80, bytes: 320)
    }

    /// The sentence about them.
    package var notice: Bilingual {
        let shown = parts.prefix(Self.shownParts).map { part in
            let name = Self.short(part.name)
            return part.value.map { "\(name): \(Self.short($0))" } ?? name
        }
        let rest = parts.count - shown.count
        let list = shown.joined(separator: "; ")
        return Bilingual(
            english: "\"\(title)\": the saved file takes back later changes: \(list)"
                + (rest > 0 ? "; \(rest) more" : "")
                + (isRecorded ? "; see 'pmd conflicts'" : "")
                + "; commit \(commit) has them",
            korean: "\"\(title)\": 저장한 파일이 나중의 변경을 되돌립니다: \(list)"
                + (rest > 0 ? "; 그 밖에 \(rest)개" : "")
                + (isRecorded ? "; 'pmd conflicts'로 보세요" : "")
                + "; 그 값은 커밋 \(commit)에 있습니다")
    }
}
