/// The usage and the entries of a rendered help page. ArgumentParser exports its declarations only
/// as help or as JSON.
struct HelpText {
    /// An argument or option with its help.
    struct Entry: Equatable {
        var name: String
        var help: String
    }

    private(set) var entries: [Entry] = []
    /// The usage lines of the command, each with the program and command name.
    let usage: [String]

    /// Parses a help page that was rendered without wrapping.
    init(_ text: String) {
        usage = Self.usage(in: text)
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

    private static func usage(in text: String) -> [String] {
        let title = "USAGE: "
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !$0.hasPrefix(title) }.prefix { !$0.isEmpty }
        return lines.joined(separator: "\n").dropFirst(title.count)
            .replacing(" | pmd ", with: "\npmd ").split(separator: "\n")
            .map { String($0.drop { $0 == " " }) }
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
