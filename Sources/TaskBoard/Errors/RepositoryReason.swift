/// A git failure: its kind, and the sentences of the layer below.
package struct RepositoryReason: ErrorReason {
    package enum Kind: CaseIterable, Sendable {
        case notFound
        case exists
        case locked
        case raced
        case unsupported
        case notAllowed
        case untrusted
        case rejected
        case invalid
        case damaged
        case diskFull
        case inputOutput
        case offline
        case timedOut
        case limited
        case other
    }

    package let kind: Kind
    /// One sentence: what failed, why, and what to do.
    package let words: Bilingual

    package init(_ kind: Kind, _ words: Bilingual) {
        self.kind = kind
        self.words = words
    }
}

extension RepositoryReason {
    package var exit: ExitCode {
        switch kind {
        case .notFound, .exists, .invalid: .data
        case .locked, .raced, .offline, .timedOut, .limited: .tryLater
        case .unsupported: .unsupported
        case .notAllowed, .untrusted, .rejected: .notAllowed
        case .damaged, .diskFull, .inputOutput: .inputOutput
        case .other: .failed
        }
    }

    package var code: String {
        switch kind {
        case .notFound: "not-found"
        case .exists: "exists"
        case .locked: "locked"
        case .raced: "raced"
        case .unsupported: "unsupported"
        case .notAllowed: "not-allowed"
        case .untrusted: "untrusted"
        case .rejected: "rejected"
        case .invalid: "invalid"
        case .damaged: "damaged"
        case .diskFull: "disk-full"
        case .inputOutput: "input-output"
        case .offline: "offline"
        case .timedOut: "timed-out"
        case .limited: "limited"
        case .other: "git"
        }
    }

    package var place: ErrorPlace { .none }
}
