package import MarkdownDocument
import TaskBoard

/// Returns the attributes that a Taskwarrior user has defined, by name.
///
/// - Parameter bytes: The text of a `.taskrc`, or of `task _show`: lines such as
///   `uda.estimate.type=duration`.
package func taskwarriorDefinitions(in bytes: [UInt8]) -> [Text: ForeignDefinition] {
    var definitions: [Text: ForeignDefinition] = [:]
    for line in bytes.lines where line.hasPrefix("uda.") {
        // The rest of a line is a comment.
        let line = line.prefix { $0 != UInt8(ascii: "#") }
        let sides = line.split(separator: UInt8(ascii: "="), maxSplits: 1)
        let path = sides.first?.split(separator: UInt8(ascii: ".")) ?? []
        guard sides.count == 2, path.count == 3 else { continue }
        let (name, value) = (Text(path[1]), Text(sides[1].trimmed))
        var definition = definitions[name] ?? ForeignDefinition()
        switch String(decoding: path[2].trimmed, as: UTF8.self) {
        case "type": definition.type = value.string
        case "label": definition.label = value.string
        case "default": definition.initial = value.isEmpty ? nil : value
        case "values":
            // Taskwarrior lists the highest value first. An empty one stands for none.
            let values = value.utf8.split(separator: UInt8(ascii: ",")).map { Text($0.trimmed) }
            var seen: Set<Text> = [""]
            definition.values = values.filter { seen.insert($0.folded).inserted }.reversed()
        default: break
        }
        definitions[name] = definition
    }
    return definitions
}

/// Returns the names of a Taskwarrior user's settings that have a counterpart in pmd but are not
/// imported, such as `urgency.uda.stage.ship` and `report.mine`, each once.
///
/// The output of `task _show` also has all defaults, which are left out.
package func unreadTaskwarriorSettings(in bytes: [UInt8]) -> [Text] {
    let lines = bytes.lines.map { Array($0) }
    let hasDefaults = lines.contains { $0.starts(with: "abbreviation.minimum=".utf8) }
    let definitions = taskwarriorDefinitions(in: bytes)
    var names: [Text] = []
    for line in lines {
        guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
        let path = String(decoding: line[..<sign], as: UTF8.self)
            .split(separator: ".").map { $0.filter { $0 != " " } }
        let value = line[(sign + 1)...].prefix { $0 != UInt8(ascii: "#") }.trimmed
        guard path.count > 1, !value.isEmpty else { continue }
        let name: String? =
            switch path[0] {
            case "urgency" where !hasDefaults || defaultWeights.isDisjoint(with: path):
                path.filter { $0 != "coefficient" }.joined(separator: ".")
            case "report" where !defaultReports.contains(path[1]),
                "alias" where !defaultAliases.contains(path[1]):
                path[0] + "." + path[1]
            case "context" where path[1] != "none": path[0] + "." + path[1]
            case "default" where !otherDefaults.contains(path[1]),
                "uda" where path.last == "default" && definitions[Text(path[1])]?.type == "date":
                path.joined(separator: ".")
            default: nil
            }
        if let name, !names.contains(Text(name)) { names.append(Text(name)) }
    }
    return names
}

/// Parts of the names of Taskwarrior's default weights.
private let defaultWeights: Set = [
    "active", "age", "annotations", "blocked", "blocking", "due", "inherit", "next", "priority",
    "scheduled", "tags", "waiting",
]

private let defaultReports: Set = [
    "active", "all", "blocked", "blocking", "completed", "list", "long", "ls", "minimal", "newest",
    "next", "oldest", "overdue", "ready", "recurring", "timesheet", "unblocked", "waiting",
]

/// The settings `default.…` that give new tasks no value.
private let otherDefaults: Set = ["command", "timesheet"]

private let defaultAliases: Set = ["burndown", "ghistory", "history", "rm", "summary"]
