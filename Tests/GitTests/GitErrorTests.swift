import Clibgit2
import Testing

@testable import Git

struct GitErrorTests {
    private static let id = ObjectID(git_oid())

    @Test(
        arguments: [
            (.wrongType(expected: "tree"), .invalid, "it is not a tree", nil),
            (.blobTooLarge(size: 9, limit: 4), .tooLarge, "it has 9 bytes, more than 4", nil),
            (
                .hashMismatch, .damaged, "hash mismatch: the object is damaged",
                GitError.adviceOnDamage
            ),
            (.missingObject(id, isNew: true), .notFound, "the object \(id) is missing", nil),
            (
                .missingObject(id, isNew: false), .damaged, "the object \(id) is missing",
                GitError.adviceOnDamage
            ),
            (
                .damagedPackFile(.checksum, command: "Remove it."), .damaged,
                "its checksum does not match", GitError.adviceOnDamage + " Remove it."
            ),
            (
                .indexExtension("link"), .unsupported,
                "it has an extension that only git reads: 'link'",
                "Write it whole: git update-index --no-split-index"
            ),
            (
                .headNamesNoBranch("x"), .damaged, "it names 'x', which is not a branch",
                GitError.adviceOnReferences
            ),
            (.locked(nil), .locked, "it is locked", nil),
            (
                .foreign(path: "/a b"), .notAllowed, "it belongs to another user",
                "If you trust it: git config --global --add safe.directory '/a b'"
            ),
        ] as [(GitError.Reason, GitError.Kind, String, String?)])
    func `kind, sentence and advice follow from the reason`(
        _ c: (reason: GitError.Reason, kind: GitError.Kind, sentence: String, advice: String?)
    ) {
        let error = GitError(c.reason, "read it")
        #expect(error.kind == c.kind)
        #expect(
            error.description == "cannot read it: \(c.sentence)"
                + (c.advice.map { ". \($0)" } ?? ""))
    }
}
