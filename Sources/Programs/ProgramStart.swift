import Clinux
import Glibc

/// The start of a program: the only place in pmd that calls `posix_spawn`.
package struct ProgramStart {
    /// The processes that a program belongs to.
    package enum Membership: Sendable {
        /// The process group of pmd, which the terminal interrupts as a whole.
        case ownersGroup
        /// A new process group, which can be killed as a whole.
        case newGroup
        /// A new session, which no terminal ends.
        case newSession
    }

    private let arguments: ArgumentList
    private let environment: [String]
    /// The descriptor for each standard stream; nil to inherit it.
    package var streams: [Int32?] = [nil, nil, nil]
    /// The standard streams that are `/dev/null`.
    package var silentStreams: [Int32] = []
    /// The descriptors that the program must not inherit.
    package var closedDescriptors: [Int32] = []
    /// The current folder; nil for that of pmd.
    package var folder: String?
    package var membership = Membership.ownersGroup
    /// The signals that pmd may ignore, but the program must not.
    package var defaultSignals: [Int32] = []
    /// True if no signal is blocked in the program.
    package var unblocksSignals = false

    /// - Parameter environment: The whole environment, as `NAME=value`.
    package init(_ arguments: ArgumentList, environment: [String]) {
        (self.arguments, self.environment) = (arguments, environment)
    }

    /// Starts the program, which is looked up in the `PATH` of its environment.
    ///
    /// - Returns: 0 and its process, or an `errno`.
    package func start() -> (code: Int32, process: Int32) {
        guard let file = Self.path(of: arguments.program, in: environment) else {
            return (ENOENT, 0)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        add(to: &actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        set(&attributes)
        var process: pid_t = 0
        let code = withCStrings(arguments.words) { words in
            withCStrings(environment.map { Array($0.utf8) }) { variables in
                posix_spawn(&process, file, &actions, &attributes, words, variables)
            }
        }
        return (code, process)
    }

    private func add(to actions: inout posix_spawn_file_actions_t) {
        for stream in silentStreams {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
        }
        for (stream, descriptor) in streams.enumerated() {
            guard let descriptor else { continue }
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(stream))
        }
        for descriptor in closedDescriptors {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        if let folder { pmd_spawn_in_folder(&actions, folder) }
    }

    private func set(_ attributes: inout posix_spawnattr_t) {
        var flags: Int32 = 0
        var signals = sigset_t()
        sigemptyset(&signals)
        if unblocksSignals {
            posix_spawnattr_setsigmask(&attributes, &signals)
            flags |= POSIX_SPAWN_SETSIGMASK
        }
        if !defaultSignals.isEmpty {
            for signal in defaultSignals { sigaddset(&signals, signal) }
            posix_spawnattr_setsigdefault(&attributes, &signals)
            flags |= POSIX_SPAWN_SETSIGDEF
        }
        switch membership {
        case .ownersGroup: break
        case .newGroup: flags |= POSIX_SPAWN_SETPGROUP
        case .newSession: flags |= Int32(PMD_SPAWN_SETSID)
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    /// Returns the file that a shell in this environment would run; nil if it would find none.
    private static func path(of program: String, in environment: [String]) -> String? {
        if program.contains("/") { return program }
        let start = "PATH="
        let list = environment.first { $0.hasPrefix(start) }?.dropFirst(start.count)
        return (list ?? "/usr/bin:/bin").split(separator: ":", omittingEmptySubsequences: false)
            .map { ($0.isEmpty ? "." : $0) + "/" + program }
            .first { isProgram($0) }
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }
}

/// Calls a body with words as a C array that ends in a null pointer.
private func withCStrings<Result>(
    _ words: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = words.map { word in
        strdup((word + [0]).map { CChar(bitPattern: $0) })
    }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}
