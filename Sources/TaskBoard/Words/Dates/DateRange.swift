import MarkdownDocument

/// The dates from one to another, both included, in a query: `mon..fri`, `today..`, `..eom`.
struct DateRange: Hashable, Sendable {
    /// The ends of a range, at least one of which is set.
    struct Ends: Hashable, Sendable {
        let from: RelativeDate?
        let to: RelativeDate?
    }

    /// The ends as typed. A weekday at the start is in this ISO week.
    let typed: Ends
    /// The ends from today on, which count once the typed ones have passed; nil if they are the
    /// same, or for past dates.
    let coming: Ends?
    /// The ends that counted when the range was typed.
    let ends: Ends

    /// Reads a range; nil for words without `..`.
    ///
    /// A weekday at its start is in this ISO week, and one at its end is the first one from there
    /// on: `mon..fri` is this week. Where dates are planned and the range has passed, it begins with
    /// the first such weekday from today on: on a weekend, `mon..fri` is the coming week.
    ///
    /// - Throws: An error for an end that is not a date, or is before the start.
    static func typed(
        _ words: Text, in word: Text, now: Moment, sense: DateSense
    ) throws(WordError) -> DateRange? {
        guard let (start, end) = rangeEnds(words) else { return nil }
        guard !start.isEmpty || !end.isEmpty, end.utf8.first != UInt8(ascii: ".") else {
            throw .notADate(words, in: word, now: now)
        }
        let range = try ends(
            start, end, in: word, DateReader(now: now, sense: sense, base: .thisWeek))
        guard sense == .ahead, let to = range.to else {
            return DateRange(typed: range, coming: nil, ends: range)
        }
        guard let coming = coming(start, end, in: word, now), coming != range else {
            return DateRange(typed: range, coming: nil, ends: range)
        }
        // Only a weekday: a date without a year would be in the next one.
        let isSoon = coming.from.map { $0.date.day(now).number - now.today.number < 7 } ?? false
        let hasPassed = to.date.isBefore(DueDate(now.today), now)
        return DateRange(
            typed: range, coming: coming, ends: hasPassed && isSoon ? coming : range)
    }

    /// Returns the ends from today on; nil if the end is before the start then.
    private static func coming(
        _ start: Text, _ end: Text, in word: Text, _ now: Moment
    ) -> Ends? {
        let today = RelativeDay.start(.day, count: 0, plus: 0)
        let reader = DateReader(now: now, sense: .ahead, base: .from(today))
        do throws(WordError) { return try ends(start, end, in: word, reader) } catch { return nil }
    }

    private static func ends(
        _ start: Text, _ end: Text, in word: Text, _ reader: DateReader
    ) throws(WordError) -> Ends {
        let from = try start.isEmpty ? nil : read(start, reader, word)
        var later = reader
        later.base = from.map { .from($0.relativeDay(reader.now)) } ?? .today
        let to = try end.isEmpty ? nil : read(end, later, word)
        if let from, let to, to.date.isBefore(from.date, reader.now) {
            throw WordError(word, .backwardRange)
        }
        return Ends(from: from, to: to)
    }

    private static func read(
        _ words: Text, _ reader: DateReader, _ word: Text
    ) throws(WordError) -> RelativeDate {
        guard let date = reader.relativeDate(words) else {
            throw .notADate(words, in: word, now: reader.now)
        }
        return date
    }

    /// Returns true if a value is in the range.
    func contains(_ value: (seconds: Int64, day: Day), now: Moment) -> Bool {
        let (from, to) = (ends.from, ends.to)
        if let from, !Condition.Comparison.notBefore.holds(value, date: from.date, now: now) {
            return false
        }
        return to.map { Condition.Comparison.notAfter.holds(value, date: $0.date, now: now) }
            ?? true
    }
}

extension RelativeDate {
    /// The day to which the end of a range refers. The day of hours from now is the one on which
    /// they were typed.
    fileprivate func relativeDay(_ now: Moment) -> RelativeDay {
        if case .day(let day, _) = form { day } else { .fixed(date.day(now)) }
    }
}

extension DueDate {
    /// Returns true if this date ends before another one begins.
    fileprivate func isBefore(_ other: DueDate, _ now: Moment) -> Bool {
        secondOfDay == nil ? day < other.day(now) : seconds(now) < other.seconds(now)
    }
}

/// Returns the texts before and after the first `..`, each of which may be empty; nil for a text
/// without it.
func rangeEnds(_ text: Text) -> (start: Text, end: Text)? {
    let bytes = text.utf8
    let dots = bytes.indices.first { bytes[$0...].starts(with: "..".utf8) }
    return dots.map { (Text(bytes[..<$0]), Text(bytes[($0 + 2)...])) }
}

/// Returns a query's word with its value in quotes if the whole of it is a date with blanks, as
/// `due:27 nov` in one argument.
func quotingDate(_ word: String, now: Moment, _ fields: FieldTable) -> String {
    let bytes = Array(word.utf8)
    guard bytes.contains(where: \.isBlank), !bytes.contains(UInt8(ascii: "\"")),
        let sign = bytes.firstIndex(where: { ":<>".utf8.contains($0) })
    else { return word }
    let name = Text(bytes[..<sign])
    let key =
        [".before", ".after"].first { name.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
        .map { Text(name.utf8.dropLast($0.utf8.count)) } ?? name
    let isEqualToo = bytes[sign] != 0x3A && bytes[(sign + 1)...].first == UInt8(ascii: "=")
    let head = bytes[...(isEqualToo ? sign + 1 : sign)]
    let value = Text(bytes[head.endIndex...])
    guard let sense = fields.named(key)?.dateSense, isDate(value, now: now, sense: sense) else {
        return word
    }
    return "\(Text(head))\"\(value)\""
}

func isDate(_ words: Text, now: Moment, sense: DateSense) -> Bool {
    do throws(WordError) {
        if try DateRange.typed(words, in: words, now: now, sense: sense) != nil { return true }
    } catch {
        return false
    }
    return DueDate(typed: words, now: now, sense: sense) != nil
}
