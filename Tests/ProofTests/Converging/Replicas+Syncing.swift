import TestSupport

extension Replicas {
    /// Syncs a clone and checks that everything it showed is still there.
    ///
    /// - Parameter remote: Another clone; nil for the hub.
    func sync(_ index: Int, with remote: Int? = nil) throws {
        let clone = all[index]
        if let remote {
            try clone.sandbox.expect("git config branch.main.remote c\(remote)")
        }
        let before = try clone.tokens()
        let run = try clone.sandbox.pmd("sync", "--verbose")
        let isRefused = remote != nil && run.status == 77 && run.error.contains("rejected the push")
        trial.expect(
            run.status == 0 || isRefused, "refused", "\(clone.name): \(run.status) \(run.error)")
        let after = try clone.tokens()
        let lost = before.subtracting(after).subtracting(removed)
        trial.expect(lost.isEmpty, "lost", "sync of \(clone.name) lost \(lost.sorted())")
        trial.count("syncs")
    }

    /// Syncs every clone once, in random order.
    func syncAll() throws {
        for index in all.indices.shuffled(using: &random) { try sync(index) }
    }

    /// Syncs every clone with every other, in random order.
    func syncMesh() throws {
        let pairs = all.indices.flatMap { one in all.indices.map { (one, $0) } }
        for (one, other) in pairs.shuffled(using: &random) where one != other {
            try sync(one, with: other)
        }
    }

    /// Makes every clone a remote of every other.
    ///
    /// - Parameter accepts: Whether a clone accepts pushes into a clean working tree.
    ///   Otherwise others can only fetch from it.
    func mesh(accepts: Bool) throws {
        for clone in all {
            for other in all where other.name != clone.name {
                try clone.sandbox.expect("git remote add \(other.name) ../\(other.name)")
            }
            try clone.sandbox.expect(
                """
                git config receive.denyCurrentBranch \(accepts ? "updateInstead" : "refuse")
                git config branch.main.merge refs/heads/main
                """)
        }
    }
}

extension Replicas {
    func heads() throws -> Set<String> {
        Set(try all.map { try $0.sandbox.expect("git rev-parse HEAD") })
    }

    /// Expects the same files in all clones, whatever their commits.
    func expectSameBoard() throws {
        let trees = Set(try all.map { try $0.sandbox.expect("git rev-parse 'HEAD^{tree}'") })
        trial.expect(trees.count == 1, "diverged", "\(trees.count) boards after two rounds")
    }

    /// Expects the same commit in all clones, with its files in the working trees, and every token
    /// that was written and not removed.
    func expectSame() throws {
        let heads = try heads()
        trial.expect(heads.count == 1, "diverged", "\(heads.count) heads after the last round")
        for clone in all {
            let status = try clone.sandbox.expect("git status --porcelain")
            trial.expect(status.isEmpty, "diverged", "\(clone.name): \(status)")
        }
        let records = try all[0].sandbox.expect("git log --author=pmd-record --format=%H")
        trial.count("records", records.split(separator: "\n").count)
        // git itself writes odd time zones after 2106.
        let check = try all[0].sandbox.shell(
            "git config fsck.badTimezone ignore; "
                + "git fsck --strict --no-dangling 2>&1 || git fsck --strict 2>&1 | "
                + "sed -n 's/^error in [a-z]* \\([0-9a-f]*\\).*/\\1/p' | xargs -n1 git cat-file -p")
        trial.expect(check.output.isEmpty, "unsound", check.output)
        let visible = try all[0].tokens()
        let lost = written.subtracting(visible).subtracting(removed)
        trial.expect(lost.isEmpty, "lost", "in the end \(lost.sorted()) are gone")
        trial.count("tokens", written.count)
    }

    /// Expects that syncs with nothing to do make no commits and no files.
    func expectQuiet(_ times: Int) throws {
        let look =
            "git rev-parse HEAD; git count-objects | cut -d' ' -f1; find . -not -path "
            + "'./.git/*' | sort; find .git/pmd | sort"
        let before = try all[0].sandbox.expect(look)
        for _ in 0..<times { try sync(0) }
        let after = try all[0].sandbox.expect(look)
        trial.expect(before == after, "grew", "\(times) more syncs: \(before)\(after)")
    }

    /// Repeats the merge in another process, time zone and language, from both sides: the result
    /// must be the same commit.
    ///
    /// - Parameter program: The pmd that merges; by default the built one.
    func expectSymmetric(_ most: Int, by program: String? = nil) throws {
        var judge = home
        if let program { judge.program = program }
        judge.environment["TZ"] = "Pacific/Apia"
        judge.environment["LC_ALL"] = "C.UTF-8"
        try judge.expect(
            """
            rm -rf judge judge.git
            git clone -q --bare c0 judge.git && git clone -q judge.git judge
            """)
        judge.here += "/judge"
        let merges = try judge.expect(
            "git log --author=merge@pmd.invalid --format='%H %P'"
        ).split(separator: "\n")
        for merge in merges.shuffled(using: &random).prefix(most) {
            let ids = merge.split(separator: " ")
            for (ours, theirs) in [(ids[1], ids[2]), (ids[2], ids[1])] {
                try judge.expect(
                    "git reset -q --hard \(ours) && git -C ../judge.git update-ref "
                        + "refs/heads/main \(theirs)")
                let run = try judge.pmd("sync")
                let head = try judge.expect("git rev-parse HEAD").dropLast()
                trial.expect(
                    run.status == 0 && head == ids[0], "asymmetric",
                    "\(ours) and \(theirs) gave \(head) and not \(ids[0]): \(run.error)")
            }
            trial.count("merges made again")
        }
    }
}
