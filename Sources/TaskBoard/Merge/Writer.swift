import MarkdownDocument

/// The time, the author and the ID of the commit that wrote a value.
struct Writer: Equatable {
    var time: Int64
    var author: Text
    var commit: HashID
    /// True if the value was not written by a user, but by pmd when it acted on the completion of
    /// a repeating task.
    private(set) var isOwn = false

    /// The writer of values that pmd wrote.
    static let pmd: Writer = {
        var writer = unknown
        writer.isOwn = true
        return writer
    }()

    /// The writer of a value that no commit outside the common history wrote.
    static let unknown = Writer(time: 0, author: Text(""), commit: [])

    /// Returns the time of a commit, or 0 if the clock was too far off to be meaningful. The bound
    /// also prevents overflow of sums.
    static func credible(_ time: Int64) -> Int64 { time < 0 || time > 1 << 40 ? 0 : time }

    init(time: Int64, author: Text, commit: HashID) {
        self.time = Self.credible(time)
        // The name is written to files, which require UTF-8 and names on one line.
        self.author = Text(Text(author.utf8.filter { $0 >= 0x20 && $0 != 0x7F }).string)
        self.commit = commit
    }

    var isUnknown: Bool { commit.isEmpty }

    /// Returns true if this is the later of two, with the same result on every
    /// clone.
    func isLater(than other: Writer) -> Bool {
        if time != other.time { return time > other.time }
        return other.commit.lexicographicallyPrecedes(commit)
    }
}

extension Writer {
    /// The UTC time, such as `2026-11-21T00:14:00Z`; empty for an unknown
    /// writer.
    var moment: Text {
        guard !isUnknown else { return Text("") }
        let seconds = time % 86_400
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
        return Text("\(day)T\(clock.joined(separator: ":"))Z")
    }

    /// The UTC day, such as `2026-11-21`.
    var day: String {
        // Days are counted from 0000-03-01, so that a leap day ends its year.
        let days = time / 86_400 + 719_468
        let (era, ofEra) = (days / 146_097, days % 146_097)
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let day = ofYear - (153 * month + 2) / 5 + 1
        let isNextYear = month >= 10
        return [
            padded(era * 400 + year + (isNextYear ? 1 : 0), 4),
            padded(isNextYear ? month - 9 : month + 3, 2), padded(day, 2),
        ].joined(separator: "-")
    }

    private func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
