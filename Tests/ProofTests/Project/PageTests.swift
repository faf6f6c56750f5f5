import TestSupport
import Testing

/// Rules for the modules of the web board, checked in the source.
struct PageTests {
    /// The layers, each of which imports only from itself and earlier ones.
    private static let layers = ["core", "state", "commands", "views", "input"]

    /// A script of the page.
    private struct Module {
        /// Its path below the page's folder, such as `core/dom.js`.
        let path: String
        let lines: [String]

        /// The number of its layer. The scripts that start the page may import all layers.
        var layer: Int? {
            let isStart = ["app.js", "others.js", "requests.js"].contains(path)
            return isStart ? layers.count : layers.firstIndex(of: String(folders[0]))
        }
        var folders: [Substring] { path.split(separator: "/") }

        /// The paths of the modules that it imports.
        var imports: [String] {
            lines.filter { $0.hasPrefix("import ") }.map { line in
                let address = line.split(separator: "\"").dropLast().last ?? ""
                var result = folders.dropLast()
                for step in address.split(separator: "/") where step != "." {
                    if step == ".." { result = result.dropLast() } else { result.append(step) }
                }
                return result.joined(separator: "/")
            }
        }

        var holdsState: Bool { imports.contains("state/store.js") }
    }

    private static let folder = projectFolder + "/Sources/WebBoard/Page"

    private static func files(in folder: String = "") throws -> [String] {
        try names(in: Self.folder + "/" + folder).flatMap { name in
            name.contains(".") ? [folder + name] : try files(in: folder + name + "/")
        }
    }

    /// All scripts except the service worker, which is loaded separately.
    private static func modules() throws -> [Module] {
        try files().filter { $0.hasSuffix(".js") && $0 != "sw.js" }.map { path in
            let text = String(decoding: try readFile(folder + "/" + path), as: UTF8.self)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return Module(path: path, lines: lines.map(String.init))
        }
    }

    @Test func `each module imports only from its own and earlier layers`() throws {
        let modules = try Self.modules()
        let layers = Dictionary(uniqueKeysWithValues: modules.map { ($0.path, $0.layer) })
        #expect(modules.count > 50)
        for module in modules {
            let own = try #require(module.layer, "\(module.path) is in no layer")
            for path in module.imports {
                let layer = try #require(layers[path] ?? nil, "\(module.path): no \(path)")
                #expect(layer <= own, "\(module.path) imports \(path)")
            }
        }
    }

    /// A bundle turns a name that is not exported into an undefined constant.
    @Test func `each imported name is exported by its module`() throws {
        let modules = try Self.modules()
        let exports = Dictionary(
            uniqueKeysWithValues: modules.map { module in
                (module.path, Set(module.lines.flatMap(Self.exported)))
            })
        for module in modules {
            let lines = module.lines.filter { $0.hasPrefix("import ") }
            for (line, path) in zip(lines, module.imports) where line.contains("{") {
                for name in Self.bracedNames(in: line) {
                    #expect(
                        exports[path]?.contains(name) == true, "\(module.path): \(name) of \(path)")
                }
            }
        }
    }

    /// Returns the names in the braces of an import or an export, before `as`.
    private static func bracedNames(in line: String) -> [String] {
        let inside = line.split(separator: "{").last?.split(separator: "}").first ?? ""
        return inside.split(separator: ",").compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
    }

    private static func exported(by line: String) -> [String] {
        if line.hasPrefix("export {") { return bracedNames(in: line) }
        let declaration = #/export (?:const|class|(?:async )?function) (\w+)/#
        return line.prefixMatch(of: declaration).map { [String($0.output.1)] } ?? []
    }

    @Test func `no imports are circular`() throws {
        var left = Dictionary(
            uniqueKeysWithValues: try Self.modules().map { ($0.path, Set($0.imports)) })
        while let free = left.first(where: { $0.value.isDisjoint(with: left.keys) }) {
            left[free.key] = nil
        }
        #expect(left.keys.sorted() == [])
    }

    @Test func `the action registry imports nothing`() throws {
        let registry = try #require(
            try Self.modules().first { $0.path == "commands/registry.js" })
        #expect(registry.imports == [])
    }

    private static func assignsState(_ line: String) -> Bool {
        let assignment =
            #/
            \bstore(\.\w+|\[[^\]]*\])+\s*(=[^=>]|[-+*\/|&?]{1,2}=|\+\+|--)
            |\[store\.[^\]]*\]\s*=[^=>]
            |\bstore(\.\w+)+\.(add|clear|delete|set|push|pop|shift|unshift|splice|sort|reverse)\(
            |\bdelete\ store\b
            |\bObject\.assign\(store\b
            /#
        return line.contains("store") && line.contains(assignment.wordBoundaryKind(.simple))
    }

    @Test func `only the reducer changes the state`() throws {
        for module in try Self.modules() where module.holdsState {
            for line in module.lines {
                #expect(!Self.assignsState(line), "\(module.path): \(line)")
            }
        }
        let readers = try Self.modules().filter { $0.imports.contains("state/reducer.js") }
        #expect(readers.map(\.path) == ["state/store.js"])
    }

    @Test(arguments: [
        "store.at = text;", "store.board.undo = null;", "store.selection.clear();",
        "[store.board.undo, store.board.redo] = [1, 2];", "store.limit += 1;",
        "store.status ??= {};", "delete store.board;", "store.pending.push(...effects);",
    ])
    func `an assignment to the state is found`(line: String) throws {
        #expect(Self.assignsState(line))
    }

    @Test(arguments: [
        "if (store.at === text) return;", "const { board } = store;", "store.queue.filter(sent);",
        "const all = [store.query, store.view];", "[...store.selection].sort();",
        "const same = store.view == name;", "const find = () => store.board;",
    ])
    func `reading the state is not an assignment`(line: String) throws {
        #expect(!Self.assignsState(line))
    }

    @Test func `exactly the reducer's actions are dispatched`() throws {
        let modules = try Self.modules()
        let dispatched = modules.flatMap(\.lines).flatMap { line in
            line.matches(of: #/\bdispatch\(\{ type: "(\w+)"/#).map { String($0.output.1) }
        }
        let calls = modules.filter(\.holdsState).flatMap(\.lines).joined(separator: "\n")
            .matches(of: #/\bdispatch\(/#).count
        #expect(dispatched.count == calls, "each action is written where it is dispatched")
        let reducer = try #require(modules.first { $0.path == "state/reducer.js" })
        let table = reducer.lines.drop { !$0.hasPrefix("const CHANGES") }.prefix { $0 != "};" }
        let known = table.compactMap { $0.firstMatch(of: #/^  (\w+): \(/#)?.output.1 }
        #expect(Set(dispatched) == Set(known.map(String.init)))
        #expect(known.count > 20)
    }

    /// `PageBundle` reads lines, and supports only these forms of JavaScript.
    @Test func `the bundler can read every import, export and comment`() throws {
        let imports =
            #/import (\{ \w+( as \w+)?(, \w+( as \w+)?)* \} from )?"\.{1,2}/[\w/.]+\.js";/#
        let exports = #/export (\{ \w+(, \w+)* \};|(const|class|(async )?function) \w+.*)/#
        for module in try Self.modules() {
            for line in module.lines {
                if line.hasPrefix("import") {
                    #expect(line.wholeMatch(of: imports) != nil, "\(line)")
                }
                if line.hasPrefix("export") {
                    #expect(line.wholeMatch(of: exports) != nil, "\(line)")
                }
                #expect(!line.contains(#/^(await|for await)\b|\bimport\((?!")/#), "\(line)")
                #expect(!line.contains(#/\*\/.*\S/#), "\(module.path): code after a comment")
            }
        }
    }

    @Test func `modules call each other and send no custom events`() throws {
        for module in try Self.modules() {
            for line in module.lines {
                #expect(!line.contains("CustomEvent"), "\(module.path): \(line)")
            }
        }
    }

    @Test func `the page's file table is complete`() throws {
        let table = String(
            decoding: try readFile(projectFolder + "/Sources/Cpage/page.c"), as: UTF8.self)
        let embedded = table.matches(of: #/#embed "\.\.\/WebBoard\/Page\/([^"]+)"/#)
        #expect(embedded.map { String($0.output.1) }.sorted() == (try Self.files()).sorted())
    }
}
