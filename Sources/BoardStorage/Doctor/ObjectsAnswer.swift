import Glibc
import TaskBoard

/// One finding of the process that examines and restores objects, which it writes as a line: `KIND
/// WORDS`. The words are git's own, and pmd does not parse them.
struct ObjectsFinding: Equatable {
    enum Kind: String {
        /// A damaged or missing object.
        case fault
        /// A damaged or missing reference.
        case reference
        /// A step of a repair.
        case done
        /// Commits that no repair recovered.
        case loss
    }

    let kind: Kind
    let words: String

    init(_ kind: Kind, _ words: String) {
        (self.kind, self.words) = (kind, words.replacing("\n", with: " "))
    }

    /// - Returns: Nil for a line in another form, for example from a library.
    init?(line: Substring) {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else { return nil }
        self.init(kind, parts[1])
    }

    /// The line, with its end.
    var line: String { "\(kind.rawValue) \(words)\n" }
}

/// The result of one run of the process that examines and restores objects.
struct ObjectsAnswer {
    let findings: [ObjectsFinding]
    /// The reason why the process did not finish; nil if it did. If it did not, the findings are
    /// those before it ended.
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
    ///   - seconds: The deadline of the process.
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
    /// Returns the finding for the user.
    ///
    /// - Parameter isFixed: True if a repair has already done what it can.
    func diagnosis(isFixed: Bool = false) -> Diagnosis {
        switch kind {
        case .done: Diagnosis(.objects, .objects(.repaired(words: words)))
        case .fault: Diagnosis(.objects, .objects(.fault(words: words, isFixed: isFixed)))
        case .reference: Diagnosis(.repository, .objects(.reference(words: words)))
        case .loss: Diagnosis(.objects, .objects(.loss(words: words)))
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
