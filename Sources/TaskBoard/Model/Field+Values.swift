package import MarkdownDocument

// The values of the kinds of fields in a file.

extension Field {
    /// The values that a file may have for the field.
    var expected: ExpectedValue {
        switch kind {
        case .date: .dateInFile
        case .day: .dayInFile
        case .moment: .momentInFile
        case .priority: .priority
        case .repetition: .repetitionInFile
        case .rank: .rank
        case .tags, .people, .references: .list
        case .reminders: .reminderInFile
        case .conflicts: .records
        case .line, .state, .body, .checklist, .id, .path, .pastTime: .line
        case .urgency: .number
        }
    }

    /// Returns true if a text in a file is a value of the field.
    package func accepts(_ text: Text) -> Bool {
        switch kind {
        case .date, .moment: DueDate(text) != nil
        case .day: Day(text) != nil
        case .priority: Priority(text) != nil
        case .repetition: RecurrenceRule.isOne(text)
        case .reminders: text == Reminder.none || Reminder(text) != nil
        default: true
        }
    }

    /// The sign that the user may put before an element in a file.
    private var sign: UInt8? {
        switch kind {
        case .tags: UInt8(ascii: "#")
        case .people: UInt8(ascii: "@")
        default: nil
        }
    }

    /// Returns an element of the list without that sign.
    func bare(_ element: Text) -> Text {
        guard let sign, element.utf8.first == sign else { return element }
        return Text(element.utf8.dropFirst())
    }

    /// Returns true if two elements of the list mean the same.
    func areSame(_ a: Text, _ b: Text) -> Bool {
        kind == .reminders ? Reminder.areSame(a, b) : bare(a) == bare(b)
    }

    /// The default direction of dates, if the values are dates.
    package var dateSense: DateSense? {
        switch kind {
        case .date, .day: .ahead
        case .moment, .pastTime: .back
        default: nil
        }
    }

    /// True if the history knows the value, or knows it for most tasks.
    var needsHistory: Bool { kind == .pastTime || self == .finished }
}
