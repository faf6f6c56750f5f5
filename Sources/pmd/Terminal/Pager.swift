import BoardStorage
import Glibc

/// Shows long output a screen at a time, on a terminal only.
///
/// `PMD_PAGER`, else `PAGER`, else `less -FRX`; an empty one shows all at once.
///
/// - Throws: ``Failure`` where the output cannot be written.
func page(_ lines: [String], on console: Console) throws(Failure) {
    guard Stream.output.isTerminal, lines.count >= terminalRows(), let words = pagerWords() else {
        try console.print(lines)
        return
    }
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    if !feed(text, to: words) { try console.print(lines) }
}

private func pagerWords() -> [String]? {
    let command = environment("PMD_PAGER") ?? environment("PAGER") ?? "less -FRX"
    do {
        let words = try shellWords(command)
        return words.isEmpty ? nil : words
    } catch {
        // A pager that cannot be read is none: the text itself matters more.
        return nil
    }
}

private func terminalRows() -> Int {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return .max }
    return Int(size.ws_row)
}

/// Whether the pager could be started; what it does not read is dropped.
private func feed(_ text: [UInt8], to words: [String]) -> Bool {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return false }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var process: pid_t = 0
    let status = withCStrings(words.map { Array($0.utf8) }) {
        posix_spawnp(&process, words[0], &actions, nil, $0, environ)
    }
    close(ends[0])
    guard status == 0 else {
        close(ends[1])
        return false
    }
    var offset = 0
    while offset < text.count {
        let count = text.withUnsafeBytes {
            write(ends[1], $0.baseAddress! + offset, text.count - offset)
        }
        if count < 0, errno != EINTR { break }
        offset += max(count, 0)
    }
    close(ends[1])
    var end: Int32 = 0
    while waitpid(process, &end, 0) < 0, errno == EINTR {}
    return true
}
