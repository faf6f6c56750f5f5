/// The two units of the user's systemd that announce a board's reminders every minute.
struct SystemdUnits {
    /// The name without `.service` or `.timer`.
    let name: String
    let service: String
    let timer: String

    init(running words: [String], for board: String) {
        name = "pmd-remind-" + Self.escaped(board)
        let description = "Description=Reminders of the board \(Self.specifier(board))\n"
        service = """
            [Unit]
            \(description)
            [Service]
            Type=oneshot
            ExecStart=\(words.map(Self.quoted).joined(separator: " "))
            # Another run is at work.
            SuccessExitStatus=75

            """
        timer = """
            [Unit]
            \(description)
            [Timer]
            OnCalendar=*-*-* *:*:00
            AccuracySec=5s
            Persistent=true

            [Install]
            WantedBy=timers.target

            """
    }

    /// Returns a path in the name of a unit, as `systemd-escape --path` does; of a long one its
    /// hash, since a file's name has 255 bytes.
    private static func escaped(_ path: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
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
        guard name.count > 200 else { return String(decoding: name, as: UTF8.self) }
        let hash = contentHash(Array(path.utf8)).flatMap { byte in
            [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: hash, as: UTF8.self)
    }

    /// Returns a word of a command line in a unit.
    private static func quoted(_ word: String) -> String {
        let escaped = specifier(word).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("$", with: "$$")
        return "\"\(escaped)\""
    }

    /// Returns a text in which `%` has no meaning to systemd.
    private static func specifier(_ text: String) -> String { text.replacing("%", with: "%%") }
}
