import Git
import TaskBoard

/// The two units of the user's systemd that run a job: a service, and the timer or socket that
/// starts it.
struct SystemdUnits {
    struct File: Equatable {
        let name: String
        let text: String
    }

    let trigger: File
    let service: File

    /// The default port of a board's server.
    static let standardPort = 7_463

    /// The beginning of each file that pmd writes. Files without it are the user's.
    static let ownComment = "# Written by 'pmd "

    private static func ownComment(of job: ScheduledJob) -> String {
        "\(ownComment)\(job.rawValue) --install systemd', which writes it again: put settings of your"
            + " own in a drop-in.\n"
    }

    /// Creates the units of one board.
    init(_ job: ScheduledJob, program: String, for board: String, port: Int = standardPort) {
        self.init(
            job, name: Self.name(of: job, for: board), program: program,
            words: job.words(for: board).map(Self.quoted), board: Self.specifier(board),
            comment: Self.ownComment(of: job), port: port)
    }

    /// Returns the template that a package installs: `%f` is the board's folder.
    static func template(_ job: ScheduledJob, program: String) -> SystemdUnits {
        SystemdUnits(
            job, name: "pmd-\(job.rawValue)@", program: program, words: job.words(for: "%f"),
            board: "%f", comment: "", port: standardPort)
    }

    private init(
        _ job: ScheduledJob, name: String, program: String, words: [String], board: String,
        comment: String, port: Int
    ) {
        // After a colon, systemd does not expand variables.
        let command = ([Self.quoted(":" + program)] + words).joined(separator: " ")
        let page = "Documentation=man:pmd-\(job.rawValue)(1)"
        service = File(
            name: name + ".service",
            text: comment + """
                [Unit]
                Description=\(job.title) of the board \(board)
                \(page)\(job == .serve ? "\nRequires=%N.socket" : "")

                [Service]
                \(job == .serve ? "" : "Type=oneshot\n")ExecStart=\(command)
                \(job.serviceEnd)

                """)
        trigger = File(
            name: "\(name).\(job.triggerType)",
            text: comment + """
                [Unit]
                Description=\(job == .serve ? "Port" : job.title) of the board \(board)
                \(page)

                [\(job == .serve ? "Socket" : "Timer")]
                \(job.triggerSettings(port: port))

                [Install]
                WantedBy=\(job.triggerType)s.target

                """)
    }

    /// Returns the drop-in that gives an instance of the template its own port.
    static func dropIn(port: Int) -> String {
        "\(ownComment(of: .serve))[Socket]\nListenStream=\n\(listenStreams(port: port))\n"
    }

    fileprivate static func listenStreams(port: Int) -> String {
        "ListenStream=127.0.0.1:\(port)\nListenStream=[::1]:\(port)"
    }

    /// Returns the port of a socket unit and its drop-ins.
    static func port(in text: String) -> Int? {
        let start = "ListenStream=127.0.0.1:"
        return text.split(whereSeparator: \.isNewline).last { $0.hasPrefix(start) }
            .flatMap { Int($0.dropFirst(start.count)) }
            .flatMap { (1...65_535).contains($0) ? $0 : nil }
    }
}

extension ScheduledJob {
    fileprivate var title: String {
        switch self {
        case .sync: "Sync"
        case .remind: "Reminders"
        case .serve: "Server"
        }
    }

    fileprivate var serviceEnd: String {
        let otherRun = "# Another run is at work.\nSuccessExitStatus=75"
        return switch self {
        case .sync: otherRun + "\nNice=10"
        case .remind: otherRun
        case .serve:
            "# The socket keeps the port meanwhile.\nRestart=on-failure\nRestartSec=10s\n"
                + "# A board that is gone or broken stays so.\nRestartPreventExitStatus=64 65 78"
        }
    }

    fileprivate func triggerSettings(port: Int) -> String {
        switch self {
        case .sync: "OnCalendar=*:0/5\nRandomizedDelaySec=30s\nPersistent=true"
        case .remind: "OnCalendar=*-*-* *:*:00\nAccuracySec=5s\nPersistent=true"
        // With FreeBind, the socket also starts on a machine without IPv6.
        case .serve: SystemdUnits.listenStreams(port: port) + "\nFreeBind=yes"
        }
    }
}

// MARK: Names and quoting

extension SystemdUnits {
    /// Returns the name of a board's own units, without their types.
    static func name(of job: ScheduledJob, for board: String) -> String {
        let escaped = escaped(board)
        guard escaped.utf8.count > 200 else { return "pmd-\(job.rawValue)-\(escaped)" }
        // A file name has at most 255 bytes.
        let hash = contentHash(Array(board.utf8)).flatMap { byte in
            [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return "pmd-\(job.rawValue)-" + String(decoding: hash, as: UTF8.self)
    }

    /// Returns the name of the template's instance for a board, without its type; nil for a path
    /// that is too long.
    static func instance(of job: ScheduledJob, for board: String) -> String? {
        let escaped = escaped(board)
        return escaped.utf8.count > 200 ? nil : "pmd-\(job.rawValue)@\(escaped)"
    }

    /// Returns a path in the format of `systemd-escape --path`.
    static func escaped(_ path: String) -> String {
        let plain =
            digits + (UInt8(ascii: "A")...UInt8(ascii: "Z"))
            + (UInt8(ascii: "a")...UInt8(ascii: "z")) + Array(":_".utf8)
        var name: [UInt8] = []
        for (index, byte) in path.utf8.drop(while: { $0 == UInt8(ascii: "/") }).enumerated() {
            let isPlain =
                plain.contains(byte) || byte == UInt8(ascii: ".") && index > 0
            if byte == UInt8(ascii: "/") {
                name.append(UInt8(ascii: "-"))
            } else if isPlain {
                name.append(byte)
            } else {
                name += [UInt8(ascii: "\\"), UInt8(ascii: "x"), digits[Int(byte >> 4)]]
                name.append(digits[Int(byte & 15)])
            }
        }
        return name.isEmpty ? "-" : String(decoding: name, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Returns the path from which ``escaped(_:)`` made a name; nil if there is none.
    static func unescaped(_ name: String) -> String? {
        var path: [UInt8] = [UInt8(ascii: "/")]
        var rest = Array(name.utf8)[...]
        if name == "-" { return "/" }
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "-"): path.append(UInt8(ascii: "/"))
            case UInt8(ascii: "\\"):
                let code = rest.dropFirst().prefix(2)
                guard rest.first == UInt8(ascii: "x"), code.count == 2,
                    let value = UInt8(String(decoding: code, as: UTF8.self), radix: 16)
                else { return nil }
                path.append(value)
                rest = rest.dropFirst(3)
            default: path.append(byte)
            }
        }
        return String(validating: path, as: UTF8.self)
    }

    /// Returns a quoted word for a unit's command line.
    private static func quoted(_ word: String) -> String {
        let text = specifier(word)
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "/._-:%+=,@".utf8.contains(byte)
        }
        if isPlain { return text }
        let escaped = text.replacingBytes(of: "\\", with: "\\\\")
            .replacingBytes(of: "\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    /// Returns text in which systemd does not interpret `%`.
    private static func specifier(_ text: String) -> String {
        text.replacingBytes(of: "%", with: "%%")
    }

    /// Returns the words of the command that a service runs, the program first; nil if it has
    /// none.
    static func command(in text: String) -> [String]? {
        let start = "ExecStart="
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(start) })
        else { return nil }
        var words = words(of: line.dropFirst(start.count))
        guard let program = words.first else { return nil }
        // Units of older versions let systemd expand variables.
        let isLiteral = program.prefix { "@-:+!|".contains($0) }.contains(":")
        words[0] = String(program.drop { "@-:+!|".contains($0) })
        return words.map {
            let text = $0.replacingBytes(of: "%%", with: "%")
            return isLiteral ? text : text.replacingBytes(of: "$$", with: "$")
        }
    }

    /// Returns the words of a command line without their quotes.
    static func words(of line: some StringProtocol) -> [String] {
        var words: [String] = []
        var word: String.UnicodeScalarView?
        var quote: Unicode.Scalar?
        var isEscaped = false
        // Compares scalars: a syntax character counts even before a combining mark.
        for scalar in line.unicodeScalars {
            if isEscaped {
                word = (word ?? .init()) + [scalar]
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == quote {
                quote = nil
            } else if quote == nil, scalar == "\"" || scalar == "'" {
                quote = scalar
                word = word ?? .init()
            } else if quote == nil, scalar == " " || scalar == "\t" {
                words += word.map { [String($0)] } ?? []
                word = nil
            } else {
                word = (word ?? .init()) + [scalar]
            }
        }
        return words + (word.map { [String($0)] } ?? [])
    }
}
