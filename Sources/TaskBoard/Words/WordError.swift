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
        /// A change such as `due:`, which other tools read as a removal.
        case emptyChange(key: Text)
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
        /// A key in capitals, or a misspelled one: the word to write instead.
        case nearKey(Text, instead: String, isInQuery: Bool)
        /// A priority such as `!h`, which only the inputs of pmd read: the word to write instead.
        case shortPriority(instead: String)
        /// A value that is none of a field's choices.
        case notAChoice(Text, key: Text, known: [Text])
        /// A path with slashes: the same with dots.
        case slashInPath(key: Text, dotted: Text)
        case keyOfQueries(Text)
        case keyOfCommand(CommandKey)
        case notAChange(String)
        // Queries
        case unclosedQuote
        case negatedOrder
        case unclosedGroup
        case nestedGroups(limit: Int)
        /// An operator, or the end of a group, without a term before or after it.
        case missingTerm
        case secondOrder
        case orderInGroup
        /// A term as an item of a list, as in `+house,@ann`.
        case termInList(Text, instead: String)
        /// Several values after a comparison, as in `due.before:fri,mon`.
        case listInComparison(key: Text, first: Text)
        case emptyCondition
        case unknownView(Text, known: [Text])
        case viewOfItself
        case nestedViews(limit: Int)
        case missingCondition(key: Text, mayBeAbsent: Bool)
        case keyWithoutDate(Text, known: [Text])
        case notAPriority(Text)
        case urgencyAsCondition
        case notAProperty(Text)
        case unknownState(Text, known: [Text])
        /// The end of a range of priorities before its start.
        case backwardOrder
        case foreignOperator(instead: String)
        /// An operator between blanks, as in `due < fri`.
        case looseOperator
        case assignment(key: Text, value: Text)
        case keyWithoutOrder(Text, known: [Text])
        case notAComparison(Text, key: Text, Field.QueryOrder)
        case missingSortKey(known: [Text])
        case notASortKey(Text, known: [Text])
        case missingGrouping
        case notAGrouping(Text, near: String?, known: [Text])
    }

    /// A key with a command of its own, which does more than set the value.
    package enum CommandKey: String, CaseIterable, Sendable {
        case state, rank, conflicts
    }

    /// The place of the word in a query.
    package struct Place: Hashable, Sendable {
        package var query: String
        /// The offset of the word's first byte.
        package var offset: Int

        /// The place of the word's first character, counted from one.
        package var column: Int {
            String(decoding: query.utf8.prefix(offset), as: UTF8.self).unicodeScalars.count + 1
        }
    }

    /// The word as typed.
    package var word: String
    package var reason: Reason
    /// The view of the board whose query has the word; nil for the user's own input.
    package var view: Text?
    /// The place in a query of the user's own; nil for other input.
    package var place: Place?

    package init(_ word: String, _ reason: Reason, view: Text? = nil) {
        (self.word, self.reason, self.view) = (word, reason, view)
    }

    package init(_ word: Text, _ reason: Reason, view: Text? = nil) {
        self.init(word.string, reason, view: view)
    }

    /// Returns the same error, with the offset of its word in the query, unless it has a place.
    func placed(at offset: Int) -> WordError {
        guard place == nil else { return self }
        var error = self
        error.place = Place(query: "", offset: offset)
        return error
    }

    /// Returns the same error, with the query that its place is in.
    func placed(in query: Text) -> WordError {
        var error = self
        error.place?.query = query.string
        return error
    }
}

/// The values that a field accepts, for an error about one that it rejects.
package enum ExpectedValue: String, CaseIterable, Hashable, Sendable {
    // In a file.
    case dateInFile, dayInFile, momentInFile, priority, repetitionInFile, rank, list, records
    case keyedRecords, line, number, reminderInFile, duration, choice, hierarchy
    // As typed.
    case title, state, typedDate, typedPastDate, typedEnd, tag, person, reminder, repetition
    case reference
}
