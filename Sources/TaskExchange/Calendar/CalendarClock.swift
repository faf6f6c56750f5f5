import MarkdownDocument
import TaskBoard

/// The time zone in which the dates of an entry are compared.
///
/// Rules count days in the zone's local time, so the dates of an entry are compared and counted as
/// local times, without an offset.
struct CalendarClock {
    private enum Kind {
        /// Days, and floating times in the reader's zone.
        case local
        case universal
        case zone(CalendarZone)
    }

    private let kind: Kind
    private let now: Moment

    /// - Parameters:
    ///   - line: The start date of the entry.
    ///   - zone: The zone of that date; nil for a day and for a local time.
    ///   - isOwn: True for a calendar written by pmd, which contains the zone of local times.
    ///   - repeats: True for an entry with a rule. In the reader's own zone it gets local times,
    ///     so that it keeps its hour across clock changes.
    init(_ line: ContentLine, _ zone: CalendarZone?, isOwn: Bool, repeats: Bool, now: Moment) {
        self.now = now
        guard let zone, let date = line.date else {
            kind = .local
            return
        }
        guard date.offset == nil else {
            kind = .universal
            return
        }
        let local = date.universalSeconds
        let start = max(local - Int64(zone.offset(atLocal: local)), now.seconds)
        let isLocal =
            isOwn
            ? !CalendarEntry.isOffsetZone(line["TZID"]?.string ?? "")
            : repeats && zone.change(after: start) != nil
        if isLocal, zone.agrees(with: now, from: start) {
            kind = .local
        } else {
            kind = zone.isUniversal ? .universal : .zone(zone)
        }
    }

    /// Returns the local time of a date on this clock.
    func wall(_ date: DueDate, in zone: CalendarZone?) -> DueDate {
        guard date.secondOfDay != nil else { return date }
        let shown = date.universalSeconds
        guard let zone else { return DueDate(localSeconds: shown) }
        if case .zone(let own) = kind, own === zone { return DueDate(localSeconds: shown) }
        let offset = date.offset == nil ? zone.offset(atLocal: shown) : 0
        return wall(ofUTC: shown - Int64(offset))
    }

    /// Returns this clock's local time at a moment.
    func wall(ofUTC seconds: Int64) -> DueDate {
        let offset =
            switch kind {
            case .local: now.offset(seconds)
            case .universal: 0
            case .zone(let zone): zone.offset(atUTC: seconds)
            }
        return DueDate(localSeconds: seconds + Int64(offset))
    }

    /// Returns the end of a rule as a local time on this clock.
    func wall(_ end: CalendarRule.End, isDay: Bool) -> CalendarRule.End {
        guard let second = end.secondOfDay, !isDay else { return CalendarRule.End(day: end.day) }
        if case .universal = kind { return end }
        guard end.isUTC else { return CalendarRule.End(day: end.day, secondOfDay: second) }
        let shown = wall(ofUTC: Int64(end.day.number) * 86_400 + Int64(second))
        return CalendarRule.End(day: shown.day, secondOfDay: shown.secondOfDay)
    }

    /// Returns the file's date for a local time on this clock.
    func date(at wall: DueDate) -> DueDate {
        guard wall.secondOfDay != nil else { return wall }
        return switch kind {
        case .local: wall
        case .universal: DueDate(Text(wall.text.utf8 + "Z".utf8)) ?? wall
        case .zone(let zone):
            wall.ahead(ofUTC: zone.offset(atLocal: wall.universalSeconds)) ?? wall
        }
    }

    /// Returns the first clock change after a date that a file cannot represent.
    func change(after date: DueDate) -> Day? {
        guard case .zone(let zone) = kind, let change = zone.change(after: date.seconds(now)) else {
            return nil
        }
        return wall(ofUTC: change).day
    }
}

extension DueDate {
    /// The day and time without an offset, from seconds of local time.
    init(localSeconds: Int64) {
        let day = Day(localSeconds: localSeconds)
        let second = Int(localSeconds - Int64(day.number) * 86_400)
        let shown = DueDate(day, minute: min(max(second, 0), 86_399) / 60)
        let rest = second % 60
        self =
            rest == 0 ? shown : DueDate(Text(shown.text.utf8 + ":\(twoDigits(rest))".utf8)) ?? shown
    }

    /// Returns a local time with its UTC offset.
    func ahead(ofUTC offset: Int) -> DueDate? {
        let minutes = abs(offset) / 60
        let distance = twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60)
        return DueDate(Text(text.utf8 + ((offset < 0 ? "-" : "+") + distance).utf8))
    }
}
