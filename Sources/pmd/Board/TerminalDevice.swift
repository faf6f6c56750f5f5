import Clinux
import Glibc
import TaskBoard
import TerminalUI
import Words

/// The signal pipe, and the bytes that restore the terminal after a crash. They are global because
/// a signal handler needs them, and there is only one terminal.
private nonisolated(unsafe) var signalPipe: Int32 = -1
private nonisolated(unsafe) var savedAttributes = termios()
private nonisolated(unsafe) var farewell: UnsafeMutableBufferPointer<UInt8>?

/// The terminal of a full-screen program: raw input, signals as events, and a screen that is
/// restored however the program ends.
final class TerminalDevice {
    enum Event {
        case input([InputEvent])
        case resized
        /// Another thread has called ``Waker/wake()``, or the deadline has passed.
        case woken
        /// SIGCONT: other programs may have used the terminal.
        case continued
        /// SIGTERM, SIGHUP or SIGINT, or the terminal was closed.
        case ended(Int32)
    }

    /// Wakes the device from any thread.
    struct Waker: Sendable {
        fileprivate let descriptor: Int32

        func wake() {
            var byte: UInt8 = 0
            // If the pipe is full, the device wakes up anyway.
            _ = write(descriptor, &byte, 1)
        }
    }

    private let depth: ColourDepth
    private var parser = InputParser()
    /// The time of the last input.
    private var lastInput = ContinuousClock.now
    private var shown: Screen?
    private var isActive = false
    private var hasKeyboard = false
    /// True if the terminal can show pictures.
    private var hasPictures = false
    private let wakePipe: (read: Int32, write: Int32)
    private let signals: (read: Int32, write: Int32)
    /// A descriptor that becomes readable when the parent process ends; -1 if the kernel does not
    /// support that.
    private let parent: Int32

    var waker: Waker { Waker(descriptor: wakePipe.write) }

    /// - Throws: ``Failure`` (74) if the system is out of descriptors.
    init(depth: ColourDepth) throws(Failure) {
        self.depth = depth
        wakePipe = try Self.pipe()
        signals = try Self.pipe()
        signalPipe = signals.write
        parent = pmd_open_process(getppid())
        tcgetattr(Stream.input.rawValue, &savedAttributes)
    }

    deinit {
        let descriptors = [wakePipe.read, wakePipe.write, signals.read, signals.write, parent]
        for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
    }

    private static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard pmd_pipe(&ends) == 0 else {
            throw Failure(.inputOutput, .noPipe(cause: systemWords(errno)))
        }
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        return (ends[0], ends[1])
    }

    /// The columns and rows of the terminal, and the size of a cell.
    var size: (columns: Int, rows: Int, cell: CellSize) {
        var size = winsize()
        guard ioctl(Stream.output.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
            size.ws_row > 0
        else { return (80, 24, .usual) }
        let (columns, rows) = (Int(size.ws_col), Int(size.ws_row))
        let (width, height) = (Int(size.ws_xpixel) / columns, Int(size.ws_ypixel) / rows)
        let isKnown = width > 0 && height > 0
        return (columns, rows, isKnown ? CellSize(width: width, height: height) : .usual)
    }
}

// Entering and leaving the terminal.
extension TerminalDevice {
    /// Enters raw mode and the alternate screen.
    func enter() throws(Failure) {
        guard !isActive else { return }
        tcgetattr(Stream.input.rawValue, &savedAttributes)
        var raw = savedAttributes
        cfmakeraw(&raw)
        tcsetattr(Stream.input.rawValue, TCSANOW, &raw)
        catchSignals()
        isActive = true
        shown = nil
        setFarewell()
        parser.expectReplies()
        try send(
            TerminalModes.enter + TerminalModes.queries(asksForPictures: !isInMultiplexer))
    }

    /// True in tmux and screen, also of another machine.
    private var isInMultiplexer: Bool {
        let term = environment("TERM") ?? ""
        return environment("TMUX") != nil || ["tmux", "screen"].contains { term.hasPrefix($0) }
    }

    /// Restores the terminal.
    func leave() {
        guard isActive else { return }
        isActive = false
        do throws(Failure) { try send(leaving) } catch {
            // The terminal is closed, so nobody could read the error.
        }
        tcsetattr(Stream.input.rawValue, TCSADRAIN, &savedAttributes)
        for number in Self.caught + Self.fatal { signal(number, SIG_DFL) }
        (hasKeyboard, hasPictures) = (false, false)
    }

    /// The sequence that restores the terminal.
    private var leaving: String {
        TerminalModes.leave(hasKeyboard: hasKeyboard, hasPictures: hasPictures)
    }

    /// Stops the process as Ctrl-Z does, and enters the terminal again when the process continues.
    func suspend() throws(Failure) {
        leave()
        kill(0, SIGTSTP)
        try enter()
    }

    private static let caught = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGCONT]
    private static let fatal = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

    private func catchSignals() {
        for number in Self.caught {
            signal(number) { number in
                let saved = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipe, &byte, 1)
                errno = saved
            }
        }
        for number in Self.fatal {
            signal(number) { number in
                if let farewell { _ = write(1, farewell.baseAddress, farewell.count) }
                tcsetattr(0, TCSANOW, &savedAttributes)
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Prepares the bytes that a crash writes, since a signal handler may not allocate.
    private func setFarewell() {
        let bytes = Array(leaving.utf8)
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = buffer.initialize(from: bytes)
        let old = farewell
        farewell = buffer
        old?.deallocate()
    }

    private func send(_ text: String) throws(Failure) { try Stream.output.write(Array(text.utf8)) }
}

extension TerminalDevice {
    func show(_ screen: Screen) throws(Failure) {
        guard isActive else { return }
        var screen = screen
        if !hasPictures { screen.removePictures() }
        let bytes = ScreenUpdate.bytes(
            from: shown, to: screen, depth: depth, hasPictures: hasPictures)
        shown = screen
        if !bytes.isEmpty { try Stream.output.write(bytes) }
    }

    /// Redraws everything at the next ``show(_:)``.
    func forgetScreen() { shown = nil }

    /// Rings the terminal's bell, which highlights its window or tab.
    func ring() throws(Failure) { try send("\u{7}") }

    /// Waits for the next event.
    ///
    /// - Parameter milliseconds: The timeout, after which the event is ``Event/woken``; nil for
    ///   none.
    func next(within milliseconds: Int?) throws(Failure) -> Event {
        while true {
            // poll(2) ignores negative descriptors.
            var polled = [Stream.input.rawValue, signals.read, wakePipe.read, parent].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            // Time spent on other events counts, too.
            let limits = [parser.timeout.map { max(0, $0 - pause) }, milliseconds]
                .compactMap(\.self)
            let count = poll(&polled, 4, Int32(clamping: limits.min() ?? -1))
            if count < 0, errno != EINTR {
                throw Failure(.inputOutput, .terminalNotAwaited(cause: systemWords(errno)))
            }
            if polled[1].revents != 0, let event = takeSignals() { return event }
            if polled[3].revents != 0 { return .ended(SIGHUP) }
            if count > 0, polled[0].revents != 0 {
                if let event = takeInput() { return event }
            } else if let timeout = parser.timeout, timeout <= pause {
                let events = parser.timeOut()
                if !events.isEmpty { return .input(events) }
            }
            if polled[2].revents != 0 {
                drain(wakePipe.read)
                return .woken
            }
            if count == 0, milliseconds != nil { return .woken }
        }
    }

    /// Milliseconds since the last input.
    private var pause: Int { Int((ContinuousClock.now - lastInput) / .milliseconds(1)) }

    private func takeInput() -> Event? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(Stream.input.rawValue, &buffer, buffer.count)
        if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { return .ended(SIGHUP) }
        guard count > 0 else { return nil }
        let events = parser.take(buffer[..<count], after: pause)
        lastInput = .now
        if events.contains(.pictures), !hasPictures {
            hasPictures = true
            setFarewell()
        }
        if events.contains(where: { if case .keyboardFlags = $0 { true } else { false } }),
            !hasKeyboard
        {
            hasKeyboard = true
            setFarewell()
            do throws(Failure) { try send(TerminalModes.pushKeyboard) } catch {
                return .ended(SIGHUP)
            }
        }
        return events.isEmpty ? nil : .input(events)
    }

    private func takeSignals() -> Event? {
        let numbers = drain(signals.read).map(Int32.init)
        if let number = numbers.first(where: { [SIGTERM, SIGHUP, SIGINT].contains($0) }) {
            return .ended(number)
        }
        if numbers.contains(SIGCONT) {
            shown = nil
            return .continued
        }
        return numbers.contains(SIGWINCH) ? .resized : nil
    }

    @discardableResult
    private func drain(_ descriptor: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &buffer, buffer.count)
        return Array(buffer.prefix(max(0, count)))
    }
}
