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
