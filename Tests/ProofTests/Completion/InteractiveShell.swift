import Clinux
import Glibc
import TestSupport

/// A shell in its own terminal, with pmd's completion loaded.
///
/// Its pmd responds to `__complete`. It writes any other arguments to a file, so that a test sees
/// what ENTER passes on.
final class InteractiveShell {
    private let pid: pid_t
    private let terminal: Int32
    private let argumentsFile: String
    private var pending: [UInt8] = []

    /// - Parameters:
    ///   - name: bash, zsh or fish.
    ///   - folder: The folder in which the shell starts.
    ///   - home: A home folder whose settings load the completion; nil to create one for the
    ///      shell.
    init(_ name: String, in sandbox: ProgramSandbox, folder: String, home installed: String? = nil)
        throws
    {
        let home = installed ?? sandbox.folder.path + "/shell-\(name)"
        let setup = try Self.prepare(name, home, sandbox, isInstalled: installed != nil)
        argumentsFile = home + "/arguments"
        terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (number, isLocked): (UInt32, Int32) = (0, 0)
        // Swift's Glibc lacks openpty, TIOCGPTN and TIOCSPTLCK.
        guard terminal >= 0, ioctl(terminal, 0x8004_5430, &number) == 0,
            ioctl(terminal, 0x4004_5431, &isLocked) == 0
        else { throw SystemFailure(call: "open /dev/ptmx") }
        var size = winsize(ws_row: 60, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0 else {
            throw SystemFailure(call: "TIOCSWINSZ")
        }
        var environment = sandbox.environment
        environment["PATH"] = home + "/bin:" + (environment["PATH"] ?? "")
        environment["HOME"] = home
        environment["ZDOTDIR"] = home
        environment["TERM"] = "xterm"
        environment["LC_ALL"] = "C.UTF-8"
        pid = try Self.spawn(setup, at: "/dev/pts/\(number)", folder, environment)
        _ = try output(until: Self.prompt)
    }

    deinit {
        kill(-pid, SIGKILL)
        _ = try? waitForEnd(of: pid)
        close(terminal)
    }

    /// Types keys, and returns the line at the prompt, which is discarded.
    func line(after keys: String) throws -> String {
        let line = try lineKept(after: keys)
        try discardLine()
        return line
    }

    /// Types keys, discards the line, and returns what the terminal showed.
    func screen(after keys: String) throws -> String {
        try type(keys + "\u{18}p")
        let shown = try output(until: "LINE<")
        _ = try output(until: ">ENIL")
        try discardLine()
        return String(decoding: shown, as: UTF8.self)
    }

    /// Types keys and ENTER, and returns the arguments that pmd received; nil if it was not called.
    func words(after keys: String) throws -> [String]? {
        unlink(argumentsFile)
        // Wait until the key has taken effect before pressing ENTER.
        let line = try lineKept(after: keys)
        _ = try lineKept(after: Self.closing(line) + "\r")
        try discardLine()
        guard access(argumentsFile, R_OK) == 0 else { return nil }
        return String(decoding: try readFile(argumentsFile), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// Returns the closing quote that a line lacks: ENTER would start a continuation line.
    private static func closing(_ line: String) -> String {
        var (quote, isEscaped): (Character?, Bool) = (nil, false)
        for character in line {
            if isEscaped {
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if quote == nil, "'\"".contains(character) {
                quote = character
            } else if character == quote {
                quote = nil
            }
        }
        return (isEscaped ? "x" : "") + (quote.map { String($0) } ?? "")
    }

    private func discardLine() throws {
        try type("\u{18}k")
        _ = try output(until: Self.prompt)
    }

    private func lineKept(after keys: String) throws -> String {
        try type(keys + "\u{18}p")
        _ = try output(until: "LINE<")
        let digits = try output(until: ">ENIL")
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { index in
            UInt8(String(decoding: digits[index..<(index + 2)], as: UTF8.self), radix: 16) ?? 0
        }
        let line = String(decoding: bytes, as: UTF8.self)
        return line.last == "\n" ? String(line.dropLast()) : line
    }

    private func type(_ keys: String) throws {
        let bytes = Array(keys.utf8)
        guard write(terminal, bytes, bytes.count) == bytes.count else {
            throw SystemFailure(call: "write to a terminal")
        }
    }

    /// Returns the shell's output up to these words.
    private func output(until words: String) throws -> [UInt8] {
        let end = ContinuousClock.now + .seconds(60)
        let wanted = Array(words.utf8)
        while true {
            if let range = pending.firstRange(of: wanted) {
                defer { pending.removeSubrange(..<range.upperBound) }
                return Array(pending[..<range.lowerBound])
            }
            var waiting = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            var buffer = [UInt8](repeating: 0, count: 65_536)
            guard ContinuousClock.now < end, poll(&waiting, 1, 60_000) == 1 else {
                throw WaitFailure(what: "\(words) in \(String(decoding: pending, as: UTF8.self))")
            }
            let count = read(terminal, &buffer, buffer.count)
            guard count > 0 else { throw SystemFailure(call: "read from a terminal") }
            pending += buffer[..<count]
        }
    }
}

extension InteractiveShell {
    private static let prompt = "READY>"

    /// Writes the shell's startup files.
    ///
    /// - Returns: The command that starts the shell.
    private static func prepare(
        _ name: String, _ home: String, _ sandbox: ProgramSandbox, isInstalled: Bool
    ) throws -> [String] {
        try sandbox.shell(
            """
            mkdir -p '\(home)/bin'
            cat >'\(home)/bin/pmd' <<'END'
            #!/bin/sh
            [ "$1" = __complete ] && exec '\(binaryFolder)/pmd' "$@"
            for word; do printf '%s\\n' "$word"; done >'\(home)/arguments'
            END
            chmod +x '\(home)/bin/pmd'
            pmd completion \(name) >'\(home)/completion'
            """)
        let isLoaded = !isInstalled
        switch name {
        case "bash":
            let loading = isLoaded ? ". \(home)/completion" : ". \(home)/.bashrc"
            try writeFile(home + "/rc", bashSetup + loading + "\n")
            return ["bash", "--noprofile", "--rcfile", home + "/rc", "-i"]
        case "zsh":
            let own =
                isLoaded ? nil : String(decoding: try readFile(home + "/.zshrc"), as: UTF8.self)
            let loading = own ?? "autoload -U compinit && compinit -u -D\n. \(home)/completion\n"
            try writeFile(home + "/.zshrc", loading + zshSetup)
            return ["zsh", "-i"] + (isLoaded ? ["-d"] : [])
        default:
            try writeFile(
                home + "/rc", fishSetup + (isLoaded ? "source \(home)/completion\n" : ""))
            return ["fish", "-i", "-C", "source \(home)/rc"]
        }
    }

    private static let bashSetup = #"""
        PS1='$ '
        PROMPT_COMMAND='printf "READY""%s" ">"'
        bind 'set enable-bracketed-paste off'
        bind 'set completion-query-items 0'
        bind 'set page-completions off'
        dump() {
            printf 'LINE<%s>ENIL' "$(printf %s "$READLINE_LINE" | od -An -v -tx1 | tr -d ' \n')"
        }
        discard() { READLINE_LINE= READLINE_POINT=0; printf 'READY>'; }
        bind -x '"\C-xp": dump'
        bind -x '"\C-xk": discard'

        """#

    private static let zshSetup = #"""
        PS1='$ '
        LISTMAX=100000
        setopt extended_glob interactive_comments
        precmd() { print -n 'READY>' }
        dump() {
            print -rn -- "LINE<$(print -rn -- "$BUFFER" | od -An -v -tx1 | tr -d ' \n')>ENIL" >$TTY
        }
        discard() {
            BUFFER=
            print -rn 'READY>' >$TTY
        }
        zle -N dump
        zle -N discard
        bindkey '^Xp' dump
        bindkey '^Xk' discard

        """#

    private static let fishSetup = #"""
        set -g fish_greeting
        function fish_prompt
            printf '$ '
        end
        function ready --on-event fish_prompt
            printf 'READY>'
        end
        function dump
            printf 'LINE<%s>ENIL' (commandline | od -An -v -tx1 | tr -d ' \n')
        end
        function discard
            commandline -f cancel
            commandline -r ''
            printf 'READY>'
        end
        bind \cxp dump
        bind \cxk discard

        """#

    private static func spawn(
        _ words: [String], at device: String, _ folder: String, _ environment: [String: String]
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that a session leader opens becomes its controlling terminal.
        for descriptor in [0, 1, 2] as [Int32] {
            posix_spawn_file_actions_addopen(&actions, descriptor, device, O_RDWR, 0)
        }
        _ = folder.withCString { pmd_spawn_in_folder(&actions, $0) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | PMD_SPAWN_SETSID))
        let arguments = words.map { strdup($0) }
        let variables = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for copy in arguments + variables { free(copy) } }
        var pid: pid_t = 0
        let status = posix_spawnp(
            &pid, words[0], &actions, &attributes, arguments + [nil], variables + [nil])
        guard status == 0 else {
            errno = status
            throw SystemFailure(call: "spawn \(words[0])")
        }
        return pid
    }
}
