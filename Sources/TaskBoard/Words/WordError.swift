package import MarkdownDocument

/// A typed word that cannot be understood.
package struct WordError: Error, Hashable, Sendable {
    /// The problem with the word, with the facts that its sentence needs.
    package enum Reason: Hashable, Sendable {
        // Values
        case missingValue(ExpectedValue)
        case wrongValue(Text, key: Text, ExpectedValue)
        /// Text that is not a valid `repeat` rule.
        case notARule(Text, RecurrenceError)
        case severalLines
        /// `me`, although no user name is set.
        case nameNotSet
        /// More bytes than pmd reads.
        case longInput(limit: Int)
        /// More words than pmd reads, counting each value.
        case manyWords(limit: Int)
        // Dates
        case missingDate(near: String?, ExpectedValue)
        case notADate(Text, near: String?, ExpectedValue)
        case hasTime(Text)
        case backwardRange
        /// A snooze that would end in the past.
        case notToCome(Text)
        // Words of new tasks and of edits
        /// A key of another tool: the words to write instead, and whether the word may be a part of
        /// a title.
        case foreignKey(Text, instead: [String], mayBeTitle: Bool)
        case twoValues(key: Text, earlier: Text)
        case notRemovable(Text)
        case tagLikeKey(key: Text, tag: Text)
        case capitalKey(key: Text, value: Text)
        case keyOfQueries(Text)
        case keyOfCommand(CommandKey)
        case notAChange(String)
        // Queries
        case unclosedQuote
        case negatedOrder
        case negatedView
        case negatedWord(Text)
        case emptyCondition
        case unknownView(Text, known: [Text])
        case viewOfItself
        case nestedViews(limit: Int)
        case missingCondition(key: Text, mayBeAbsent: Bool)
        case keyWithoutDate(Text)
        case notAPriority(Text)
        case urgencyAsCondition
        case notAProperty(Text)
        case unknownState(Text, known: [Text])
        case foreignOperator(Operator)
        case assignment(key: Text, value: Text)
        case keyWithoutOrder(Text)
        case notAComparison(Text, key: Text, isDate: Bool)
        case unknownKey(near: String)
        case missingSortKey
        case notASortKey(Text)
    }

    /// A key with a command of its own, which does more than set the value.
    package enum CommandKey: String, CaseIterable, Sendable {
        case state, rank, conflicts
    }

    /// An operator of other tools' queries.
    package enum Operator: CaseIterable, Sendable {
        case or, and, not
    }

    /// The word as typed.
    package var word: String
    package var reason: Reason
    /// The view of the board whose query has the word; nil for the user's own input.
    package var view: Text?

    package init(_ word: String, _ reason: Reason, view: Text? = nil) {
        (self.word, self.reason, self.view) = (word, reason, view)
    }

    package init(_ word: Text, _ reason: Reason, view: Text? = nil) {
        self.init(word.string, reason, view: view)
    }
}

/// The values that a field accepts, for an error about one that it rejects.
package enum ExpectedValue: String, CaseIterable, Hashable, Sendable {
    // In a file.
    case dateInFile, dayInFile, momentInFile, priority, repetitionInFile, rank, list, records
    case keyedRecords, line, number, reminderInFile
    // As typed.
    case title, state, typedDate, typedPastDate, typedEnd, tag, person, reminder, repetition
    case reference
}
