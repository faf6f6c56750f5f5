import Clinux
import Glibc

/// The process of a transfer.
package enum TransferChild {
    /// Carries out the request in the arguments after the command's name, writes reports to
    /// standard output, and returns the exit code.
    ///
    /// The address is read from standard input, which must stay open: its end means that the
    /// parent has ended, and then this process ends itself with all of its children.
    package static func main(_ arguments: [String], in environment: Environment) -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        keepNoCore()
        let address = readAddress()
        watchForEnd()
        let outcome: TransferOutcome
        do throws(GitError) {
            let request = try TransferRequest(arguments: arguments, address: address)
            MemoryBound.set(for: request.action)
            outcome = Transfer.run(request, in: environment) { report in emit(report) }
        } catch {
            outcome = .failed(error)
        }
        emit(.ended(outcome))
        return 0
    }

    private static func emit(_ report: TransferReport) {
        let bytes = Array((report.line + "\n").utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { endGroup() }
            rest = rest.dropFirst(count)
        }
    }

    /// Prevents core dumps: this memory may contain a password, which must not be written to a
    /// file.
    private static func keepNoCore() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }

    /// Reads the parent's bytes before the first NUL; nil if there is none.
    private static func readAddress() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count <= RemoteAddress.longest {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    /// Starts threads that wait for the parent's end and for signals.
    private static func watchForEnd() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        startThread { _ in
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGTERM)
            var signal: Int32 = 0
            while sigwait(&signals, &signal) != 0 {}
            TransferChild.endGroup()
        }
        startThread { _ in
            var byte: UInt8 = 0
            while true {
                let count = read(STDIN_FILENO, &byte, 1)
                if count == 0 || (count < 0 && errno != EINTR) { TransferChild.endGroup() }
            }
        }
    }

    private static func startThread(
        _ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    ) {
        var thread = pthread_t()
        pthread_create(&thread, nil, body, nil)
    }

    /// Ends this process and, if it leads a group, all of its children. Received data, which may be
    /// large, is removed.
    private static func endGroup() -> Never {
        QuarantineFolder.removeOwn()
        if getpgrp() == getpid() { kill(0, SIGTERM) }
        _exit(75)
    }
}
