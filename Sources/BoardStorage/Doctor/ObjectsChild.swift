import Git
import Glibc
package import TaskBoard

/// The process that examines and restores a repository for `pmd doctor`: `pmd __objects WORKTREE`
/// examines it, `pmd __objects WORKTREE ASIDE` restores the parts needed to open it, `pmd
/// __objects WORKTREE ASIDE REMOTE` restores the rest. REMOTE is a repository that was fetched,
/// `none` or `unreachable`.
///
/// It is a separate process because unforeseen damage may crash or hang it. It writes the line of
/// an ``ObjectsFinding`` for each finding.
///
/// - Parameter text: Returns the message of an error.
/// - Returns: The exit status: 0, regardless of the findings.
package func runObjectsChild(
    _ words: [String], in environment: Environment, text: (BoardError) -> String
) -> Int32 {
    guard let workTree = words.first else { return ExitCode.usage.rawValue }
    do {
        switch words.count {
        case 1: try examine(workTree, environment)
        case 2:
            for words in try RepositoryRestoring.restoreOpening(
                workTree: workTree, aside: words[1], in: environment)
            {
                write(.done, words)
            }
        default: try restore(workTree, aside: words[1], remote: words[2], environment)
        }
    } catch {
        write(.fault, text(BoardError(error)))
    }
    return 0
}

private func examine(_ workTree: String, _ environment: Environment) throws {
    let packs = try ObjectExamination.faultyPacks(workTree: workTree)
    for fault in packs { write(.fault, fault.words) }
    do {
        let repository = try Repository.open(at: workTree, in: environment)
        let references = try repository.faultyReferences()
        for fault in references { write(.reference, fault.words) }
        // The examination of the commits stops at a fault in HEAD itself.
        for fault in try ObjectExamination(repository).faults { write(.fault, fault.words) }
    } catch {
        // Damaged packs are the cause, and are already reported.
        guard packs.isEmpty else { return }
        throw error
    }
}

private func restore(
    _ workTree: String, aside: String, remote: String, _ environment: Environment
) throws {
    let source = try source(remote, environment)
    let files = try Folder(workTree).filesBelow().map { Array("\(workTree)/".utf8) + $0 }
    var restoring = try RepositoryRestoring(
        workTree: workTree, aside: aside, remote: source, files: files, in: environment)
    do {
        try restoring.restore()
    } catch {
        // The repairs before the failure are also reported.
        report(restoring)
        throw error
    }
    report(restoring)
}

private func source(
    _ remote: String, _ environment: Environment
) throws -> RepositoryRestoring.Remote {
    switch remote {
    case "none": .none
    case "unreachable": .unreachable
    default: .fetched(try Repository.open(at: remote, in: environment))
    }
}

private func report(_ restoring: RepositoryRestoring) {
    for words in restoring.report { write(.done, words) }
    for words in restoring.losses { write(.loss, words) }
}

private func write(_ kind: ObjectsFinding.Kind, _ words: String) {
    let line = ObjectsFinding(kind, words).line
    _ = Glibc.write(STDOUT_FILENO, line, line.utf8.count)
}
