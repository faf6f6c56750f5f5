import Clinux
import Glibc

/// The result of a program that ended.
package struct Run {
    package var status: Int32
    package var outputBytes: [UInt8]
    package var output: String
    package var error: String

    package init(status: Int32, outputBytes: [UInt8] = [], output: String, error: String) {
        (self.status, self.outputBytes) = (status, outputBytes)
        (self.output, self.error) = (output, error)
    }
}

/// An empty home folder, in which a test runs pmd and other programs as a user would.
package struct ProgramSandbox: Sendable {
    package let folder: TemporaryFolder
    /// The current folder of programs.
    package var here: String
    package var environment: [String: String]
    /// The path of the pmd that runs, including in a shell.
    package var program = binaryFolder + "/pmd" {
        didSet {
            let folder = program.prefix(upTo: program.lastIndex(of: "/") ?? program.startIndex)
            environment["PATH"] = folder + ":/usr/local/bin:/usr/bin:/bin"
        }
    }

    package init(inMemory: Bool = true) throws {
        folder = try TemporaryFolder(inMemory: inMemory)
        here = folder.path + "/work"
        let home = folder.path + "/home"
        guard mkdir(here, 0o755) == 0, mkdir(home, 0o755) == 0 else {
            throw SystemFailure(call: "mkdir")
        }
        environment = [
            "HOME": home, "PATH": binaryFolder + ":/usr/local/bin:/usr/bin:/bin", "TZ": "UTC",
            "GIT_CONFIG_NOSYSTEM": "1", "COLUMNS": "100", "USER": "ann",
        ]
        // Settings for programs that `Tests/sanitize` built, and the path of the data that
        // `Tests/coverage` reads, which must not be in the board.
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LLVM_PROFILE_FILE"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        try writeFile(
            home + "/.gitconfig",
            "[user]\n\tname = Ann\n\temail = ann@example.org\n[init]\n\tdefaultBranch = main\n")
    }

    /// Runs `pmd` with these arguments.
    @discardableResult
    package func pmd(_ words: String..., input: String? = nil) throws -> Run {
        try run([program] + words, input: input)
    }

    /// Runs a shell line.
    @discardableResult
    package func shell(_ line: String, input: String? = nil) throws -> Run {
        try run(["/bin/sh", "-ec", line], input: input)
    }

    /// Runs a program, given its path.
    package func run(_ words: [String], input: String? = nil) throws -> Run {
        try run(words.map { Array($0.utf8) }, input: input)
    }

    /// Runs a program with arguments of arbitrary bytes.
    package func run(_ words: [[UInt8]], input: String? = nil) throws -> Run {
        let files = try TemporaryFolder()
        try writeFile(files.path + "/in", input ?? "")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let create = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 0, files.path + "/in", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, files.path + "/out", create, 0o644)
        posix_spawn_file_actions_addopen(&actions, 2, files.path + "/err", create, 0o644)
        _ = here.withCString { pmd_spawn_in_folder(&actions, $0) }
        let isPath = words[0].first == UInt8(ascii: "/")
        let words = isPath ? words : [Array("/usr/bin/env".utf8)] + words
        let end = try waitForEnd(of: spawn(words, actions))
        let status = end & 0x7F == 0 ? (end >> 8) & 0xFF : 128 + (end & 0x7F)
        let output = try readFile(files.path + "/out")
        return Run(
            status: status, outputBytes: output, output: String(decoding: output, as: UTF8.self),
            error: String(decoding: try readFile(files.path + "/err"), as: UTF8.self))
    }

    private func spawn(_ words: [[UInt8]], _ actions: posix_spawn_file_actions_t) throws -> pid_t {
        var actions = actions
        let arguments = words.map { strdup(($0 + [0]).map { CChar(bitPattern: $0) }) }
        let variables = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for copy in arguments + variables { free(copy) } }
        // The test's thread may block signals that a shell waits for.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var process: pid_t = 0
        let status = posix_spawn(
            &process, arguments[0]!, &actions, &attributes, arguments + [nil], variables + [nil])
        guard status == 0 else {
            errno = status
            throw SystemFailure(call: "spawn \(String(decoding: words[0], as: UTF8.self))")
        }
        return process
    }
}

/// The folder of the built programs, which also contains the tests.
package let binaryFolder: String = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let path = String(
        decoding: buffer[..<max(count, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
}()
