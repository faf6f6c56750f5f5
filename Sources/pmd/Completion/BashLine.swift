/// The parsed start of a bash command line, up to the cursor, with nothing expanded.
///
/// bash replaces only the end of the word at the cursor: the part after an opening quote, or after
/// a character such as `:`. It inserts candidates as they are, so this type also quotes them.
struct BashLine {
    /// The words before the cursor's, including the program's name; nil for a word that bash
    /// would expand.
    private(set) var words: [String?] = []
    /// The word up to the cursor without its quotes; nil if bash would expand it.
    private(set) var current: String?
    /// True if the word begins with a `~` that bash expands to the home folder.
    private(set) var isInHome = false

    private enum Quote { case none, single, double }

    private typealias Scalars = [Unicode.Scalar]

    private let replacedStart: Int
    private var quote = Quote.none
    private var word = Scalars()
    private var hasWord = false
    private var isExpanded = false
    /// True if the next word is the file of a redirection.
    private var isRedirected = false
    /// The number of scalars that bash keeps, and the quotes around the end of the word.
    private var kept: (count: Int, quote: Quote)?

    /// - Parameters:
    ///   - line: The command up to the cursor.
    ///   - replaced: The end of `line` that a candidate replaces.
    init(_ line: String, replacing replaced: String) {
        let scalars = Scalars(line.unicodeScalars)
        let end = Scalars(replaced.unicodeScalars)
        replacedStart = scalars.suffix(end.count) == end[...] ? scalars.count - end.count : -1
        var index = 0
        while index < scalars.count {
            if index == replacedStart { kept = (word.count, quote) }
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            index += take(scalars[index], next)
        }
        if index == replacedStart { kept = (word.count, quote) }
        isInHome = isHome
        current = isExpanded || isRedirected ? nil : string
    }

    /// Returns the text that replaces the end of the word, so that the whole word becomes this
    /// candidate; nil if the candidate does not start with the word, or cannot be written within
    /// its quotes.
    ///
    /// - Parameter isReplacement: True if the candidate need not start with the word, since bash
    ///   replaces all of it.
    func insertion(of candidate: String, isReplacement: Bool = false) -> String? {
        guard current != nil, let kept, kept.quote == quote else { return nil }
        let scalars = Scalars(candidate.unicodeScalars)
        guard scalars.starts(with: word) || isReplacement && kept.count == 0 && quote == .none
        else { return nil }
        var rest = scalars[kept.count...]
        var text = String.UnicodeScalarView()
        if isInHome, kept.count == 0 {
            text += "~/".unicodeScalars
            rest = rest.dropFirst(2)
        }
        // Within quotes, bash's history expansion of `!` cannot be prevented.
        if quote != .none, rest.contains("!") { return nil }
        for scalar in rest { append(scalar, to: &text) }
        return String(text)
    }

    private func append(_ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
        switch quote {
        case .single where scalar == "'":
            text += #"'\''"#.unicodeScalars
            return
        case .double where #"$`"\"#.unicodeScalars.contains(scalar): text.append("\\")
        case .none where scalar.isASCII && !Self.plain.contains(scalar): text.append("\\")
        default: break
        }
        text.append(scalar)
    }

    /// ASCII characters without a special meaning anywhere in a word.
    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+./,:@%="
            .unicodeScalars)

    /// - Returns: The number of scalars that were consumed.
    private mutating func take(_ scalar: Unicode.Scalar, _ next: Unicode.Scalar?) -> Int {
        switch (quote, scalar) {
        case (.single, "'"), (.double, "\""): quote = .none
        case (.single, _): word.append(scalar)
        case (.double, "\\"): return takeEscape(next, of: #"$`"\"#)
        case (.double, "$"), (.double, "`"): isExpanded = true
        case (.double, _): word.append(scalar)
        case (.none, _): return takeUnquoted(scalar, next)
        }
        return 1
    }

    private mutating func takeUnquoted(
        _ scalar: Unicode.Scalar, _ next: Unicode.Scalar?
    ) -> Int {
        switch scalar {
        case " ", "\t", "\n":
            endWord()
            return 1
        case ";", "&", "|", "(", ")":
            endWord()
            isRedirected = false
            return 1
        case "<", ">":
            if word.allSatisfy({ ("0"..."9").contains($0) }) { dropWord() }
            endWord()
            isRedirected = true
            return 1
        case "'": quote = .single
        case "\"": quote = .double
        case "\\":
            hasWord = true
            return takeEscape(next, of: nil)
        case "$", "`", "*", "?", "[", "{": isExpanded = true
        case "#" where !hasWord: isExpanded = true
        case "~" where !hasWord:
            isInHome = true
            word.append(scalar)
        default: word.append(scalar)
        }
        hasWord = true
        return 1
    }

    /// Consumes a backslash and the scalar that it quotes.
    ///
    /// - Parameter special: The characters that it can quote; nil for all.
    private mutating func takeEscape(_ next: Unicode.Scalar?, of special: String?) -> Int {
        guard let next else { return 1 }
        if let special, !special.unicodeScalars.contains(next) { word.append("\\") }
        word.append(next)
        return 2
    }

    private var string: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: word)
        return String(text)
    }

    /// True if the word begins with `~/`; `~name` is another user's home.
    private var isHome: Bool { isInHome && word.prefix(2) == ["~", "/"] }

    private mutating func endWord() {
        guard hasWord else { return }
        if !isRedirected {
            let isUnknown = isExpanded || isInHome && word != ["~"] && !isHome
            words.append(isUnknown ? nil : isInHome ? expandingHome(string) : string)
        }
        isRedirected = false
        dropWord()
    }

    private mutating func dropWord() {
        (word, hasWord, isExpanded, isInHome) = ([], false, false, false)
    }
}

/// Returns a path with the home folder in place of its leading `~`.
func expandingHome(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment("HOME") else { return path }
    return home + path.dropFirst()
}
