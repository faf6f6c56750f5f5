import BoardStorage
import Glibc
import Programs
import TaskBoard
import Words

/// The user's editor, run directly on a task file.
struct Editor {
    /// A command line for the shell.
    private let command: String

    /// Git's editor: `$GIT_EDITOR`, `core.editor`, `$VISUAL`, `$EDITOR`, else `vi`.
    ///
    /// - Parameter setting: The value of `core.editor`.
    /// - Throws: ``Failure`` if none is set and there is no terminal for `vi`.
    init(
        environment: (String) -> String?, setting: String?, hasTerminal: Bool
    ) throws(Failure) {
        let candidates = [
            environment("GIT_EDITOR"), setting, environment("VISUAL"), environment("EDITOR"),
        ]
        let command = candidates.compactMap(\.self).first { !$0.allSatisfy(\.isWhitespace) }
        guard command != nil || hasTerminal else {
            throw Failure(.usage, .noTerminalForEditor)
        }
        self.command = command ?? "vi"
    }

    /// Opens a file and waits until the editor is closed.
    ///
    /// As in git, the shell runs the editor, with the path as its argument `$1`: file names are
    /// never interpreted as shell code.
    ///
    /// - Parameter file: The bytes of the path.
    /// - Throws: ``Failure`` if the editor cannot be started or exits with an error.
    func open(_ file: [UInt8]) throws(Failure) {
        let process: pid_t
        do throws(StartFailure) {
            process = try startProgram(
                "sh",
                ["-c", .configured(command + " \"$@\""), .configured(command), .operand(file)])
        } catch {
            throw Failure(.failed, .editorNotStarted(command, cause: error.cause))
        }
        try wait(for: process, command)
    }

    private func wait(for process: pid_t, _ name: String) throws(Failure) {
        // While the editor runs, Ctrl-C is for the editor.
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
            // The shell's exit statuses for a program that it cannot run or find.
            if let cause = [126: EACCES, 127: ENOENT][code] {
                throw Failure(.failed, .editorNotStarted(name, cause: systemWords(cause)))
            }
            throw Failure(.failed, .editorFailed(name, code: "\(code)"))
        }
    }
}
