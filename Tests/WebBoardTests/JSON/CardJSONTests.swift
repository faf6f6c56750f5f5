import TestSupport
import Testing

/// The part of a task's JSON that only cards need.
struct CardJSONTests {
    @Test func `a card has its facts by name`() async throws {
        let site = try await Site()
        let id = try await site.add(
            #"{"title":"A","repeat":"every week","due":"2026-12-01","body":"- [ ] a\n"}"#)
        #expect(
            try await site.task(id)["facts"]
                == .array(
                    ["open", "repeats", "checklist", "open-item", "rule"].map { .string($0) }))
        let plain = try await site.add(#"{"title":"B"}"#)
        try await site.ask("POST", "/api/tasks/\(plain)/move", #"{"state":"done"}"#)
        #expect(try await site.task(plain)["facts"] == .array([]))
    }

    @Test func `a mark has its tone, its field, and the text of a symbol`() async throws {
        let site = try await Site()
        let id = try await site.add(
            #"{"title":"A","tags":["house"],"repeat":"every week","due":"2099-12-01"}"#)
        let all = try await site.task(id)["marks"]
        let marks = (0..<3).compactMap { all?[$0] }
        #expect(marks.map { $0["kind"]?.text } == ["due", "repeats", "tag"])
        #expect(marks.map { $0["tone"]?.text } == ["plain", "meta", "tag"])
        #expect(marks.map { $0["field"]?.text } == [nil, nil, "tags"])
        #expect(marks.map { $0["spoken"]?.text } == [nil, "Repeat: every week", nil])
    }
}
