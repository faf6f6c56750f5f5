/// The unfolded lines of a file.
struct UnfoldedLines {
    private let bytes: [UInt8]
    private var at = 0
    private var number = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next nonblank line, and its number.
    mutating func next() -> (line: [UInt8], number: Int)? {
        while at < bytes.count {
            var line = takeLine()
            let first = number
            while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 {
                at += 1
                line += takeLine()
            }
            if line.contains(where: { $0 != 0x20 && $0 != 0x09 }) { return (Array(line), first) }
        }
        return nil
    }

    private mutating func takeLine() -> ArraySlice<UInt8> {
        let end = bytes[at...].firstIndex(of: 0x0A) ?? bytes.count
        var line = bytes[at..<end]
        if line.last == 0x0D { line.removeLast() }
        at = end + 1
        number += 1
        return line
    }
}
