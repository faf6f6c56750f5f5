import MarkdownDocument
import Testing

@testable import TaskBoard

/// A task in two folders after an interrupted move.
struct HalfDoneMoveTests {
    struct Case: Sendable {
        var title: String
        var head: [BoardPath]
        var unchanged: [BoardPath] = []
        var new: [BoardPath]
        var old: Set<BoardPath>
    }

    private static let todo: BoardPath = "todo/roof-k3f9m2.md"
    private static let doing: BoardPath = "doing/roof-k3f9m2.md"
    private static let done: BoardPath = "done/roof-k3f9m2.md"

    private static let cases: [Case] = [
        Case(title: "half done", head: [todo], unchanged: [todo], new: [doing], old: [todo]),
        Case(
            title: "two new files", head: [todo], unchanged: [todo], new: [doing, done],
            old: [todo]),
        Case(title: "the old file was edited or deleted", head: [todo], new: [doing], old: []),
        Case(
            title: "the name is in HEAD twice", head: [todo, done], unchanged: [todo, done],
            new: [doing], old: []),
        Case(
            title: "the name is in HEAD twice, and one of them is deleted", head: [todo, done],
            unchanged: [todo], new: [doing], old: []),
        Case(title: "HEAD does not have the name", head: [], new: [todo, doing], old: []),
        Case(title: "no new file", head: [todo], unchanged: [todo], new: [], old: []),
        Case(
            title: "the new file has another slug", head: [todo], unchanged: [todo],
            new: ["doing/house-k3f9m2.md"], old: []),
        Case(
            title: "a name without a code", head: ["todo/roof.md"], unchanged: ["todo/roof.md"],
            new: ["doing/roof.md"], old: []),
        Case(
            title: "a file that is not a task", head: [todo], unchanged: [todo],
            new: ["attachments/roof-k3f9m2.md"], old: []),
        Case(
            title: "several moves", head: [todo, "todo/a-b3c4d5.md", "todo/a-f7g8h9.md"],
            unchanged: [todo, "todo/a-b3c4d5.md", "todo/a-f7g8h9.md"],
            new: [doing, "doing/a-b3c4d5.md"], old: [todo, "todo/a-b3c4d5.md"]),
    ]

    @Test(arguments: cases)
    func `in a half-done move the old file is the unedited one from HEAD`(_ row: Case) {
        let old = BoardSettings.standard.oldFilesOfHalfDoneMoves(new: row.new, head: row.head) {
            row.unchanged.contains($0)
        }
        #expect(old == row.old, "\(row.title)")
    }
}
