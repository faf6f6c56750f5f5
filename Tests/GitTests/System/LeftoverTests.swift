import Glibc
import TestSupport
import Testing

@testable import Git

/// Temporary files and folders: those in use stay, and those of killed processes are removed.
struct LeftoverTests {
    private let sandbox: RepositorySandbox
    private let repository: Repository
    private var objects: String { repository.commonDirectory + "objects" }
    /// The name that a killed process left.
    private static let random = "x0123456789abcdef"

    init() throws {
        sandbox = try RepositorySandbox()
        repository = try sandbox.repository()
    }

    private func names(_ pattern: String) throws -> String {
        try sandbox.sh("cd .git; ls -d \(pattern) 2>/dev/null | LC_ALL=C sort || :")
    }

    /// Older releases read a number at the start as a process ID.
    @Test(arguments: 0..<200)
    func `a temporary name does not begin with a number, and is recognised`(number: Int) {
        let name = TemporaryName.random()
        #expect(name.first == "x" && name.utf8.count == 17)
        #expect(TemporaryName.isRandom(name))
        #expect(TemporaryName.random(atStartOf: name + "-\(number)") == name)
        #expect(!TemporaryName.isRandom(name + "-\(number)"))
    }

    @Test(arguments: [
        "", "x", "4711", "4711-0123456789abcdef", "x0123456789abcde", "y0123456789abcdef",
    ])
    func `an older release's name does not count as random`(name: String) {
        #expect(!TemporaryName.isRandom(name))
        #expect(TemporaryName.random(atStartOf: name) == nil)
    }

    @Test func `a folder in use stays, and a killed process's is removed at once`() throws {
        try sandbox.sh("mkdir -p .git/objects/tmp_objdir-pmd-\(Self.random)/pack")
        do {
            let folder = try QuarantineFolder(in: objects)
            #expect(
                try names("objects/tmp_objdir*") == folder.path.dropFirst(
                    repository.commonDirectory.count) + "\n")
            QuarantineFolder.removeLeft(in: objects)
            #expect(access(folder.packs, F_OK) == 0)
        }
        #expect(try names("objects/tmp_objdir*") == "")
    }

    /// The first process is this one, and the second one is gone.
    @Test(arguments: ["\(getpid())", "4194304", "4194304-f00"])
    func `an older release's folder is removed after a day, whatever process has its ID`(
        process: String
    ) throws {
        let name = "objects/tmp_objdir-pmd-\(process)"
        try sandbox.sh("mkdir -p .git/\(name)/pack")
        QuarantineFolder.removeLeft(in: objects)
        #expect(try names("objects/tmp_objdir*") == name + "\n")
        try sandbox.sh("touch -d '2 days ago' .git/\(name)")
        QuarantineFolder.removeLeft(in: objects)
        #expect(try names("objects/tmp_objdir*") == "")
    }

    @Test func `a link in place of a folder is removed, not followed`() throws {
        try sandbox.sh(
            "mkdir kept; touch kept/file; ln -s $PWD/kept .git/objects/tmp_objdir-pmd-\(Self.random)"
        )
        QuarantineFolder.removeLeft(in: objects)
        #expect(try sandbox.sh("ls kept; ls .git/objects | grep -c tmp_ || :") == "file\n0\n")
    }

    /// A sweep may come between a folder's creation and its lock.
    @Test func `no sweep removes a newly created folder`() async throws {
        let folder = sandbox.path
        let lost = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<3_000 { LockedFolder.removeLeft(in: folder, "made-") }
                    return 0
                }
                group.addTask {
                    var lost = 0
                    for _ in 0..<1_000 {
                        do {
                            let made = try LockedFolder(in: folder, "made-", for: "test")
                            if access(made.path, F_OK) != 0 { lost += 1 }
                        } catch {
                            lost += 1
                        }
                    }
                    return lost
                }
            }
            return await group.reduce(0, +)
        }
        #expect(lost == 0)
        #expect(try sandbox.sh("ls .. | grep -c made- || :") == "0\n")
    }

    @Test func `temporary object files stay while the first one is locked`() throws {
        let locked = "tmp_object_git2_pmd-\(Self.random)"
        for folder in ["objects", "pmd/objects"] {
            try sandbox.sh(
                """
                mkdir -p .git/\(folder); cd .git/\(folder)
                touch \(locked) \(locked)-0 \(locked)-1 tmp_object_git2_pmd-xfedcba9876543210-7
                touch tmp_object_git2_0123
                """)
            let path = "\(repository.commonDirectory)\(folder)/\(locked)"
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            #expect(try UseLock.take(descriptor, at: path))
            repository.removeLeftovers(wasLeft: false)
            let all = ["", "-0", "-1"].map { "\(folder)/\(locked)\($0)\n" }.joined()
            #expect(try names("\(folder)/tmp_object_git2_pmd*") == all)
            // A child of another test may hold a copy until it has executed its program.
            flock(descriptor, LOCK_UN)
            close(descriptor)
            repository.removeLeftovers(wasLeft: false)
            #expect(try names("\(folder)/tmp_object_git2_pmd*") == "")
            // Another program that uses libgit2 may be writing it.
            #expect(try names("\(folder)/tmp_*") == "\(folder)/tmp_object_git2_0123\n")
        }
    }

    @Test func `an older release's temporary object files are removed after a day`() throws {
        let name = "objects/tmp_object_git2_pmd-\(getpid())-f00-0"
        try sandbox.sh("touch .git/\(name)")
        repository.removeLeftovers(wasLeft: true)
        #expect(try names("objects/tmp_*") == name + "\n")
        try sandbox.sh("touch -d '2 days ago' .git/\(name)")
        repository.removeLeftovers(wasLeft: false)
        #expect(try names("objects/tmp_*") == "")
    }

    @Test(arguments: ["", "git pack-refs --all --prune"])
    func `a push's reference stays while the push runs, even in packed-refs`(
        packing: String
    ) throws {
        let commit = try repository.commitFiles(["a.md": "a\n"])
        try sandbox.sh("mkdir -p .git/pmd")
        let pusher = try LockedFolder(in: repository.pusherFolder, "outgoing-", for: "test")
        let own = pusher.path.split(separator: "/").last.map(String.init) ?? ""
        try sandbox.sh(
            """
            for name in \(own) outgoing-\(Self.random) outgoing-x00000000000000aa \
                outgoing-\(getpid()); do
                git update-ref refs/pmd/$name-\(commit) \(commit)
            done
            mkdir .git/pmd/outgoing-\(Self.random); \(packing)
            """)
        try repository.removeLeftReferences()
        let references = Set(try repository.references(matching: Repository.outgoing + "*").keys)
        let old = "refs/pmd/outgoing-\(getpid())-\(commit)"
        #expect(references == ["refs/pmd/\(own)-\(commit)", old])
        #expect(try names("pmd/outgoing-*") == "pmd/\(own)\n")
        try sandbox.sh(
            "touch -d '2 days ago' .git/\(packing.isEmpty ? old : "packed-refs")")
        try repository.removeLeftReferences()
        #expect(
            try repository.references(matching: Repository.outgoing + "*").keys.map(\.self)
                == ["refs/pmd/\(own)-\(commit)"])
    }
}
