import Glibc
import Programs
import TestSupport
import Testing

@testable import Git

/// Detection of a git process that is working in a repository.
struct RunningGitTests {
    private let sandbox: RepositorySandbox
    private let repository: Repository

    init() throws {
        sandbox = try RepositorySandbox()
        repository = try sandbox.repository()
        try sandbox.sh(
            "git commit -q --allow-empty -m one; mkdir ../elsewhere; git init -q ../other")
    }

    /// Runs a program in a folder while `body` runs.
    private func running(
        _ program: String, _ arguments: [Argument], in folder: String, _ body: () throws -> Void
    ) throws {
        let child = try ChildProcess(
            program, arguments, environment: Environment.ofProcess().list(),
            folder: "\(sandbox.path)/\(folder)")
        defer {
            child.kill(SIGKILL)
            _ = child.wait()
        }
        // It is seen once its name is git's.
        for _ in 0..<500
        where !RunningProcess.all().contains(where: {
            $0.name.hasPrefix("git") && $0.folder?.hasPrefix(sandbox.path) == true
        }) {
            usleep(10_000)
        }
        try body()
    }

    @Test func `a git in the repository or one of its working trees is at work`() throws {
        try sandbox.sh("git worktree add -q ../tree -b tree")
        for folder in ["repo", "repo/.git", "tree"] {
            try running("git", ["cat-file", "--batch"], in: folder) {
                #expect(repository.isGitAtWork)
            }
        }
        #expect(!repository.isGitAtWork)
    }

    @Test func `a git whose options name a server is at work`() throws {
        try sandbox.sh("mkdir daemon")
        for options in [["-C", "daemon"], ["--namespace", "daemon"]] as [[Argument]] {
            try running("git", options + ["cat-file", "--batch"], in: "repo") {
                #expect(repository.isGitAtWork)
            }
        }
    }

    @Test func `a git elsewhere with a file of the repository open is at work`() throws {
        try running(
            "sh",
            ["-c", .configured("exec git cat-file --batch 9<\(sandbox.path)/repo/.git/HEAD")],
            in: "other"
        ) {
            #expect(repository.isGitAtWork)
        }
    }

    @Test func `neither a git in another repository nor a server is at work`() throws {
        try running("git", ["cat-file", "--batch"], in: "other") {
            #expect(!repository.isGitAtWork)
        }
        // Not by `git daemon`, which is a parent that would be killed alone.
        let folder = try sandbox.sh("git --exec-path").dropLast()
        try running(
            "\(folder)/git-daemon",
            ["--listen=127.0.0.1", .attached("--port=", "\(20_000 + getpid() % 20_000)"), "."],
            in: "repo"
        ) {
            #expect(!repository.isGitAtWork)
        }
    }

    @Test func `a git that has ended and waits for its parent is not at work`() throws {
        try running(
            "sh", ["-c", "git version >/dev/null & exec sleep 60"], in: "repo"
        ) {
            #expect(!repository.isGitAtWork)
        }
    }
}
