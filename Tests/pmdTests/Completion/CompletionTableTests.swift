import ArgumentParser
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import pmd

/// The table of completions, compared with the declared commands and with the parsers.
struct CompletionTableTests {
    /// Options whose values are free text or numbers.
    private static let free = [
        "init": ["--states", "--branch"], "add": ["--body"],
        "edit": ["--title", "--body", "--append"], "attach": ["--name"], "list": ["-n"],
        "next": ["-n"], "log": ["-n"],
        "sync": ["--timeout"],
        "serve": [
            "--port", "--origin", "--socket", "--user-header", "--trusted-proxy", "--proxy-secret",
        ],
    ]

    /// Commands whose arguments are numbers, commits, or files that git names.
    private static let freeArguments = ["undo", "redo", "merge-driver"]

    private static let commands = PMD.commands.filter { $0.configuration.shouldDisplay }

    @Test func `every option with a value has candidates, or is listed as free`() throws {
        for command in Self.commands {
            let name = try #require(command.configuration.commandName)
            let offers = Offers.of[name] ?? Offers()
            for option in OptionNames(of: command).values {
                let isFree = Self.free[name, default: []].contains(option)
                #expect(
                    offers.value(of: option).isEmpty == isFree, "pmd \(name) \(option) has none")
            }
        }
    }

    @Test func `every command with arguments has candidates, or is listed as free`() throws {
        for command in Self.commands {
            let name = try #require(command.configuration.commandName)
            let arguments = try JSON(command._dumpHelp())["command"]?["arguments"]
            guard case .array(let declared)? = arguments else { continue }
            guard declared.contains(where: { $0["kind"]?.text == "positional" }) else { continue }
            let offers = Offers.of[name]
            #expect(offers != nil, "pmd \(name)")
            #expect(
                offers?.argument(0).isEmpty == Self.freeArguments.contains(name), "pmd \(name)")
        }
    }

    @Test func `the table lists only existing commands and options`() {
        for (name, offers) in Offers.of {
            let command = PMD.command(named: name)
            #expect(command != nil, "\(name)")
            let options = command.map { OptionNames(of: $0).values } ?? []
            #expect(options.isSuperset(of: offers.values.keys), "\(name)")
        }
    }

    @Test func `exactly the commands that accept where offer it`() throws {
        for command in Self.commands {
            let board = try ProgramSandbox.board()
            let name = try #require(command.configuration.commandName)
            guard let offers = Offers.of[name], !offers.arguments.isEmpty,
                !offers.argument(0).contains(.query)
            else { continue }
            let changes = [
                "edit": ["--", "+a"], "move": ["doing"], "snooze": ["2h"], "resolve": ["--keep"],
            ]
            let change = changes[name, default: []]
            let run = try board.run([board.program, name, "where", "+none"] + change)
            let isTaken = run.status == 0 && run.error == "No task matches\n"
            #expect(isTaken == !offers.queried.isEmpty, "\(name): \(run.error)")
        }
    }

    @Test func `every option that a command declares is offered`() async throws {
        for command in Self.commands {
            let name = try #require(command.configuration.commandName)
            let offered = await candidates([name], "-").map(\.word)
            #expect(OptionNames(of: command).all.isSubset(of: offered), "\(name)")
        }
    }

    @Test func `every offered date is valid, and its description is its day`() async throws {
        for (words, sense) in [(["add", "--due"], DateSense.ahead), (["log", "--since"], .back)] {
            let dates = await candidates(words, "")
            #expect(dates.count > 10)
            for word in DateSuggestions.korean(sense) {
                #expect(DueDate(typed: Text(word), now: Self.now, sense: sense) != nil, "\(word)")
            }
            for date in dates {
                let day = DueDate(typed: Text(date.word), now: Self.now, sense: sense)
                #expect(day?.text.string == date.description, "\(date)")
            }
        }
    }

    @Test func `every offered term is read as a term`() async throws {
        for word in try await expanded(["list"]) {
            let query = try Query(
                [word], now: Self.now, me: "ann", settings: Self.board.settings)
            #expect(query.keysWithoutTasks(on: Self.board).isEmpty, "\(word)")
            if !word.hasPrefix("sort:") { #expect(query.termCount > 0, "\(word)") }
        }
    }

    @Test func `every offered field can be set by quick entry`() async throws {
        for word in try await expanded(["add"]) {
            let draft = try quickEntry(
                [word], literalAfter: nil, now: Self.now, me: "ann", fields: .standard)
            #expect(draft.title.isEmpty, "\(word)")
        }
    }

    @Test func `every offered change is valid`() async throws {
        for word in try await expanded(["edit", "k3"]) where Self.board.tasks[0].name != Text(word)
        {
            let edit = try EditWords([word], now: Self.now, me: "ann", fields: .standard)
            #expect(edit.references.isEmpty && edit.edits.count == 1, "\(word)")
        }
    }

    private static let now = Moment(seconds: 1_795_000_000)
    private static let board = Board(
        settings: .standard,
        tasks: [
            TaskItem(
                path: "todo/fix-roof.md",
                document: Document(Array("---\ntags: [house]\nassignees: [bob]\n---\n".utf8)))
        ])

    private func candidates(_ words: [String], _ current: String) async -> [Candidate] {
        let place = CompletionPlace(after: words, current: current)
        return await Candidates(place, current: current, now: Self.now) { _, _ in Self.board }.all
    }

    /// The candidates after some words, each key with each of its values. Keys without values
    /// of their own are left out.
    private func expanded(_ words: [String]) async throws -> [String] {
        var (found, open) = ([String](), [""])
        while let start = open.popLast() {
            for candidate in await candidates(words, start) where candidate.word != start {
                if candidate.word.hasSuffix(":") {
                    open.append(candidate.word)
                } else {
                    found.append(candidate.word)
                }
            }
        }
        #expect(found.count > 10)
        return found
    }
}
