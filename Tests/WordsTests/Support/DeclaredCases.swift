import TestSupport

/// Returns the names of the cases that an enum declares, from its source. A list of samples is
/// complete if it has each of them.
///
/// - Parameter path: The file in `Sources/Words`.
func declaredCases(of type: String, in path: String) throws -> Set<String> {
    let source = String(
        decoding: try readFile(projectFolder + "/Sources/Words/" + path), as: UTF8.self)
    guard let start = source.firstRange(of: "enum \(type)"),
        let end = source[start.upperBound...].firstRange(of: "\n}\n")
    else { return [] }
    var names: Set<String> = []
    var depth = 0
    var name = ""
    for line in source[start.upperBound..<end.lowerBound].split(separator: "\n") {
        let words = line.drop { $0 == " " }
        guard words.hasPrefix("case ") else { continue }
        for character in words.dropFirst("case ".count) + "," {
            switch character {
            case "(": depth += 1
            case ")": depth -= 1
            case "," where depth == 0:
                names.insert(name)
                name = ""
            default:
                if depth == 0, character.isLetter || character.isNumber { name.append(character) }
            }
        }
    }
    return names
}

/// The name of a value's case.
func caseName(_ value: some Any) -> String { String("\(value)".prefix { $0 != "(" }) }
