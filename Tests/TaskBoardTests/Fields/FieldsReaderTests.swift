import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// `fields:` in `pmd.yml`.
struct FieldsReaderTests {
    static let declarations = """
        fields:
          estimate: {type: duration, card: true}
          scheduled: date
          effort:
            type: number
            default: 1
          stage: {type: choice, values: [idea, spec, build], default: idea, label: 단계}
          reviewer: {type: person}
          links: {type: text, many: true}
          about: task
          area: path

        """

    @Test func `declarations are read in the order of the file`() throws {
        let fields = try Sample.settings(Self.declarations).fields.declared
        #expect(
            fields.map(\.key.string) == [
                "estimate", "scheduled", "effort", "stage", "reviewer", "links", "about", "area",
            ])
        #expect(
            fields.map(\.kind) == [
                .duration, .date, .number, .choice(["idea", "spec", "build"]), .person, .line,
                .task, .hierarchy,
            ])
        #expect(fields.map(\.isList) == [false, false, false, false, false, true, false, false])
        #expect(fields.filter(\.isOnCards).map(\.key) == ["estimate"])
        #expect(fields[2].declaration?.initial == "1")
        #expect(fields[3].declaration?.label == "단계")
    }

    @Test(arguments: [
        "fields: {effort: number, stage: {type: choice, values: [a, b]}}\n",
        "fields:\n  effort: number\n",
        "fields: {}\n", "fields:\n", "",
    ])
    func `any spelling of a map is read`(text: String) throws {
        let fields = try Sample.settings(text).fields.declared
        #expect(fields.isEmpty == !text.contains("effort"))
        #expect(fields.first.map { $0.kind == .number } != false)
    }

    @Test(arguments: [
        ("fields: 3\n", 1, 9), ("fields:\n  due: date\n", 2, 3),
        ("fields:\n  Priority: text\n", 2, 3), ("fields:\n  extra: text\n", 2, 3),
        ("fields:\n  sort: text\n", 2, 3), ("fields:\n  body: text\n", 2, 3),
        ("fields:\n  \"a b\": text\n", 2, 3), ("fields:\n  effort: numbr\n", 2, 11),
        ("fields:\n  effort: {card: true}\n", 2, 3), ("fields:\n  effort: [a]\n", 2, 11),
        ("fields:\n  a: text\n  effort:\n    type: numbr\n", 4, 11),
        ("fields:\n  stage: choice\n", 2, 10),
        ("fields:\n  stage: {type: choice, values: []}\n", 2, 17),
        ("fields:\n  stage: {type: choice, values: [a, A]}\n", 2, 17),
        ("fields:\n  effort: {type: number, values: [a]}\n", 2, 26),
        ("fields:\n  effort: {type: number, card: maybe}\n", 2, 32),
        ("fields:\n  effort: {type: number, default: many}\n", 2, 35),
        ("fields:\n  effort: number\n  Effort: text\n", 3, 3),
        ("fields:\n  effort: number\n  effort: text\n", 3, 3),
        ("format: 1\nfields:\n  effort: {type: number, card: true, type: text}\n", 3, 38),
        ("fields:\n  a: text\n  effort:\n    type: number\n    type: text\n", 5, 5),
    ])
    func `a declaration that cannot be used is reported with its place`(
        text: String, line: Int, column: Int
    ) {
        let error = #expect(throws: SettingsError.self) { try Sample.settings(text) }
        #expect(error?.line == line && error?.column == column, "\(String(describing: error))")
    }

    @Test func `a board has at most 64 fields`() throws {
        func text(_ count: Int) -> String {
            "fields:\n" + (0..<count).map { "  f\($0): text\n" }.joined()
        }
        #expect(try Sample.settings(text(64)).fields.declared.count == 64)
        #expect(throws: SettingsError.self) { try Sample.settings(text(65)) }
    }

    @Test func `a repeated attribute is reported with the line of the first one`() {
        let error = #expect(throws: SettingsError.self) {
            try Sample.settings("fields:\n  effort:\n    type: text\n    type: number\n")
        }
        #expect(error?.problem == .malformed(.duplicateKey("type", firstLine: 3)))
    }

    @Test func `choices and weights have limits, since each task is compared with them`() throws {
        func choice(_ values: [String]) -> String {
            "fields: {a: {type: choice, values: [\(values.joined(separator: ", "))]}}\n"
        }
        let values = (0..<100).map { "v\($0)" }
        #expect(try Sample.settings(choice(values)).fields.declared.count == 1)
        #expect(throws: SettingsError.self) { try Sample.settings(choice(values + ["w"])) }
        let long = String(repeating: "a", count: 100)
        #expect(try Sample.settings(choice([long])).fields.declared.count == 1)
        #expect(throws: SettingsError.self) { try Sample.settings(choice([long + "a"])) }
        func weights(_ count: Int) -> String {
            choice(values) + "urgency:\n" + (0..<count).map { "  a.v\($0): 1\n" }.joined()
        }
        #expect(try Sample.settings(weights(256)).urgency.fields.count == 256)
        #expect(throws: SettingsError.self) { try Sample.settings(weights(257)) }
    }

    @Test func `a path has at most 32 names and 1,000 bytes`() throws {
        let field = Field("area", .hierarchy, declaredBy: Field.Declaration())
        func path(_ count: Int, _ name: String = "a") -> Text {
            Text(Array(repeating: name, count: count).joined(separator: "."))
        }
        #expect(field.accepts(path(32)) && !field.accepts(path(33)))
        let name = String(repeating: "n", count: 199)
        #expect(field.accepts(path(5, name)) && !field.accepts(path(6, name)))
        let long = Sample.task("todo/a.md", "project: \(path(20_000))")
        #expect(ValueCounts([long], of: .project).rows.count == 1)
    }

    @Test func `an unknown attribute is a warning`() throws {
        let settings = try Sample.settings("fields:\n  effort: {type: number, colour: red}\n")
        #expect(settings.fields.declared.map(\.key) == ["effort"])
        let finding = try #require(Board(settings: settings, tasks: []).findings.first)
        #expect(finding.line == 2 && finding.kind == .key && !finding.isFailure)
    }

    @Test func `a declaration is printed as it can be written`() throws {
        let fields = try Sample.settings(Self.declarations).fields
        let text =
            "fields:\n"
            + fields.declared.map { "  \($0.key): \($0.declarationText)\n" }.joined()
        #expect(try Sample.settings(text).fields == fields)
    }

    @Test(arguments: [
        ("a: text", "a: number"), ("a: text", "a: {type: text, many: true}"),
        ("a: text", "a: {type: text, card: true}"), ("a: text", "a: {type: text, label: A}"),
        ("a: text", "a: {type: text, default: x}"),
        ("a: {type: choice, values: [x]}", "a: {type: choice, values: [x, y]}"),
    ])
    func `settings with another declaration of a field are not equal`(
        one: String, other: String
    ) throws {
        #expect(try Sample.settings("fields: {\(one)}\n") == Sample.settings("fields: {\(one)}\n"))
        #expect(
            try Sample.settings("fields: {\(one)}\n") != Sample.settings("fields: {\(other)}\n"))
    }

    @Test func `no name of pmd can be declared`() {
        for field in Field.all {
            #expect(FieldsReader.fault(ofName: field.key) != nil, "\(field.key)")
            #expect(FieldsReader.fault(ofName: Text(field.jsonKey)) != nil, "\(field.jsonKey)")
        }
        for name in Query.ownKeys + ["extra", "fields", "and", "source", "occurrence", "columns"] {
            #expect(FieldsReader.fault(ofName: Text(name)) != nil, "\(name)")
        }
        for name in ["estimate", "stage", "예상", "part-2"] {
            #expect(FieldsReader.fault(ofName: Text(name)) == nil, "\(name)")
        }
    }
}
