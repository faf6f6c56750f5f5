/// Unique names for temporary files and folders.
///
/// They contain no process ID: each container has a PID namespace of its own, so two processes
/// that share a folder can have the same ID, and neither can see whether the other one is running.
package enum TemporaryName {
    /// The digits of a random name.
    private static let digitCount = 16

    /// Returns a random name: `x` and 16 hexadecimal digits.
    ///
    /// Older releases read a number in that position as a process ID, and remove the file if they
    /// see no such process. They leave alone a name that begins with a letter.
    package static func random() -> String {
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return "x" + String(repeating: "0", count: digitCount - digits.count) + digits
    }

    /// Returns the random name at the start of a text; nil if there is none, as in names of older
    /// releases, which begin with a process ID.
    static func random(atStartOf text: some StringProtocol) -> String? {
        let name = text.utf8.prefix(digitCount + 1)
        guard name.count == digitCount + 1, name.first == UInt8(ascii: "x"),
            name.dropFirst().allSatisfy(isDigit)
        else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    static func isRandom(_ name: some StringProtocol) -> Bool {
        random(atStartOf: name).map { $0 == name } ?? false
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
