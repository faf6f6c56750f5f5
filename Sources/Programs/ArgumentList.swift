/// An argument for starting a program.
package enum Argument: Sendable, ExpressibleByStringLiteral {
    /// A word from pmd's own code. Only such a word, or one that the user configured, may be an
    /// option.
    case literal(StaticString)
    /// A word that the user of this machine configured or typed for this program, such as one of
    /// `EDITOR` or `pmd.remindCommand`.
    case configured(String)
    /// A value after an option from pmd's own code, in the same word: `--git-dir=` and a path.
    case attached(StaticString, String)
    /// Any other word. Boards, files, links and remotes may have chosen it.
    case operand([UInt8])

    package init(stringLiteral word: StaticString) { self = .literal(word) }

    package static func operand(_ word: String) -> Argument { .operand(Array(word.utf8)) }

    fileprivate var bytes: [UInt8] {
        switch self {
        case .literal(let word): word.withUTF8Buffer(Array.init)
        case .configured(let word): Array(word.utf8)
        case .attached(let option, let value): option.withUTF8Buffer(Array.init) + value.utf8
        case .operand(let word): word
        }
    }

    private var isEndOfOptions: Bool {
        if case .literal = self { bytes == Array("--".utf8) } else { false }
    }

    /// Returns true if a program could mistake this operand for an option.
    fileprivate func isOptionLike(behind earlier: some Sequence<Argument>) -> Bool {
        guard case .operand(let word) = self, word.first == UInt8(ascii: "-") else { return false }
        return !earlier.contains(where: \.isEndOfOptions)
    }
}

/// The argument vector of a program. Every program is started with one.
///
/// No operand is parsed as an option: if it begins with `-`, it is placed after a `--` from pmd's
/// own code, or the program is not started.
package struct ArgumentList: Sendable {
    /// The file of the program, or a name that is looked up in `PATH`.
    package let program: String
    /// The words, the name of the program first.
    package let words: [[UInt8]]

    /// - Throws: ``ArgumentError`` for an operand that looks like an option, and a word with NUL.
    package init(_ program: String, _ arguments: [Argument]) throws(ArgumentError) {
        for (index, argument) in arguments.enumerated() {
            let word = argument.bytes
            guard !word.contains(0), !argument.isOptionLike(behind: arguments[..<index]) else {
                throw ArgumentError(
                    program: program, word: String(decoding: word, as: UTF8.self))
            }
        }
        self.program = program
        words = [Array(program.utf8)] + arguments.map(\.bytes)
    }
}

/// A word that must not be passed to a program.
package struct ArgumentError: Error, Hashable, Sendable {
    package let program: String
    package let word: String
}
