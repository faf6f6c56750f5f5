import BoardStorage
import Glibc
import Synchronization
import TextLayout
import Words

/// A progress line on a terminal, removed at the end.
final class ProgressLine: Sendable {
    private let columns: Int
    private let last = Mutex(0.0)
    private let isShown = Mutex(false)

    init(columns: Int) { self.columns = columns }

    /// Updates the line at most ten times a second, and for the last step.
    func show(_ step: Step) {
        guard let line = step.line(columns: columns), isDue(step) else { return }
        isShown.withLock { $0 = true }
        write("\r" + line + "\u{1B}[K")
    }

    private func isDue(_ step: Step) -> Bool {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let seconds = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
        return last.withLock { last in
            guard seconds - last >= 0.1 || step.isLast else { return false }
            last = seconds
            return true
        }
    }

    func clear() {
        let wasShown = isShown.withLock { shown in
            defer { shown = false }
            return shown
        }
        if wasShown { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        // A closed terminal must not stop the work.
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}

extension Step {
    var isLast: Bool {
        switch self {
        case .receiving, .sending: false
        case .storing(let done, let all), .writing(let done, let all): done == all
        }
    }

    /// `writing files  34120 of 100000 ███████░░░░░░░░░░░░░`; nil for small amounts.
    func line(columns: Int) -> String? {
        switch self {
        case .receiving(let bytes): CommandSentence.receiving(Self.amount(bytes)).text
        case .sending(let bytes): CommandSentence.sending(Self.amount(bytes)).text
        case .storing(let done, let all): Self.bar(.storing(done, of: all), done, all, columns)
        case .writing(let done, let all): Self.bar(.writing(done, of: all), done, all, columns)
        }
    }

    private static func bar(
        _ sentence: CommandSentence, _ done: Int, _ all: Int, _ columns: Int
    ) -> String? {
        // Smaller amounts finish before the line could be read.
        guard all >= 1_000 else { return nil }
        let text = sentence.text + " "
        let width = max(0, min(40, columns - text.columns - 1))
        let full = width * done / all
        return text + String(repeating: "█", count: full)
            + String(repeating: "░", count: width - full)
    }

    private static func amount(_ bytes: Int) -> String {
        bytes < 1 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB"
    }
}

extension Console {
    /// Returns a callback that shows progress; nil without a terminal.
    func progress() -> (@Sendable (Step) -> Void)? {
        guard !isQuiet, !isJSON, Stream.error.isTerminal else { return nil }
        let line = Self.progressLine
        return { line.show($0) }
    }

    func endProgress() { Self.progressLine.clear() }

    private static let progressLine = ProgressLine(columns: terminalColumns())
}
