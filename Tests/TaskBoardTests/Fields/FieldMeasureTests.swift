import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// Numbers of declared fields.
struct FieldMeasureTests {
    @Test(arguments: [
        ("12", "12"), ("-2.50", "-2.50"), ("1e3", "1000"), ("1.5E2", "150"), ("1.5e0", "1.5"),
        ("-1.25e+1", "-12.5"), ("5e-9", "0.000000005"), ("120e-2", "1.2"), ("0e5", "0"),
        ("2.0000000000", "2"), ("+5", "5"), ("1e14", "100000000000000"), ("007e1", "70"),
        ("0.0001e4", "1"), ("-0e0", "-0"),
    ])
    func `another program's number is written with its digits`(text: Text, number: Text) {
        #expect(plainDecimal(text) == number)
    }

    @Test(arguments: [
        "1e15", "5e-10", "1e999999999", "1e", "e5", "1e+", "1.e5", ".5", "1e5.0", "1e--5", "--1",
        "0.12345678912e-1", "many", "", "1e1e1", "NaN", "0x10", "1_000",
    ])
    func `a number that no field can have is refused`(text: Text) {
        #expect(plainDecimal(text) == nil)
    }

    @Test func `numbers are compared and sorted by all their digits`() throws {
        let settings = try Sample.settings("fields: {size: number}\n")
        let sizes = [
            "1.000000002", "1.000000001", "999999999999999.999999999", "999999999999999.999999998",
            "0.1", "0.10", "-0.000000001", "12",
        ]
        let tasks = sizes.enumerated().map { index, size in
            Sample.task(
                BoardPath("todo/t\(index).md".utf8.map(\.self)), "size: \(size)",
                settings: settings)
        }
        let board = Board(settings: settings, tasks: tasks)
        func found(_ words: String) throws -> [String] {
            let query = try Query([words], now: Sample.now, me: nil, settings: settings)
            return board.tasks(matching: query, all: false).map {
                $0.texts(of: settings.fields.declared[0])[0].string
            }
        }
        let sorted = [
            "-0.000000001", "0.1", "0.10", "1.000000001", "1.000000002", "12",
            "999999999999999.999999998", "999999999999999.999999999",
        ]
        #expect(try found("sort:size") == sorted)
        #expect(try found("sort:-size").first == sorted.last)
        #expect(try found("size>999999999999999.999999998") == ["999999999999999.999999999"])
        #expect(try found("size:1.000000001") == ["1.000000001"])
        #expect(try Set(found("size:0.1")) == ["0.1", "0.10"])
        // A page of a list continues after a cursor that has all digits, too.
        let query = try Query(["sort:size"], now: Sample.now, me: nil, settings: settings)
        let all = board.tasks(matching: query, all: false)
        let cursor = try #require(
            ListCursor(board.cursor(of: all[6], in: query, times: HistoryTimes()).text))
        let rest = board.rest(
            of: all.filter { $0.path != all[6].path }, after: cursor, in: query,
            times: HistoryTimes())
        #expect(rest?.map(\.path) == [all[7].path])
    }

    @Test func `a nested value is a misfit, also after the cache`() throws {
        let settings = try Sample.settings("fields: {size: number}\n")
        let field = settings.fields.declared[0]
        for (value, isMisfit) in [
            ("{a: 1}", true), ("[[1]]", true), ("[]", false), ("~", false), ("3", false),
            ("[3]", true), ("", false),
        ] {
            let task = Sample.task("todo/a.md", "title: A\nsize: \(value)", settings: settings)
            #expect(task.isMisfit(field) == isMisfit, "\(value)")
            task.condense()
            #expect(task.isMisfit(field) == isMisfit, "\(value)")
        }
    }
}
