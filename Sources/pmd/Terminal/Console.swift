import BoardStorage
import BoardView
import TaskBoard
import TextLayout
import Words

/// The output of a command: data on standard output, coloured only if that stream supports it, and
/// messages on standard error.
struct Console: Sendable {
    let isJSON: Bool
    let isQuiet: Bool
    /// The width that output is fitted to, at least ``narrowest``.
    let columns: Int
    /// True if standard output is coloured.
    let isColoured: Bool
    let colours = ColourSettings()

    /// The minimum layout width. On a narrower terminal, lines wrap.
    static let narrowest = 30

    init(colour: ColourPolicy = .auto, isJSON: Bool = false, isQuiet: Bool = false) {
        isColoured = colour.isColoured(
            isTerminal: Stream.output.isTerminal, environment: environment)
        self.isJSON = isJSON
        self.isQuiet = isQuiet
        columns = max(terminalColumns(), Self.narrowest)
    }

    /// The colours of standard output. Reads git's configuration if output is coloured.
    ///
    /// - Throws: ``Failure`` (65) for a setting that is not a colour.
    var ink: Ink {
        get throws(Failure) {
            isColoured ? Ink(isColoured: true, theme: try colours.theme()) : .plain
        }
    }

    /// The width at which lines are truncated; nil for other programs, which get whole lines.
    var cut: Int? { Stream.output.isTerminal ? columns : nil }

    /// Prints lines of data, which must be safe to print.
    ///
    /// - Returns: False if the reader has closed the pipe.
    @discardableResult
    func print(_ lines: [String]) throws(Failure) -> Bool {
        guard !lines.isEmpty else { return true }
        var bytes: [UInt8] = []
        for line in lines {
            bytes.append(contentsOf: line.utf8)
            bytes.append(0x0A)
        }
        return try Stream.output.write(bytes)
    }

    func print(_ line: String) throws(Failure) { try print([line]) }

    /// Prints one value, indented on a terminal.
    func print(json: JSONValue) throws(Failure) { _ = try printed(json: json) }

    /// Returns one of many values, encoded unless it will be indented: the tree of each value takes
    /// many times the memory.
    func compact(_ json: JSONValue) -> JSONValue {
        Stream.output.isTerminal ? json : .encoded(json.encoded())
    }

    /// Prints one value with the version of the schema, and returns false if the reader has closed
    /// the pipe.
    func printed(json: JSONValue) throws(Failure) -> Bool {
        let isPretty = Stream.output.isTerminal
        return try Stream.output.write(json.encoded(pretty: isPretty, isVersioned: true) + [0x0A])
    }

    /// Prints a message on standard error, unless quiet. Makes it safe to print.
    func say(_ sentence: String) {
        guard !isQuiet, !isJSON else { return }
        warn(sentence)
    }

    /// Prints a message on one line, even with `--quiet`.
    func warn(_ sentence: String) { complain(Array((safe(sentence) + "\n").utf8)) }

    /// Prints a message of several lines, which may quote a remote.
    func warn(lines: String) { complain(Array((Self.indented(lines) + "\n").utf8)) }

    /// Reports why a command failed: as a sentence, or as JSON with `--json`.
    func report(_ failure: Failure) {
        if case .reported = failure { return }
        if isJSON {
            complain(failure.json.encoded(isVersioned: true) + [0x0A])
        } else {
            complain(Array(("pmd: " + Self.indented(failure.words.text(.ofReader)) + "\n").utf8))
            for line in failure.excerpt?.lines ?? [] { complain(Array((line + "\n").utf8)) }
        }
    }

    /// Returns the lines of a message, safe to print. All but the first are indented, so that a
    /// remote's output cannot be mistaken for a message from pmd.
    private static func indented(_ message: String) -> String {
        safeLines(message).replacing("\n", with: "\n    ")
    }

    /// Ignores errors, since there is no other stream to report them on.
    private func complain(_ bytes: [UInt8]) {
        do { try Stream.error.write(bytes) } catch {}
    }
}

/// Text of several lines, each made safe to print.
func safeLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { safe($0) }
        .joined(separator: "\n")
}

extension CommandSentence {
    /// The sentence in the reader's language.
    var text: String { text(.ofReader) }
}

extension Console {
    /// Prints a message on standard error, unless quiet.
    func say(_ sentence: CommandSentence) { say(sentence.text) }

    /// Prints a message prefixed with `pmd:` on standard error, even with `--quiet`.
    func warn(_ sentence: CommandSentence) { warn("pmd: " + sentence.text) }

    func print(_ sentence: CommandSentence) throws(Failure) { try print(sentence.text) }
}
