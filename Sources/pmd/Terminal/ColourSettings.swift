import BoardStorage
import Synchronization
import TaskBoard
import Words

/// The theme in git's configuration, read when the first line is coloured.
final class ColourSettings: Sendable {
    private struct State {
        var location: Location?
        var theme: Theme?
    }

    private let state = Mutex(State())

    /// Uses the settings of this board's repository in addition to the user's.
    func use(_ location: Location) { state.withLock { $0.location = location } }

    /// - Throws: ``Failure`` (65) for an unknown name or a value that is not a colour.
    func theme() throws(Failure) -> Theme {
        try state.withLock { state throws(Failure) in
            if let theme = state.theme { return theme }
            let theme = try Theme(settings: Self.read(state.location))
            state.theme = theme
            return theme
        }
    }

    private static func read(_ location: Location?) -> [(name: String, value: String)] {
        do {
            return try location.map { try $0.userSettings(below: "pmd.color") }
                ?? Location.userSettings(below: "pmd.color", in: Program.environment)
        } catch {
            // A list needs no repository, so it works on a damaged one.
            return []
        }
    }
}

/// A colour value of git's configuration: up to two colours, for text and background, and
/// attributes.
struct ColourValue: Equatable {
    /// The numbers of ECMA-48, "Select Graphic Rendition", joined by semicolons; empty for
    /// unstyled text.
    let numbers: String

    /// - Throws: ``ColourError`` for a word that is neither a colour nor an attribute, and for a
    ///   third colour.
    init(_ text: String) throws(ColourError) {
        var attributes: [String] = []
        var colours: [String] = []
        for word in text.lowercased().split(whereSeparator: { " \t\n".contains($0) }) {
            let word = String(word)
            if word == "reset" {
                attributes.append("0")
            } else if let number = Self.attribute(word) {
                attributes.append(String(number))
            } else if let number = Self.colour(word, isBackground: !colours.isEmpty) {
                guard colours.count < 2 else { throw .tooMany }
                colours.append(number)
            } else {
                throw .unknown(word, near: suggestion(for: word, among: Self.words))
            }
        }
        numbers = (attributes + colours).filter { !$0.isEmpty }.joined(separator: ";")
    }

    private static let attributes = [
        "bold": 1, "dim": 2, "italic": 3, "ul": 4, "blink": 5, "reverse": 7, "strike": 9,
    ]

    private static let names = [
        "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    ]

    /// The valid words, for suggestions.
    private static var words: [String] {
        names + names.map { "bright" + $0 } + attributes.keys + ["normal", "default", "reset"]
    }

    /// `bold`, or `nobold` or `no-bold` to end it.
    private static func attribute(_ word: String) -> Int? {
        if let number = attributes[word] { return number }
        guard word.hasPrefix("no") else { return nil }
        let rest = word.dropFirst(word.hasPrefix("no-") ? 3 : 2)
        // One code ends both bold and dim.
        return attributes[String(rest)].map { $0 == 1 ? 22 : 20 + $0 }
    }

    /// Returns the numbers of a colour; empty for `normal`, which changes nothing.
    private static func colour(_ word: String, isBackground: Bool) -> String? {
        let shift = isBackground ? 10 : 0
        if word == "normal" || word == "-1" { return "" }
        if word == "default" { return String(39 + shift) }
        if let index = names.firstIndex(of: word) { return String(30 + index + shift) }
        if word.hasPrefix("bright"), let index = names.firstIndex(of: String(word.dropFirst(6))) {
            return String(90 + index + shift)
        }
        if word.hasPrefix("#") {
            return levels(word.dropFirst()).map { "\(38 + shift);2;" + $0 }
        }
        guard word.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let index = Int(word) else { return nil }
        switch index {
        case 0..<8: return String(30 + index + shift)
        case 8..<16: return String(82 + index + shift)
        case 16..<256: return "\(38 + shift);5;\(index)"
        default: return nil
        }
    }

    /// Returns the levels of a colour such as `ff8000`, or in short form `f80`.
    private static func levels(_ digits: Substring) -> String? {
        let values = digits.compactMap(\.hexDigitValue)
        guard values.count == digits.utf8.count else { return nil }
        switch values.count {
        case 3: return values.map { String($0 * 17) }.joined(separator: ";")
        case 6:
            let levels = [0, 2, 4].map { (place: Int) -> String in
                String(16 * values[place] + values[place + 1])
            }
            return levels.joined(separator: ";")
        default: return nil
        }
    }
}
