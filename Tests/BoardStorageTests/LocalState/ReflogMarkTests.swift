import Git
import Testing

@testable import BoardStorage

/// The marks in git's reflog that tell pmd's actions from other changes.
struct ReflogMarkTests {
    static let words: [(ReflogMark, String)] = [
        (.initialise, "pmd: init"), (.clone, "pmd: clone"), (.sync, "pmd: sync"),
        (.healMerge, "pmd: heal a merge"),
        (.removeRefusedPaths, "pmd: remove paths that git refuses"),
        (.finishWriting, "pmd: finish writing"),
        (.restoreFiles, "pmd: restore what git took away"),
        (.restoreDropped, "pmd: restore dropped"), (.uncommittedEdits, "pmd: edits by hand"),
        (.staleEdits, "pmd: stale edits"), (.undo, "pmd: undo"), (.redo, "pmd: redo"),
        (.push, "pmd: push"), (.keepDropped, "pmd: dropped"), (.forgetDropped, "pmd: restored"),
        (.transfer(.fetch), "pmd: fetch"), (.transfer(.pushed), "pmd: pushed"),
        (.transfer(.leftOver), "pmd: left over"),
        (.command("Add \"Rent\""), "pmd: Add \"Rent\""),
    ]

    @Test(arguments: words)
    func `a mark is parsed from its words, which never change`(
        _ mark: ReflogMark, _ words: String
    ) {
        #expect(mark.message == words)
        #expect(ReflogMark(message: words) == mark)
    }

    @Test func `a plain git message is not a mark`() {
        #expect(ReflogMark(message: "commit: Add") == nil)
    }

    @Test func `marks of older releases are read`() {
        #expect(ReflogMark(message: "pmd: bring back what git dropped") == .restoreFiles)
    }

    @Test func `commands, edits, undo and redo are actions, and repairs are not`() {
        let actions = Self.words.map(\.0).filter(\.isAction)
        #expect(
            actions == [.uncommittedEdits, .staleEdits, .undo, .redo, .command("Add \"Rent\"")])
    }
}
