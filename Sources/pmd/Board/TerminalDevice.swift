import Clinux
import Glibc
import TaskBoard
import TerminalUI
import Words

/// The pipe into which signals are written, and what a crash restores. Only a signal handler
/// needs them outside of the device, and there is one terminal.
private nonisolated(unsafe) var signalPipe: Int32 = -1
private nonisolated(unsafe) var savedAttributes = termios()
private nonisolated(unsafe) var farewell: UnsafeMutableBufferPointer<UInt8>?

/// The terminal of a full-screen program: raw input, signals as events, and the screen given back
/// whatever happens.
final class TerminalDevice {
    enum Event {
        case input([InputEvent])
        case resized
        /// Another thread has called ``Waker/wake()``, or the deadline has passed.
        case woken
        /// SIGCONT: the terminal may have been used by others.
        case continued
        /// SIGTERM, SIGHUP or SIGINT, or the terminal is gone.
        case ended(Int32)
    }

    /// Wakes the device from any thread.
    struct Waker: Sendable {
        fileprivate let descriptor: Int32

        func wake() {
            var byte: UInt8 = 0
            // A full pipe wakes it as well.
            _ = write(descriptor, &byte, 1)
        }
    }

    private let depth: ColourDepth
    private var parser = InputParser()
    /// When input was read last.
    private var lastInput = ContinuousClock.now
    private var shown: Screen?
    private var isActive = false
    private var hasKeyboard = false
    private let wakePipe: (read: Int32, write: Int32)
    private let signals: (read: Int32, write: Int32)
    /// Readable when the process that started this one has ended; -1 if the kernel cannot tell.
    private let parent: Int32

    var waker: Waker { Waker(descriptor: wakePipe.write) }

    /// - Throws: ``Failure`` (74) if the system has no more descriptors.
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

    /// The columns and rows of the terminal.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(Stream.output.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
            size.ws_row > 0
        else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}

// Taking the terminal and giving it back.
extension TerminalDevice {
    /// Takes the terminal: raw input, and a screen of its own.
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
        try send(TerminalModes.enter + TerminalModes.queries)
    }

    /// Gives the terminal back as it was.
    func leave() {
        guard isActive else { return }
        isActive = false
        do throws(Failure) { try send(TerminalModes.leave(hasKeyboard: hasKeyboard)) } catch {
            // The terminal is gone, and with it everyone who could read the reason.
        }
        tcsetattr(Stream.input.rawValue, TCSADRAIN, &savedAttributes)
        for number in Self.caught + Self.fatal { signal(number, SIG_DFL) }
        hasKeyboard = false
    }

    /// Stops the process as Ctrl-Z does, and takes the terminal again when it goes on.
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

    /// Prepares what a crash writes: a handler may not allocate.
    private func setFarewell() {
        let bytes = Array(TerminalModes.leave(hasKeyboard: hasKeyboard).utf8)
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = buffer.initialize(from: bytes)
        let old = farewell
        farewell = buffer
        old?.deallocate()
    }

    private func send(_ text: String) throws(Failure) { try Stream.output.write(Array(text.utf8)) }
}

extension TerminalDevice {
    /// Shows a screen.
    func show(_ screen: Screen) throws(Failure) {
        guard isActive else { return }
        let bytes = ScreenUpdate.bytes(from: shown, to: screen, depth: depth)
        shown = screen
        if !bytes.isEmpty { try Stream.output.write(bytes) }
    }

    /// Draws everything anew at the next ``show(_:)``.
    func forgetScreen() { shown = nil }

    /// Rings the bell of the terminal, which marks its window or tab.
    func ring() throws(Failure) { try send("\u{7}") }

    /// Waits for the next event.
    ///
    /// - Parameter milliseconds: The time after which it is ``Event/woken``; nil for no limit.
    func next(within milliseconds: Int?) throws(Failure) -> Event {
        while true {
            // A negative descriptor is passed over.
            var polled = [Stream.input.rawValue, signals.read, wakePipe.read, parent].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            // What other events take of the time counts too.
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

    /// The milliseconds since input was read.
    private var pause: Int { Int((ContinuousClock.now - lastInput) / .milliseconds(1)) }

    private func takeInput() -> Event? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(Stream.input.rawValue, &buffer, buffer.count)
        if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { return .ended(SIGHUP) }
        guard count > 0 else { return nil }
        let events = parser.take(buffer[..<count], after: pause)
        lastInput = .now
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
