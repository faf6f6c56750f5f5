import MarkdownDocument
import TaskBoard

/// A duration of another tool: `PT1H30M` and `P2W` of ISO 8601, or words such as `3 days`.
///
/// As in Taskwarrior, a day has 24 hours, a week 7 days, a month 30 and a year 365.
struct ForeignDuration: Equatable {
    let duration: TaskDuration
    /// True if the text counts days, or more than days.
    let hasDays: Bool
    /// True if the text has seconds, which are rounded up to a minute.
    let isRounded: Bool

    init?(_ text: Text) {
        let text = text.string.filter { $0 != " " }
        guard text.utf8.count <= 40 else { return nil }
        let isISO = text.first == "P"
        let parts = isISO ? Self.partsOfISO(text.dropFirst()) : Self.partsInWords(text.lowercased())
        guard let parts, !parts.isEmpty, isISO || parts.count == 1 else { return nil }
        var (seconds, hasDays) = (0.0, false)
        for (count, unit) in parts {
            seconds += count * Double(unit)
            hasDays = hasDays || unit >= 86_400
        }
        let minutes = (seconds / 60).rounded(.up)
        guard minutes < 1e9, let duration = TaskDuration(minutes: Int(minutes)) else { return nil }
        self.duration = duration
        (self.hasDays, isRounded) = (hasDays, minutes * 60 != seconds)
    }

    private typealias Part = (count: Double, unit: Int)

    private static func partsOfISO(_ text: Substring) -> [Part]? {
        var parts: [Part] = []
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        for (index, half) in halves.enumerated() {
            guard index < 2, index == 0 || !half.isEmpty,
                let read = self.parts(half, index == 0 ? dateUnits : timeUnits)
            else { return nil }
            parts += read
        }
        return parts
    }

    private static func partsInWords(_ text: String) -> [Part]? { parts(text[...], wordUnits) }

    private static func parts(_ text: Substring, _ units: [String: Int]) -> [Part]? {
        var (rest, parts) = (text, [Part]())
        while !rest.isEmpty {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(number.count)
            let unit = rest.prefix { !$0.isNumber && $0 != "." }
            rest = rest.dropFirst(unit.count)
            guard let count = Double(number), let seconds = units[String(unit)] else { return nil }
            parts.append((count, seconds))
        }
        return parts
    }

    private static let dateUnits = [
        "Y": 365 * 86_400, "M": 30 * 86_400, "W": 7 * 86_400, "D": 86_400,
    ]
    private static let timeUnits = ["H": 3600, "M": 60, "S": 1]
    private static let wordUnits: [String: Int] = {
        let words: [(Int, String)] = [
            (1, "s sec secs second seconds"), (60, "min mins minute minutes"),
            (3600, "h hr hrs hour hours"), (86_400, "d day days"),
            (7 * 86_400, "w wk wks week weeks"), (30 * 86_400, "mo mos mth mths month months"),
            (365 * 86_400, "y yr yrs year years"),
        ]
        var units: [String: Int] = [:]
        for (seconds, names) in words {
            for name in names.split(separator: " ") { units[String(name)] = seconds }
        }
        return units
    }()
}

extension TaskDuration {
    /// The duration in the form of ISO 8601: `PT1H30M`.
    var iso: Text {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return Text(
            "PT" + (hours > 0 ? "\(hours)H" : "") + (rest > 0 || hours == 0 ? "\(rest)M" : ""))
    }
}
