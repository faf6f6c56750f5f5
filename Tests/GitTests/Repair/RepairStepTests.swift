import Clibgit2
import TestSupport
import Testing

@testable import Git

/// The sentence for each step of a repair.
struct RepairStepTests {
    private static let id = ObjectID(git_oid())
    private static let zeros = String(repeating: "0", count: 40)

    @Test(
        arguments: [
            (.madeFolder("/g/refs"), "created '/g/refs', which was missing"),
            (
                .removedMultiPackIndex("/m"),
                "removed '/m', which was damaged or stale; git will rebuild it"
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
                "cannot read '/p.idx': it points outside the pack"
            ),
            (.madePackIndex(pack: "p"), "rebuilt the index of 'p.pack'"),
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
            (.moved("/a", to: "/d/a"), "moved '/a' to '/d/a'"),
        ] as [(RepairStep, String)])
    func `each step of a repair has one sentence`(step: RepairStep, sentence: String) {
        #expect(step.sentence == sentence)
        expectKorean(step.korean, meaning: sentence)
    }
}

/// The sentence for each fault of a reference.
struct FaultyReferenceTests {
    private static let id = ObjectID(hex: String(repeating: "a", count: 40))

    @Test func `a damaged reference has a sentence`() throws {
        let id = try #require(Self.id)
        let error = GitError(.headNamesNothing, "read HEAD")
        let faults = [
            ("refs/heads/main", .damaged), ("refs/heads/main", .missingObject(id)),
            ("refs/heads/main", .missing), ("logs/HEAD", .logOfMissingObject(id)),
            ("packed-refs", .unreadableLine), ("HEAD", .head(error)),
        ].map { (name: String, fault: FaultyReference.Fault) in FaultyReference(name, fault) }
        for fault in faults { expectKorean(fault.korean, meaning: fault.words) }
        #expect(
            faults.map(\.words) == [
                "refs/heads/main is damaged: it does not point to a commit",
                "refs/heads/main points to \(id), which is missing",
                "refs/heads/main is missing, but its log lists its commits",
                "the log of HEAD lists \(id), which is missing",
                "packed-refs is damaged: it has a line that git cannot read",
                "HEAD is damaged: \(error.message)",
            ])
    }
}
