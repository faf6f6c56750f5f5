import Cical
import MarkdownDocument
import TaskBoard

/// The clocks of a time zone, read by libical from the system or from a `VTIMEZONE`.
final class CalendarZone {
    /// Nil for UTC.
    private let zone: OpaquePointer?

    /// UTC.
    init() { zone = nil }

    var isUniversal: Bool { zone == nil }

    /// Finds a system zone.
    ///
    /// - Returns: Nil if the system does not have it.
    init?(named name: String) {
        guard Self.isName(name), let zone = cical_zone_named(name) else { return nil }
        self.zone = zone
    }

    /// Finds a system zone by its Windows name, or after a prefix such as
    /// `/mozilla.org/20050126_1/`.
    static func similar(to name: String) -> CalendarZone? {
        if let zone = windowsZones[name].flatMap({ CalendarZone(named: $0) }) { return zone }
        let parts = name.split(separator: "/")
        return [2, 3].lazy.filter { parts.count >= $0 && name.hasPrefix("/") }
            .compactMap { CalendarZone(named: parts.suffix($0).joined(separator: "/")) }.first
    }

    /// Returns true for a name that cannot escape the zone folder.
    private static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "/")
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
                    || "/_+-".utf8.contains($0)
            }
    }

    /// Reads the zone of a `VTIMEZONE`.
    ///
    /// - Parameter budget: The remaining number of rules to evaluate in this file.
    /// - Returns: Nil if its offsets cannot be determined.
    init?(_ component: CalendarComponent, budget: inout Int) {
        let parts = component.children.filter { $0.name == "STANDARD" || $0.name == "DAYLIGHT" }
        guard !parts.isEmpty, parts.count <= Self.most, parts.allSatisfy(Self.isComplete) else {
            return nil
        }
        let rules = parts.count { $0["RRULE"] != nil }
        guard rules <= budget else { return nil }
        budget -= rules
        let lines = parts.flatMap { part in
            [Text("BEGIN:\(part.name)")]
                + part.properties.filter { Self.known.contains($0.name) }
                .map { Text(Array("\($0.name):".utf8) + $0.value.utf8) } + [
                    Text("END:\(part.name)")
                ]
        }
        let text = [Text("BEGIN:VTIMEZONE"), "TZID:zone"] + lines + ["END:VTIMEZONE"]
        let bytes: [UInt8] = text.flatMap { $0.utf8 + [0x0D, 0x0A] as [UInt8] } + [0]
        let zone = bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cical_zone_new($0.baseAddress) }
        }
        guard let zone else { return nil }
        self.zone = zone
    }

    deinit {
        if let zone { cical_zone_free(zone) }
    }
}

extension CalendarZone {
    /// The maximum number of clock changes in a `VTIMEZONE`.
    private static let most = 512
    private static let known: Set<String> = [
        "DTSTART", "RRULE", "RDATE", "TZOFFSETFROM", "TZOFFSETTO",
    ]

    private static func isComplete(_ part: CalendarComponent) -> Bool {
        part["DTSTART"]?.date != nil && part["TZOFFSETFROM"].map(isOffset) == true
            && part["TZOFFSETTO"].map(isOffset) == true
            && part.properties.allSatisfy { $0.name != "RRULE" || isYearly($0.value) }
    }

    /// Returns true for offsets such as `+0900` and `-053015`.
    private static func isOffset(_ line: ContentLine) -> Bool {
        let digits = line.value.utf8.dropFirst()
        let groups = [digits.prefix(2), digits.dropFirst(2).prefix(2), digits.dropFirst(4)]
        let numbers = groups.map { Int(Text($0).string) ?? 0 }
        return line.value.utf8.first.map { "+-".utf8.contains($0) } == true
            && [4, 6].contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
            && numbers[0] < 24 && numbers[1] < 60 && numbers[2] < 60
    }

    /// Returns true for a rule with a few clock changes per year. libical would spend hours on a
    /// rule with a frequency of seconds. Times of day, which Lotus writes, are those of the start.
    private static func isYearly(_ text: Text) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: ";")).filter { part in
            !["BYHOUR=", "BYMINUTE=", "BYSECOND="].contains { name in
                part.starts(with: name.utf8) && !part.contains(UInt8(ascii: ","))
            }
        }
        do throws(RecurrenceError) {
            let text = Text(parts.joined(separator: ";".utf8))
            guard case .calendar(let rule) = try RecurrenceRule(text) else { return false }
            let isRare = rule.months.count == 1 || rule.months.isEmpty && rule.weekdays.count <= 1
            // A leap year, so that it contains every day.
            let start = Day(year: 2000, month: 1, day: 1) ?? Day(number: 0)
            let next = rule.frequency == .yearly ? rule.firstDay(after: start) : nil
            return rule.interval == 1 && isRare && (next?.number ?? .max) - start.number <= 366
        } catch {
            return false
        }
    }
}

extension CalendarZone {
    /// Returns the UTC offset at a moment, in seconds.
    func offset(atUTC seconds: Int64) -> Int {
        guard let zone else { return 0 }
        let day = Day(localSeconds: seconds)
        let second = Int32(seconds - Int64(day.number) * 86_400)
        let (year, month, number) = day.date
        let date = cical_date(
            year: Int32(year), month: Int32(month), day: Int32(number), hour: second / 3600,
            minute: second / 60 % 60, second: second % 60, has_time: true, is_utc: true)
        return Int(cical_zone_offset(zone, date))
    }

    /// Returns the UTC offset at a local time, in seconds. An ambiguous local time means the first
    /// occurrence, unlike in libical; a skipped one counts as if it were not skipped.
    func offset(atLocal seconds: Int64) -> Int {
        let (before, after) = (offset(atUTC: seconds - 86_400), offset(atUTC: seconds + 86_400))
        for candidate in [max(before, after), min(before, after)]
        where offset(atUTC: seconds - Int64(candidate)) == candidate {
            return candidate
        }
        return before
    }

    /// Returns true if the clocks agree with those of `now` during the two years after a moment.
    func agrees(with now: Moment, from seconds: Int64) -> Bool {
        (0..<104).allSatisfy { week in
            let moment = seconds + Int64(week) * 604_800
            return now.offset(moment) == offset(atUTC: moment)
        }
    }

    /// Returns the first clock change after a moment, within two years.
    func change(after seconds: Int64) -> Int64? {
        let offset = offset(atUTC: seconds)
        let weeks = (1...104).lazy.map { seconds + Int64($0) * 604_800 }
        guard let late = weeks.first(where: { self.offset(atUTC: $0) != offset }) else {
            return nil
        }
        return firstClockChange(after: late - 604_800, upTo: late) { self.offset(atUTC: $0) }
    }
}

/// Returns a number below 100 with two digits.
func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
