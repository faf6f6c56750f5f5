/// Bundles modules of the page into one script, which a browser loads with one request.
///
/// A later bundle can use the modules of earlier ones, which the browser has loaded by then.
///
/// Each module becomes a function that returns its exports, and each import a constant. This needs
/// modules without circular imports, each import on one line, and exports that are declarations or
/// a list; `Tests/ProofTests/Project/PageTests.swift` checks that.
///
/// Line numbers within a module do not change, since comments are only emptied; indentation is
/// removed. The source map maps the lines to the modules, so a browser's debugger shows the sources.
struct PageBundle {
    /// The files by path.
    private let files: [String: String]
    private var lines: [String]
    private var positions: [Position?] = [nil]
    /// The modules in execution order.
    private(set) var modules: [String] = []
    /// The modules of earlier bundles.
    private let known: [String]
    private var entered: Set<String> = []

    /// A line of a module.
    private struct Position {
        let module: Int
        let line: Int
    }

    /// - Parameters:
    ///   - earlier: The bundles that are loaded before; none to make the first one.
    ///   - first: The file of the first one.
    init(
        of entry: String, in files: [String: String], after earlier: [PageBundle] = [],
        first: String = ""
    ) {
        self.files = files
        known = earlier.flatMap(\.modules)
        entered = Set(known)
        lines = [
            earlier.isEmpty
                ? "export const $modules = {};" : "import { $modules } from \"./\(first)\";"
        ]
        add(entry)
    }

    /// - Parameter map: The URL of the source map.
    func script(map: String) -> String {
        lines.joined(separator: "\n") + "\n//# sourceMappingURL=\(map)\n"
    }

    /// Adds a module after its imports.
    private mutating func add(_ path: String) {
        guard entered.insert(path).inserted else {
            precondition((known + modules).contains(path), "\(path) imports itself")
            return
        }
        guard let text = files[path] else { preconditionFailure("the page has no \(path)") }
        let source = text.split(separator: "\n", omittingEmptySubsequences: false)
        for line in source where line.hasPrefix("import ") { add(Self.imported(line, by: path)) }
        append("$modules[\"\(path)\"] = (() => {", nil)
        var exports: [String] = []
        for (number, line) in Self.shortened(source).enumerated() {
            let position = Position(module: modules.count, line: number)
            append(Self.rewritten(line, of: path, &exports), position)
        }
        append("return { \(exports.joined(separator: ", ")) };})();", nil)
        modules.append(path)
    }

    private mutating func append(_ line: String, _ position: Position?) {
        lines.append(line)
        positions.append(position)
    }

    private static func rewritten(
        _ line: Substring, of path: String, _ exports: inout [String]
    ) -> String {
        if line.hasPrefix("import ") {
            guard let names = names(in: line) else { return "" }
            let members = names.map { $0.replacing(" as ", with: ": ") }.joined(separator: ", ")
            return "const { \(members) } = $modules[\"\(imported(line, by: path))\"];"
        }
        guard line.hasPrefix("export ") else { return String(line) }
        if let names = names(in: line), line.hasPrefix("export {") {
            exports += names
            return ""
        }
        let declaration = line.dropFirst("export ".count)
        let words = declaration.split(separator: " ").drop { $0 == "async" }
        let name = words.dropFirst().first?.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        exports.append(String(name ?? ""))
        return String(declaration)
    }

    /// Returns the names in the braces of an import or an export; nil without braces.
    private static func names(in line: Substring) -> [String]? {
        guard let start = line.firstIndex(of: "{"), let end = line.firstIndex(of: "}") else {
            return nil
        }
        return line[line.index(after: start)..<end].split(separator: ",")
            .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    }

    /// Returns the path of the module imported on a line.
    private static func imported(_ line: Substring, by path: String) -> String {
        let address = line.split(separator: "\"").dropLast().last ?? ""
        var folders = path.split(separator: "/").dropLast()
        for step in address.split(separator: "/") {
            if step == ".." {
                folders = folders.dropLast()
            } else if step != "." {
                folders.append(step)
            }
        }
        return folders.joined(separator: "/")
    }

    /// Replaces comment lines with empty lines, and removes the indentation of the others.
    static func shortened(_ lines: [Substring]) -> [Substring] {
        var isInside = false
        return lines.map { line in
            let text = line.drop { $0 == " " }
            if text.hasPrefix("/*") { isInside = true }
            defer { if text.hasSuffix("*/") { isInside = false } }
            return isInside || text.hasPrefix("//") ? "" : text
        }
    }
}

extension PageBundle {
    /// Returns the source map, version 3 of the format (ECMA-426), with the module and line of
    /// each line.
    func sourceMap() -> String {
        var last = Position(module: 0, line: 0)
        let mappings = positions.map { position in
            guard let position else { return "" }
            defer { last = position }
            return "A" + Self.digits(position.module - last.module)
                + Self.digits(position.line - last.line) + "A"
        }
        let sources = modules.map { "\"\($0)\"" }.joined(separator: ",")
        return "{\"version\":3,\"sources\":[\(sources)],\"names\":[],\"mappings\":\""
            + mappings.joined(separator: ";") + "\"}"
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

    /// Returns a base64 VLQ: the sign in the lowest bit, five bits per digit, lowest digits first.
    private static func digits(_ number: Int) -> String {
        var (rest, text) = (number < 0 ? -number << 1 | 1 : number << 1, "")
        repeat {
            let digit = rest & 31
            rest >>= 5
            text.append(alphabet[rest > 0 ? digit | 32 : digit])
        } while rest > 0
        return text
    }
}
