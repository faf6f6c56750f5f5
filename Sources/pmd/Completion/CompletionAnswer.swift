import BoardStorage
import Glibc
import TaskBoard

/// The timeout of a completion, in seconds.
private let completionTimeout: UInt32 = 3

/// Prints the candidates for a command line, for the scripts of `pmd completion`:
/// `pmd __complete bash LINE REPLACED`, `pmd __complete zsh|fish WORD...`.
///
/// On any error the shell gets no candidates and no message. Nothing on disk is changed.
///
/// - Returns: The exit status.
func runCompletion(_ words: [String]) async -> Int32 {
    endAfterTimeout()
    guard let name = words.first, let shell = Completion.Shell(rawValue: name) else { return 64 }
    let lines = await completionLines(for: shell, Array(words.dropFirst()))
    do {
        try Stream.output.write(lines.flatMap { Array(($0 + "\n").utf8) })
        return 0
    } catch {
        return error.exit.rawValue
    }
}

/// Ends the process if a file system does not answer, or the board is too large.
private func endAfterTimeout() {
    signal(SIGALRM) { _ in _exit(ExitCode.tryLater.rawValue) }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGALRM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    alarm(completionTimeout)
}

private func completionLines(for shell: Completion.Shell, _ words: [String]) async -> [String] {
    if shell == .bash {
        guard words.count == 2 else { return [] }
        return await linesForBash(BashLine(words[0], replacing: words[1]))
    }
    guard let current = words.last, words.count >= 2 else { return [] }
    let place = CompletionPlace(
        after: commandWords(words.dropLast()).map(expandingHome), current: current)
    if place.offers == [.folders] { return ["folders"] }
    let candidates = await Candidates(place, current: current, readBoard: board).all
    return ["space"] + (shell == .zsh ? linesForZsh(candidates) : linesForFish(candidates))
}

/// The words after the program's name, which assignments can precede.
private func commandWords(_ words: ArraySlice<String>) -> ArraySlice<String> {
    words.drop { word in
        guard let sign = word.firstIndex(of: "="), sign > word.startIndex else { return false }
        return word[..<sign].allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
    }.dropFirst()
}

private func linesForBash(_ line: BashLine) async -> [String] {
    guard let current = line.current, !line.words.isEmpty else { return [] }
    let place = CompletionPlace(after: Array(line.words.dropFirst()), current: current)
    guard !line.isInHome || place.offers == [.folders] else { return [] }
    let candidates = await Candidates(place, current: current, readBoard: board).all
    let inserted = candidates.compactMap { line.insertion(of: $0.word) }
    let isOpen = inserted.count == 1 && inserted.allSatisfy { ":=/".contains($0.last ?? " ") }
    return [isOpen ? "nospace" : "space"] + inserted
}

/// The candidates, each with its form in the listing.
private func linesForZsh(_ candidates: [Candidate]) -> [String] {
    let width = candidates.map(\.word.count).max() ?? 0
    return candidates.map { candidate in
        let shown =
            candidate.description.isEmpty
            ? candidate.word
            : candidate.word.padded(to: width) + " -- " + candidate.description
        return candidate.word + "\t" + shown
    }
}

/// The candidates for fish, which quotes them except for a leading `~`.
private func linesForFish(_ candidates: [Candidate]) -> [String] {
    candidates.filter { !$0.word.hasPrefix("~") }.map { candidate in
        candidate.description.isEmpty
            ? candidate.word : candidate.word + "\t" + candidate.description
    }
}

/// The board that the command line refers to; nil if none can be read.
private func board(at directory: CompletionPlace.Directory?) async -> Board? {
    let named: String?
    switch directory {
    case .unknown: return nil
    case .named(let path): named = path
    case nil: named = nil
    }
    do {
        let location = try Location.find(named: named, in: Program.environment)
        return try await Workspace(location) { OneThread.main }
            .boardWithoutTrace()
    } catch {
        return nil
    }
}
