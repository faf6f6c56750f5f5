import BoardView
import HTTPServer
import TaskBoard
import TestSupport
import Testing

@testable import WebBoard

/// Schemas of request bodies.
struct RequestSchemaTests {
    private static let schema = Schema.object([
        .init("a", .string, isRequired: true), .init("b", .nullable(.integer)),
        .init("c", .array(.boolean)), .init("d", .map(.string)), .init("e", .anything),
        .init("f", .object([.init("g", .integer)])), .init("h", .map(.plainValue)),
    ])

    @Test(arguments: [
        #"{"a":""}"#, #"{"a":"x","b":null}"#, #"{"a":"x","b":-5,"c":[true,false],"d":{"x":"y"}}"#,
        #"{"a":"x","e":[{"f":null}],"f":{"g":1}}"#, #"{"a":"x","c":[],"d":{},"f":{}}"#,
        #"{"a":"x","h":{"s":"y","n":1,"r":0.5,"b":true,"l":["y"],"e":[],"z":null}}"#,
    ])
    func `a value that matches the schema is accepted`(text: String) throws {
        try Self.schema.check(JSONValue(parsing: Array(text.utf8)))
    }

    @Test(arguments: [
        ("[]", "wrong-type", "the body"), ("{}", "missing-member", "'a'"),
        (#"{"a":null}"#, "wrong-type", "'a'"), (#"{"a":1}"#, "wrong-type", "'a'"),
        (#"{"a":"x","b":"1"}"#, "wrong-type", "'b'"), (#"{"a":"x","b":true}"#, "wrong-type", "'b'"),
        (#"{"a":"x","c":[true,1]}"#, "wrong-type", "'c[1]'"),
        (#"{"a":"x","d":{"y":1}}"#, "wrong-type", "'d.y'"),
        (#"{"a":"x","z":1}"#, "unknown-member", "'z'"),
        (#"{"a":"x","f":{"z":1}}"#, "unknown-member", "'f.z'"),
        (#"{"a":"x","f":{"g":[]}}"#, "wrong-type", "'f.g'"),
        (#"{"a":"x","h":{"y":{}}}"#, "wrong-type", "'h.y'"),
        (#"{"a":"x","h":{"y":[1]}}"#, "wrong-type", "'h.y'"),
    ])
    func `a value that does not match is refused with its position`(
        text: String, code: String, place: String
    ) throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        let problem = #expect(throws: ProblemDetails.self) { try Self.schema.check(value) }
        #expect(problem?.status == 400 && problem?.code == code)
        #expect(problem?.detail.english.contains(place) == true)
    }

    @Test func `a member of the body is named by its key alone`() {
        let problem = #expect(throws: ProblemDetails.self) {
            try Schema.map(.string).check(["y": .number(1)])
        }
        #expect(problem?.detail.english.contains("'y'") == true)
    }
}
