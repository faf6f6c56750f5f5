/// The elements of a sequence that stayed, by Myers' shortest edit script.
///
/// Of several shortest scripts it uses the one that deletes first. The choice
/// is part of the merge rules: every clone must find the same matches.
package struct LineDiff {
    /// The index in the new sequence of each element of the old one.
    package private(set) var newIndex: [Int?]
    /// The index in the old sequence of each element of the new one.
    package private(set) var oldIndex: [Int?]

    package init<Element: Hashable>(from old: [Element], to new: [Element]) {
        newIndex = Array(repeating: nil, count: old.count)
        oldIndex = Array(repeating: nil, count: new.count)
        var numbers: [Element: Int] = [:]
        let number: (Element) -> Int = { element in
            if let known = numbers[element] { return known }
            numbers[element] = numbers.count
            return numbers.count - 1
        }
        match(old.map(number), new.map(number))
    }

    /// Matches the common start and end, then the elements between.
    private mutating func match(_ old: [Int], _ new: [Int]) {
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] {
            pair(head, head)
            head += 1
        }
        var tail = 0
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
            tail += 1
            pair(old.count - tail, new.count - tail)
        }
        matchMiddle(
            Middle(old, head..<(old.count - tail), common: Set(new[head..<(new.count - tail)])),
            Middle(new, head..<(new.count - tail), common: Set(old[head..<(old.count - tail)])))
    }

    private mutating func matchMiddle(_ old: Middle, _ new: Middle) {
        guard !old.numbers.isEmpty, !new.numbers.isEmpty else { return }
        let pairs =
            EditScript.shortest(old.numbers, new.numbers)
            ?? EditScript.unique(old.numbers, new.numbers)
        for (x, y) in pairs { pair(old.indices[x], new.indices[y]) }
    }

    private mutating func pair(_ old: Int, _ new: Int) {
        newIndex[old] = new
        oldIndex[new] = old
    }
}

/// The elements of a sequence that could match: those that the other lacks are
/// left out.
private struct Middle {
    var numbers: [Int] = []
    var indices: [Int] = []

    init(_ sequence: [Int], _ range: Range<Int>, common: Set<Int>) {
        for index in range where common.contains(sequence[index]) {
            numbers.append(sequence[index])
            indices.append(index)
        }
    }
}

private enum EditScript {
    /// The number of edits past which a script is neither short nor worth its
    /// time.
    static let bound = 1500

    /// Returns the pairs that Myers' greedy search keeps, or nil past the
    /// bound.
    static func shortest(_ old: [Int], _ new: [Int]) -> [(Int, Int)]? {
        let limit = min(old.count + new.count, bound)
        var furthest = Array(repeating: 0, count: 2 * limit + 3)
        let middle = limit + 1
        var trace: [ArraySlice<Int>] = []
        for edits in 0...limit {
            trace.append(furthest[(middle - edits - 1)...(middle + edits + 1)])
            for diagonal in stride(from: -edits, through: edits, by: 2) {
                var x = step(
                    ArraySlice(furthest), at: middle + diagonal, diagonal: diagonal, edits: edits
                ).x
                while x < old.count, x - diagonal < new.count, old[x] == new[x - diagonal] {
                    x += 1
                }
                furthest[middle + diagonal] = x
                if x >= old.count, x - diagonal >= new.count {
                    return pairs(trace, oldCount: old.count, newCount: new.count, middle: middle)
                }
            }
        }
        return nil
    }

    /// Returns the entry point of a diagonal: down from the one above, an insertion, or right from
    /// the one below, a deletion.
    private static func step(
        _ furthest: ArraySlice<Int>, at index: Int, diagonal: Int, edits: Int
    ) -> (x: Int, from: Int) {
        if diagonal == -edits
            || (diagonal != edits && furthest[index - 1] < furthest[index + 1])
        {
            return (furthest[index + 1], diagonal + 1)
        }
        return (furthest[index - 1] + 1, diagonal - 1)
    }

    private static func pairs(
        _ trace: [ArraySlice<Int>], oldCount: Int, newCount: Int, middle: Int
    ) -> [(Int, Int)] {
        var pairs: [(Int, Int)] = []
        var (x, y) = (oldCount, newCount)
        for edits in trace.indices.reversed() {
            let (entered, from) = step(
                trace[edits], at: middle + x - y, diagonal: x - y, edits: edits)
            let start = edits == 0 ? 0 : entered
            while x > start {
                x -= 1
                y -= 1
                pairs.append((x, y))
            }
            guard edits > 0 else { break }
            (x, y) = from > x - y ? (x, y - 1) : (x - 1, y)
        }
        return pairs
    }

    /// Returns the elements that occur once in both and keep their order: the
    /// fallback for a long script.
    static func unique(_ old: [Int], _ new: [Int]) -> [(Int, Int)] {
        let (first, second) = (onlyPlaces(old), onlyPlaces(new))
        let shared = old.indices.compactMap { x -> (Int, Int)? in
            guard first[old[x]] == .some(x), let y = second[old[x]], y >= 0 else { return nil }
            return (x, y)
        }
        return longestRising(shared)
    }

    /// Returns the place of each element that occurs once, and -1 for the
    /// others.
    private static func onlyPlaces(_ sequence: [Int]) -> [Int: Int] {
        var places: [Int: Int] = [:]
        for (index, number) in sequence.enumerated() {
            places[number] = places[number] == nil ? index : -1
        }
        return places
    }

    private static func longestRising(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: pairs.count)
        for (index, pair) in pairs.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let half = (low + high) / 2
                if pairs[ends[half]].1 < pair.1 { low = half + 1 } else { high = half }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low < ends.count { ends[low] = index } else { ends.append(index) }
        }
        var rising: [(Int, Int)] = []
        var next = ends.last
        while let index = next {
            rising.append(pairs[index])
            next = previous[index]
        }
        return rising
    }
}
