import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// Checklist marks that one side sets while the other rewrites the items.
struct ChecklistMarkMergeTests {
    private static let list = "- [ ] milk\n- [ ] bread\n- [ ] eggs\n"
    private static let ticked = "- [ ] milk\n- [x] bread\n- [ ] eggs\n"

    @Test(arguments: [
        MergeCase(
            "nested below a new item", list, ours: ticked,
            theirs: "- [ ] shop\n  - [ ] milk\n  - [ ] bread\n  - [ ] eggs\n",
            merged: "- [ ] shop\n  - [ ] milk\n  - [x] bread\n  - [ ] eggs\n"),
        MergeCase(
            "numbered", list, ours: ticked, theirs: "1. [ ] milk\n2. [ ] bread\n3. [ ] eggs\n",
            merged: "1. [ ] milk\n2. [x] bread\n3. [ ] eggs\n"),
        MergeCase(
            "numbered with parentheses, by CRLF", list, ours: ticked,
            theirs: "1) [ ] milk\r\n2) [ ] bread\r\n3) [ ] eggs\r\n",
            merged: "1) [ ] milk\r\n2) [x] bread\r\n3) [ ] eggs\r\n"),
        MergeCase(
            "another bullet", list, ours: ticked, theirs: "* [ ] milk\n* [ ] bread\n* [ ] eggs\n",
            merged: "* [ ] milk\n* [x] bread\n* [ ] eggs\n"),
        MergeCase(
            "in a quote, with trailing blanks", list, ours: ticked,
            theirs: "> - [ ] milk\n> - [ ] bread  \n> - [ ] eggs\n",
            merged: "> - [ ] milk\n> - [x] bread  \n> - [ ] eggs\n"),
        MergeCase(
            "reordered", list, ours: ticked, theirs: "- [ ] bread\n- [ ] eggs\n- [ ] milk\n",
            merged: "- [x] bread\n- [ ] eggs\n- [ ] milk\n"),
        MergeCase(
            "another item inserted before it", list, ours: ticked,
            theirs: "- [ ] milk\n- [ ] beer\n- [ ] bread\n- [ ] eggs\n",
            merged: "- [ ] milk\n- [ ] beer\n- [x] bread\n- [ ] eggs\n"),
        MergeCase(
            "moved under another heading", "# A\n- [ ] milk\n- [ ] bread\n# B\n- [ ] eggs\n",
            ours: "# A\n- [ ] milk\n- [x] bread\n# B\n- [ ] eggs\n",
            theirs: "# A\n- [ ] milk\n# B\n- [ ] eggs\n- [ ] bread\n",
            merged: "# A\n- [ ] milk\n# B\n- [ ] eggs\n- [x] bread\n"),
        MergeCase(
            "reworded and indented", list, ours: ticked,
            theirs: "- [ ] milk\n  - [ ] Bread, fresh?\n- [ ] eggs\n".replacing(
                "Bread, fresh?", with: "BREAD!"),
            merged: "- [ ] milk\n  - [x] BREAD!\n- [ ] eggs\n"),
        MergeCase(
            "both sides rewrite the list, and each ticks", list,
            ours: "1. [ ] milk\n2. [x] bread\n3. [ ] eggs\n",
            theirs: "  - [x] milk\n  - [ ] bread\n  - [ ] eggs\n",
            merged: """
                  - [x] milk
                  - [x] bread
                  - [ ] eggs
                  > [!conflict] Ann wrote instead, 2026-11-21
                  > 1. [ ] milk
                  > 2. [x] bread
                  > 3. [ ] eggs


                """),
        MergeCase(
            "indented too far for an item", list, ours: ticked,
            theirs: "# Shop\n    - [ ] milk\n    - [ ] bread\n    - [ ] eggs\n",
            merged: "# Shop\n    - [ ] milk\n    - [x] bread\n    - [ ] eggs\n"),
        MergeCase(
            "behind a paragraph, of which Markdown takes it for a part", "Shop\n\n2. [ ] bread\n",
            ours: "Shop\n\n2. [x] bread\n", theirs: "Shop\n2. [ ] bread\n",
            merged: "Shop\n2. [x] bread\n"),
        MergeCase(
            "a mark of another tool stays an item", "- [ ] a\n- [ ] b\n",
            ours: "- [/] a\n- [ ] b\n", theirs: "- [ ] b\n- [ ] a\n",
            merged: "- [ ] b\n- [/] a\n"),
        MergeCase(
            "a mark beyond ASCII", "- [ ] a\n", ours: "- [✓] a\n", theirs: "* [ ] a\n",
            merged: "* [✓] a\n"),
        MergeCase(
            "an unticking of an item that the other nested", "- [x] a\n- [x] b\n",
            ours: "- [x] a\n- [ ] b\n", theirs: "- [x] a\n  - [x] b\n",
            merged: "- [x] a\n  - [ ] b\n"),
        MergeCase(
            "items that both added share nothing", "a\nb\n", ours: "- [x] new\na\nb\n",
            theirs: "a\nb\n- [ ] new\n", merged: "- [x] new\na\nb\n- [ ] new\n"),
        MergeCase(
            "duplicates of different number pair by the diff alone", "- [ ] a\n- [ ] a\n",
            ours: "- [x] a\n- [ ] a\n", theirs: "- [ ] a\n- [ ] a\n- [ ] a\n",
            merged: "- [x] a\n- [ ] a\n- [ ] a\n"),
    ])
    func `a mark goes to the item's descendant`(_ merge: MergeCase) throws { try merge.check() }

    private static let ann = "> [!conflict] Ann set [x], 2026-11-21\n"

    @Test(arguments: [
        MergeCase(
            "replaced by something else", "- [ ] buy milk\n", ours: "- [x] buy milk\n",
            theirs: "- [ ] paint door\n", merged: ann + "> - [x] buy milk\n\n- [ ] paint door\n"),
        MergeCase(
            "half of the words are not enough", "a\n- [ ] call Bob\n", ours: "a\n- [x] call Bob\n",
            theirs: "a\n- [ ] call Ann\n",
            merged: "a\n" + ann + "> - [x] call Bob\n\n- [ ] call Ann\n"),
        MergeCase(
            "deleted", "- [ ] a\n- [ ] b\n", ours: "- [x] a\n- [ ] b\n", theirs: "- [ ] b\n",
            merged: ann + "> - [x] a\n\n- [ ] b\n"),
        MergeCase(
            "split in halves", "- [ ] buy milk and bread\n", ours: "- [x] buy milk and bread\n",
            theirs: "- [ ] buy milk\n- [ ] buy bread\n",
            merged: ann + "> - [x] buy milk and bread\n\n- [ ] buy milk\n- [ ] buy bread\n"),
        MergeCase(
            "split in unequal parts", "- [ ] call Bob today\n", ours: "- [x] call Bob today\n",
            theirs: "- [ ] call Bob\n- [ ] today\n",
            merged: ann + "> - [x] call Bob today\n\n- [ ] call Bob\n- [ ] today\n"),
        MergeCase(
            "in a comment", "t\n- [ ] a\n", ours: "t\n- [x] a\n",
            theirs: "t\n\n<!--\n- [ ] a\n-->\n",
            merged: "t\n" + ann + "> - [x] a\n\n\n<!--\n- [ ] a\n-->\n"),
        MergeCase(
            "in code", "t\n- [ ] a\n", ours: "t\n- [x] a\n", theirs: "t\n```\n- [ ] a\n```\n",
            merged: "t\n" + ann + "> - [x] a\n\n```\n- [ ] a\n```\n"),
        MergeCase(
            "no longer an item", "- [ ] a\n- [ ] b\n", ours: "- [ ] a\n- [x] b\n",
            theirs: "- [ ] a\n- b\n", merged: "- [ ] a\n" + ann + "> - [x] b\n\n- b\n"),
        MergeCase(
            "two different marks: the later stays", "- [ ] a\n", ours: "- [/] a\n",
            theirs: "- [x] a\n",
            merged: "> [!conflict] Ann set [/], 2026-11-21\n> - [/] a\n\n- [x] a\n"),
        MergeCase(
            "two different marks on an item that both added", "t\n", ours: "t\n- [/] a\n",
            theirs: "t\n- [x] a\n",
            merged: "t\n> [!conflict] Ann set [/], 2026-11-21\n> - [/] a\n\n- [x] a\n"),
        MergeCase(
            "a callout before nested items leaves them items",
            "- [ ] shop\n    - [ ] milk\n    - [ ] bread\n",
            ours: "- [ ] shop\n    - [x] milk\n    - [ ] bread\n",
            theirs: "- [ ] shop\n    - [ ] bread\n",
            merged:
                "- [ ] shop\n    \(ann)    > - [x] milk\n\n    - [ ] bread\n"),
        MergeCase(
            "a line that lost has the mark already", "- [ ] buy milk\n",
            ours: "- [x] buy oat milk\n", theirs: "- [ ] paint door\n",
            merged: "- [ ] paint door\n> [!conflict] Ann wrote instead, 2026-11-21\n"
                + "> - [x] buy oat milk\n\n"),
        MergeCase(
            "a callout that is there already", "- [ ] a\n- [ ] b\n", ours: "- [x] a\n- [ ] b\n",
            theirs: "> [!conflict] Cy set [x], 2026-11-01\n> - [x] a\n\n- [ ] b\n",
            merged: "> [!conflict] Cy set [x], 2026-11-01\n> - [x] a\n\n- [ ] b\n"),
    ])
    func `a mark without a descendant becomes a callout`(_ merge: MergeCase) throws {
        try merge.check()
    }

    @Test func `thousands of items merge quickly`() throws {
        let items = (0..<5000).map { "item \($0) of the list" }
        let base = items.map { "- [ ] \($0)\n" }.joined()
        let ours = items.map { "- [x] \($0) again\n" }.joined()
        let theirs = items.reversed().map { "  * [ ] \($0)\n" }.joined()
        let clock = ContinuousClock()
        let time = clock.measure {
            _ = mergeFiles(
                base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8),
                isTask: true)
        }
        #expect(time < .seconds(20))
    }
}
