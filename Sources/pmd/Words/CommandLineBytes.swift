import Glibc

/// Returns the arguments of this process as bytes, without its name.
///
/// Reads them from the kernel: Swift's `CommandLine` expects them directly before the environment,
/// and fails if a preloaded library has moved the environment.
///
/// - Returns: nil if neither source can be read because `/proc` or a file descriptor is missing.
///   An empty list would mean a plain `pmd`.
func commandLineBytes() -> [[UInt8]]? {
    guard var bytes = processCommandLine(), bytes.last == 0 else { return swiftCommandLine() }
    bytes.removeLast()
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropFirst().map(Array.init)
}

/// Returns the arguments, each terminated by a zero byte; nil without `/proc`.
private func processCommandLine() -> [UInt8]? {
    let file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = read(file, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return nil }
        if count == 0 { return bytes }
        bytes += chunk[..<count]
    }
}

private func swiftCommandLine() -> [[UInt8]]? {
    // The program's name is always present.
    guard CommandLine.argc > 0 else { return nil }
    return (1..<Int(CommandLine.argc)).compactMap { index in
        guard let word = CommandLine.unsafeArgv[index] else { return nil }
        return Array(
            UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) })
    }
}
