import Testing

@testable import TaskBoard

/// Merges of bodies: lines, callouts and checklist items.
struct BodyMergeTests {
    @Test(arguments: [
        MergeCase(
            "in a comment", "one\ntwo\nthree\n", ours: "<!--\none\ntwo A\nthree\n-->\n",
            theirs: "one\ntwo B\nthree\n",
            merged: "> [!conflict] Ann wrote instead, 2026-11-21\n> two A\n\n"
                + "<!--\none\ntwo B\nthree\n-->\n"),
        MergeCase(
            "in preformatted text", "one\ntwo\nthree\n",
            ours: "<pre>\none\ntwo A\nthree\n</pre>\n", theirs: "one\ntwo B\nthree\n",
            merged: "> [!conflict] Ann wrote instead, 2026-11-21\n> two A\n\n"
                + "<pre>\none\ntwo B\nthree\n</pre>\n"),
    ])
    func `a callout is never hidden`(_ merge: MergeCase) throws { try merge.check() }

    @Test(arguments: [
        MergeCase(
            "edits at different places", "a\nb\nc\nd\ne\n", ours: "A\nb\nc\nd\ne\n",
            theirs: "a\nb\nc\nd\nE\n", merged: "A\nb\nc\nd\nE\n"),
        MergeCase(
            "both inserted at one place: both stay, smaller bytes first", "a\nb\n",
            ours: "a\ny\nb\n", theirs: "a\nx\nb\n", merged: "a\nx\ny\nb\n"),
        MergeCase(
            "both inserted the same", "a\nb\n", ours: "a\nx\nb\n", theirs: "a\nx\nb\n",
            merged: "a\nx\nb\n"),
        MergeCase(
            "an edit beats a deletion", "a\nb\nc\n", ours: "a\nc\n", theirs: "a\nB\nc\n",
            merged: "a\nB\nc\n"),
        MergeCase(
            "both deleted, with a line between", "a\nb\nc\nd\n", ours: "a\nc\nd\n",
            theirs: "a\nb\nc\n", merged: "a\nc\n"),
        MergeCase(
            "both changed one line: the later writer's, then the other's as a callout",
            "a\nb\nc\n", ours: "a\nann\nc\n", theirs: "a\nbob\nc\n",
            merged: """
                a
                bob
                > [!conflict] Ann wrote instead, 2026-11-21
                > ann

                c

                """),
        MergeCase(
            "a callout is indented as the line that it follows",
            "- a\n  - b\n- c\n", ours: "- a\n  - ann\n- c\n", theirs: "- a\n  - bob\n- c\n",
            merged: """
                - a
                  - bob
                  > [!conflict] Ann wrote instead, 2026-11-21
                  >   - ann

                - c

                """),
        MergeCase(
            "what both replaced alike stands once", "a\nb\nc\n", ours: "a\nx\nann\ny\nc\n",
            theirs: "a\nx\nbob\ny\nc\n",
            merged: """
                a
                x
                bob
                > [!conflict] Ann wrote instead, 2026-11-21
                > ann

                y
                c

                """),
        MergeCase(
            "a fenced block is one line",
            "a\n```\none\ntwo\nthree\n```\nz\n", ours: "a\n```\nONE\ntwo\nthree\n```\nz\n",
            theirs: "a\n```\none\ntwo\nTHREE\n```\nz\n",
            merged: """
                a
                ```
                one
                two
                THREE
                ```
                > [!conflict] Ann wrote instead, 2026-11-21
                > ```
                > ONE
                > two
                > three
                > ```

                z

                """),
        MergeCase(
            "a table is one line",
            "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
            ours: "| a | b |\n|---|---|\n| 9 | 2 |\n| 3 | 4 |\n",
            theirs: "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 9 |\n",
            merged: """
                | a | b |
                |---|---|
                | 1 | 2 |
                | 3 | 9 |
                > [!conflict] Ann wrote instead, 2026-11-21
                > | a | b |
                > |---|---|
                > | 9 | 2 |
                > | 3 | 4 |


                """),
        MergeCase(
            "no final newline stays none", "a\nb\nc", ours: "A\nb\nc", theirs: "a\nb\nC",
            merged: "A\nb\nC"),
        MergeCase(
            "a line behind one without newline gets its own", "a\nb", ours: "a\nb\nx",
            theirs: "a\nb\ny", merged: "a\nb\nx\ny"),
        MergeCase(
            "CRLF on one side is no edit", "a\nb\nc\n", ours: "a\r\nb\r\nc\r\n",
            theirs: "a\nB\nc\n", merged: "a\r\nB\r\nc\r\n"),
        MergeCase(
            "a body from nothing on both sides", "", ours: "x\ny\n", theirs: "x\nz\n",
            merged: "x\ny\nz\n"),
        MergeCase(
            "repeated lines: deletions first", "a\na\nb\n", ours: "a\nb\n", theirs: "a\na\nb\nc\n",
            merged: "a\nb\nc\n"),
        MergeCase(
            "front matter here, text there", "text\n", ours: "---\ndue: 2026-12-01\n---\ntext\n",
            theirs: "text\nmore\n", merged: "---\ndue: 2026-12-01\n---\ntext\nmore\n"),
    ])
    func `lines merge three ways`(_ merge: MergeCase) throws { try merge.check() }

    @Test(arguments: [
        MergeCase(
            "a callout that one side removed goes",
            "a\nb\n> [!conflict] Ann wrote instead, 2026-11-21\n> x\n\nc\n", ours: "a\nb\nc\n",
            theirs: "A\nb\n> [!conflict] Ann wrote instead, 2026-11-21\n> x\n\nc\n",
            merged: "A\nb\nc\n"),
        MergeCase(
            "callouts of both sides stay behind their line, in the order of their bytes",
            "a\nb\n",
            ours: "a\n> [!conflict] B wrote instead, 2026-01-01\n> y\n\nb\n",
            theirs: "a\n> [!conflict] A wrote instead, 2026-01-01\n> x\n\nb\n",
            merged: """
                a
                > [!conflict] A wrote instead, 2026-01-01
                > x

                > [!conflict] B wrote instead, 2026-01-01
                > y

                b

                """),
        MergeCase(
            "one callout on both sides stands once, before the line that replaced its own",
            "a\nb\nc\n",
            ours: "a\nB\n> [!conflict] A wrote instead, 2026-01-01\n> x\n\nc\n",
            theirs: "a\nb\n> [!conflict] A wrote instead, 2026-01-01\n> x\n\nc\nd\n",
            merged: "a\n> [!conflict] A wrote instead, 2026-01-01\n> x\n\nB\nc\nd\n"),
        MergeCase(
            "what is kept already is not kept twice", "a\nb\nc\n", ours: "a\nann\nc\n",
            theirs: "a\nbob\n> [!conflict] Ann wrote instead, 2026-11-21\n> ann\n\nc\n",
            merged: "a\nbob\n> [!conflict] Ann wrote instead, 2026-11-21\n> ann\n\nc\n"),
        MergeCase(
            "a callout is never quoted into another", "a\nb\nc\n",
            ours: "a\nann\n> [!conflict] Cy wrote instead, 2026-01-01\n> cy\n\nc\n",
            theirs: "a\nbob\nc\n",
            merged: """
                a
                bob
                > [!conflict] Ann wrote instead, 2026-11-21
                > ann

                > [!conflict] Cy wrote instead, 2026-01-01
                > cy

                c

                """),
        MergeCase(
            "a callout in a code block is code", "```\na\n```\n-\nx\n",
            ours: "```\n> [!conflict] A\n```\n-\nx\n", theirs: "```\na\n```\n-\ny\n",
            merged: "```\n> [!conflict] A\n```\n-\ny\n"),
    ])
    func `callouts merge as a set`(_ merge: MergeCase) throws { try merge.check() }

    @Test(arguments: [
        MergeCase(
            "ticks of both sides", "- [ ] a\n- [ ] b\n", ours: "- [x] a\n- [ ] b\n",
            theirs: "- [ ] a\n- [x] b\n", merged: "- [x] a\n- [x] b\n"),
        MergeCase(
            "a tick and an unticking", "- [ ] a\n- [x] b\n", ours: "- [x] a\n- [x] b\n",
            theirs: "- [ ] a\n- [ ] b\n", merged: "- [x] a\n- [ ] b\n"),
        MergeCase(
            "a tick on an item that the other reworded", "- [ ] buy milk\n- [ ] b\n",
            ours: "- [x] buy milk\n- [ ] b\n", theirs: "- [ ] buy oat milk\n- [ ] b\n",
            merged: "- [x] buy oat milk\n- [ ] b\n"),
        MergeCase(
            "a tick on an item that the other moved", "- [ ] a\n- [ ] b\n- [ ] c\n",
            ours: "- [x] a\n- [ ] b\n- [ ] c\n", theirs: "- [ ] b\n- [ ] c\n- [ ] a\n",
            merged: "- [ ] b\n- [ ] c\n- [x] a\n"),
        MergeCase(
            "a tick and a new line", "- [ ] a\n", ours: "- [x] a\n", theirs: "- [ ] a\n- [ ] b\n",
            merged: "- [x] a\n- [ ] b\n"),
        MergeCase(
            "an item that both added with different boxes is ticked", "text\n",
            ours: "text\n- [ ] a\n", theirs: "text\n- [x] a\n", merged: "text\n- [x] a\n"),
        MergeCase(
            "equal items by their occurrence", "- [ ] a\n- [ ] a\nx\n",
            ours: "- [ ] a\n- [x] a\nx\n", theirs: "- [ ] a\n- [ ] a\ny\n",
            merged: "- [ ] a\n- [x] a\ny\n"),
        MergeCase(
            "boxes in code are text", "```\n- [ ] a\n```\n-\nx\n",
            ours: "```\n- [x] a\n```\n-\nx\n",
            theirs: "```\n- [ ] a\n```\n-\ny\n", merged: "```\n- [x] a\n```\n-\ny\n"),
        MergeCase(
            "other bullets, numbers and quotes", "* [ ] a\n1. [ ] b\n> - [ ] c\n",
            ours: "* [x] a\n1. [ ] b\n> - [ ] c\n", theirs: "* [ ] a\n1. [X] b\n> - [x] c\n",
            merged: "* [x] a\n1. [X] b\n> - [x] c\n"),
        MergeCase(
            "both ticked it, each with a letter: the smaller", "- [ ] a\n", ours: "- [x] a\n",
            theirs: "- [X] a\n", merged: "- [X] a\n"),
    ])
    func `boxes merge by item`(_ merge: MergeCase) throws { try merge.check() }
}
