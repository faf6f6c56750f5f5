import Glibc
import TaskBoard

/// One finding of the process that examines and restores objects, which it writes as a line:
/// `KIND SENTENCE`.
struct ObjectsFinding: Equatable {
    enum Kind: String {
        /// A damaged or missing object.
        case fault
        /// A damaged or missing reference.
        case reference
        /// A step of a repair.
        case done
        /// Commits that no repair brought back.
        case loss
    }

    let kind: Kind
    let sentence: String

    init(_ kind: Kind, _ sentence: String) {
        (self.kind, self.sentence) = (kind, sentence.replacing("\n", with: " "))
    }

    /// - Returns: Nil for a line in another form, such as one that a library wrote.
    init?(line: Substring) {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else { return nil }
        self.init(kind, parts[1])
    }

    /// The line, with its end.
    var line: String { "\(kind.rawValue) \(sentence)\n" }
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
    /// The finding for the user.
    ///
    /// - Parameter isFixed: True if a repair has done what it can already.
    func diagnosis(isFixed: Bool = false) -> Diagnosis {
        let words = Bilingual(untranslated: sentence)
        return switch kind {
        case .done: .fine(.objects, words)
        case .fault:
            .wrong(
                .objects, words,
                isFixed ? ObjectsDoctor.remedyAfterFix : ObjectsDoctor.remedy)
        case .reference: .wrong(.repository, words, ObjectsDoctor.remedy)
        case .loss: .wrong(.objects, words, ObjectsDoctor.remedyForLoss)
        }
    }
}

extension ObjectsAnswer.Interruption {
    /// The interruption for the user.
    ///
    /// - Parameter workTree: The repository to examine by hand.
    func diagnosis(workTree: String) -> Diagnosis {
        let how: Bilingual
        switch self {
        case .notStarted(let program):
            return .wrong(
                .objects,
                Bilingual("\(program) cannot be run", "\(program) 프로그램을 실행할 수 없습니다"), nil)
        case .deadline(let seconds):
            how = Bilingual(
                "did not finish within \(Int(seconds)) s", "\(Int(seconds))초 안에 끝나지 않았습니다")
        case .exit(let status):
            how = Bilingual("was interrupted (exit \(status))", "중단되었습니다(종료 코드 \(status))")
        }
        return .wrong(
            .objects,
            Bilingual("checking the objects \(how.english)", "객체 확인이 \(how.korean)"),
            ObjectsDoctor.fsck(in: workTree))
    }
}
