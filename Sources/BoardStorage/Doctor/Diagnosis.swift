/// What `pmd doctor` looks at.
package enum DoctorTopic: String, CaseIterable, Sendable {
    case versions, repository, objects, identity, size, locks, drivers, files, sync, remote, cron
}

/// One finding of `pmd doctor`: what is so, and what to do about it.
package struct Diagnosis: Equatable, Sendable {
    package enum State: String, Sendable {
        /// As it should be.
        case fine
        /// Something works less well than it could.
        case advice
        /// Something does not work until somebody acts.
        case wrong
    }

    package let topic: DoctorTopic
    package let state: State
    package let message: String
    /// What a person can do; nil where there is nothing to do.
    package let remedy: String?

    static func fine(_ topic: DoctorTopic, _ message: String) -> Diagnosis {
        Diagnosis(topic: topic, state: .fine, message: message, remedy: nil)
    }

    static func advice(
        _ topic: DoctorTopic, _ message: String, _ remedy: String
    ) -> Diagnosis {
        Diagnosis(topic: topic, state: .advice, message: message, remedy: remedy)
    }

    static func wrong(_ topic: DoctorTopic, _ message: String, _ remedy: String?) -> Diagnosis {
        Diagnosis(topic: topic, state: .wrong, message: message, remedy: remedy)
    }
}
