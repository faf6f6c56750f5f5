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
/// - Parameter text: Returns the sentence for an error.
/// - Returns: The exit status: 0, whatever it finds.
package func runObjectsChild(
    _ words: [String], in environment: Environment, text: (BoardError) -> Bilingual
) -> Int32 {
    guard let workTree = words.first else { return ExitCode.usage.rawValue }
    do {
        switch words.count {
        case 1: try examine(workTree, environment)
        case 2:
            for words in try RepositoryRestoring.restorePacks(workTree: workTree, aside: words[1]) {
                write(.done, Bilingual(english: words.english, korean: words.korean))
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
    for fault in packs { write(.fault, fault.bilingual) }
    do {
        let repository = try Repository.open(at: workTree, in: environment)
        for fault in try repository.faultyReferences() where fault.missingObject != nil {
            write(.reference, fault.bilingual)
        }
        for fault in try ObjectExamination(repository).faults { write(.fault, fault.bilingual) }
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
    let files = try Folder(workTree).filesBelow(isComplete: false)
        .map { Array("\(workTree)/".utf8) + $0 }
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
    for words in restoring.report {
        write(.done, Bilingual(english: words.english, korean: words.korean))
    }
}

private func write(_ kind: ObjectsFinding.Kind, _ words: Bilingual) {
    let line = ObjectsFinding(kind, words).line
    _ = Glibc.write(STDOUT_FILENO, line, line.utf8.count)
}

extension FaultyObject {
    fileprivate var bilingual: Bilingual { Bilingual(english: words, korean: korean) }
}

extension FaultyReference {
    /// The fault in each language.
    var bilingual: Bilingual { Bilingual(english: words, korean: korean) }
}

/// One finding of the process that examines and restores objects, which it writes as a line:
/// `KIND ENGLISH`, a tab, and the Korean words. No part of pmd reads the words.
struct ObjectsFinding: Equatable {
    enum Kind: String {
        /// A damaged or missing object.
        case fault
        /// A reference to a missing object.
        case reference
        /// The fault of HEAD or of git's folders, because of which no object was read.
        case unread
        /// A step of a repair.
        case done
    }

    let kind: Kind
    let words: Bilingual

    init(_ kind: Kind, _ words: Bilingual) {
        self.kind = kind
        self.words = Bilingual(
            english: Self.cell(words.english), korean: Self.cell(words.korean))
    }

    /// - Returns: Nil for a line in another form, such as one that a library wrote.
    init?(line: Substring) {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else { return nil }
        let words = parts[1].split(separator: "\t", maxSplits: 1).map(String.init)
        guard let english = words.first else { return nil }
        self.init(kind, Bilingual(english: english, korean: words.last ?? english))
    }

    private static func cell(_ words: String) -> String {
        String(words.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    /// The line, with its end.
    var line: String { "\(kind.rawValue) \(words.english)\t\(words.korean)\n" }
}

/// The answer of one run of the process that examines and restores objects.
struct ObjectsAnswer {
    let findings: [ObjectsFinding]
    /// The reason why the process did not finish; nil if it did. The findings are then those
    /// before it ended.
    let interruption: Interruption?

    enum Interruption: Equatable {
        case notStarted(program: String)
        /// It was killed at the deadline.
        case deadline(seconds: Double)
        case exit(status: Int32)
    }

    var isEmpty: Bool { findings.isEmpty && interruption == nil }

    /// - Parameters:
    ///   - answer: The exit status and the output of the process; nil if it could not be started.
    ///   - seconds: The deadline that it had.
    init(_ answer: (status: Int32, output: String)?, of program: String, within seconds: Double) {
        findings = (answer?.output ?? "").split(separator: "\n")
            .compactMap(ObjectsFinding.init(line:))
        interruption =
            switch answer?.status {
            case nil: .notStarted(program: program)
            case 0: nil
            case 128 + SIGKILL: .deadline(seconds: seconds)
            case .some(let status): .exit(status: status)
            }
    }
}

extension ObjectsFinding {
    /// The finding for the user; nil if the topic of the repository reports it.
    ///
    /// - Parameter isFixed: True if a repair has done what it can already.
    func diagnosis(isFixed: Bool = false) -> Diagnosis? {
        switch kind {
        case .done: Diagnosis(.objects, .objects(.repaired(words: words)))
        case .fault: Diagnosis(.objects, .objects(.fault(words: words, isFixed: isFixed)))
        case .reference: nil
        case .unread: Diagnosis(.objects, .objects(.unread(words: words)))
        }
    }
}

extension ObjectsAnswer.Interruption {
    /// - Parameter workTree: The repository to examine by hand.
    func fact(workTree: String) -> ObjectsFact {
        switch self {
        case .notStarted(let program): .notStarted(program: program)
        case .deadline(let seconds):
            .interrupted(.deadline(seconds: Int(seconds)), workTree: workTree)
        case .exit(let status): .interrupted(.exit(status: status), workTree: workTree)
        }
    }
}
