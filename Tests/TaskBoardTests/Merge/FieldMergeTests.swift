import Testing

@testable import TaskBoard

/// Merges of fields: values, lists, ranks and records.
struct FieldMergeTests {
    @Test(arguments: [
        MergeCase(
            fields: "a value takes the side that changed it",
            "due: 2026-12-01\npriority: low\n",
            ours: "due: 2026-12-02\npriority: low\n",
            theirs: "due: 2026-12-01\npriority: high\n",
            merged: "due: 2026-12-02\npriority: high\n"),
        MergeCase(
            fields: "both changed it alike",
            "due: 2026-12-01\n", ours: "due: 2026-12-02\n", theirs: "due: 2026-12-02\n",
            merged: "due: 2026-12-02\n"),
        MergeCase(
            fields: "both changed it: the later writer's stays and the other is kept",
            "due: 2026-12-01\n", ours: "due: 2026-12-02\n", theirs: "due: 2026-12-03\n",
            merged: """
                due: 2026-12-03
                conflicts:
                  - {key: due, value: 2026-12-02, by: Ann, at: 2026-11-21T00:14:00Z}

                """),
        MergeCase(
            fields: "a removal that is older than a change leaves no trace",
            "due: 2026-12-01\n", ours: "", theirs: "due: 2026-12-03\n",
            merged: "due: 2026-12-03\n"),
        MergeCase(
            fields: "a removal that is later wins, and the change is kept",
            "x: 1\ndue: 2026-12-01\n", ours: "x: 1\ndue: 2026-12-03\n", theirs: "x: 1\n",
            merged: """
                x: 1
                conflicts:
                  - {key: due, value: 2026-12-03, by: Ann, at: 2026-11-21T00:14:00Z}

                """),
        MergeCase(
            fields: "both added one key at different places: it stands once",
            "x: 1\ny: 1\n", ours: "due: 2026-12-01\nx: 1\ny: 1\n",
            theirs: "x: 1\ny: 1\ndue: 2026-12-01\n", merged: "due: 2026-12-01\nx: 1\ny: 1\n"),
        MergeCase(
            fields: "both added one key with different values",
            "x: 1\n", ours: "x: 1\ntitle: A\n", theirs: "x: 1\ntitle: B\n",
            merged: """
                x: 1
                title: B
                conflicts:
                  - {key: title, value: A, by: Ann, at: 2026-11-21T00:14:00Z}

                """),
        MergeCase(
            fields: "an unknown key is a value like any",
            "estimate: 1h\n", ours: "estimate: 2h\n", theirs: "estimate: 3h\n",
            merged: """
                estimate: 3h
                conflicts:
                  - {key: estimate, value: 2h, by: Ann, at: 2026-11-21T00:14:00Z}

                """),
        MergeCase(
            fields: "a wrong value is a value like any",
            "due: soon\n", ours: "due: 2026-12-02\n", theirs: "due: soon\nx: 1\n",
            merged: "due: 2026-12-02\nx: 1\n"),
        MergeCase(
            fields: "a value's quoting is no part of it, and follows who changed it",
            "title: \"Fix\"\nx: 1\n", ours: "title: 'Fix'\nx: 1\n",
            theirs: "title: \"Fix\"\nx: 2\n", merged: "title: 'Fix'\nx: 2\n"),
        MergeCase(
            fields: "both spelled one value anew: the greater bytes",
            "title: Fix\n", ours: "title: 'Fix'\n", theirs: "title: \"Fix\"\n",
            merged: "title: 'Fix'\n"),
        MergeCase(
            fields: "comments stay with the side that changed the key",
            "due: 2026-12-01 # first\nx: 1 # a\n", ours: "due: 2026-12-02 # moved\nx: 1 # a\n",
            theirs: "due: 2026-12-01 # first\nx: 2 # b\n",
            merged: "due: 2026-12-02 # moved\nx: 2 # b\n"),
        MergeCase(
            fields: "comment lines of both sides stay",
            "title: A\n# one\nx: 1\n", ours: "# ann\ntitle: A\n# one\nx: 2\n",
            theirs: "title: B\n# one\nx: 1\n# bob\n",
            merged: "# ann\ntitle: B\n# one\nx: 2\n# bob\n"),
        MergeCase(
            fields: "a comment line that both rewrote stays in both wordings",
            "# one\nx: 1\n", ours: "# ann\nx: 1\n", theirs: "# bob\nx: 1\n",
            merged: "# bob\n# ann\nx: 1\n"),
        MergeCase(
            fields: "keys keep the order of the side that changed it",
            "a: 1\nb: 2\nc: 3\n", ours: "c: 3\na: 1\nb: 2\n", theirs: "a: 1\nb: 9\nc: 3\n",
            merged: "c: 3\na: 1\nb: 9\n"),
        MergeCase(
            fields: "keys that both added at one place stand in the order of their bytes",
            "title: A\n", ours: "title: A\nq: 1\n", theirs: "title: A\np: 2\n",
            merged: "title: A\np: 2\nq: 1\n"),
        MergeCase(
            fields: "an unknown map is one value, its bytes",
            "m: {a: 1}\n", ours: "m: {a: 2}\n", theirs: "m: {a: 3}\n",
            merged: """
                m: {a: 3}
                conflicts:
                  - {key: m, value: '{a: 2}', by: Ann, at: 2026-11-21T00:14:00Z}

                """),
        MergeCase(
            fields: "a folded text is one value",
            "note: >\n  one\n  two\n", ours: "note: >\n  one\n  three\n",
            theirs: "note: >\n  one\n  two\nx: 1\n",
            merged: "note: >\n  one\n  three\nx: 1\n"),
        MergeCase(
            fields: "an emptied front matter goes",
            "tags: [a]\n", ours: "", theirs: "tags: [a]\n", merged: ""),
        MergeCase(
            fields: "keys that differ in their normal form are two",
            "x: 1\n", ours: "x: 1\ncafé: a\n", theirs: "x: 1\ncafe\u{301}: b\n",
            merged: "x: 1\ncafe\u{301}: b\ncafé: a\n"),
    ])
    func `fields merge by value`(_ merge: MergeCase) throws { try merge.check() }

    @Test(arguments: [
        MergeCase(
            fields: "additions of both sides",
            "tags: [a]\n", ours: "tags: [a, b]\n", theirs: "tags: [a, c]\n",
            merged: "tags: [a, c, b]\n"),
        MergeCase(
            fields: "a removal and an addition",
            "tags: [a, b]\n", ours: "tags: [b]\n", theirs: "tags: [a, b, c]\n",
            merged: "tags: [b, c]\n"),
        MergeCase(
            fields: "removals of both sides empty the list and its key",
            "tags: [a, b]\nx: 1\n", ours: "tags: [a]\nx: 1\n", theirs: "tags: [b]\nx: 1\n",
            merged: "x: 1\n"),
        MergeCase(
            fields: "a list that is emptied here and added to there",
            "tags: [a]\nx: 1\n", ours: "x: 1\n", theirs: "tags: [a, b]\nx: 1\n",
            merged: "tags: [b]\nx: 1\n"),
        MergeCase(
            fields: "both made the list",
            "x: 1\n", ours: "x: 1\ntags: [a, b]\n", theirs: "x: 1\ntags: [b, c]\n",
            merged: "x: 1\ntags: [b, c, a]\n"),
        MergeCase(
            fields: "the later writer's style stays",
            "tags: [a]\n", ours: "tags: [a, b]\n", theirs: "tags:\n  - a\n  - c\n",
            merged: "tags:\n  - a\n  - c\n  - b\n"),
        MergeCase(
            fields: "an addition brings its comment",
            "tags:\n  - a\n", ours: "tags:\n  - a\n  - b # why\n", theirs: "tags:\n  - a\n  - c\n",
            merged: "tags:\n  - a\n  - c\n  - b # why\n"),
        MergeCase(
            fields: "a scalar where a list is expected is a list",
            "tags: a\n", ours: "tags: a, b\n", theirs: "tags: [a, c]\n",
            merged: "tags: [a, c, b]\n"),
        MergeCase(
            fields: "assignees and blockers are lists too",
            "assignees: [ann]\nblocked-by: [k3f9m2]\n",
            ours: "assignees: [ann, bob]\nblocked-by: [k3f9m2]\n",
            theirs: "assignees: [ann, cy]\nblocked-by: []\n",
            merged: "assignees: [ann, cy, bob]\nblocked-by: []\n"),
        MergeCase(
            fields: "tags that differ in their normal form are two",
            "tags: [a]\n", ours: "tags: [a, café]\n", theirs: "tags: [a, cafe\u{301}]\n",
            merged: "tags: [a, cafe\u{301}, café]\n"),
        MergeCase(
            fields: "only the order changed on one side",
            "tags: [a, b]\n", ours: "tags: [b, a]\n", theirs: "tags: [a, b]\nx: 1\n",
            merged: "tags: [b, a]\nx: 1\n"),
        MergeCase(
            fields: "an unknown list to which both only added",
            "see: [a]\n", ours: "see: [a, b]\n", theirs: "see: [a, c]\n",
            merged: "see: [a, c, b]\n"),
        MergeCase(
            fields: "an unknown list from which one removed is one value",
            "see: [a, b]\n", ours: "see: [b]\n", theirs: "see: [a, b, c]\n",
            merged: """
                see: [a, b, c]
                conflicts:
                  - {key: see, value: '[b]', by: Ann, at: 2026-11-21T00:14:00Z}

                """),
        MergeCase(
            fields: "a map where a list is expected is one value",
            "tags: [a]\n", ours: "tags: {a: 1}\n", theirs: "tags: [a, b]\n",
            merged: """
                tags: [a, b]
                conflicts:
                  - {key: tags, value: '{a: 1}', by: Ann, at: 2026-11-21T00:14:00Z}

                """),
    ])
    func `lists merge by element`(_ merge: MergeCase) throws { try merge.check() }

    @Test(arguments: [
        MergeCase(
            fields: "one side reordered: its rank, and no record",
            "rank: a1\nx: 1\n", ours: "rank: a2\nx: 1\n", theirs: "rank: a1\nx: 2\n",
            merged: "rank: a2\nx: 2\n"),
        MergeCase(
            fields: "both reordered: the later writer's rank, and no record",
            "rank: a1\n", ours: "rank: a2\n", theirs: "rank: a3\n", merged: "rank: a3\n"),
        MergeCase(
            fields: "both sides' records stay",
            "due: a\n",
            ours: "due: a\nconflicts:\n  - {key: due, value: b}\n",
            theirs: "due: a\nconflicts:\n  - {key: due, value: c}\n",
            merged: "due: a\nconflicts:\n  - {key: due, value: b}\n  - {key: due, value: c}\n"),
        MergeCase(
            fields: "a record that one side resolved goes",
            "due: 1\nconflicts:\n  - {key: due, value: 2}\n  - {key: x, value: 3}\n",
            ours: "due: 1\nconflicts:\n  - {key: x, value: 3}\n",
            theirs: "due: 1\nz: 1\nconflicts:\n  - {key: due, value: 2}\n  - {key: x, value: 3}\n",
            merged: "due: 1\nz: 1\nconflicts:\n  - {key: x, value: 3}\n"),
        MergeCase(
            fields: "resolving speaks for the value that stays",
            "due: 1\nconflicts:\n  - {key: due, value: 2}\n", ours: "due: 1\n",
            theirs: "due: 2\n",
            merged: """
                due: 2
                conflicts:
                  - {key: due, value: '1', by: Ann, at: 2026-11-21T00:14:00Z}

                """),
        MergeCase(
            fields: "a record that says what stands goes",
            "due: 1\nx: 1\nconflicts:\n  - {key: due, value: 2}\n",
            ours: "due: 2\nx: 1\nconflicts:\n  - {key: due, value: 2}\n",
            theirs: "due: 1\nx: 5\nconflicts:\n  - {key: due, value: 2}\n",
            merged: "due: 2\nx: 5\n"),
        MergeCase(
            fields: "one record of two sides has the newest time",
            "due: 1\n",
            ours: "due: 1\nconflicts:\n  - {key: x, value: 2, by: A, at: 2026-01-02T00:00:00Z}\n",
            theirs: "due: 1\nconflicts:\n  - {key: x, value: 2, by: B, at: 2026-01-03T00:00:00Z}\n",
            merged: "due: 1\nconflicts:\n  - {key: x, value: 2, by: B, at: 2026-01-03T00:00:00Z}\n"),
        MergeCase(
            fields: "what a person wrote under `conflicts` is kept as a value",
            "due: 1\nconflicts: none\n", ours: "due: 2\nconflicts: none\n",
            theirs: "due: 3\nconflicts: none\n",
            merged: """
                due: 3
                conflicts:
                  - {key: conflicts, value: none}
                  - {key: due, value: '2', by: Ann, at: 2026-11-21T00:14:00Z}

                """),
    ])
    func `ranks and records merge by their own rules`(_ merge: MergeCase) throws {
        try merge.check()
    }
}
