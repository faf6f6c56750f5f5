/// Sentences about paths that others sent. Only the first are kept: one push can have thousands
/// of odd paths, with names of a kilobyte.
package struct PathNotes: Sendable {
    private static let limit = 20

    /// The number of sentences, kept or not.
    package private(set) var count = 0
    private var first: [Bilingual] = []

    package init() {}

    package var isEmpty: Bool { count == 0 }

    package mutating func add(_ sentence: @autoclosure () -> Bilingual) {
        count += 1
        if first.count < Self.limit { first.append(sentence()) }
    }

    /// Counts paths for which there is no sentence.
    package mutating func add(unnamed more: Int) { count += more }

    package static func + (one: PathNotes, other: PathNotes) -> PathNotes {
        var sum = one
        sum.count += other.count
        sum.first += other.first
        return sum
    }

    package static func += (one: inout PathNotes, other: PathNotes) { one = one + other }

    /// The first sentences, and one that counts the others.
    package var sentences: [Bilingual] {
        let rest = count - first.count
        guard rest > 0 else { return first }
        return first + [
            Bilingual(
                english: "and \(rest) more path\(rest == 1 ? "" : "s") like these",
                korean: "그 밖에 이런 경로 \(rest)개가 더 있음")
        ]
    }

    /// The first sentence with the number of the others, for a single line; nil if there is none.
    package var line: Bilingual? {
        guard let one = first.first, count > 1 else { return first.first }
        return Bilingual(
            english: "\(one.english) (and \(count - 1) more like it)",
            korean: "\(one.korean) (이런 것이 \(count - 1)개 더 있음)")
    }
}
