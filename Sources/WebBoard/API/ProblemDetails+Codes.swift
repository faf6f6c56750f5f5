import Words

// The statuses and codes of problems. Programs rely on them.

extension RequestProblem {
    /// The status of the response, and a stable word for programs.
    var statusAndCode: (status: Int, code: String) {
        switch self {
        case .wrongChoice: (400, "bad-choice")
        case .badJSON: (400, "bad-json")
        case .wrongIdempotencyKey: (400, "bad-key")
        case .wrongTime: (400, "bad-time")
        case .wrongVersion: (400, "bad-version")
        case .entryAndFields: (400, "entry-and-fields")
        case .missingMember: (400, "missing-member")
        case .noBodyHere: (400, "no-body-here")
        case .wrongCommit: (400, "no-commit")
        case .noConditionHere: (400, "no-condition-here")
        case .noItems: (400, "no-items")
        case .noSettings: (400, "no-settings")
        case .noTasks: (400, "no-tasks")
        case .repeatedHeader: (400, "repeated-header")
        case .tooManyItems: (400, "too-many-items")
        case .tooManySettings: (400, "too-many-settings")
        case .tooManyWords: (400, "too-many-words")
        case .unknownMember: (400, "unknown-member")
        case .unknownParameter: (400, "unknown-parameter")
        case .unknownZone: (400, "unknown-zone")
        case .wrongCursor: (400, "wrong-cursor")
        case .wrongEnd: (400, "wrong-end")
        case .notNumber, .notBoolean, .notDay, .wrongDays: (400, "wrong-parameter")
        case .wrongType, .wrongSettingType: (400, "wrong-type")
        case .noFileOfPage, .noFileOfBoard: (404, "no-such-file")
        case .noRoute: (404, "no-such-route")
        case .unknownAction: (404, "unknown-action")
        case .unknownColumn: (404, "unknown-state")
        case .unknownView: (404, "unknown-view")
        case .wrongMethod: (405, "wrong-method")
        case .inFlight: (409, "in-flight")
        case .notPossible: (409, "not-possible")
        case .nothingToRedo: (409, "nothing-to-redo")
        case .nothingToUndo: (409, "nothing-to-undo")
        case .deleted: (410, "deleted")
        case .onTheBoard: (412, "on-the-board")
        case .fileTooLarge: (413, "file-too-large")
        case .futureDate: (422, "future-date")
        case .noteWithoutText: (422, "no-text")
        case .otherBody: (422, "other-body")
        case .conditionMissing: (428, "condition-missing")
        case .versionMissing: (428, "version-missing")
        case .loading: (503, "loading")
        }
    }
}

extension AccessRefusal {
    /// The status of the response, and a stable word for programs.
    var statusAndCode: (status: Int, code: String) {
        switch self {
        case .wrongHost: (421, "wrong-host")
        case .foreignOrigin: (403, "foreign-origin")
        case .foreignSite: (403, "foreign-site")
        case .notSignedIn: (401, "not-signed-in")
        case .wrongKey: (401, "wrong-key")
        case .badUser: (403, "bad-user")
        case .otherUser: (403, "other-user")
        case .reader: (403, "read-only")
        case .staleSignature: (401, "stale-signature")
        case .repeatedNonce: (401, "repeated-request")
        case .tooManyRequests: (429, "too-many-requests")
        case .readOnly: (403, "read-only")
        case .notJSON: (415, "not-json")
        }
    }
}
