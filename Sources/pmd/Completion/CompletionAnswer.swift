import BoardStorage
import Glibc
import TaskBoard
import TextLayout

/// The timeout of a completion, in seconds.
private let completionTimeout: UInt32 = 3

/// Prints the candidates for a command line, for the scripts of `pmd completion`:
/// `pmd __complete bash LINE REPLACED COMP_TYPE`, `pmd __complete zsh|fish WORD...`.
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
        // Scripts from older versions pass two words.
        guard words.count == 2 || words.count == 3 else { return [] }
        return await linesForBash(
            BashLine(words[0], replacing: words[1]), isListing: words.last == bashListing)
    }
    guard let current = words.last, words.count >= 2 else { return [] }
    let place = CompletionPlace(
        after: expandingAlias(commandWords(words.dropLast()).map(expandingHome)), current: current)
    if place.offers == [.folders] { return ["folders"] }
    if place.offers == [.files] { return ["files"] }
    let candidates = await candidates(place, current)
    if shell == .fish { return ["space"] + linesForFish(candidates) }
    let isReplaced = candidates.contains(where: \.isReplacement)
    return [isReplaced ? "replace" : "space"] + linesForZsh(candidates)
}

private func candidates(_ place: CompletionPlace, _ current: String) async -> [Candidate] {
    let now = Moment(seconds: Clock.system.seconds) { Int(Clock.system.offset($0)) * 60 }
    let all = await Candidates(place, current: current, now: now, readBoard: board).all
    return place.offers.contains(.commands) ? all + aliases : all
}

/// The user's aliases, which are completed as commands are.
private var aliases: [Candidate] {
    Program.aliases(in: []).filter {
        Candidates.isName($0.name) && PMD.command(named: $0.name) == nil
    }.map { Candidate($0.name, Candidates.line($0.value.utf8)) }
}

/// Returns the words of a command line, with the words of the alias that is its command.
private func expandingAlias(_ words: [String?]) -> [String?] {
    guard let first = words.first, let name = first, !name.hasPrefix("-"),
        PMD.command(named: name) == nil,
        let line = Program.aliases(in: []).first(where: { $0.name == name })?.value,
        let expanded = TaskBoard.commandWords(line)
    else { return words }
    return expanded + words.dropFirst()
}

/// Returns the words after the program's name, which assignments can precede.
private func commandWords(_ words: ArraySlice<String>) -> ArraySlice<String> {
    words.drop { word in
        guard let sign = word.firstIndex(of: "="), sign > word.startIndex else { return false }
        return word[..<sign].allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
    }.dropFirst()
}

/// The `COMP_TYPE` for which bash only lists candidates and inserts none of them.
private let bashListing = "63"

/// Returns the candidates for bash, each as a replacement for the end of the word. If several are
/// listed, they have descriptions.
private func linesForBash(_ line: BashLine, isListing: Bool) async -> [String] {
    guard let current = line.current, !line.words.isEmpty else { return [] }
    let place = CompletionPlace(
        after: expandingAlias(Array(line.words.dropFirst())), current: current)
    guard !line.isInHome || [[.folders], [.files]].contains(place.offers) else { return [] }
    let inserted = await candidates(place, current).compactMap { candidate in
        line.insertion(of: candidate.word, isReplacement: candidate.isReplacement)
            .map { Candidate($0, candidate.description) }
    }
    guard inserted.count > 1 else {
        let isOpen = inserted.allSatisfy { ":=/".contains($0.word.last ?? " ") }
        return [isOpen && !inserted.isEmpty ? "nospace" : "space"] + inserted.map(\.word)
    }
    return ["space"] + (isListing ? listed(inserted, separator: "  ") : inserted.map(\.word))
}

/// Returns the candidates with their descriptions, each on one terminal line.
private func listed(_ candidates: [Candidate], separator: String) -> [String] {
    let width = candidates.map(\.word.columns).max() ?? 0
    let columns = terminalColumns() - 1
    return candidates.map { candidate in
        let room = columns - width - separator.count
        guard !candidate.description.isEmpty, room >= narrowestDescription else {
            return candidate.word
        }
        return candidate.word.padded(to: width) + separator
            + candidate.description.truncated(to: room)
    }
}

private let narrowestDescription = 8

/// Returns the candidates, each with its form in the listing.
private func linesForZsh(_ candidates: [Candidate]) -> [String] {
    zip(candidates, listed(candidates, separator: " -- ")).map { $0.word + "\t" + $1 }
}

/// Returns the candidates for fish, which quotes them except for a leading `~`.
private func linesForFish(_ candidates: [Candidate]) -> [String] {
    candidates.filter { !$0.word.hasPrefix("~") }.map { candidate in
        candidate.description.isEmpty
            ? candidate.word : candidate.word + "\t" + candidate.description
    }
}

/// Returns the board that the command line refers to; nil if none can be read.
private func board(
    at directory: CompletionPlace.Directory?, _ source: Candidates.Source
) async -> Board? {
    let named: String?
    switch directory {
    case .unknown: return nil
    case .named(let path): named = path
    case nil: named = nil
    }
    do {
        let location = try Location.find(named: named, in: Program.environment)
        let workspace = try Workspace(location) { OneThread.main }
        let board =
            switch source {
            case .current: try await workspace.boardWithoutTrace()
            case .deleted: try await workspace.deletedBoardWithoutTrace(within: .milliseconds(20))
            }
        _ = Unmanaged.passRetained(KeptBoard(board))
        return board
    } catch {
        return nil
    }
}

/// Keeps a board alive, so that a completion does not spend time deallocating it.
private final class KeptBoard {
    let board: Board

    init(_ board: Board) { self.board = board }
}

/// Returns the folders that complete a path, each with a trailing slash, and the files if
/// `hasFiles`. Hidden ones are omitted unless the path begins their name.
func paths(completing path: String, hasFiles: Bool) -> [String] {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (parent, beginning) = (String(path[..<start]), path[start...])
    let opened = parent.isEmpty ? "./" : expandingHome(parent)
    guard let directory = opendir(opened) else { return [] }
    defer { closedir(directory) }
    var paths: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
        }
        guard let name, name.hasPrefix(beginning), name != ".", name != "..",
            beginning.hasPrefix(".") || !name.hasPrefix(".")
        else { continue }
        if isFolder(opened + name) {
            paths.append(parent + name + "/")
        } else if hasFiles {
            paths.append(parent + name)
        }
    }
    return paths.sorted()
}

private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
