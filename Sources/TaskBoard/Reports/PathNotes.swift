/// A path received from others, and how it was handled.
package enum PathNote: Equatable, Sendable {
    /// The problem is the end of an English sentence that begins with the path.
    case notWritten(path: String, problem: Bilingual)
    /// A removed entry, in the English words of the commit that removed it. The reason is the end of
    /// an English sentence that begins with the path.
    case removed(entry: String, reason: Bilingual)
    /// Folders whose entries were not in git's order.
    case sorted(folders: Int)
}

/// Notes on received paths. Only the first are kept: one push can contain thousands of odd paths,
/// with names of a kilobyte.
package struct PathNotes: Sendable {
    private static let limit = 20

    /// The number of notes, kept or not.
    package private(set) var count = 0
    /// The notes that are kept.
    package private(set) var first: [PathNote] = []

    package init() {}

    package var isEmpty: Bool { count == 0 }

    package mutating func add(_ note: @autoclosure () -> PathNote) {
        count += 1
        if first.count < Self.limit { first.append(note()) }
    }

    /// Counts paths without a note.
    package mutating func add(unnamed more: Int) { count += more }

    package static func + (one: PathNotes, other: PathNotes) -> PathNotes {
        var sum = one
        sum.count += other.count
        sum.first += other.first
        return sum
    }

    package static func += (one: inout PathNotes, other: PathNotes) { one = one + other }
}
