import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import Testing

/// Completions on both boards.
struct WordCompletionTests {
    private static func board(_ labels: String = "") throws -> Board {
        let yaml = """
            \(labels)
            fields:
              stage: {type: choice, values: [idea, spec, to do], label: 단계}
              reviewer: person
              about: task
              seen: date

            """
        let settings = try BoardSettings(Document(Array(yaml.utf8), kind: .yaml))
        let tasks = [
            Sample.task(
                "todo/roof-k3f9m2.md", "assignees: [ann]\nproject: home.roof", settings: settings),
            Sample.task("todo/b-x7q2bd.md", "reviewer: bob\nproject: home", settings: settings),
            Sample.task("todo/c-n8w4tz.md", "reviewer: bob", settings: settings),
            Sample.task("done/d-c5h8r2.md", "reviewer: a b", settings: settings),
        ]
        return Board(settings: settings, tasks: tasks)
    }

    @Test(
        arguments: [
            ("stage:", ["stage:idea", "stage:spec"]), ("stage:s", ["stage:spec"]),
            ("reviewer:", ["reviewer:bob", "reviewer:ann"]), ("reviewer:a", ["reviewer:ann"]),
            ("about:k", ["about:k3f9m2"]), ("about:c", []),
            ("project:h", ["project:home", "project:home.roof"]),
            ("seen:tom", ["seen:tomorrow"]), ("due:내", []), ("priority:h", ["priority:high"]),
            ("nothing:", []), ("due.before:tom", []),
        ] as [(String, [String])])
    func `the values of a field are offered after its key`(word: String, words: [String]) throws {
        let completion = WordCompletion(try Self.board(), isQuery: false, .english)
        #expect(completion.words(for: "Fix " + word) == words)
    }

    @Test(
        arguments: [
            ("due.before:tom", ["due.before:tomorrow"]), ("not:stage:s", ["not:stage:spec"]),
            ("updated:yes", ["updated:yesterday"]), ("state:do", ["state:doing", "state:done"]),
        ] as [(String, [String])])
    func `a query also completes comparisons`(word: String, words: [String]) throws {
        let completion = WordCompletion(try Self.board(), isQuery: true, .english)
        #expect(completion.words(for: word) == words)
    }

    @Test func `dates in Korean are offered to Korean readers and after keys in Korean`() throws {
        let korean = WordCompletion(try Self.board(), isQuery: false, .korean)
        #expect(korean.words(for: "due:내") == ["due:내일"])
        #expect(korean.words(for: "due:tom") == ["due:tomorrow"])
        let labelled = WordCompletion(
            try Self.board("labels: {todo: 할 일}"), isQuery: false, .english)
        #expect(labelled.words(for: "기한:내") == ["기한:내일"])
        #expect(labelled.words(for: "단계:s") == ["단계:spec"])
        #expect(labelled.words(for: "due:내") == [])
    }
}
