package import MarkdownDocument

/// The shape of a value that is not the expected one.
package enum ValueShape: Hashable, Sendable {
    case empty
    case text(Text)
    case list, map, records, nested

    init(_ value: Value) {
        switch value {
        case .scalar(let text): self = text.isEmpty ? .empty : .text(text)
        case .list: self = .list
        case .map: self = .map
        case .records: self = .records
        case .other: self = .nested
        }
    }
}

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
        case .number, .urgency: .number
        case .duration: .duration
        case .choice: .choice
        case .person: .line
        case .task: .reference
        case .hierarchy: .hierarchy
        case .reminders: .reminderInFile
        case .conflicts: .records
        case .line, .state, .body, .checklist, .id, .path, .pastTime: .line
        }
    }

    /// An element that a list may have; for other fields, the value.
    var expectedElement: ExpectedValue {
        switch kind {
        case .tags: .tag
        case .people: .person
        case .references: .reference
        default: expected
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
        case .number: decimalNumber(text) != nil
        case .duration: TaskDuration(text) != nil
        case .choice(let values): choiceIndex(of: text, among: values) != nil
        case .hierarchy: isHierarchy(text)
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
    package var needsHistory: Bool { kind == .pastTime || self == .finished }
}

extension Entry {
    /// Returns the line and column of the first occurrence of an element, as
    /// far as it can be found without reading the YAML again.
    func place(of element: Text) -> (line: Int, column: Int)? {
        let needle = element.utf8
        guard !needle.isEmpty, needle.count <= source.count else { return nil }
        var line = self.line
        var lineStart = 0
        for start in 0...(source.count - needle.count) {
            let isWhole = source[start...].starts(with: needle)
            if isWhole, line > self.line || start >= key.utf8.count,
                !isNamePart(source, start - 1), !isNamePart(source, start + needle.count)
            {
                let lead = source[lineStart..<start]
                return (line, lead.count { $0 & 0xC0 != 0x80 } + 1)
            }
            if source[start] == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, start + 1) }
        }
        return nil
    }

    private func isNamePart(_ bytes: [UInt8], _ index: Int) -> Bool {
        guard bytes.indices.contains(index) else { return false }
        let byte = bytes[index]
        return byte.isASCIILetter || byte.isASCIIDigit || byte == .dash || byte >= 0x80
    }
}

/// Returns the elements of a list that was written as one scalar, split at
/// commas.
func splitList(_ text: Text) -> [Text] {
    text.utf8.split(separator: UInt8(ascii: ",")).map { Text(trimmed($0)) }
        .filter { !$0.isEmpty }
}

/// Returns the bytes without blanks at both ends.
func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop(while: \.isBlank)
    while bytes.last?.isBlank == true { bytes.removeLast() }
    return bytes
}

/// Returns the minutes since midnight of `09:00` or `9:00`.
package func minuteOfDay(_ text: Text) -> Int? {
    let parts = text.utf8.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
        parts.joined().allSatisfy(\.isASCIIDigit),
        let hour = Int(String(decoding: parts[0], as: UTF8.self)), hour < 24,
        let minute = Int(String(decoding: parts[1], as: UTF8.self)), minute < 60
    else { return nil }
    return hour * 60 + minute
}

extension UInt8 {
    /// A blank of ASCII, line breaks included.
    var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
