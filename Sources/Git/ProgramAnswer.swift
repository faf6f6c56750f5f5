import Glibc

/// Runs a program, looked up in `PATH`, with nothing to read.
///
/// - Returns: its exit status and what it wrote; nil where there is no such program.
package func answer(
    of program: String, _ arguments: [String], environment: [String]
) -> (status: Int32, output: String)? {
    do {
        let child = try ChildProcess(program, arguments, environment: environment)
        child.closeInput()
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        var isOpen = true
        while isOpen || !child.errorsHaveEnded {
            var waiting =
                isOpen ? [pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)] : []
            if !child.errorsHaveEnded {
                waiting.append(pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0))
            }
            poll(&waiting, nfds_t(waiting.count), -1)
            for one in waiting where one.revents != 0 {
                guard one.fd == child.output else {
                    _ = child.readErrors()
                    continue
                }
                let count = read(one.fd, &buffer, buffer.count)
                output += buffer.prefix(max(0, count))
                isOpen = count > 0 || count < 0 && errno == EINTR
            }
        }
        return (child.wait(), String(decoding: output, as: UTF8.self))
    } catch {
        return nil
    }
}
