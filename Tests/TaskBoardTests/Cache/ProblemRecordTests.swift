import MarkdownDocument
import Testing

@testable import TaskBoard

/// A file's problems in its task's record.
struct ProblemRecordTests {
    private static let reasons: [Malformation.Reason] =
        [
            .notUTF8, .holdsNUL, .fileTooLarge, .frontMatterTooLarge, .tooManyKeys, .tooDeep,
            .unterminatedFrontMatter, .notKeysAndValues, .severalDocuments, .conflictMarker,
            .duplicateKey("due", firstLine: 2),
        ]
        + [
            SyntaxFault.noMemory, .missingColon, .unclosedQuote, .unclosedList, .unclosedMap,
            .dashInList,
            .unquotedColon, .tab, .unquotedStart("@"), .misplacedKey, .other("odd"),
        ].map { .syntax($0) }

    private static let shapes: [ValueShape] = [
        .empty, .text("soon"), .text(""), .list, .map, .records, .nested,
    ]

    private static let faults: [Problem.Fault] =
        reasons.map { .malformed($0) }
        + shapes.map { .wrongValue(key: "due", $0, expected: .dateInFile) }
        + ExpectedValue.allCases.map { .wrongValue(key: "tags", .list, expected: $0) }
        + RecurrenceError.Expected.allCases.map { .notARule(key: "repeat", "x1", expected: $0) }
        + [
            .otherState("done", folder: "todo"), .renamedState("doing", to: "work"),
            .unknownState("later", isRetired: true, known: ["todo", "done"]),
            .unknownState("later", isRetired: false, known: []),
            .duplicateID(TaskID("k3f9m2"), others: ["todo/a-k3f9m2.md"]),
            .duplicateID(TaskID("name"), others: []),
        ]

    @Test(arguments: faults)
    func `a problem survives a round trip through its record`(_ fault: Problem.Fault) throws {
        let problem = Problem(fault, line: 3, column: 5)
        var writer = RecordWriter()
        writer.write(problem)
        let read = try writer.bytes.withUnsafeBytes { bytes in
            var reader = RecordReader(bytes)
            let problem = try reader.problem()
            #expect(reader.isAtEnd)
            return problem
        }
        #expect(read == problem)
    }

    @Test(arguments: faults)
    func `a truncated problem is a damaged record`(_ fault: Problem.Fault) {
        var writer = RecordWriter()
        writer.write(Problem(fault))
        for count in 0..<writer.bytes.count {
            writer.bytes.prefix(count).withUnsafeBytes { bytes in
                var reader = RecordReader(bytes)
                #expect(throws: DamagedRecord.self) { try reader.problem() }
            }
        }
    }
}
