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
        // It is detected once its process name is git's.
        for _ in 0..<500
        where !RunningProcess.all().contains(where: {
            $0.name.hasPrefix("git") && $0.folder?.hasPrefix(sandbox.path) == true
        }) {
            usleep(10_000)
        }
        try body()
    }

    @Test func `a git in the repository or one of its working trees counts as running`() throws {
        try sandbox.sh("git worktree add -q ../tree -b tree")
        for folder in ["repo", "repo/.git", "tree"] {
            try running("git", ["cat-file", "--batch"], in: folder) {
                #expect(repository.isGitAtWork)
            }
        }
        #expect(!repository.isGitAtWork)
    }

    @Test func `a git with the option value daemon counts as running`() throws {
        try sandbox.sh("mkdir daemon")
        for options in [["-C", "daemon"], ["--namespace", "daemon"]] as [[Argument]] {
            try running("git", options + ["cat-file", "--batch"], in: "repo") {
                #expect(repository.isGitAtWork)
            }
        }
    }

    @Test func `a git elsewhere with an open file of the repository counts as running`() throws {
        try running(
            "sh",
            ["-c", .configured("exec git cat-file --batch 9<\(sandbox.path)/repo/.git/HEAD")],
            in: "other"
        ) {
            #expect(repository.isGitAtWork)
        }
    }

    @Test func `a git in another repository and a server do not count as running`() throws {
        try running("git", ["cat-file", "--batch"], in: "other") {
            #expect(!repository.isGitAtWork)
        }
        // Not started as `git daemon`: that is a parent process, and only it would be killed.
        let folder = try sandbox.sh("git --exec-path").dropLast()
        try running(
            "\(folder)/git-daemon",
            ["--listen=127.0.0.1", .attached("--port=", "\(20_000 + getpid() % 20_000)"), "."],
            in: "repo"
        ) {
            #expect(!repository.isGitAtWork)
        }
    }

    @Test func `a git that is a zombie does not count as running`() throws {
        try running(
            "sh", ["-c", "git version >/dev/null & exec sleep 60"], in: "repo"
        ) {
            #expect(!repository.isGitAtWork)
        }
    }
}
