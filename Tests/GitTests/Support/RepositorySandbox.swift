import Glibc
import Programs
import TestSupport

@testable import Git

/// A folder for the repositories of one test. This machine's configuration has no effect.
final class RepositorySandbox {
    /// The path, without a trailing slash.
    let path: String

    init() throws {
        Self.isolate
        // A test commits more often than a disk can sync fast.
        var template = Array("\(memoryFolder)/pmd-git-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { TestSupport.removeTree(path) }

    /// Creates a repository with an author name.
    func repository(_ name: String = "repo", branch: String = "main") throws -> Repository {
        let repository = try Repository.create(at: "\(path)/\(name)", branch: branch)
        try repository.configuration.set("user.name", "Ann")
        try repository.configuration.set("user.email", "ann@example.org")
        return repository
    }

    /// Runs git in a folder of the sandbox and returns its output.
    @discardableResult
    func git(_ arguments: String..., in folder: String = "repo") throws -> String {
        try run("git", arguments, in: folder)
    }

    /// Runs a shell script in a folder of the sandbox and returns its output.
    @discardableResult
    func sh(_ script: String, in folder: String = "repo") throws -> String {
        try run("sh", ["-ec", script], in: folder)
    }

    private func run(_ program: String, _ arguments: [String], in folder: String) throws -> String {
        let child = try ChildProcess(
            program, arguments.map { .configured($0) }, environment: Environment.ofProcess().list(),
            folder: folder.hasPrefix("/") ? folder : "\(path)/\(folder)")
        child.closeInput()
        let output = child.outputToEnd()
        let code = child.wait()
        guard code == 0 else { throw Failure("\(program) \(arguments): \(code)\n\(output)") }
        return output
    }

    /// Sets an empty home, so that this machine's configuration has no effect.
    private static let isolate: Void = {
        var template = Array("/tmp/pmd-home-XXXXXX".utf8CString)
        mkdtemp(&template)
        let home = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for (name, value) in [
            "HOME": home, "XDG_CONFIG_HOME": home, "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Cli", "GIT_AUTHOR_EMAIL": "cli@example.org",
            "GIT_COMMITTER_NAME": "Cli", "GIT_COMMITTER_EMAIL": "cli@example.org",
            "LC_ALL": "C.UTF-8",
        ] {
            setenv(name, value, 1)
        }
        signal(SIGPIPE, SIG_IGN)
    }()
}

/// A failed precondition of a test.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension ChildProcess {
    /// Its complete output, from both streams.
    func outputToEnd() -> String {
        var bytes: [UInt8] = []
        var open = [output, errors]
        while !open.isEmpty {
            var waiting = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            Glibc.poll(&waiting, nfds_t(waiting.count), -1)
            for entry in waiting where entry.revents != 0 {
                var buffer = [UInt8](repeating: 0, count: 65_536)
                let count = read(entry.fd, &buffer, buffer.count)
                if count > 0 {
                    bytes += buffer.prefix(count)
                } else {
                    open.removeAll { $0 == entry.fd }
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Repository {
    /// Runs the whole commit protocol for some files: working tree, commit and index.
    @discardableResult
    func commitFiles(
        _ files: [String: String?], message: String = "Change", time: Int64 = 1_795_000_000
    ) throws -> ObjectID {
        var planned: CommitPlan?
        // Several writers of one process must not share an owner.
        let path = gitDirectory + "owner-\(UInt64.random(in: 0 ... .max))"
        let owner = LockOwner(in: AT_FDCWD, name: path, path: path)
        try withIndexLock(ownedBy: owner) { index in
            planned = try plan(files, message, time, index)
        } moving: {
            guard let planned else { return }
            try move(
                reference: planned.branch, from: planned.parent, to: planned.new,
                message: "commit: \(message)")
        } _: { _ in
        }
        guard let planned else { throw Failure("no commit") }
        return planned.new
    }

    private typealias CommitPlan = (branch: String, parent: ObjectID?, new: ObjectID)

    private func plan(
        _ files: [String: String?], _ message: String, _ time: Int64, _ index: IndexEditor
    ) throws -> CommitPlan {
        guard case .branch(let branch, let parent) = try head() else { throw Failure("detached") }
        var changes: [[UInt8]: TreeEntry?] = [:]
        for (path, text) in files {
            let entry = try text.map {
                TreeEntry(mode: 0o100644, id: try writeBlob(Array($0.utf8)))
            }
            changes.updateValue(entry, forKey: Array(path.utf8))
        }
        let base = try parent.map { try commit($0).tree }
        let signature = Signature(name: "Ann", email: "ann@example.org", time: time, offset: 540)
        let new = try writeCommit(
            tree: try writeTree(from: base, changes: changes), parents: parent.map { [$0] } ?? [],
            author: signature, committer: signature, message: message)
        for (path, entry) in changes { try put(path, entry, index) }
        return (branch, parent, new)
    }

    private func put(
        _ path: [UInt8], _ entry: TreeEntry?, _ index: IndexEditor
    ) throws {
        let full = Array(workTree.utf8) + path
        guard let entry else {
            _ = withCString(full) { unlink($0) }
            return index.remove(path)
        }
        for (offset, byte) in full.enumerated() where byte == slash && offset > 0 {
            _ = withCString(Array(full[..<offset])) { mkdir($0, 0o777) }
        }
        let bytes = try blob(entry.id)
        let descriptor = withCString(full) { Glibc.open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o666) }
        guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
            throw Failure("write \(shown(path))")
        }
        close(descriptor)
        var status = Glibc.stat()
        _ = withCString(full) { lstat($0, &status) }
        index.add(try VerifiedPath(verifying: path), entry, status: FileStatus(status))
    }
}

extension Repository {
    /// Stores a small tree that expands into ten billion paths.
    func treeOfBillions() throws -> ObjectID {
        let file = TreeEntry(mode: TreeEntry.regularMode, id: try writeBlob([1]))
        var tree = try writeTree(from: nil, changes: [Array("f".utf8): file])
        for _ in 0..<10 {
            let folder = TreeEntry(mode: TreeEntry.folderMode, id: tree)
            let folders = (0..<10).map { (Array("d\($0)".utf8), TreeEntry?.some(folder)) }
            tree = try writeTree(from: nil, changes: Dictionary(uniqueKeysWithValues: folders))
        }
        return tree
    }
}

/// Shorthands that use the test process's environment.
extension Repository {
    static func open(at path: String) throws(GitError) -> Repository {
        try open(at: path, in: .ofProcess())
    }

    static func create(at path: String, branch: String) throws -> Repository {
        try create(at: path, branch: branch, in: .ofProcess())
    }
}
