import Glibc

extension ChildProcess {
    /// The output of a program, to its end or a deadline; its standard error is discarded.
    func answer(until deadline: Double = .infinity) -> String {
        var bytes: [UInt8] = []
        var isOpen = true
        while isOpen {
            let left = deadline - Patience.now()
            guard left > 0 else { break }
            var waiting = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
            if !errorsHaveEnded {
                waiting.append(pollfd(fd: errors, events: Int16(POLLIN), revents: 0))
            }
            let time = left.isFinite ? Int32(min(left, 3_600) * 1_000) + 1 : -1
            _ = Glibc.poll(&waiting, nfds_t(waiting.count), time)
            if waiting.count > 1, waiting[1].revents != 0 { _ = readErrors() }
            guard waiting[0].revents != 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = read(output, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer.prefix(count)
            } else if count == 0 || errno != EINTR {
                isOpen = false
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What it says for people, to the end; what it writes is thrown away.
    func complaints() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var outputIsOpen = true
        while !errorsHaveEnded {
            var waiting = [pollfd(fd: errors, events: Int16(POLLIN), revents: 0)]
            if outputIsOpen {
                waiting.append(pollfd(fd: output, events: Int16(POLLIN), revents: 0))
            }
            _ = Glibc.poll(&waiting, nfds_t(waiting.count), -1)
            if waiting[0].revents != 0 { bytes = (bytes + readErrors()).suffix(65_536) }
            if waiting.count > 1, waiting[1].revents != 0 {
                outputIsOpen = read(output, &buffer, buffer.count) > 0
            }
        }
        wait()
        return String(decoding: bytes, as: UTF8.self)
    }
}
