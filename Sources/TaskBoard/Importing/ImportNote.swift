package import MarkdownDocument

/// A difference between a record and the task that an import makes of it, or a line that is left
/// out. `task` is the title.
package enum ImportNote: Equatable, Sendable {
    /// Invalid values of the field.
    case wrongValues([Text], of: Text, task: Text, keptIn: Text)
    /// Names of blockers that no task has.
    case unknownBlockers([Text], task: Text, keptIn: Text)
    case blocksItself(task: Text)
    /// The name of a parent that no task has.
    case unknownParent(Text, task: Text, keptIn: Text)
    case isItsOwnParent(task: Text)
    /// A path with slashes, and its spelling with dots.
    case respelledPath(Text, as: Text)
    /// The projects after the first.
    case furtherProjects([Text], first: Text, task: Text)
    /// A field that the import declares, and the number of values that fit it.
    case declaredField(Text, type: String, fitting: Int, of: Int)
    /// Keys that fields could hold, but that no field declares.
    case undeclaredKeys([Text])
    /// Keys that cannot be the names of fields.
    case undeclarableKeys([Text])
    /// Settings of the other tool that have a counterpart in pmd.
    case unreadSettings([Text])
    /// A number of durations with days, which have 24 hours each.
    case daysAsHours(Int, of: Text)
    /// A number of durations with seconds.
    case roundedDurations(Int, of: Text)
    case unknownStatus(Text, task: Text)
    /// A repeat period that pmd does not support.
    case unknownPeriod(Text, task: Text)
    /// A series that goes on, but whose tasks are all finished.
    case finishedSeries(Text, task: Text)
    /// A calendar rule that pmd does not support.
    case unknownRule(Text, task: Text)
    /// A task whose rule counts from its start instead of its due date.
    case repeatsByStart(task: Text)
    /// The day on which the clocks of the task's zone change.
    case clockChange(on: Day, task: Text)
    /// A line of a calendar that cannot be read, and whether its entry is skipped.
    case unreadLine(Int, RecordProblem, skipsEntry: Bool)
    /// More unread lines than are reported.
    case furtherLines
}

/// The problem of one record or of a whole file, without its place.
package enum RecordProblem: Error, Equatable, Sendable {
    // Bytes
    case nul
    case notUTF8
    case unclosedQuote
    case textAfterQuote
    case json(line: Int, column: Int, problem: Bilingual)
    // Records
    case notAnObject
    case missing(String)
    case missingOrNotUUID(String)
    case missingOrNotText(String)
    case notAString(String)
    case notAnArray(String)
    case notAnObjectAt(String)
    case notStrings(String)
    case notADate(String, expected: DateForm)
    case unknownStatus(String, tool: String)
    case unknownKey(String)
    /// The value of `schemaVersion`, and the newest one that this pmd reads.
    case newerSchema(String, known: Int)
    case conflictWithoutKey
    case foreignPatch(problem: Bilingual)
    case idOfAnotherPath(id: String, path: String)
    case notATaskPath(String)
    case nameIsNotUUID
    case tooManyValues(Int, columns: Int)
    /// The front matter of a file.
    case malformed(Malformation.Reason)
    case unread(UnreadReason)
    /// A task that the board refuses.
    case refused(ActionError)
    /// A task whose ID another task of the import has.
    case takenID(Text, task: Text)
    // Calendars
    case notAContentLine
    case unexpectedEnd(String)
    case unclosedComponent(String)
    case tooDeep(Int)
    case tooManyProperties(Int)
    case tooLong(Int)
    case tooLargeTexts(Int)
    case tooManyRecords(Int)
    case tooManyColumns(Int)
    // Files
    case noTitleColumn
    case repeatedColumn(String)
    case noKanbanKey
    case noDstaskFolder
    case noBacklogFolder
    case notACalendar

    /// The form of dates that a format has.
    package enum DateForm: Equatable, Sendable {
        case moment, rfc3339, calendar
    }

    /// Returns the error of the record at a place.
    package func at(_ place: RecordPlace) -> BoardError {
        .exchange(.badRecord(place, problem: self))
    }

    /// Returns the error of a text that is not of a format.
    package func of(format: String) -> BoardError {
        .exchange(.notTheFormat(format, problem: self))
    }
}
