import Glibc

/// What the transferring process does.
package enum TransferChild {
    /// Does the request in the arguments (what follows the command's name),
    /// writes reports to standard output, and answers the exit code.
    ///
    /// Standard input must stay open: its end means that the parent is gone, and
    /// then this process ends itself with all that it started.
    package static func main(_ arguments: [String]) -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        watchParent()
        let outcome: TransferOutcome
        do throws(GitError) {
            let request = try TransferRequest(
                arguments: arguments, address: environment(TransferRequest.addressVariable))
            outcome = Transfer.run(request) { report in emit(report) }
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

    /// A thread that waits for the parent's end.
    private static func watchParent() {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { _ in
                var byte: UInt8 = 0
                while true {
                    let count = read(STDIN_FILENO, &byte, 1)
                    if count == 0 || (count < 0 && errno != EINTR) { TransferChild.endGroup() }
                }
            }, nil)
    }

    /// Ends this process and, where it leads a group, all that it started.
    private static func endGroup() -> Never {
        if getpgrp() == getpid() { kill(0, SIGTERM) }
        _exit(75)
    }
}
