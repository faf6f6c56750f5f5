package import TaskBoard

extension Diagnosis {
    package var message: Bilingual {
        switch fact {
        case .failure(let error): error.words
        case .clone(let fact): fact.words
        case .objects(let fact): fact.words
        case .newClone(let fact): fact.words
        case .files(let fact): fact.words
        case .remote(let fact): fact.words
        case .job(let fact): fact.words
        }
    }

    /// The action for the user to take; nil if there is none.
    package var remedy: Bilingual? {
        switch fact {
        case .failure: nil
        case .clone(let fact): fact.remedy
        case .objects(let fact): fact.remedy
        case .newClone(let fact): fact.remedy
        case .files(let fact): fact.remedy
        case .remote(let fact): fact.remedy
        case .job(let fact): fact.remedy
        }
    }
}
