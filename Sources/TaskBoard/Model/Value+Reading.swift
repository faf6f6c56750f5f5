import MarkdownDocument

extension Entry {
    /// Returns the line and column of the first occurrence of an element, as
    /// far as it can be found without reading the YAML again.
    func place(of element: Text) -> (line: Int, column: Int)? {
        let needle = element.utf8
        guard !needle.isEmpty, needle.count <= source.count else { return nil }
        var line = self.line
        var lineStart = 0
        for start in 0...(source.count - needle.count) {
            let isWhole = source[start...].starts(with: needle)
            if isWhole, line > self.line || start >= key.utf8.count,
                !isNamePart(source, start - 1), !isNamePart(source, start + needle.count)
            {
                let lead = source[lineStart..<start]
                return (line, lead.count { $0 & 0xC0 != 0x80 } + 1)
            }
            if source[start] == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, start + 1) }
        }
        return nil
    }

    private func isNamePart(_ bytes: [UInt8], _ index: Int) -> Bool {
        guard bytes.indices.contains(index) else { return false }
        let byte = bytes[index]
        return byte.isASCIILetter || byte.isASCIIDigit || byte == .dash || byte >= 0x80
    }
}

/// Returns the elements of a list that was written as one scalar, split at
/// commas.
func splitList(_ text: Text) -> [Text] {
    text.utf8.split(separator: UInt8(ascii: ",")).map { Text(trimmed($0)) }
        .filter { !$0.isEmpty }
}

/// Returns the bytes without blanks at both ends.
func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop(while: \.isBlank)
    while bytes.last?.isBlank == true { bytes.removeLast() }
    return bytes
}

/// Returns the minutes since midnight of `09:00` or `9:00`.
func minuteOfDay(_ text: Text) -> Int? {
    let parts = text.utf8.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
        parts.joined().allSatisfy(\.isASCIIDigit),
        let hour = Int(String(decoding: parts[0], as: UTF8.self)), hour < 24,
        let minute = Int(String(decoding: parts[1], as: UTF8.self)), minute < 60
    else { return nil }
    return hour * 60 + minute
}

extension UInt8 {
    /// A blank of ASCII, line breaks included.
    var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
