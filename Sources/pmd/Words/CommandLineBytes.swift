import Glibc

/// The arguments of this process as bytes, without its name.
///
/// They come from the kernel: Swift's `CommandLine` expects them in front of the
/// environment, and fails if a preloaded library has moved that.
///
/// - Returns: nil if neither can be read, for lack of `/proc` or of a file descriptor. An empty
///   list would be taken for a plain `pmd`.
func commandLineBytes() -> [[UInt8]]? {
    guard var bytes = processCommandLine(), bytes.last == 0 else { return swiftCommandLine() }
    bytes.removeLast()
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropFirst().map(Array.init)
}

/// The arguments, each with a zero byte at its end; nil without `/proc`.
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
    // The name of the program is always there.
    guard CommandLine.argc > 0 else { return nil }
    return (1..<Int(CommandLine.argc)).compactMap { index in
        guard let word = CommandLine.unsafeArgv[index] else { return nil }
        return Array(
            UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) })
    }
}
