package import MarkdownDocument

// The values of the kinds of fields in a file.

extension Field {
    /// The values that a file may have for the field, as the end of a sentence.
    var expected: String {
        switch kind {
        case .date: "a day such as 2026-12-01 or 2026-12-01T15:00"
        case .day: "a day such as 2026-12-01"
        case .moment: "a moment such as 2026-11-21T09:14:00+09:00"
        case .priority: "high, medium or low"
        case .repetition: "'every 2 weeks', 'every month on 1', 'after 3 days' or an RRULE"
        case .rank: "a letter, then letters and digits, in lower case"
        case .tags, .people, .reminders, .references: "a list"
        case .conflicts: "a list of records"
        case .line, .state, .body, .checklist, .id, .path, .pastTime: "one line of text"
        case .urgency: "a number"
        }
    }

    /// Returns true if a text in a file is a value of the field.
    package func accepts(_ text: Text) -> Bool {
        switch kind {
        case .date, .moment: DueDate(text) != nil
        case .day: Day(text) != nil
        case .priority: Priority(text) != nil
        case .repetition: isRepetition(text)
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

    /// The default direction of dates, if the values are dates.
    package var dateSense: DateSense? {
        switch kind {
        case .date, .day: .ahead
        case .moment, .pastTime: .back
        default: nil
        }
    }

    /// True if only the history knows the value.
    var needsHistory: Bool { kind == .pastTime }
}

/// Returns true if a value begins like a repetition.
private func isRepetition(_ text: Text) -> Bool {
    let text = text.folded
    return ["every ", "after ", "rrule:", "freq="].contains { text.utf8.starts(with: $0.utf8) }
}
