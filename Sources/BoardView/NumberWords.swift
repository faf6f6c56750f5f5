/// Formats numbers as in the reader's region: `1,234` in the United States and in Korea, `1.234` in
/// Germany, `1 234` in France.
package struct NumberWords: Equatable, Sendable {
    /// The sign between groups of three digits; empty for none.
    private let group: String
    /// The sign before decimals.
    package let decimal: String

    /// Without groups, as in files and for scripts.
    package static let plain = NumberWords(group: "", decimal: ".")

    private init(group: String, decimal: String) {
        (self.group, self.decimal) = (group, decimal)
    }

    /// Creates the format of a locale, such as `de_DE.UTF-8`. A locale without a language, such as
    /// `C`, has no groups.
    ///
    /// The table is that of the Unicode CLDR, with a no-break space for its narrow one, which
    /// terminal fonts often lack.
    package init(ofLocale name: some StringProtocol) {
        let words = name.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
            .map { String($0) }
        let territory = words.count > 1 ? words[words.count - 1] : ""
        self =
            switch (words.first ?? "", territory) {
            case ("en", "ZA"): NumberWords(group: "\u{A0}", decimal: ",")
            case ("en", _), ("ko", _), ("ja", _), ("zh", _), ("he", _), ("th", _), ("hi", _),
                ("es", "MX"), ("es", "US"):
                NumberWords(group: ",", decimal: ".")
            case ("de", "CH"), ("de", "LI"), ("it", "CH"): NumberWords(group: "’", decimal: ".")
            case ("de", "AT"): NumberWords(group: "\u{A0}", decimal: ",")
            case ("de", _), ("es", _), ("it", _), ("nl", _), ("pt", "BR"), ("da", _), ("tr", _),
                ("id", _), ("el", _), ("ro", _), ("hr", _), ("sl", _), ("sr", _), ("vi", _):
                NumberWords(group: ".", decimal: ",")
            case ("fr", _), ("pt", _), ("pl", _), ("cs", _), ("sk", _), ("ru", _), ("uk", _),
                ("sv", _), ("nb", _), ("nn", _), ("no", _), ("fi", _), ("hu", _), ("bg", _),
                ("et", _), ("lt", _), ("lv", _):
                NumberWords(group: "\u{A0}", decimal: ",")
            default: .plain
            }
    }

    /// Returns a number with its groups.
    package func text(_ number: Int) -> String {
        let digits = String(number.magnitude)
        guard !group.isEmpty, digits.count > 3 else { return String(number) }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += group }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + text
    }
}

/// Returns the size of a file, such as `820 kB` or `1.4 MB`.
package func sizeWords(_ bytes: Int) -> String {
    if bytes < 1_000 { return "\(bytes) B" }
    if bytes < 999_500 { return "\((bytes + 500) / 1_000) kB" }
    let tenths = (bytes + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) MB"
}
