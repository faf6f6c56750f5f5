package import TaskBoard

/// Returns a duration in its largest unit: `12 min`, `5 h`, `3.2 days`, `40 days`.
///
/// - Parameter decimal: The sign before decimals.
package func durationWords(_ seconds: Int64, decimal: String = ".") -> Bilingual {
    let (hour, day): (Int64, Int64) = (3_600, 86_400)
    if seconds < hour { return Bilingual("\(seconds / 60) min", "\(seconds / 60)분") }
    if seconds < 2 * day { return Bilingual("\(seconds / hour) h", "\(seconds / hour)시간") }
    let tenths = seconds * 10 / day
    let isWhole = tenths >= 100 || tenths % 10 == 0
    let count = "\(tenths / 10)" + (isWhole ? "" : "\(decimal)\(tenths % 10)")
    return Bilingual("\(count) days", "\(count)일")
}
