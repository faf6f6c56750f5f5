/// The values that a field accepts, for an error about one that it rejects.
package enum ExpectedValue: String, CaseIterable, Hashable, Sendable {
    // In a file.
    case dateInFile, dayInFile, momentInFile, priority, repetitionInFile, rank, list, records
    case keyedRecords, line, number, reminderInFile
    // As typed.
    case title, state, typedDate, typedPastDate, tag, person, reminder, repetition, reference
}
