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

    /// Creates a text from untranslated words, such as those of the system or of a remote.
    package init(untranslated words: String) { self.init(english: words, korean: words) }

    package func text(_ language: Language) -> String {
        switch language {
        case .english: english
        case .korean: korean
        }
    }
}
