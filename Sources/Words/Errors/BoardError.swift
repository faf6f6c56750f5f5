import MarkdownDocument
package import TaskBoard

extension BoardError {
    /// The sentence prefixed with its position, in the style of compilers.
    package var words: Bilingual {
        let message = message
        guard let file, let line else { return message }
        if case .cause(.settings) = reason {
            // A page does not show the text of this file, only that of tasks.
            let plain = message.plain
            return message.after("\(file):\(line):\(column ?? 1): ").plainly(
                "\(file), line \(line): \(plain.english)",
                "\(file) \(line)번째 줄: \(plain.korean)")
        }
        let parts = [file, String(line), column.map(String.init)].compactMap { $0 }
        return message.after(visible(parts.joined(separator: ":").utf8) + ": ", isPath: true)
    }

    /// The sentence without its position, for JSON: what failed, why, and what to do.
    package var message: Bilingual {
        let words = reason.onPage.map(reason.words.plainly) ?? reason.words
        guard let namedBy else { return words }
        let (english, korean) = (
            "\(words.english) (set by \(namedBy))", "\(words.korean) (\(namedBy)에 지정됨)"
        )
        guard case .location(.noFolder(let folder)) = reason else {
            return Bilingual(english, korean).plainly(words.plain)
        }
        return Bilingual(
            english + "; 'pmd init \(folder)' checks its board out again",
            korean + ". 'pmd init \(folder)'로 보드를 다시 가져올 수 있습니다"
        ).plainly(words.plain)
    }

    /// The sentence and its position on one line, for a log. Lines quoted from a remote follow the
    /// sentence.
    package var logLine: Bilingual {
        let words = words
        return Bilingual(Self.oneLine(words.english), Self.oneLine(words.korean))
    }

    private static func oneLine(_ text: String) -> String {
        text.split(separator: "\n").map(String.init).reduce("") { text, line in
            text.isEmpty ? line : text + (text.hasSuffix(".") ? " " : "; ") + line
        }
    }
}

extension BoardError.Reason {
    fileprivate var words: Bilingual {
        switch self {
        case .location(let reason): reason.words
        case .branch(let reason): reason.words
        case .file(let reason): reason.words
        case .creation(let reason): reason.words
        case .sync(let reason): reason.words
        case .history(let reason): reason.words
        case .repository(let reason): reason.words
        case .exchange(let reason): reason.words
        case .reminder(let reason): reason.words
        case .installation(let reason): reason.words
        case .cause(let reason): reason.words
        }
    }
}

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
                "the histories of \(hex(a)) and \(hex(b)) are unrelated",
                "\(hex(a))의 기록과 \(hex(b))의 기록이 서로 관계가 없습니다")
        case .newerFormat(let error): error.sentence
        }
    }
}
