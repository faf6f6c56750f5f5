package import MarkdownDocument

/// The place of a task in its column: a string between those of its neighbours in byte order, so
/// that a move changes one line of one file.
///
/// A rank is a letter, then letters and digits, all in lowercase, so that no YAML reader parses it
/// as a number. pmd never creates a rank that is a YAML keyword or ends in `0`, as no rank could
/// be placed below it.
package struct Rank: Hashable, Sendable {
    package let text: Text

    /// Reads the rank of a file; nil if the text cannot be a rank.
    package init?(_ text: Text) {
        guard let first = text.utf8.first, first.isASCIILetter,
            text.utf8.allSatisfy({ digitValues[Int($0)] >= 0 })
        else { return nil }
        self.text = text
    }

    private init(digits: [Int]) {
        var digits = digits
        while digits.count > 1, digits.last == 0 { digits.removeLast() }
        text = Text(digits.map { alphabet[$0] })
    }

    /// The first bytes of a rank as numbers, which sort like ranks.
    struct Start: Equatable {
        var first: UInt64 = 0
        var second: UInt64 = 0
    }

    var start: Start { Start(first: word(0), second: word(8)) }

    private func word(_ place: Int) -> UInt64 {
        (place..<(place + 8)).reduce(0) {
            $0 << 8 | ($1 < text.utf8.count ? UInt64(text.utf8[$1]) : 0)
        }
    }

    private var digits: [Int] { text.utf8.map { digitValues[Int($0)] } }
}

extension Rank {
    /// Returns a rank strictly between two others, or after the last or before
    /// the first one.
    ///
    /// Nil if no rank is between them: for equal or swapped neighbours, and for a
    /// few that only users write (`a` and `a0`). Then the lower neighbour needs
    /// a new rank too.
    package static func between(_ upper: Rank?, _ lower: Rank?) -> Rank? {
        guard let rank = candidate(upper, lower) else { return nil }
        guard rank.isWord else { return rank }
        // A YAML keyword has room on at least one side. Each step passes one of the nine keywords.
        return between(rank, lower) ?? between(upper, rank)
    }

    /// Returns a rank for the bottom of a column after its last one.
    package static func after(_ last: Rank?) -> Rank {
        guard let rank = between(last, nil) else { preconditionFailure("there is always an after") }
        return rank
    }

    /// Returns a rank for the top of a column; nil before `a`, which only users
    /// write.
    package static func before(_ first: Rank?) -> Rank? { between(nil, first) }

    /// Returns the rank of a task without one: after those that have one, by
    /// age, then by ID.
    package static func implied(created: Int64?, id: TaskID) -> Rank {
        var digits = [Int](repeating: alphabet.count - 1, count: 1 + secondsDigits)
        if var seconds = created.map({ max(0, min($0, latest)) }) {
            for place in (1...secondsDigits).reversed() {
                digits[place] = Int(seconds % Int64(alphabet.count))
                seconds /= Int64(alphabet.count)
            }
        }
        let name = id.text.utf8
        digits.reserveCapacity(digits.count + 2 * name.count)
        for byte in name {
            digits.append(Int(byte) / alphabet.count)
            digits.append(Int(byte) % alphabet.count)
        }
        return Rank(digits: digits)
    }

    /// The number of digits for seconds, which suffice until the year 4453.
    private static let secondsDigits = 7
    private static let latest: Int64 = 78_364_164_095

    private static func candidate(_ upper: Rank?, _ lower: Rank?) -> Rank? {
        switch (upper?.digits, lower?.digits) {
        case (nil, nil): Rank(digits: [firstLetter + 8])
        case (let upper?, nil): Rank(digits: next(upper))
        case (nil, let lower?): previous(lower).map(Rank.init(digits:))
        case (let upper?, let lower?): middle(upper[...], lower[...]).map(Rank.init(digits:))
        }
    }

    private var isWord: Bool { wordsOfYAML.contains(text) }
}

extension Rank: Comparable {
    package static func < (a: Rank, b: Rank) -> Bool { a.text < b.text }
}

extension Rank: CustomStringConvertible {
    package var description: String { text.string }
}

private let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
private let digitValues: [Int] = (0...255).map { alphabet.firstIndex(of: UInt8($0)) ?? -1 }
private let firstLetter = 10

/// Ranks in lowercase that YAML 1.1 readers do not read as text.
private let wordsOfYAML: Set<Text> = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null",
]

/// The number of digits that the ends of a column count in: 36^4 tasks can be
/// added to an end before ranks grow by a digit.
private let stepDigits = 4

/// Returns the next digits, after those that cannot rise.
private func next(_ digits: [Int]) -> [Int] {
    let start = digits.firstIndex { $0 < alphabet.count - 1 } ?? digits.count
    return stepped(digits, at: start, by: 1)
}

/// Returns the previous digits, after those that cannot fall; nil if none can.
private func previous(_ digits: [Int]) -> [Int]? {
    let start = digits.indices.first { digits[$0] > ($0 == 0 ? firstLetter : 0) }
    return start.map { stepped(digits, at: $0, by: -1) }
}

private func stepped(_ digits: [Int], at start: Int, by step: Int) -> [Int] {
    let end = start + stepDigits
    var result = (0..<end).map { $0 < digits.count ? digits[$0] : 0 }
    // Digits that are cut off after a step down are below the remaining ones.
    if step < 0, digits.count > end { return result }
    var place = end - 1
    while true {
        result[place] += step
        guard result[place] < 0 || result[place] >= alphabet.count else { return result }
        result[place] -= step * alphabet.count
        place -= 1
    }
}

/// Returns the shortest digits near the middle of two; nil if there are none
/// between.
private func middle(_ upper: ArraySlice<Int>, _ lower: ArraySlice<Int>) -> [Int]? {
    var prefix = [Int]()
    var upper = upper
    var lower = lower
    while let high = lower.first, high == upper.first ?? 0 {
        prefix.append(high)
        upper = upper.dropFirst()
        lower = lower.dropFirst()
    }
    guard let high = lower.first else { return nil }
    let low = upper.first ?? 0
    guard low < high else { return nil }
    if high - low > 1 { return prefix + [(low + high) / 2] }
    if lower.count > 1 { return prefix + [high] }
    return prefix + [low] + above(upper.dropFirst())
}

/// Returns digits halfway between these and the end of the alphabet.
private func above(_ digits: ArraySlice<Int>) -> [Int] {
    var result = [Int]()
    for digit in digits {
        if digit < alphabet.count - 1 { return result + [(digit + alphabet.count) / 2] }
        result.append(digit)
    }
    return result + [alphabet.count / 2]
}

extension Rank.Start: Comparable {
    static func < (a: Rank.Start, b: Rank.Start) -> Bool {
        a.first != b.first ? a.first < b.first : a.second < b.second
    }
}
