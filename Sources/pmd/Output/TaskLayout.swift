import BoardView

/// One task in full, as `pmd show` prints it. Every text is safe to print.
struct TaskLayout: Sendable {
    /// A key of the front matter with what it says.
    struct Field: Equatable, Sendable {
        var key: String
        var value: String
        var style: Style = []
    }

    /// A line of the body, with the number of the checklist's item on it.
    struct BodyLine: Equatable, Sendable {
        var text: String
        var item: Int?
        var isTicked = false
    }

    var title: String
    var reference: String
    var path: String
    var fields: [Field]
    /// The problems of the file, with line and column.
    var problems: [String] = []
    var body: [BodyLine] = []
    /// A row of cells for each conflict.
    var conflicts: [[Table.Cell]] = []
    /// The last changes, newest first, as sentences.
    var history: [String] = []
}

extension TaskLayout {
    func lines(ink: Ink, columns: Int) -> [String] {
        let sections = [
            head(ink, columns), problemLines(ink, columns), bodyLines(ink, columns),
            conflictLines(ink, columns), historyLines(ink, columns),
        ]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private func head(_ ink: Ink, _ columns: Int) -> [String] {
        var table = Table()
        for field in fields {
            table.append([
                .init(text: field.key, style: .dim),
                .init(text: field.value, style: field.style),
            ])
        }
        return title.wrapped(to: columns).map { ink($0, .bold) }
            + [ink(reference, .yellow) + "  " + ink(path, .dim)]
            + table.lines(ink: ink, limit: .max / 2, indent: 2)
    }

    private func problemLines(_ ink: Ink, _ columns: Int) -> [String] {
        problems.flatMap { ("! " + $0).wrapped(to: columns) }.map { ink($0, .red) }
    }

    /// The body behind a margin in which the checklist's items have their numbers.
    private func bodyLines(_ ink: Ink, _ columns: Int) -> [String] {
        let margin = max(2, body.compactMap { $0.item.map { "\($0)".count + 1 } }.max() ?? 0)
        return body.map { line in
            let number = (line.item.map { "\($0)" } ?? "").paddedLeft(to: margin - 1)
            let text = line.isTicked ? ink(line.text, .dim) : Self.styled(line.text, ink)
            return (ink(number, .cyan) + " " + text).trimmingTrailingBlanks
        }
    }

    private func conflictLines(_ ink: Ink, _ columns: Int) -> [String] {
        guard !conflicts.isEmpty else { return [] }
        var table = Table()
        for cells in conflicts { table.append(cells) }
        let heading =
            "Conflicts; resolve them with 'pmd resolve \(reference) --keep' or '--take N'"
        return [ink(heading, .magenta)] + table.lines(ink: ink, limit: .max / 2, indent: 2)
    }

    private func historyLines(_ ink: Ink, _ columns: Int) -> [String] {
        history.isEmpty ? [] : [ink("History", .dim)] + history.map { "  " + $0 }
    }

    /// A heading, a quote or a rule of the body, told from prose by its beginning.
    private static func styled(_ text: String, _ ink: Ink) -> String {
        let start = text.drop { $0 == " " }
        if start.hasPrefix("#") { return ink(text, .bold) }
        if start.hasPrefix("> [!conflict]") { return ink(text, [.magenta, .bold]) }
        if start.hasPrefix(">") { return ink(text, .dim) }
        return text
    }
}
