import Clibgit2
import Testing

@testable import Git

/// The sentence for each repair step, and for each loss.
struct RepairStepTests {
    private static let id = ObjectID(git_oid())
    private static let zeros = String(repeating: "0", count: 40)

    @Test(
        arguments: [
            (.madeFolder("/g/refs"), "made '/g/refs', which was missing"),
            (
                .removedMultiPackIndex("/m"),
                "removed '/m', which was damaged or stale; git makes it again"
            ),
            (.foundPackFault(.init(pack: "/p", reason: .noIndex)), "'/p.pack' has no index"),
            (
                .foundPackFault(.init(pack: "/p", reason: .checksum)),
                "the checksum of '/p.pack' does not match"
            ),
            (
                .foundPackFault(
                    .init(
                        pack: "/p",
                        reason: .index(
                            GitError(.damagedPackFile(.offsets, nil), "read '/p.idx'")))),
                "cannot read '/p.idx': it names places that the pack does not have"
            ),
            (.madePackIndex(pack: "p"), "made the index of 'p.pack' again"),
            (.recoveredObjects(2, of: 3, pack: "p"), "recovered 2 of 3 objects of 'p.pack'"),
            (.recoveredObjects(2, of: nil, pack: "p"), "recovered 2 objects of 'p.pack'"),
            (.copiedRemotePacks, "copied all packs of the remote"),
            (.movedDamagedObject(id, to: "/d"), "moved the damaged file of \(zeros) to '/d'"),
            (.restoredObject(id, .blob, from: .file("/f")), "restored blob \(zeros) from '/f'"),
            (.restoredObject(id, .tree, from: .index), "restored tree \(zeros) from the index"),
            (
                .restoredObject(id, .commit, from: .remote),
                "restored commit \(zeros) from the remote"
            ),
            (
                .leftHead(onNewBranch: "refs/heads/x"),
                "left HEAD on the new branch refs/heads/x, as the index is empty too: begin it "
                    + "with 'git commit --allow-empty -m Begin', or go back with "
                    + "'git switch BRANCH'"
            ),
            (
                .restoredHead(to: .branch("refs/heads/x"), damaged: "/d/HEAD"),
                "restored HEAD: it names refs/heads/x again; the damaged file is '/d/HEAD'"
            ),
            (
                .restoredHead(to: .commit(id), damaged: nil),
                "restored HEAD: it names the commit \(zeros) again"
            ),
            (
                .keptPackedReferences(1, of: 2),
                "kept 1 of 2 references of the damaged packed-refs"
            ),
            (.replaced(name: "r", damaged: "/d/r"), "the damaged file of r is '/d/r'"),
            (
                .restoredReference("r", to: id, from: .headLog),
                "restored r: it names \(zeros) now, from HEAD's log"
            ),
            (
                .restoredReference("r", to: id, from: .reference("refs/remotes/o/r")),
                "restored r: it names \(zeros) now, from refs/remotes/o/r"
            ),
            (.movedReference("r", to: "/d/r"), "moved the damaged r to '/d/r'"),
            (
                .shortenedLog(of: "r", former: "/d/log-r"),
                "removed the lines that name lost commits from the log of r; the log as it was "
                    + "is '/d/log-r'"
            ),
            (.moved("/a", to: "/d/a"), "moved '/a' to '/d/a'"),
            (
                .movedIndex(to: "/d/index"),
                "moved the index, which names files that are lost, to '/d/index'"
            ),
        ] as [(RepairStep, String)])
    func `each repair step has one sentence`(step: RepairStep, sentence: String) {
        #expect(step.sentence == sentence)
    }

    @Test func `a loss report lists the newest twenty commits with their messages`() {
        let one = ReferenceCandidates.Candidate(id: Self.id, source: .ownLog, message: "commit: a")
        let other = ReferenceCandidates.Candidate(id: Self.id, source: .remote, message: nil)
        let few = RepairLoss(name: "r", chosen: Self.id, lost: [one, other])
        #expect(
            few.sentence == "moved r to \(Self.zeros): newer commits existed only in this clone "
                + "and are lost: \(Self.zeros) (commit: a), \(Self.zeros)")
        let many = RepairLoss(
            name: "r", chosen: Self.id, lost: Array(repeating: other, count: 21))
        #expect(many.sentence.split(separator: ",").count == 20)
    }
}

/// The sentence for each fault of a reference.
struct FaultyReferenceTests {
    private static let id = ObjectID(hex: String(repeating: "a", count: 40))

    @Test func `each fault of a reference has its own words`() throws {
        let id = try #require(Self.id)
        let error = GitError(.headNamesNothing, "read HEAD")
        let faults = [
            ("refs/heads/main", .damaged), ("refs/heads/main", .missingObject(id)),
            ("refs/heads/main", .missing), ("logs/HEAD", .logOfMissingObject(id)),
            ("packed-refs", .unreadableLine), ("HEAD", .head(error)),
        ].map { (name: String, fault: FaultyReference.Fault) in FaultyReference(name, fault).words }
        #expect(
            faults == [
                "refs/heads/main is damaged: it names no commit",
                "refs/heads/main names \(id), which is missing",
                "refs/heads/main is missing, and its log has its commits",
                "the log of HEAD names \(id), which is missing",
                "packed-refs is damaged: it has a line that git cannot read",
                "HEAD is damaged: \(error.message)",
            ])
    }
}
