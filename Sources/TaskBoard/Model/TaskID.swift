package import MarkdownDocument

/// The identity of a task, independent of the folder of its file.
///
/// It is the code at the end of the file's name, so that the slug can be renamed at any time. A
/// name without a code is its own ID, after NFC and case folding.
///
/// A board has many codes, so each is stored as a number, which needs no allocation.
package struct TaskID: Hashable, Sendable {
    /// The bytes of a code, the first one highest; 0 for another name.
    let code: UInt64
    /// A name that is not a code.
    private let name: Text

    package var text: Text {
        guard isCode else { return name }
        return Text(
            (0..<TaskCode.length).reversed().map { UInt8(truncatingIfNeeded: code >> ($0 * 8)) })
    }

    /// Creates the ID that a text names: a code or a whole name.
    package init(_ text: Text) { self.init(stored: text.folded.utf8) }

    /// Creates the ID of a file, with or without `.md` at its end.
    package init(fileName: [UInt8]) {
        let name = fileName.hasMarkdownSuffix ? fileName.dropLast(3) : fileName[...]
        self.init(stored: TaskCode.suffix(of: name)?.utf8 ?? folded(name))
    }

    /// Returns true if a file with this name could be the task. The check is
    /// cheap, since it runs for ten thousand names; the few that pass are
    /// examined fully.
    package func mayBeNamed(_ fileName: UnsafeRawBufferPointer) -> Bool {
        let name = fileName.dropLast(3)
        if isCode {
            return name.count >= TaskCode.length
                && name.suffix(TaskCode.length).reduce(0) { $0 << 8 | UInt64($1) } == code
        }
        let text = text
        let count = text.utf8.count
        guard name.allSatisfy({ $0 < 0x80 }) else { return true }
        return name.count == count
            && zip(name, text.utf8).allSatisfy { lowered($0) == $1 }
    }

    /// Creates an ID from the stored text of one.
    package init(stored text: some Collection<UInt8>) {
        if TaskCode.isValid(text) {
            code = text.reduce(0) { $0 << 8 | UInt64($1) }
            name = Text("")
        } else {
            (code, name) = (0, Text(text))
        }
    }

    /// Does the same; other modules call this one, since they cannot specialize the other.
    package init(stored text: [UInt8]) { self.init(stored: text[...]) }

    package var isCode: Bool { code != 0 }
}

extension Set<TaskID> {
    /// The number of tasks beyond which finding the ID of a name costs less than comparing the
    /// name with each of them.
    private static var fewTasks: Int { 8 }

    /// Returns true if a file with this name could be one of the tasks. Like
    /// ``TaskID/mayBeNamed(_:)``, but its cost does not grow with the number of tasks.
    package func mayInclude(_ fileName: UnsafeRawBufferPointer) -> Bool {
        count <= Self.fewTasks
            ? contains { $0.mayBeNamed(fileName) } : contains(TaskID(fileName: Array(fileName)))
    }
}

extension TaskID {
    package func hash(into hasher: inout Hasher) {
        if isCode { hasher.combine(code) } else { hasher.combine(name) }
    }
}

extension TaskID: Comparable {
    package static func < (a: TaskID, b: TaskID) -> Bool {
        a.isCode && b.isCode ? a.code < b.code : a.text < b.text
    }
}

extension TaskID: CustomStringConvertible {
    package var description: String { text.string }
}

/// The six characters at the end of a task's file name that are its ID.
///
/// The alphabet has neither vowels nor similar characters, so that no code is a word or is
/// misread. Digit and letter alternate at least twice, so that no word, year or version at the end
/// of a name that the user chose is mistaken for a code.
package enum TaskCode {
    package static let alphabet = Array("23456789bcdfghjkmnpqrstvwxz".utf8)
    package static let length = 6

    /// Returns true if these bytes are a code.
    package static func isValid(_ code: some Collection<UInt8>) -> Bool {
        guard code.count == length, code.allSatisfy(isInAlphabet) else { return false }
        return zip(code, code.dropFirst()).count { $0.isASCIIDigit != $1.isASCIIDigit } >= 2
    }

    /// Returns true if a code can begin with these bytes, and a word hardly can: they have a digit.
    package static func isBeginning(_ bytes: some Collection<UInt8>) -> Bool {
        (1...length).contains(bytes.count) && bytes.allSatisfy(isInAlphabet)
            && bytes.contains(where: \.isASCIIDigit)
    }

    /// Returns the code at the end of a name without `.md`, after a `-`.
    package static func suffix(of name: some BidirectionalCollection<UInt8>) -> Text? {
        let code = name.suffix(length)
        guard isValid(code), name.dropLast(length).last == .dash else { return nil }
        return Text(code)
    }

    /// Returns a new code that no task of the board has.
    package static func random(
        using generator: inout some RandomNumberGenerator, excluding used: Set<TaskID> = []
    ) -> Text {
        random(using: &generator) { used.contains($0) }
    }

    /// Returns a new code that is not taken.
    static func random(
        using generator: inout some RandomNumberGenerator, isTaken: (TaskID) -> Bool
    ) -> Text {
        while true {
            let code = (0..<length).map { _ in
                alphabet[Int.random(in: alphabet.indices, using: &generator)]
            }
            if isValid(code), !isTaken(TaskID(Text(code))) { return Text(code) }
        }
    }

    /// Returns the code of some bytes: their hash as a number in the alphabet,
    /// of which the first six consecutive digits form a code that no task has.
    ///
    /// The result is the same on every clone. A hash without a code (which is
    /// very rare) is incremented until it has one.
    package static func derived(
        from hash: [UInt8], excluding used: Set<TaskID> = []
    ) -> Text {
        precondition(!hash.isEmpty, "a code needs a hash")
        var hash = hash
        while true {
            let digits = inAlphabet(hash)
            for start in digits.indices.dropLast(length - 1) {
                let code = digits[start..<(start + length)]
                if isValid(code), !used.contains(TaskID(Text(code))) { return Text(code) }
            }
            for index in hash.indices { hash[index] &+= UInt8(truncatingIfNeeded: 89 &+ index) }
        }
    }

    /// Returns a number, given with its most significant byte first, in the
    /// code's alphabet.
    private static func inAlphabet(_ number: [UInt8]) -> [UInt8] {
        var number = number
        var digits = [UInt8]()
        while let first = number.firstIndex(where: { $0 != 0 }) {
            var remainder = 0
            for index in first..<number.count {
                let value = remainder << 8 | Int(number[index])
                number[index] = UInt8(value / alphabet.count)
                remainder = value % alphabet.count
            }
            digits.append(alphabet[remainder])
        }
        return digits.reversed()
    }

    /// Returns true if a byte may occur in a code: a digit from 2, or a
    /// consonant except l and y.
    static func isInAlphabet(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x32...0x39: true
        case 0x61...0x7A:
            letters & 1 << (UInt32(byte) - 0x61) != 0
        default: false
        }
    }

    /// One bit for each letter of the alphabet.
    private static let letters: UInt32 = alphabet.filter(\.isASCIILetter)
        .reduce(0) { $0 | 1 << (UInt32($1) - 0x61) }
}

/// The system's random numbers, for the codes of new tasks.
///
/// It has a stored property because the thread sanitizer's instrumentation reads the address
/// of a generator, and `SystemRandomNumberGenerator` has no size.
package struct CodeSource: RandomNumberGenerator {
    private var count: UInt64 = 0

    package init() {}

    package mutating func next() -> UInt64 {
        count &+= 1
        return .random(in: 0...(.max))
    }
}
