import BoardStorage
import Glibc
import TaskBoard

/// The editor that the user has configured, run on a task file in place.
struct Editor {
    private let words: [String]

    /// `$VISUAL`, else `$EDITOR`, else `vi`.
    ///
    /// - Throws: ``Failure`` if the variable cannot be split into words, or if none is set
    ///   and there is no terminal for `vi`.
    init(environment: (String) -> String?, hasTerminal: Bool) throws(Failure) {
        let command = ["VISUAL", "EDITOR"].lazy.compactMap(environment)
            .first { !$0.allSatisfy(\.isWhitespace) }
        guard command != nil || hasTerminal else {
            throw Failure(.usage, .noTerminalForEditor)
        }
        words = try shellWords(command ?? "vi", of: .editor)
    }

    /// Opens a file and waits until the editor is closed.
    ///
    /// - Parameter file: The path's bytes, passed to the editor as one argument.
    /// - Throws: ``Failure`` if the editor cannot be started or exits with an error.
    func open(_ file: [UInt8]) throws(Failure) {
        let name = words.first ?? "vi"
        let arguments = (words.isEmpty ? ["vi"] : words).map { Array($0.utf8) } + [file]
        var process: pid_t = 0
        let status = withCStrings(arguments) { words in
            withProgramEnvironment { posix_spawnp(&process, name, nil, nil, words, $0) }
        }
        guard status == 0 else {
            throw Failure(.failed, .editorNotStarted(name, cause: systemWords(status)))
        }
        try wait(for: process, name)
    }

    private func wait(for process: pid_t, _ name: String) throws(Failure) {
        // Ctrl-C belongs to the editor while it runs.
        let previous = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, previous) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else {
                throw Failure(.failed, .editorNotAwaited(name, cause: systemWords(errno)))
            }
        }
        guard status == 0 else {
            let code = (status >> 8) & 0xFF
            throw Failure(.failed, .editorFailed(name, code: "\(code)"))
        }
    }
}

/// Calls `body` with the environment of this run, for a program that the user calls.
///
/// - Parameter defaults: Variables that are added unless they are set.
func withProgramEnvironment<Result>(
    defaults: [(name: String, value: String)] = [],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let own = Program.environment.variables
    let missing = defaults.filter { name, _ in !own.contains { $0.hasPrefix(name + "=") } }
    let variables = own + missing.map { "\($0.name)=\($0.value)" }
    return withCStrings(variables.map { Array($0.utf8) }, body)
}

/// Calls `body` with a null-terminated array of C strings.
func withCStrings<Result>(
    _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { string in
        strdup((string + [0]).map { CChar(bitPattern: $0) })
    }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}
