/// Returns the background colour in the content of an operating system command, `11;rgb:…`.
///
/// - Returns: nil for any other command.
func backgroundReply(_ content: [UInt8]) -> InputEvent? {
    let text = String(decoding: content, as: UTF8.self)
    guard text.hasPrefix("11;"), let colon = text.firstIndex(of: ":"),
        ["rgb", "rgba"].contains(text[..<colon].dropFirst(3))
    else { return nil }
    let fields = text[text.index(after: colon)...].split(
        separator: "/", omittingEmptySubsequences: false)
    let levels = fields.compactMap(colourLevel)
    guard levels.count == fields.count, (3...4).contains(levels.count) else { return nil }
    return .background(red: levels[0], green: levels[1], blue: levels[2])
}

/// Returns a colour level of one to four hexadecimal digits, scaled to one byte.
private func colourLevel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
        let value = Int(digits, radix: 16)
    else { return nil }
    let most = (1 << (4 * digits.utf8.count)) - 1
    return UInt8((value * 255 + most / 2) / most)
}
