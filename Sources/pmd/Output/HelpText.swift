/// The help of one command, taken apart again: the parser that makes it gives
/// its definitions in no other form that needs no JSON to be read.
struct HelpText {
    /// An argument or option with what it is for.
    struct Entry: Equatable {
        var name: String
        var help: String
    }

    private(set) var entries: [Entry] = []

    /// Reads help that was rendered on lines of any length.
    init(_ text: String) {
        let lines = text.split(separator: "\n")
        guard
            let start = lines.firstIndex(where: { $0 == "ARGUMENTS:" || $0 == "OPTIONS:" })
        else { return }
        for line in lines[start...] where line.hasPrefix("  ") { take(line.drop { $0 == " " }) }
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
