import Git
import Glibc

/// The process that examines the objects for `pmd doctor`:
/// `pmd __objects WORKTREE`, or `pmd __objects WORKTREE ASIDE [FETCHED]` to restore them too.
///
/// It is a separate process because unforeseen damage may crash or hang it. It writes
/// a line for each finding: `fault`, its kind and the words, or `done` and the words.
///
/// - Returns: its exit status, 0 whatever was found.
package func runObjectsChild(_ words: [String]) -> Int32 {
    guard let workTree = words.first else { return ExitCode.usage.rawValue }
    do {
        let repository = try Repository.open(at: workTree)
        var found = try ObjectExamination(repository).faults
        if words.count > 1 {
            found = try restore(found, repository, Array(words.dropFirst()))
        }
        for fault in found { writeLine("fault \(fault.kind.rawValue) \(fault.words)") }
    } catch {
        writeLine("fault pack \(BoardError(error).message)")
    }
    return 0
}

private func restore(
    _ faults: [FaultyObject], _ repository: Repository, _ words: [String]
) throws -> [FaultyObject] {
    guard faults.contains(where: { $0.id != nil }) else { return faults }
    let remote = words.count > 1 ? try Repository.open(at: words[1]) : nil
    let folder = try Folder(repository.workTree)
    let files = try folder.filesBelow().map { Array(repository.workTree.utf8) + $0 }
    var restoring = ObjectRestoring(repository, aside: words[0], remote: remote, files: files)
    var left = faults
    // Each round finds what only what was restored before leads to.
    for _ in 0..<100 {
        guard try restoring.restore(left) else { break }
        // Objects that were looked up before are still remembered by the open repository.
        left = try ObjectExamination(Repository.open(at: repository.workTree)).faults
    }
    for words in restoring.report { writeLine("done \(words)") }
    return left
}

private func writeLine(_ text: String) {
    let line = text.replacing("\n", with: " ") + "\n"
    _ = write(STDOUT_FILENO, line, line.utf8.count)
}
