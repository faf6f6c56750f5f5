package import MarkdownDocument

/// A moment, with the time zone of the reader and the language of typed dates.
///
/// This type reads no clock: the program passes the current time to each
/// command.
package struct Moment: Sendable {
    /// Seconds since 1970-01-01, UTC.
    package let seconds: Int64
    /// The seconds that local time is ahead of UTC, at a moment of UTC.
    package let offset: @Sendable (Int64) -> Int
    /// The language whose words for dates are tried before those of other languages.
    package let language: DateLanguage

    package init(
        seconds: Int64, language: DateLanguage = .english,
        offset: @escaping @Sendable (Int64) -> Int = { _ in 0 }
    ) {
        (self.seconds, self.language, self.offset) = (seconds, language, offset)
    }

    /// Returns another moment in the same zone.
    package func at(_ seconds: Int64) -> Moment {
        Moment(seconds: seconds, language: language, offset: offset)
    }

    package var localSeconds: Int64 { seconds &+ Int64(offset(seconds)) }

    /// The local day.
    package var today: Day { Day(localSeconds: localSeconds) }

    /// The minutes since local midnight.
    package var minuteOfDay: Int { Int((localSeconds % 86_400 + 86_400) % 86_400 / 60) }

    /// Returns the moment at which local clocks show a time of a day. If clocks show it twice, the
    /// first moment counts; if they skip it, the first one after the gap.
    package func seconds(of day: Day, secondOfDay: Int) -> Int64 {
        let local = Int64(day.number) * 86_400 + Int64(secondOfDay)
        let before = Int64(offset(local - 86_400))
        let after = Int64(offset(local + 86_400))
        let first = local - max(before, after)
        let second = local - min(before, after)
        if first + Int64(offset(first)) == local { return first }
        if second + Int64(offset(second)) == local { return second }
        return firstClockChange(after: first, upTo: second, offset)
    }

    /// The text for a task's file, such as `2026-11-21T09:14:00+09:00`.
    package var stamp: Text {
        let offset = offset(seconds)
        let minutes = abs(offset) / 60
        let sign: UInt8 = offset < 0 ? .dash : UInt8(ascii: "+")
        return Text(
            Moment.civil(localSeconds) + [sign] + padded(minutes / 60, 2) + [0x3A]
                + padded(minutes % 60, 2))
    }

    /// Returns the text for values on which clones must agree, such as
    /// `2026-11-21T00:14:00Z`.
    package static func utcStamp(_ seconds: Int64) -> Text {
        Text(civil(seconds) + [UInt8(ascii: "Z")])
    }

    private static func civil(_ seconds: Int64) -> [UInt8] {
        let second = Int((seconds % 86_400 + 86_400) % 86_400)
        let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }
        return Day(localSeconds: seconds).text.utf8 + [UInt8(ascii: "T")]
            + Array(time.joined(separator: ":".utf8))
    }
}

/// Returns the first moment at which clocks have changed since `early`; at the latest `late`.
///
/// - Parameter offset: The seconds that clocks are ahead of UTC at a moment.
package func firstClockChange(
    after early: Int64, upTo late: Int64, _ offset: (Int64) -> Int
) -> Int64 {
    let old = offset(early)
    var (unchanged, changed) = (early, late)
    while changed - unchanged > 1 {
        let middle = unchanged + (changed - unchanged) / 2
        if offset(middle) == old { unchanged = middle } else { changed = middle }
    }
    return changed
}
