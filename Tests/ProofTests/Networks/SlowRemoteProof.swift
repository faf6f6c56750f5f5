import TestSupport
import Testing

/// Other commands keep working while a sync waits for its remote.
struct SlowRemoteProof {
    @Test func `a sync that waits for its remote blocks nobody else`() async {
        let proof = Proof("slow-remote", of: "syncs that wait", faults: ["kept waiting", "lost"])
        await proof.random(quick: 1) { trial in
            let clones = try Clones()
            try clones.run(
                "pmd add One due:2026-12-01; pmd sync", in: "ann")
            try clones.run("pmd sync; pmd edit One due:2026-12-03; pmd sync", in: "bob")
            let run = try clones.sh(Self.lines, in: "ann")
            trial.expect(run.status == 0, "kept waiting", run.output + run.error)
            let all = try clones.sh(
                """
                git log --format=%s > ../log; cat todo/one* >> ../log
                grep -q 'Add "Two"' ../log; grep -q 'Add "Three"' ../log; grep -q 'by hand' ../log
                grep -q 2026-12-03 ../log; test -z "$(git status --porcelain)"
                test "$(git rev-parse HEAD)" = "$(git -C ../hub.git rev-parse main)"
                """, in: "ann")
            trial.expect(all.status == 0, "lost", all.output + all.error)
        }
    }

    /// An ssh that waits for a line before each connection to the remote.
    private static let lines = """
        mkdir ../bin; mkfifo ../called ../go
        cat > ../bin/ssh <<END
        #!/bin/sh
        echo called > $PWD/../called; read word < $PWD/../go
        for last; do :; done; eval "exec \\$last"
        END
        chmod +x ../bin/ssh; export PATH=$PWD/../bin:$PATH
        git remote set-url origin ssh://host$PWD/../hub.git
        pmd sync > ../first 2>&1 & first=$!
        read word < ../called
        pmd add Two; pmd list | grep -q Two; pmd start Two
        echo 'by hand' >> todo/one-*.md
        flock -n .git/pmd/lock true
        ! flock -n .git/pmd/sync-lock true
        echo go > ../go; read word < ../called
        pmd add Three
        echo go > ../go
        ( while read word < ../called; do echo go > ../go; done ) & others=$!
        wait $first || { cat ../first; exit 1; }
        pmd sync; kill $others
        """
}
