import Git
import Glibc
package import TaskBoard

/// The process that examines and restores a repository for `pmd doctor`: `pmd __objects
/// WORKTREE` examines it, `pmd __objects WORKTREE ASIDE` restores packs, and `pmd __objects WORKTREE
/// ASIDE REMOTE` restores objects. REMOTE is a repository that was fetched, or `none`.
///
/// It is a separate process because unforeseen damage may crash or hang it. It writes
/// the line of an ``ObjectsFinding`` for each finding.
///
/// - Parameter text: Returns the words in which an error is written.
/// - Returns: The exit status: 0, whatever it finds.
package func runObjectsChild(
    _ words: [String], in environment: Environment, text: (BoardError) -> String
) -> Int32 {
    guard let workTree = words.first else { return ExitCode.usage.rawValue }
    do {
        switch words.count {
        case 1: try examine(workTree, environment)
        case 2:
            for words in try RepositoryRestoring.restorePacks(workTree: workTree, aside: words[1]) {
                write(.done, words)
            }
        default: try restore(workTree, aside: words[1], remote: words[2], environment)
        }
    } catch {
        let isUnread = (error as? GitError)?.isOfReferences == true
        write(isUnread ? .unread : .fault, text(BoardError(error)))
    }
    return 0
}

private func examine(_ workTree: String, _ environment: Environment) throws {
    let packs = try ObjectExamination.faultyPacks(workTree: workTree)
    for fault in packs { write(.fault, fault.words) }
    do {
        let repository = try Repository.open(at: workTree, in: environment)
        for fault in try repository.faultyReferences() where fault.missingObject != nil {
            write(.reference, fault.words)
        }
        for fault in try ObjectExamination(repository).faults { write(.fault, fault.words) }
    } catch {
        // Damaged packs are the cause, and they are reported already.
        guard packs.isEmpty else { return }
        throw error
    }
}

private func restore(
    _ workTree: String, aside: String, remote: String, _ environment: Environment
) throws {
    let source = remote == "none" ? nil : try Repository.open(at: remote, in: environment)
    let files = try Folder(workTree).filesBelow().map { Array("\(workTree)/".utf8) + $0 }
    var restoring = try RepositoryRestoring(
        workTree: workTree, aside: aside, remote: source, files: files, in: environment)
    do {
        try restoring.restore()
    } catch {
        // The repairs before the failure are reported too.
        report(restoring)
        throw error
    }
    report(restoring)
}

private func report(_ restoring: RepositoryRestoring) {
    for words in restoring.report { write(.done, words) }
}

private func write(_ kind: ObjectsFinding.Kind, _ words: String) {
    let line = ObjectsFinding(kind, words).line
    _ = Glibc.write(STDOUT_FILENO, line, line.utf8.count)
}
