import BoardStorage
import Glibc
import Programs
import Synchronization
import Words

/// Shows lines as they arrive, through a pager on a terminal.
///
/// The pager is `PMD_PAGER`, else `PAGER`, else `less -FRX`; `cat` or an empty value disables it.
/// It starts with the first full screen. Leaving a pager early is not an error; the remaining
/// lines are dropped.
final class Pager: Sendable {
    private struct State {
        var held: [String] = []
        /// The number of lines to collect before showing them.
        var batch: Int
        var words: [String]?
        var process: PagerProcess?
        var isRead = true
    }

    /// Large enough for few writes, small enough to show the first lines at once.
    private static let batch = 32

    private let console: Console
    private let state: Mutex<State>

    init(_ console: Console) {
        self.console = console
        let words = Stream.output.isTerminal ? pagerWords() : nil
        state = Mutex(State(batch: words == nil ? Self.batch : terminalRows(), words: words))
    }

    /// Appends lines.
    ///
    /// - Returns: False if the reader has stopped reading.
    /// - Throws: ``Failure`` if the output cannot be written.
    @discardableResult
    func show(_ lines: [String]) throws(Failure) -> Bool {
        try state.withLock { state throws(Failure) in
            state.held += lines
            if state.held.count >= state.batch {
                if let words = state.words.take() { state.process = PagerProcess(words) }
                state.batch = Self.batch
                try flush(&state)
            }
            return state.isRead
        }
    }

    /// Shows the lines of a text, each with its line end.
    func show(text: [UInt8]) throws(Failure) {
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            guard try show([String(decoding: line, as: UTF8.self)]) else { return }
        }
    }

    /// Shows the remaining lines, and waits for the pager to end.
    func finish() throws(Failure) {
        try state.withLock { state throws(Failure) in
            try flush(&state)
            state.process.take()?.waitForEnd()
        }
    }

    private func flush(_ state: inout State) throws(Failure) {
        guard state.isRead, !state.held.isEmpty else { return }
        if let process = state.process {
            state.isRead = process.read(state.held)
        } else {
            state.isRead = try console.print(state.held)
        }
        state.held.removeAll(keepingCapacity: true)
    }
}

/// Shows lines through a pager on a terminal.
///
/// - Throws: ``Failure`` if the output cannot be written.
func page(_ lines: [String], on console: Console) throws {
    try paged(on: console) { pager throws(Failure) in try pager.show(lines) }
}

/// Runs a body that shows lines, then waits for the pager, even after an error: a pager that
/// outlived pmd would share the terminal with the shell.
func paged<Reason: Error>(
    on console: Console, _ body: (Pager) throws(Reason) -> Void
) throws {
    let pager = Pager(console)
    do { try body(pager) } catch {
        try pager.finish()
        throw error
    }
    try pager.finish()
}

private func pagerWords() -> [String]? {
    let command = environment("PMD_PAGER") ?? environment("PAGER") ?? "less -FRX"
    do {
        let words = try shellWords(command, of: .pager)
        return words.isEmpty || words == ["cat"] ? nil : words
    } catch {
        // An invalid setting disables the pager, since the text itself matters more.
        return nil
    }
}

/// Returns the height of the terminal; the greatest number if there is none.
func terminalRows() -> Int {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return .max }
    return Int(size.ws_row)
}

/// A program that reads lines from a pipe.
private struct PagerProcess {
    private let id: pid_t
    private let input: Int32

    /// Starts the program; nil if that fails.
    init?(_ words: [String]) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        let process: pid_t?
        do throws(StartFailure) {
            process = try startProgram(
                words[0], words.dropFirst().map { .configured($0) },
                // As git does: without these, less shows colour codes as text.
                defaults: [("LESS", "FRX"), ("LV", "-c")]
            ) { start in
                start.streams[0] = ends[0]
                start.closedDescriptors = ends
                // Signals that pmd ignores must still end the pager.
                start.defaultSignals = [SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT]
            }
        } catch {
            process = nil
        }
        close(ends[0])
        guard let process else {
            close(ends[1])
            return nil
        }
        (id, input) = (process, ends[1])
        // Keys such as ^C are for the pager, which controls the terminal.
        signal(SIGINT, SIG_IGN)
        signal(SIGQUIT, SIG_IGN)
    }

    /// Writes lines to the program; false if it has ended.
    func read(_ lines: [String]) -> Bool {
        let text = Array((lines.joined(separator: "\n") + "\n").utf8)
        var offset = 0
        while offset < text.count {
            let count = text.withUnsafeBytes {
                write(input, $0.baseAddress! + offset, text.count - offset)
            }
            if count < 0, errno != EINTR { return false }
            offset += max(count, 0)
        }
        return true
    }

    func waitForEnd() {
        close(input)
        var end: Int32 = 0
        while waitpid(id, &end, 0) < 0, errno == EINTR {}
        signal(SIGINT, SIG_DFL)
        signal(SIGQUIT, SIG_DFL)
    }
}
