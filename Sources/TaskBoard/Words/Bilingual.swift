/// A text in each language, as a part of a sentence of another layer.
package struct Bilingual: Hashable, Sendable {
    package let english: String
    package let korean: String

    package init(english: String, korean: String) {
        (self.english, self.korean) = (english, korean)
    }

    package init(_ english: String, _ korean: String) {
        self.init(english: english, korean: korean)
    }

    /// Words from elsewhere, such as those of the system or of a remote.
    package init(untranslated words: String) { self.init(english: words, korean: words) }

    /// The sentence about a file that is left out of commits.
    package static func leftOut(_ path: String, _ reason: Bilingual) -> Bilingual {
        Bilingual(
            english: "\(path) is left out: \(reason.english)",
            korean: "\(path) 파일을 뺌: \(reason.korean)")
    }

    /// The sentence about a task that git ignores.
    package static func notSynced(_ path: String) -> Bilingual {
        Bilingual(
            english: "\(path) is not synced: git ignores it",
            korean: "\(path) 파일은 git이 무시하므로 동기화하지 않음")
    }

    package func text(_ language: Language) -> String {
        switch language {
        case .english: english
        case .korean: korean
        }
    }
}
