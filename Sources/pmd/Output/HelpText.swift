/// The entries of a rendered help page: ArgumentParser exports its declarations only as
/// help or as JSON.
struct HelpText {
    /// An argument or option with its help.
    struct Entry: Equatable {
        var name: String
        var help: String
    }

    private(set) var entries: [Entry] = []

    /// Parses a help page that was rendered without wrapping.
    init(_ text: String) {
        let lines = text.split(separator: "\n")
        guard
            let start = lines.firstIndex(where: { $0 == "ARGUMENTS:" || $0 == "OPTIONS:" })
        else { return }
        for line in lines[start...] where line.hasPrefix("  ") {
            let words = line.drop { $0 == " " }
            // The help of a long name is on the next line.
            if line.hasPrefix("    "), let last = entries.indices.last, entries[last].help.isEmpty {
                entries[last].help = String(words)
            } else {
                take(words)
            }
        }
    }

    private mutating func take(_ line: Substring) {
        guard let gap = line.firstRange(of: "  ") else {
            entries.append(Entry(name: String(line), help: ""))
            return
        }
        entries.append(
            Entry(
                name: String(line[..<gap.lowerBound]),
                help: String(line[gap.upperBound...].drop { $0 == " " })))
    }
}
