import MarkdownDocument
import TaskBoard

// Dates of other tools.

extension Moment {
    /// Returns the date of a moment for a file: the local day at local midnight, otherwise the
    /// local day and time.
    func localDate(_ seconds: Int64) -> Text {
        let stamp = at(seconds).stamp.utf8
        let time = stamp[10..<19]
        if time.elementsEqual("T00:00:00".utf8) { return Text(stamp[..<10]) }
        return Text(time.suffix(3).elementsEqual(":00".utf8) ? stamp[..<16] : stamp[..<19])
    }

    /// Returns the finish time of a task for a file: the local day at local midnight, otherwise
    /// the time with its offset, which is the same moment in every zone.
    func finishDate(_ seconds: Int64) -> Text {
        let stamp = at(seconds).stamp
        let isMidnight = stamp.utf8[10..<19].elementsEqual("T00:00:00".utf8)
        return isMidnight ? Text(stamp.utf8[..<10]) : stamp
    }

    /// Returns the seconds since 1970 of a date with a time and an offset, in the form
    /// `20261201T150000Z` or that of RFC 3339; a time without an offset is local.
    func seconds(ofForeign text: Text) -> Int64? {
        guard let date = DueDate(extended(text)), date.secondOfDay != nil else { return nil }
        return date.seconds(self)
    }

    /// Returns the moment in UTC, such as `20261201T150000Z`.
    static func compactStamp(_ seconds: Int64) -> Text {
        Text(utcStamp(seconds).utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") })
    }

    /// Returns the moment of a date in a file, local midnight for a day; nil at the ends of the
    /// calendar, if UTC does not have such a day.
    func compactStamp(_ date: DueDate) -> Text? {
        let stamp = Self.compactStamp(date.seconds(self))
        return seconds(ofForeign: stamp) == date.seconds(self) ? stamp : nil
    }
}

/// Returns the priority for a tool's word: `High`, `H`, `med`; nil for any other.
func priority(named word: Text) -> Text? {
    switch word.folded.string {
    case "high", "h": "high"
    case "medium", "med", "m": "medium"
    case "low", "l": "low"
    default: nil
    }
}

/// Returns `20261201T150000Z` with the separators of ISO's extended format; any other text
/// unchanged.
private func extended(_ text: Text) -> Text {
    let bytes = text.utf8
    guard bytes.count >= 15, bytes[8] == UInt8(ascii: "T"),
        bytes[..<8].allSatisfy({ (0x30...0x39).contains($0) })
    else { return text }
    let date = [bytes[..<4], bytes[4..<6], bytes[6..<11]].joined(separator: [0x2D])
    let rest = [bytes[11..<13], bytes[13...]].map { [0x3A] + $0 }
    return Text(Array(date) + rest.joined())
}

/// Returns the repetition for another tool's period, such as `weekly`, `2wks` or `P3M`; nil if pmd
/// does not have it.
func repetition(ofPeriod text: Text) -> Text? {
    let period = text.string.lowercased().filter { $0 != " " }
    if let known = namedPeriods[period] { return Text(known) }
    let isISO = period.hasPrefix("p")
    let counted = isISO ? String(period.dropFirst()) : period
    let digits = counted.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 4, let count = digits.isEmpty ? 1 : Int(digits), count > 0,
        let unit = unitNames[String(counted.dropFirst(digits.count))]
    else { return nil }
    return Text(count == 1 ? "every \(unit)" : "every \(count) \(unit)s")
}

/// Returns the repetition for a period that ends at a moment; a rule in words does not have an
/// end.
func repetition(ofPeriod text: Text, until end: Int64?, _ now: Moment) -> Text? {
    guard let rule = repetition(ofPeriod: text), let end else { return repetition(ofPeriod: text) }
    let last = now.at(end).today.text.utf8.filter { $0 != UInt8(ascii: "-") }
    let until = Array(";UNTIL=".utf8) + last
    if rule.hasPrefix("FREQ=") { return Text(rule.utf8 + until) }
    let words = rule.words.dropFirst().map(\.string)
    let frequencies = ["day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"]
    let unit = words.last.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 }
    guard let frequency = unit.flatMap({ frequencies[$0] }) else { return nil }
    let interval = words.count > 1 ? ";INTERVAL=\(words[0])" : ""
    return Text(Array("FREQ=\(frequency)\(interval)".utf8) + until)
}

private let namedPeriods = [
    "daily": "every day", "weekly": "every week", "monthly": "every month",
    "quarterly": "every 3 months", "semiannual": "every 6 months", "yearly": "every year",
    "annual": "every year", "biannual": "every 2 years", "biyearly": "every 2 years",
    "fortnight": "every 2 weeks", "biweekly": "every 2 weeks", "sennight": "every week",
    "bimonthly": "every 2 months", "weekdays": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
]

private let unitNames = [
    "d": "day", "day": "day", "days": "day", "w": "week", "wk": "week", "wks": "week",
    "week": "week", "weeks": "week", "m": "month", "mo": "month", "mos": "month",
    "mth": "month", "mths": "month", "month": "month", "months": "month", "y": "year",
    "yr": "year", "yrs": "year", "year": "year", "years": "year",
]
