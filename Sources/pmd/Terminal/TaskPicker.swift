import Glibc
import TaskBoard
import TerminalUI
import TextLayout
import Words

/// A choice of one task among several, below the prompt of a terminal: arrows or numbers choose,
/// and typing filters.
struct TaskPicker {
    /// A task: the text that is shown and searched.
    struct Row: Equatable {
        let index: Int
        let text: String
    }

    enum Step: Equatable { case goesOn, chosen(Int), cancelled }

    private let rows: [Row]
    private let columns: Int
    private let height: Int
    private(set) var filter = ""
    private var selected = 0

    /// - Parameters:
    ///   - texts: A line for each task, safe to print.
    ///   - columns: The width of the terminal.
    ///   - height: The maximum number of tasks on the screen.
    init(_ texts: [String], columns: Int, height: Int) {
        rows = texts.enumerated().map { Row(index: $0.offset, text: $0.element) }
        (self.columns, self.height) = (columns, max(1, min(height, 9)))
    }

    /// The rows that have each word of the filter.
    private var found: [Row] {
        let words = filter.lowercased().split(separator: " ")
        return rows.filter { row in
            let text = row.text.lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }

    private var first: Int { max(0, selected - height + 1) }

    mutating func handle(_ event: InputEvent) -> Step {
        guard case .key(let press) = event else { return .goesOn }
        let count = found.count
        switch press.key {
        case .escape: return .cancelled
        case .character("c") where press.modifiers == .ctrl: return .cancelled
        case .character("d") where press.modifiers == .ctrl: return .cancelled
        // Enter that was typed ahead is a line feed: the terminal was not raw yet.
        case .enter,
            .character("j") where press.modifiers == .ctrl:
            return count == 0 ? .goesOn : .chosen(found[selected].index)
        case .up: selected = count == 0 ? 0 : (selected + count - 1) % count
        case .down, .tab: selected = count == 0 ? 0 : (selected + 1) % count
        case .backspace:
            if !filter.isEmpty { filter.removeLast() }
            selected = 0
        case .character(let text) where press.modifiers.isEmpty || press.modifiers == .shift:
            if filter.isEmpty, let number = Int(text), (1...height).contains(number) {
                let place = first + number - 1
                return place < count ? .chosen(found[place].index) : .goesOn
            }
            filter += text
            selected = 0
        default: break
        }
        return .goesOn
    }

    /// The prompt, which gives way to the filter on a narrow terminal.
    private var prompt: String {
        let filter = String(filter.suffix(columns / 2))
        let room = columns - 2 - filter.columns
        return CommandSentence.pick.text.truncated(to: max(0, room)) + " " + filter
    }

    /// The lines to draw: the filter, then the tasks.
    func lines(_ ink: Ink) -> [String] {
        let found = found
        let shown = found.enumerated().dropFirst(first).prefix(height)
        let rows = shown.map { place, row in
            let number = "\(place - first + 1) "
            let text = (number + row.text).truncated(to: max(10, columns - 2))
            return place == selected ? ink("▸ " + text, .header) : "  " + text
        }
        let hidden = found.count - shown.count
        let count = hidden > 0 ? [ink("  " + CommandSentence.more(hidden).text, .meta)] : []
        return [prompt] + rows + count
    }
}

extension TaskPicker {
    /// Lets the user choose on the terminal.
    ///
    /// - Returns: The index of the task; nil if the user cancelled.
    static func choose(among texts: [String], _ ink: Ink) throws(Failure) -> Int? {
        var picker = TaskPicker(
            texts, columns: terminalColumns(.error), height: terminalRows(.error) - 3)
        var saved = termios()
        tcgetattr(Stream.input.rawValue, &saved)
        var raw = saved
        cfmakeraw(&raw)
        tcsetattr(Stream.input.rawValue, TCSADRAIN, &raw)
        defer { tcsetattr(Stream.input.rawValue, TCSADRAIN, &saved) }
        var (parser, drawn) = (InputParser(), 0)
        while true {
            try draw(picker.lines(ink), over: drawn)
            drawn = picker.lines(ink).count
            for event in try events(&parser) {
                switch picker.handle(event) {
                case .goesOn: continue
                case .chosen(let index):
                    try draw([], over: drawn)
                    return index
                case .cancelled:
                    try draw([], over: drawn)
                    return nil
                }
            }
        }
    }

    /// Draws lines in place of earlier ones.
    private static func draw(_ lines: [String], over count: Int) throws(Failure) {
        let up = count > 1 ? "\u{1B}[\(count - 1)A" : ""
        let text = "\r" + up + "\u{1B}[J" + lines.joined(separator: "\r\n")
        try Stream.error.write(Array(text.utf8))
    }

    /// Waits for input. The end of the input, and of the terminal, cancels.
    private static func events(_ parser: inout InputParser) throws(Failure) -> [InputEvent] {
        while true {
            var polled = pollfd(fd: Stream.input.rawValue, events: Int16(POLLIN), revents: 0)
            let count = poll(&polled, 1, Int32(clamping: parser.timeout ?? -1))
            if count == 0 {
                let events = parser.timeOut()
                if !events.isEmpty { return events }
                continue
            }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let read = Glibc.read(Stream.input.rawValue, &bytes, bytes.count)
            if read < 0, errno == EINTR || errno == EAGAIN { continue }
            guard read > 0 else { return [.key(KeyPress(.escape))] }
            let events = parser.take(bytes[..<read])
            if !events.isEmpty { return events }
        }
    }
}
