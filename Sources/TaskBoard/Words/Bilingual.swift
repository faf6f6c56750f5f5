/// A text in each language, as a part of a sentence of another layer.
package struct Bilingual: Hashable, Sendable {
    package let english: String
    package let korean: String
    /// The same text for a page, in both languages; empty if it is the same there.
    private var onPages: [String] = []

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

// The readers of a page cannot run commands, and do not see the board's folder.
extension Bilingual {
    /// The text for a page, without commands and paths.
    package var plain: Bilingual {
        onPages.isEmpty ? self : Bilingual(onPages[0], onPages[1])
    }

    /// Returns this text with another one for pages.
    package func plainly(_ english: String, _ korean: String) -> Bilingual {
        var words = self
        words.onPages = [english, korean]
        return words
    }

    package func plainly(_ words: Bilingual) -> Bilingual {
        plainly(words.english, words.korean)
    }

    /// Returns the text after other words, such as the position of an error.
    ///
    /// - Parameter isPath: True if the words are left out on pages.
    package func after(_ beginning: String, isPath: Bool = false) -> Bilingual {
        let onPage = isPath ? "" : beginning
        let whole = Bilingual(beginning + english, beginning + korean)
        return whole.plainly(onPage + plain.english, onPage + plain.korean)
    }
}
