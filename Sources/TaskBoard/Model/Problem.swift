package import MarkdownDocument

/// A problem in a task's file that needs the user's attention. The task remains
/// usable.
package struct Problem: Hashable, Sendable {
    /// The kind of problem. The raw value is the word for scripts.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The file cannot be read as a document.
        case malformed
        /// A known key has a value that pmd cannot use.
        case value
        /// A `state:` key differs from the folder.
        case state
        /// The folder is not a state of the board.
        case unknownState = "unknown-state"
        /// Another file has the same ID.
        case duplicate
    }

    /// The problem with its facts.
    package enum Fault: Hashable, Sendable {
        case malformed(Malformation.Reason)
        /// A value that pmd cannot use.
        case wrongValue(key: Text, ValueShape, expected: ExpectedValue)
        /// Text that is not a valid `repeat` rule.
        case notARule(key: Text, Text, expected: RecurrenceError.Expected)
        /// A value that is none of a field's choices.
        case notAChoice(key: Text, Text, known: [Text])
        /// A `state:` key that differs from the folder.
        case otherState(Text, folder: Text)
        case renamedState(Text, to: Text)
        case unknownState(Text, isRetired: Bool, known: [Text])
        /// The other files with the ID.
        case duplicateID(TaskID, others: [BoardPath])
    }

    package var fault: Fault
    /// The line and the column, counted from one.
    package var line: Int
    package var column: Int

    package init(_ fault: Fault, line: Int = 1, column: Int = 1) {
        (self.fault, self.line, self.column) = (fault, line, column)
    }
}

extension Problem {
    package var kind: Kind { fault.kind }

    /// The key with the wrong value, if the problem is about one.
    package var key: Text? {
        switch fault {
        case .wrongValue(let key, _, _), .notARule(let key, _, _), .notAChoice(let key, _, _): key
        case .otherState: Field.state.key
        case .malformed, .renamedState, .unknownState, .duplicateID: nil
        }
    }
}

extension Problem.Fault {
    package var kind: Problem.Kind {
        switch self {
        case .malformed: .malformed
        case .wrongValue, .notARule, .notAChoice: .value
        case .otherState: .state
        case .renamedState, .unknownState: .unknownState
        case .duplicateID: .duplicate
        }
    }
}
