package import TaskBoard
import Words

/// The topics of `pmd doctor`.
package enum DoctorTopic: String, CaseIterable, Sendable {
    case versions, repository, objects, identity, size, locks, drivers, files, sync, remote, cron
    case reminders, services
}

/// One finding of `pmd doctor`, with its remedy.
package struct Diagnosis: Equatable, Sendable {
    package enum State: String, Sendable {
        /// As it should be.
        case fine
        /// Something works less well than it could.
        case advice
        /// Something does not work until the user fixes it.
        case wrong
    }

    package let topic: DoctorTopic
    package let state: State
    package let message: Bilingual
    /// The action that the user can take; nil if there is none.
    package let remedy: Bilingual?

    static func fine(_ topic: DoctorTopic, _ message: Bilingual) -> Diagnosis {
        Diagnosis(topic: topic, state: .fine, message: message, remedy: nil)
    }

    static func advice(
        _ topic: DoctorTopic, _ message: Bilingual, _ remedy: Bilingual
    ) -> Diagnosis {
        Diagnosis(topic: topic, state: .advice, message: message, remedy: remedy)
    }

    static func wrong(
        _ topic: DoctorTopic, _ message: Bilingual, _ remedy: Bilingual?
    ) -> Diagnosis {
        Diagnosis(topic: topic, state: .wrong, message: message, remedy: remedy)
    }

    /// The error that kept a topic from being checked.
    static func wrong(_ topic: DoctorTopic, _ error: BoardError) -> Diagnosis {
        wrong(topic, error.words, nil)
    }
}
