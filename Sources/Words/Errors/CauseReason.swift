import MarkdownDocument
package import TaskBoard

extension CauseReason {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .settings(let error):
            Bilingual(visible(error.words.english.utf8), visible(error.words.korean.utf8))
        // An error without a line has no ``ErrorPlace`` as its prefix.
        case .action(let error): error.line == nil ? error.sentence : error.words
        case .merge(let error): error.words
        case .noMatch(let fault), .severalMatches(let fault): fault.words
        case .malformed(let malformation, _): malformation.reason.words
        case .word(let error): error.sentence
        case .unexpected(let words): Bilingual(untranslated: words)
        }
    }
}

extension MergeError {
    /// One sentence: what failed, why, and what to do.
    package var words: Bilingual {
        switch self {
        case .unrelated(let a, let b):
            Bilingual(
                "the histories \(hex(a)) and \(hex(b)) have nothing in common",
                "\(hex(a))의 기록과 \(hex(b))의 기록이 서로 관계가 없습니다")
        case .newerFormat(let error): error.sentence
        }
    }
}
