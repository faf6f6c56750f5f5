/// The topics of `pmd doctor`.
package enum DoctorTopic: String, CaseIterable, Sendable {
    case versions, repository, objects, identity, size, locks, drivers, files, sync, remote, cron
    case reminders, services
}

/// One finding of `pmd doctor`.
package struct Diagnosis: Equatable, Sendable {
    package enum State: String, Sendable {
        /// Nothing is wrong.
        case fine
        /// Something works less well than it could.
        case advice
        /// Something does not work until the user fixes it.
        case wrong
    }

    /// The closed list of facts, by area.
    package enum Fact: Equatable, Sendable {
        /// The error that prevented the check of the topic.
        case failure(BoardError)
        case clone(CloneFact)
        case objects(ObjectsFact)
        case files(FilesFact)
        case remote(RemoteFact)
        case job(JobFact)
    }

    package let topic: DoctorTopic
    package let fact: Fact

    package init(_ topic: DoctorTopic, _ fact: Fact) {
        (self.topic, self.fact) = (topic, fact)
    }

    package var state: State {
        switch fact {
        case .failure: .wrong
        case .clone(let fact): fact.state
        case .objects(let fact): fact.state
        case .files(let fact): fact.state
        case .remote(let fact): fact.state
        case .job(let fact): fact.state
        }
    }
}
