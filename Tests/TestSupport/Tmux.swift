package import Glibc
package import Testing

/// A tmux terminal that runs one shell line, with its own socket.
///
/// When the line has ended, the terminal shows `ended` and its exit status, and stays open. A
/// nested terminal runs within another one, which receives the keys and mouse events, so that tmux
/// forwards mouse reports as it does for a person.
package final class Tmux {
    private let sandbox: ProgramSandbox
    private let socket: String
    private let outer: String?

    /// - Parameters:
    ///   - sandbox: The home and current folder for the line.
    ///   - line: A shell line, such as `pmd ui`.
    ///   - environment: Variables for the line only.
    ///   - isNested: True for real mouse reports.
    package init(
        _ sandbox: ProgramSandbox, _ line: String, columns: Int = 100, rows: Int = 30,
        environment: [String: String] = [:], isNested: Bool = false
    ) throws {
        var sandbox = sandbox
        sandbox.environment["COLUMNS"] = nil
        sandbox.environment["LC_ALL"] = nil
        sandbox.environment["LANG"] = "C.UTF-8"
        let here = sandbox.here
        // A test may remove the board's folder.
        sandbox.here = sandbox.folder.path
        self.sandbox = sandbox
        let number = Int.random(in: 0..<1_000_000)
        socket = "\(sandbox.folder.path)/t\(number)"
        outer = isNested ? "\(sandbox.folder.path)/o\(number)" : nil
        let script = "\(sandbox.folder.path)/line\(number)"
        let variables = environment.sorted { $0.key < $1.key }
            .map { "export \($0.key)='\($0.value)'\n" }.joined()
        try writeFile(
            script,
            "export TERM=tmux-256color\nunset TMUX\ncd '\(here)'\n\(variables)\(line)\nprintf 'ended %s\\n' $?\n"
                + "exec sleep 1000\n")
        try tmux(
            "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "bash '\(script)'", ";",
            "set", "-g", "status", "off", ";", "set", "-g", "mouse", "on")
        // The status line occupied a row until it was turned off.
        try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
        guard let outer else { return }
        try tmux(
            on: outer, "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
            "TMUX= tmux -u -S '\(socket)' attach", ";", "set", "-g", "status", "off")
        try tmux(on: outer, "resize-window", "-x", "\(columns)", "-y", "\(rows)")
        try waitFor { try tmux("list-clients").output.contains("attached") }
    }

    deinit { _ = try? close() }

    /// Closes the terminal, like closing its window.
    package func close() throws {
        for socket in [outer, socket].compactMap(\.self) {
            _ = try sandbox.run(["tmux", "-S", socket, "kill-server"])
        }
    }

    @discardableResult
    private func tmux(on other: String? = nil, _ words: String...) throws -> Run {
        let run = try sandbox.run(["tmux", "-u", "-S", other ?? socket, "-f", "/dev/null"] + words)
        guard run.status == 0 else { throw Failed(description: "tmux \(words): \(run.error)") }
        return run
    }

    struct Failed: Error, CustomStringConvertible { let description: String }
}

// Input.
extension Tmux {
    /// Presses keys, given tmux's names for them: `Enter`, `C-r`, `a`.
    package func press(_ keys: String...) throws {
        for key in keys {
            let before = key == "Escape" ? try screen().lines : []
            try tmux("send-keys", key)
            // A key right after Esc would become an Alt key.
            if key == "Escape" { try waitFor("Esc") { try screen().lines != before } }
        }
    }

    package func type(_ text: String) throws { try tmux("send-keys", "-l", text) }

    /// Pastes a text, like a terminal when the program has enabled bracketed paste.
    package func paste(_ text: String) throws {
        let file = socket + "-paste"
        try writeFile(file, text)
        try tmux("load-buffer", file, ";", "paste-buffer", "-p")
    }

    package func resize(columns: Int, rows: Int) throws {
        try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// A mouse action at a cell, counted from zero.
    package enum Mouse {
        case press, drag, release, rightPress, rightRelease, wheelUp, wheelDown

        fileprivate var code: Int {
            switch self {
            case .press, .release: 0
            case .rightPress, .rightRelease: 2
            case .drag: 32
            case .wheelUp: 64
            case .wheelDown: 65
            }
        }

        fileprivate var isRelease: Bool { self == .release || self == .rightRelease }
    }

    /// Sends a mouse report, which tmux forwards if the terminal is nested.
    package func mouse(_ mouse: Mouse, column: Int, row: Int) throws {
        let report =
            "\u{1B}[<\(mouse.code);\(column + 1);\(row + 1)\(mouse.isRelease ? "m" : "M")"
        try send(Array(report.utf8))
    }

    package func click(column: Int, row: Int) throws {
        try mouse(.press, column: column, row: row)
        try mouse(.release, column: column, row: row)
    }

    /// Writes bytes to the terminal's input.
    package func send(_ bytes: [UInt8]) throws {
        let words = bytes.map { String($0, radix: 16) }
        let run = try sandbox.run(
            ["tmux", "-S", outer ?? socket, "send-keys", "-H"] + words)
        guard run.status == 0 else { throw Failed(description: "send-keys: \(run.error)") }
    }
}

// Output.
extension Tmux {
    package func screen() throws -> TerminalScreen {
        TerminalScreen(try tmux("capture-pane", "-e", "-p", "-N").output)
    }

    /// The value of a format, such as `#{alternate_on}`.
    package func value(of format: String) throws -> String {
        String(try tmux("display-message", "-p", format).output.dropLast())
    }

    /// The process that runs the shell line.
    package func shellProcess() throws -> pid_t { pid_t(try value(of: "#{pane_pid}")) ?? -1 }

    /// Waits until the screen meets a condition, and returns it.
    @discardableResult
    package func wait(
        for what: String, seconds: Int = 20, sourceLocation: SourceLocation = #_sourceLocation,
        until condition: (TerminalScreen) throws -> Bool
    ) throws -> TerminalScreen {
        let end = ContinuousClock.now + .seconds(seconds)
        var screen = try screen()
        while true {
            if try condition(screen) { return screen }
            guard ContinuousClock.now < end else {
                Issue.record(
                    "not on screen: \(what)\n\(screen)", sourceLocation: sourceLocation)
                throw Failed(description: "not on screen: \(what)")
            }
            usleep(20_000)
            screen = try self.screen()
        }
    }

    /// Waits until the screen contains a text.
    @discardableResult
    package func wait(
        for text: String, seconds: Int = 20, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> TerminalScreen {
        try wait(for: text, seconds: seconds, sourceLocation: sourceLocation) {
            $0.contains(text)
        }
    }
}

/// Waits until a condition holds, for at most 20 seconds.
package func waitFor(
    _ what: String = "the condition", sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () throws -> Bool
) throws {
    let end = ContinuousClock.now + .seconds(20)
    while try !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("\(what) does not hold", sourceLocation: sourceLocation)
            return
        }
        usleep(20_000)
    }
}
