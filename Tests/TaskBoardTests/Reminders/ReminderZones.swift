import MarkdownDocument
import MergeSupport

@testable import TaskBoard

/// Time zones with their changes in 2026, so that a test does not depend on the system's zones.
enum ReminderZones {
    /// Each change with its UTC time and the seconds ahead of UTC from then on.
    private static let changes: [String: [(String, Int)]] = [
        "Berlin": [
            ("2026-01-01T00:00Z", 3_600), ("2026-03-29T01:00Z", 7_200),
            ("2026-10-25T01:00Z", 3_600),
        ],
        "New York": [
            ("2026-01-01T00:00Z", -18_000), ("2026-03-08T07:00Z", -14_400),
            ("2026-11-01T06:00Z", -18_000),
        ],
        "Lord Howe": [
            ("2026-01-01T00:00Z", 39_600), ("2026-04-04T15:00Z", 37_800),
            ("2026-10-03T15:30Z", 39_600),
        ],
        "Chatham": [
            ("2026-01-01T00:00Z", 49_500), ("2026-04-04T14:00Z", 45_900),
            ("2026-09-26T14:00Z", 49_500),
        ],
        // Its day of 30 December 2011 was skipped; here that of 30 June 2026.
        "Samoa": [("2026-01-01T00:00Z", -36_000), ("2026-06-30T10:00Z", 50_400)],
        "Seoul": [("2026-01-01T00:00Z", 32_400)],
        "+14": [("2026-01-01T00:00Z", 50_400)], "-14": [("2026-01-01T00:00Z", -50_400)],
        "UTC": [("2026-01-01T00:00Z", 0)],
    ]

    /// Returns a moment in a zone, given in UTC.
    static func moment(_ zone: String, at utc: String = "2026-01-01T00:00Z") -> Moment {
        let known = (changes[zone] ?? []).map { (at: seconds($0.0), offset: $0.1) }
        return Moment(seconds: seconds(utc)) { seconds in
            (known.last { $0.at <= seconds } ?? known[0]).offset
        }
    }

    static func seconds(_ utc: String) -> Int64 {
        guard let date = DueDate(Text(utc)) else { preconditionFailure("\(utc) is no date") }
        return date.universalSeconds
    }
}
