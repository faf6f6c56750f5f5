import TestSupport
import Testing

/// Attached files between clones.
struct AttachmentSyncTests {
    @Test func `different files of one name that two clones attach at once are both kept`() throws {
        let clones = try Clones()
        try clones.run("pmd add Buy boots; pmd sync", in: "ann")
        try clones.run("pmd sync; head -c 70000 /dev/urandom > ../bob.jpg", in: "bob")
        try clones.run("head -c 80000 /dev/urandom > ../ann.jpg", in: "ann")
        for name in ["ann", "bob"] {
            try clones.run(
                "mkdir ../from-\(name); cp ../\(name).jpg ../from-\(name)/boots.jpg; "
                    + "pmd attach boots ../from-\(name)/boots.jpg", in: name)
        }
        try clones.run("pmd sync", in: "ann")
        try clones.run("pmd sync", in: "bob")
        try clones.run("pmd sync", in: "ann")
        for name in ["ann", "bob"] {
            try clones.run(
                """
                test "$(ls attachments | wc -l)" = 2
                for from in ann bob; do
                    hash=$(git hash-object ../from-$from/boots.jpg | cut -c1-8)
                    cmp ../from-$from/boots.jpg attachments/boots-$hash.jpg
                    grep -q "boots.jpg\\](../attachments/boots-$hash.jpg)" todo/*.md
                done
                ! ls conflicts
                git fsck --strict
                test -z "$(git status --porcelain)"
                """, in: name)
        }
        let heads = try ["ann", "bob"].map { try clones.run("git rev-parse HEAD", in: $0) }
        #expect(heads[0] == heads[1])
    }

    @Test func `one file that two clones attach at once is one file, which an undo leaves`() throws
    {
        let clones = try Clones()
        try clones.run("pmd add Buy boots; pmd add Clean boots; pmd sync", in: "ann")
        try clones.run("pmd sync; head -c 70000 /dev/urandom > ../boots.jpg", in: "bob")
        try clones.run("pmd attach buy ../boots.jpg; pmd sync", in: "ann")
        try clones.run("pmd attach clean ../boots.jpg; pmd sync", in: "bob")
        try clones.run("pmd sync; pmd undo; pmd sync", in: "ann")
        try clones.run(
            "pmd sync; cmp ../boots.jpg attachments/*; ! grep attachments todo/buy*", in: "bob")
        try clones.run("pmd undo", in: "bob")
        try clones.run(
            "! ls attachments/* && pmd redo && cmp ../boots.jpg attachments/*", in: "bob")
    }
}
