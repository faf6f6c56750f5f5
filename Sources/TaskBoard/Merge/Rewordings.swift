import MarkdownDocument

/// Pairs of texts of which one is a rewording of the other.
///
/// The words of one text contain all words of the other and are fewer than twice as many, and each
/// is the other's only candidate. A word is a run of ASCII letters, digits and bytes from 0x80 on;
/// ASCII letters are compared without case. No Unicode table is used, since clones of different
/// releases must agree.
struct Rewordings {
    /// The places of the paired texts.
    private(set) var pairs: [(old: Int, new: Int)] = []

    private var old = Bags()
    private var new = Bags()
    private var work = 0
    private var partners: (old: [Partners], new: [Partners]) = ([], [])

    /// The maximum number of words to compare; beyond it, nothing pairs. Real lists stay far below
    /// it.
    private static let bound = 5_000_000

    /// The candidates of a text: their number, and the last one.
    private struct Partners {
        var count = 0
        var last = 0
    }

    init(_ oldTexts: [Text], _ newTexts: [Text]) {
        var numbers: [[UInt8]: Int] = [:]
        for text in oldTexts { old.add(words(of: text, &numbers)) }
        for text in newTexts { new.add(words(of: text, &numbers)) }
        old.makeIndex(numbers.count)
        new.makeIndex(numbers.count)
        partners.old = Array(repeating: Partners(), count: old.bags.count)
        partners.new = Array(repeating: Partners(), count: new.bags.count)
        for x in old.bags.indices {
            for y in supersets(of: old.bags[x].words, in: new) { note(x, y) }
        }
        for y in new.bags.indices {
            for x in supersets(of: new.bags[y].words, in: old)
            where old.bags[x].words.count > new.bags[y].words.count {
                note(x, y)
            }
        }
        pairUp()
    }

    private mutating func note(_ x: Int, _ y: Int) {
        let (longer, shorter) = (
            max(old.bags[x].words.count, new.bags[y].words.count),
            min(old.bags[x].words.count, new.bags[y].words.count)
        )
        guard longer < 2 * shorter else { return }
        partners.old[x].count += new.bags[y].places.count
        partners.old[x].last = y
        partners.new[y].count += old.bags[x].places.count
        partners.new[y].last = x
    }

    /// Returns the bags that contain all these words.
    private mutating func supersets(of words: [Int], in bags: Bags) -> [Int] {
        guard let rarest = words.min(by: { bags.index[$0].count < bags.index[$1].count }) else {
            return []
        }
        var found: [Int] = []
        for place in bags.index[rarest] {
            work += words.count + bags.bags[place].words.count
            guard work < Self.bound else { return [] }
            if contains(bags.bags[place].words, words) { found.append(place) }
        }
        return found
    }

    private mutating func pairUp() {
        guard work < Self.bound else { return }
        var isPaired = Array(repeating: false, count: new.bags.count)
        var found: [(x: Int, y: Int)] = []
        for x in old.bags.indices where partners.old[x].count == 1 {
            let y = partners.old[x].last
            guard partners.new[y].count == 1 else { continue }
            isPaired[y] = true
            found.append((x, y))
        }
        for (x, y) in found where !isSplit(x, y, isPaired) {
            pairs.append((old.bags[x].places[0], new.bags[y].places[0]))
        }
        if work >= Self.bound { pairs = [] }
    }

    /// Returns true if the words that the new text lacks form another new text: the old one was
    /// split, and has no descendant.
    private mutating func isSplit(_ x: Int, _ y: Int, _ isPaired: [Bool]) -> Bool {
        let rest = difference(old.bags[x].words, new.bags[y].words)
        for (place, word) in rest.enumerated() where place == 0 || rest[place - 1] != word {
            for other in new.index[word] where !isPaired[other] {
                work += rest.count + new.bags[other].words.count
                guard work < Self.bound else { return true }
                if contains(rest, new.bags[other].words) { return true }
            }
        }
        return false
    }
}

/// The words of texts, with equal ones together.
private struct Bags {
    struct Bag {
        /// The numbers of the words, sorted.
        var words: [Int]
        /// The places of the texts with these words.
        var places: [Int]
    }

    private(set) var bags: [Bag] = []
    /// The bags that have each word.
    private(set) var index: [[Int]] = []
    private var known: [[Int]: Int] = [:]
    private var count = 0

    /// Adds the words of the next text. A text without words pairs with nothing.
    mutating func add(_ words: [Int]) {
        defer { count += 1 }
        guard !words.isEmpty else { return }
        if let place = known[words] { return bags[place].places.append(count) }
        known[words] = bags.count
        bags.append(Bag(words: words, places: [count]))
    }

    mutating func makeIndex(_ wordCount: Int) {
        index = Array(repeating: [], count: wordCount)
        for (place, bag) in bags.enumerated() {
            var last = -1
            for word in bag.words where word != last {
                index[word].append(place)
                last = word
            }
        }
    }
}

/// Returns the numbers of a text's words, sorted; a new word gets the next number.
private func words(of text: Text, _ numbers: inout [[UInt8]: Int]) -> [Int] {
    let isOfWord = { (byte: UInt8) in
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }
    return text.utf8.split { !isOfWord($0) }.map { word in
        let folded = word.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let number = numbers[folded] ?? numbers.count
        numbers[folded] = number
        return number
    }.sorted()
}

/// Returns true if the sorted words contain all the others, counting repetitions.
private func contains(_ words: [Int], _ others: [Int]) -> Bool {
    guard words.count >= others.count else { return false }
    var next = 0
    for word in words where next < others.count {
        if word == others[next] { next += 1 } else if word > others[next] { return false }
    }
    return next == others.count
}

/// Returns the sorted words without the others, counting repetitions.
private func difference(_ words: [Int], _ others: [Int]) -> [Int] {
    var rest: [Int] = []
    var next = 0
    for word in words {
        while next < others.count, others[next] < word { next += 1 }
        if next < others.count, others[next] == word { next += 1 } else { rest.append(word) }
    }
    return rest
}
