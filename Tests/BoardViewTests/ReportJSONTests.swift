import BoardView
import MergeSupport
import TaskBoard
import Testing

@testable import MarkdownDocument

/// The JSON of log entries, findings and errors.
struct ReportJSONTests {
    @Test func `a log entry has lists as lists and missing values as null`() throws {
        let old = Sample.task("todo/a.md", "title: Fix the roof\ntags: [old]")
        let new = Sample.task("doing/a.md", "title: Fix the roof\npriority: low\ntags: [old, new]")
        let change = try #require(TaskChange(from: old, to: new))
        let entry = LogEntry(
            commit: "0a", time: Sample.now.seconds, offset: 540, author: "Ann",
            change: .task(change))
        #expect(
            String(decoding: entry.json.encoded(), as: UTF8.self) == """
                {"commit":"0a","at":"2026-11-21T09:14:00+09:00","by":"Ann","action":"moved","id":"a",\
                "title":"Fix the roof","changes":[{"key":"state","from":"todo","to":"doing"},\
                {"key":"priority","from":null,"to":"low"},\
                {"key":"tags","from":["old"],"to":["old","new"]}],\
                "undoes":null,"redoes":null}
                """)
    }

    @Test func `a finding has all its keys`() throws {
        let board = Sample.board(Sample.task("todo/a.md", "due: x"))
        let json = try #require(board.findings.first).json
        #expect(json["path"] == .string("todo/a.md"))
        #expect(json["id"] == .string("a"))
        #expect(json["line"] == .number(2))
        #expect(json["column"] == .number(6))
        #expect(json["kind"] == .string("value"))
        #expect(json["message"] != nil)
    }

    @Test func `an error in a query has the query and the column of its word`() {
        let words = "우유 or due:fridy"
        let error = #expect(throws: WordError.self) {
            try Query([words], now: Sample.now)
        }
        let json = error.map { BoardError.cause(.word($0)).json["error"] } ?? nil
        #expect(json?["column"] == .number(7))
        #expect(json?["query"] == .string(words))
    }

    @Test func `an error has its position`() {
        let error = BoardError.cause(
            .malformed(Malformation(reason: .notUTF8, line: 2, column: 3), "todo/a.md"))
        #expect(
            String(decoding: error.json.encoded(), as: UTF8.self) == """
                {"error":{"code":"malformed","message":"bytes that are not UTF-8","file":"todo/a.md","line":2,"column":3}}
                """)
    }
}
