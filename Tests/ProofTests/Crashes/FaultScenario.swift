/// A command, and a board on which it has something to do.
struct FaultScenario: Sendable {
    enum Kind: Sendable {
        /// One command, one commit.
        case change
        /// A change that first commits uncommitted edits.
        case changeAfterEdit
        /// Fetches, merges and pushes.
        case sync
        /// A command that creates a board.
        case making
    }

    let name: String
    let kind: Kind
    let words: [String]
    /// The folder of the command and its board, below the trial's folder.
    var here = "board"
    var board = "board"
    /// Shell lines that prepare what `base` does not.
    var setUp = ""

    /// Shell lines that create a board with a remote, another clone of it, and a code repository.
    static let base = """
        git init -q --bare -b main hub.git
        pmd init board --remote ../hub.git
        cd board
        cat >todo/fix-roof-k3f9m2.md <<END
        ---
        title: Fix the roof
        due: 2026-12-01   # before the snow
        rank: a1
        ---
        - [ ] measure
        - [ ] order tiles
        END
        cat >todo/call-bank-x7q2bd.md <<END
        ---
        title: Call the bank
        ---
        Ask about the loan.
        END
        cat >doing/paint-door-c2d3f4.md <<END
        ---
        title: Paint the door
        due: 2026-12-05
        conflicts:
          - {key: due, value: 2026-12-03, by: Ann, at: 2026-11-21T00:14:00Z}
        ---
        Red.
        END
        printf 'No front matter, no final newline' >done/old-work-v3c2wd.md
        echo '# Gone' >todo/gone-g7h2k3.md
        echo kept >notes.txt
        git add -A && git commit -qm 'By hand'
        pmd rm g7h2k3
        pmd sync
        cd ..
        pmd clone hub.git other
        git -C other remote set-url origin ../hub.git
        git init -q -b main code
        cd code && echo int >main.c && git add -A && git commit -qm Code
        cd ..
        for r in board other code hub.git; do
            git -C $r gc -q && git -C $r config gc.auto 0
        done
        """

    static let changes = [
        FaultScenario(
            name: "add", kind: .change,
            words: ["add", "Mend the gate", "+house", "due:2026-12-01", "--body", "Oak."]),
        FaultScenario(
            name: "edit", kind: .change,
            words: ["edit", "k3f9m2", "due:2026-12-09", "+urgent"]),
        FaultScenario(
            name: "edit-by-hand", kind: .changeAfterEdit,
            words: ["edit", "k3f9m2", "priority:high"],
            setUp: "echo '- [ ] by hand' >>board/todo/fix-roof-k3f9m2.md"),
        FaultScenario(
            name: "move", kind: .change, words: ["move", "k3f9m2", "doing", "--top"]),
        FaultScenario(name: "tick", kind: .change, words: ["tick", "k3f9m2", "1"]),
        FaultScenario(name: "rm", kind: .change, words: ["rm", "k3f9m2", "x7q2bd"]),
        FaultScenario(name: "restore", kind: .change, words: ["restore", "g7h2k3"]),
        FaultScenario(
            name: "resolve", kind: .change, words: ["resolve", "c2d3f4", "--take", "1"]),
        FaultScenario(name: "archive", kind: .change, words: ["archive"]),
        FaultScenario(
            name: "repeat", kind: .change, words: ["done", "h4k2m3"],
            setUp: """
                (cd board
                printf -- '---\\ntitle: Water\\nrepeat: after 3 days\\n---\\n' >todo/water-h4k2m3.md
                git add -A && git commit -qm Water)
                """),
        FaultScenario(
            name: "undo", kind: .change, words: ["undo"],
            setUp: "(cd board; pmd edit k3f9m2 due:2026-12-09 +urgent)"),
        FaultScenario(
            name: "redo", kind: .change, words: ["redo"],
            setUp: "(cd board; pmd rm x7q2bd; pmd undo)"),
        FaultScenario(
            name: "rename-state", kind: .change,
            words: ["config", "states", "rename", "doing", "working"]),
    ]

    static let syncs = [
        FaultScenario(
            name: "sync", kind: .sync, words: ["sync", "--verbose"],
            setUp: """
                (cd other
                pmd edit k3f9m2 due:2026-12-24; pmd move x7q2bd doing; pmd rm v3c2wd
                pmd add Theirs; pmd sync)
                (cd board
                pmd tick k3f9m2 2; pmd add Ours
                echo 'By hand.' >>doing/paint-door-c2d3f4.md; echo new >note.txt)
                """),
        FaultScenario(
            name: "sync-receive", kind: .sync, words: ["sync", "--verbose"],
            setUp: """
                (cd other
                pmd edit k3f9m2 due:2026-12-24; pmd move x7q2bd doing; pmd rm v3c2wd
                pmd add Theirs; pmd sync)
                """),
        FaultScenario(
            name: "sync-send", kind: .sync, words: ["sync", "--verbose"],
            setUp: "(cd board; pmd tick k3f9m2 2; pmd add Ours)"),
    ]

    /// A sync after a concurrent `git merge` failed, and put a file and its index entry back to the
    /// previous commit.
    static let afterReset = FaultScenario(
        name: "sync-after-reset", kind: .sync, words: ["sync", "--verbose"],
        setUp: """
            cd board
            pmd edit k3f9m2 due:2026-12-24
            git update-ref ORIG_HEAD HEAD~1
            git checkout -q HEAD~1 -- todo/fix-roof-k3f9m2.md
            """)

    static let makings = [
        FaultScenario(
            name: "init", kind: .making, words: ["init", "new", "--remote", "../empty.git"],
            here: ".", board: "new", setUp: "git init -q --bare -b main empty.git"),
        FaultScenario(
            name: "init-beside-code", kind: .making, words: ["init", "tasks"], here: "code",
            board: "code/tasks"),
        FaultScenario(
            name: "init-here", kind: .making, words: ["init", "tasks", "--here"], here: "code",
            board: "code/tasks"),
        FaultScenario(
            name: "clone", kind: .making, words: ["clone", "hub.git", "new"], here: ".",
            board: "new"),
    ]

    static let all = changes + syncs + makings
}
