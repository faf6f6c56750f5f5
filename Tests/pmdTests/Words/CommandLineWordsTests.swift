import BoardStorage
import TaskBoard
import TestSupport
import Testing
import Words

@testable import pmd

/// Splitting the command line into options and words.
struct CommandLineWordsTests {
    private static let commands = [
        "list": OptionNames(flags: ["--all"], values: ["--sort"]),
        "log": OptionNames(values: ["-n", "--since"]),
        "move": OptionNames(flags: ["--top"]), "show": OptionNames(),
        "__transfer": OptionNames(),
    ]

    private static var reader: CommandLineWords {
        CommandLineWords(
            commands: Array(commands.keys),
            alias: { name, folder in
                ["mine": "list '@me or' \"+a b\" --all", "bad": "mine", "open": "'x"][name]
                    .map { folder.isEmpty ? $0 : "log" }
            }
        ) { name in
            let own = commands[name] ?? OptionNames()
            return OptionNames(
                flags: own.flags.union(OptionNames.common.flags),
                values: own.values.union(OptionNames.common.values))
        }
    }

    private func read(_ words: [String]) throws -> [Word] {
        var reader = Self.reader
        try reader.read(words.map { Array($0.utf8) })
        return reader.arguments.map { Word(argument: $0) }
    }

    @Test func `the parser sees only the first words of a command that takes many`() throws {
        let words = (0..<200).map { "-\($0)" }
        for takesMany in [true, false] {
            var reader = CommandLineWords(
                commands: ["list"], takesMany: { _ in takesMany }, options: { _ in .common })
            try reader.read(
                (["list"] + words + ["--json", "a", "--", "--b"]).map { Array($0.utf8) })
            let seen = reader.arguments.map { Word(argument: $0) }.filter { $0 != "--json" }
            let all = Array(seen.dropFirst()) + reader.further
            #expect(all.map(\.string) == words + ["a", "--b"])
            #expect(all.map(\.isLiteral) == Array(repeating: false, count: 201) + [true])
            #expect(seen.count == (takesMany ? 65 : 203))
            #expect(reader.arguments.contains("--json"))
        }
    }

    /// Words that the parser would read as options.
    private func options(_ words: [String]) throws -> [String] {
        var reader = Self.reader
        try reader.read(words.map { Array($0.utf8) })
        return reader.arguments.filter { $0.hasPrefix("-") }
    }

    @Test(arguments: [
        (["mine", "due:fri"], ["list", "@me or", "+a b", "--all", "due:fri"]),
        (["-C", "x", "mine"], ["log", "-C", "x"]), (["93"], ["show", "93"]),
        (["k3", "--json"], ["show", "k3", "--json"]),
    ])
    func `an alias stands for its words, and the start of a code for 'show'`(
        _ words: [String], _ meaning: [String]
    ) throws {
        #expect(try read(words).map(\.string) == meaning)
    }

    @Test(arguments: [
        ("bad", "git's setting pmd.alias.bad is 'mine'; expected a command of pmd"),
        ("open", "git's setting pmd.alias.open is ''x'"), ("1l", "'1l' is not a pmd command"),
        ("bcd", "'bcd' is not a pmd command"),
    ])
    func `an alias of no command is refused`(_ word: String, _ said: String) {
        let failure = #expect(throws: Failure.self) { try read([word]) }
        #expect(failure?.description(.english).hasPrefix(said) == true)
    }

    @Test(arguments: [
        (["list", "-house"], []), (["list", "-q"], ["-q"]), (["list", "-qh"], []),
        (["list", "--all", "-x", "--sort", "-due"], ["--all", "--sort"]),
        (["log", "-n", "5", "-n5x"], ["-n"]), (["log", "--since", "-3d"], ["--since"]),
        (["log", "--since=-3d"], ["--since=-3d"]), (["list", "--", "--all", "-q"], []),
        (["list", "-"], []), (["-C", "-dir", "list"], ["-C"]),
    ])
    func `only declared options reach the parser as options`(
        _ words: [String], _ options: [String]
    ) throws {
        #expect(try self.options(words) == options)
    }

    @Test(
        arguments: [
            (["--sort", "list"], nil),
            (["-C", "x", "--json", "list"], ["list", "-C", "x", "--json"]),
            (["-C", "x", "list", "-C", "y"], ["list", "-C", "x", "-C", "x/y"]),
            (["-C", "x", "-C", "/y", "list"], ["list", "-C", "x", "-C", "/y"]),
            (["-C", "x", "-C", "", "list"], ["list", "-C", "x", "-C", "x"]),
            (["--color", "never", "list"], ["list", "--color", "never"]),
            (["--color=never", "list", "a"], ["list", "--color=never", "a"]),
            (["-C", "x"], []), (["-q", "--json"], []), (["-C"], nil),
            (["list", "a", "--version"], ["--version"]), (["-q", "--version"], ["--version"]),
        ] as [([String], [String]?)])
    func `options may stand before the command`(_ words: [String], _ arguments: [String]?) throws {
        var reader = Self.reader
        guard let arguments else {
            #expect(throws: Failure.self) { try reader.read(words.map { Array($0.utf8) }) }
            return
        }
        try reader.read(words.map { Array($0.utf8) })
        #expect(reader.arguments.map { Word(argument: $0).string } == arguments)
    }

    @Test(arguments: [
        ["list", "-house", "+a", "우유", "C++", "", "-"], ["list", "\u{10F800}x", "\u{10F9FF}"],
        ["log", "--since", "-3d", "-n", "3"],
    ])
    func `words are passed through unchanged`(_ words: [String]) throws {
        #expect(try read(words).map(\.string) == words)
    }

    @Test func `bytes that are not UTF-8 are passed through unchanged`() throws {
        let bytes: [UInt8] = [0x2D, 0xFF, 0xE9, 0x61, 0xF4, 0x8F, 0xA4, 0x80]
        var reader = Self.reader
        try reader.read([Array("list".utf8), bytes])
        #expect(Word(argument: reader.arguments[1]).bytes == bytes)
    }

    @Test func `words after two dashes are treated as text`() throws {
        let words = try read(["list", "due:fri", "--", "due:fri", "--"])
        #expect(words.map(\.string) == ["list", "due:fri", "due:fri", "--"])
        #expect(words.map(\.isLiteral) == [false, false, true, true])
    }

    @Test func `common options may stand before the command`() throws {
        #expect(
            try read(["-C", "x", "--json", "list", "a"]).map(\.string)
                == ["list", "-C", "x", "--json", "a"])
    }

    @Test(arguments: [
        (["mvoe"], "'mvoe' is not a pmd command; did you mean 'pmd move'?"),
        (["frobnicate"], "'frobnicate' is not a pmd command; see 'pmd --help'"),
        (["--frob"], "'--frob' is not a pmd option; see 'pmd --help'"),
        (["list", "--al"], "'--al' is not an option of 'pmd list'; did you mean '--all'?"),
        (
            ["list", "--frobnicate"],
            "'--frobnicate' is not an option of 'pmd list'; see 'pmd list --help'"
        ),
        (["log", "-n3"], "'-n' and its value are separate words: try '-n 3'"),
        (
            ["log", "--since", "--all"],
            "'--since' needs a value, but '--all' looks like an option; write "
                + "'--since=--all' to use it as the value"
        ),
    ])
    func `invalid input is refused with a suggestion`(
        _ words: [String], _ message: String
    ) {
        let error = #expect(throws: Failure.self) { try self.read(words) }
        #expect(error?.exit == .usage && error?.words.english == message)
    }

    @Test func `errors are JSON if requested, even before the words are parsed`() {
        var reader = Self.reader
        do { try reader.read([Array("mvoe".utf8), Array("--json".utf8)]) } catch {}
        #expect(reader.isJSON)
    }
}
