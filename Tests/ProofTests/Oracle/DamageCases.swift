extension StateCase {
    /// Runs commands that leave most kinds of files in the local state.
    private static let seasoned = """
        (cd ../bob; first edit k3f9m2 due:2027-01-01; first add Theirs; first sync)
        first add Ours; first edit k3f9m2 +town; first list; first board; first sync
        first log -n 9; first blame k3f9m2; first undo; first redo; first doctor; first status

        """

    private static func damage(_ name: String, _ command: String) -> StateCase {
        StateCase(
            name: "made anew: files that are \(name)",
            lines: seasoned + """
                for file in $(ls -p .git/pmd | grep -v / | grep -vxE 'pending|actions'); do
                    file=.git/pmd/$file
                    \(command)
                    same; next add "After $file"; next sync; same
                    first list; first sync
                done
                """)
    }

    /// Damage to files that pmd can rebuild.
    static let damages = [
        StateCase(name: "made anew: files that are whole", lines: seasoned + "same"),
        damage("gone", "rm $file"),
        damage("empty", ": >$file"),
        damage("cut off", "truncate -s $(( $(stat -c %s $file) / 2 )) $file"),
        damage("of a newer form", "{ echo format 99; cat $file; } >../new; cat ../new >$file"),
        damage("no text", "head -c 5000 /dev/urandom >$file"),
        damage("changed within", "printf '\\377\\377\\377\\377' | dd of=$file seek=2 conv=notrunc"),
    ]

    static let others = [
        StateCase(
            name: "cache: edits by hand after the other version's cache",
            lines: """
                first list; old; typed; same; next list; echo more >>todo/roof-k3f9m2.md
                first list --all --json >../a; next list --all --json >../b; cmp ../a ../b
                first sync; same
                """),
        StateCase(
            name: "dropped: commits that one version found stay found",
            lines: """
                first edit k3f9m2 due:2027-01-01; made=$(git rev-parse HEAD)
                git reset -q --hard HEAD~1; first add More; next add Again; next sync
                first list; next status; first undo; next undo; hasnt 2027
                git cat-file -e $made
                """),
        StateCase(
            name: "files and folders of a newer version stay and do no harm",
            lines: """
                first add More; mkdir -p .git/pmd/snapshots/1; echo x >.git/pmd/snapshots/1/a
                printf '\\000\\001' >.git/pmd/state; ln -s nowhere .git/pmd/link
                next list; next add Again; next sync; next doctor; next undo
                test -e .git/pmd/snapshots/1/a; test -e .git/pmd/state; test -L .git/pmd/link
                """),
        StateCase(
            name: "every file has a case", fault: "unknown file",
            lines: seasoned + """
                known='actions|at|cache|dropped|examined|examined-completions|examined-paths|heads|index|lock|loose|objects'
                known="$known|packing|packing-failed|pending|replaced|sync|sync-lock|syncing|temporary"
                known="$known|times|touched"
                killed edit k3f9m2 due:2027-01-02
                test -z "$(ls .git/pmd | grep -vxE "$known")"; next add More
                """),
    ]
}
