import Testing

@testable import Git

/// Fetched packs stay in a quarantine folder until they are installed.
struct QuarantineTests {
    let sandbox: RepositorySandbox
    let repository: Repository
    private var objects: String { repository.commonDirectory + "objects" }

    init() throws {
        sandbox = try RepositorySandbox()
        repository = try sandbox.repository()
        for number in 0..<3 { try repository.commitFiles(["todo/a.md": "\(number)\n"]) }
        try sandbox.sh("git repack -adq")
    }

    /// The repository's packs, by name without extension.
    private func packs() throws -> [String] {
        try sandbox.sh("cd .git/objects/pack; ls *.pack | sed 's/[.]pack$//'")
            .split(separator: "\n").map(String.init)
    }

    /// Installs a pack with the given pack's objects, as a fetch or a repair does.
    private func install(copyOf pack: String) throws {
        let folder = try QuarantineFolder(in: objects)
        try sandbox.sh(
            "cp .git/objects/pack/\(pack).pack .git/objects/pack/\(pack).idx \(folder.packs)")
        try folder.install()
    }

    @Test func `a git gc that removes a pack keeps a new one with the same objects`() throws {
        let old = try #require(try packs().first)
        // git has listed the packs to remove before the new one arrives.
        try install(copyOf: old)
        try sandbox.sh("cd .git/objects/pack; rm -f \(old).*")
        #expect(try packs().count == 1)
        #expect(try sandbox.git("fsck", "--strict", "--full") == "")
        #expect(try sandbox.git("rev-list", "--objects", "HEAD").split(separator: "\n").count > 6)
    }

    @Test func `two packs with the same objects get different names`() throws {
        let old = try #require(try packs().first)
        try install(copyOf: old)
        try install(copyOf: old)
        #expect(try packs().count == 3)
        #expect(try sandbox.git("fsck", "--strict", "--full") == "")
    }

    @Test func `packs that are not installed are removed with the folder`() throws {
        do {
            let folder = try QuarantineFolder(in: objects)
            try sandbox.sh("cp .git/objects/pack/*.pack .git/objects/pack/*.idx \(folder.packs)")
        }
        #expect(try packs().count == 1)
        #expect(try sandbox.sh("ls .git/objects | grep -c tmp_objdir || :") == "0\n")
    }
}
