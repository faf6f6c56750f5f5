import TaskBoard

/// The schemes of addresses that users may open from a text, each with the required text after the
/// colon.
private let schemes = [("https", "//"), ("http", "//"), ("mailto", "")]

/// Splits a text into parts. Each web or mail address becomes a part that links to itself.
///
/// Trailing punctuation does not belong to an address, nor does a closing parenthesis without an
/// opening one in the address.
package func partsWithAddresses(_ text: String) -> [(text: String, link: String?)] {
    let bytes = text.utf8
    var parts: [(String, String?)] = []
    var done = text.startIndex
    var at = text.startIndex
    while let colon = bytes[at...].firstIndex(of: UInt8(ascii: ":")) {
        at = bytes.index(after: colon)
        guard let (start, scheme) = start(before: colon, from: done, of: text) else { continue }
        let address = withoutEnd(text[start...].prefix { !$0.isWhitespace && !"<>\"".contains($0) })
        guard address.utf8.count > scheme else { continue }
        if start > done { parts.append((String(text[done..<start]), nil)) }
        parts.append((String(address), String(address)))
        (done, at) = (address.endIndex, address.endIndex)
    }
    if done < text.endIndex || parts.isEmpty { parts.append((String(text[done...]), nil)) }
    return parts
}

/// Returns the start of the address whose scheme ends at a colon, and the length of the scheme
/// including the text after the colon; nil if there is no address.
private func start(
    before colon: String.Index, from first: String.Index, of text: String
) -> (String.Index, Int)? {
    let (before, after) = (text.utf8[first..<colon], text.utf8[colon...].dropFirst())
    for (name, next) in schemes where after.starts(with: next.utf8) {
        guard before.suffix(name.utf8.count).elementsEqual(name.utf8) else { continue }
        let start = before.index(before.endIndex, offsetBy: -name.utf8.count)
        let isWord = start > first && isLetter(before[before.index(before: start)])
        if !isWord { return (start, name.utf8.count + 1 + next.utf8.count) }
    }
    return nil
}

private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

/// Returns an address without trailing punctuation.
private func withoutEnd(_ address: Substring) -> Substring {
    var address = address
    var unopened =
        address.utf8.count { $0 == UInt8(ascii: ")") }
        - address.utf8.count { $0 == UInt8(ascii: "(") }
    while let last = address.last, ".,;:!?)]'*_~".contains(last) {
        if last == ")" {
            if unopened <= 0 { break }
            unopened -= 1
        }
        address.removeLast()
    }
    return address
}

/// Returns true for a web or mail address that a click may open: one without blanks or invisible
/// characters, which is therefore displayed as is. A mail address must set only the usual headers.
package func isOpenable(_ address: String) -> Bool {
    let isMail = address.hasPrefix("mailto:")
    guard isMail || ["http://", "https://"].contains(where: address.hasPrefix),
        !address.contains(where: \.isWhitespace), safe(address) == address
    else { return false }
    return !isMail || setsOnlyMailHeaders(address)
}

/// The headers that a mail address may set. Other headers could attach files, and each mail
/// program has its own.
private let mailHeaders: Set<[UInt8]> = [
    Array("subject".utf8), Array("body".utf8), Array("cc".utf8), Array("bcc".utf8),
]

/// Returns true if a mail address sets only headers in ``mailHeaders``, however their names are
/// encoded.
private func setsOnlyMailHeaders(_ address: String) -> Bool {
    let parts = address.utf8.dropFirst("mailto:".utf8.count)
        .split(separator: UInt8(ascii: "?"), omittingEmptySubsequences: false)
    guard parts.count < 3, let receivers = percentDecoded(parts[0]),
        !receivers.contains(where: { isControl($0) || "?&;".utf8.contains($0) }),
        receivers.first != UInt8(ascii: "-")
    else { return false }
    guard parts.count == 2 else { return true }
    // Some programs read `;` and HTML's `&amp;` as `&`.
    return parts[1].split(whereSeparator: { "&;".utf8.contains($0) })
        .allSatisfy { $0.elementsEqual("amp".utf8) || isExpected(header: $0) }
}

/// Returns true if `NAME=VALUE` sets a header in ``mailHeaders``, and no other header in programs
/// that decode twice.
private func isExpected(header: Substring.UTF8View) -> Bool {
    let rawName = header.prefix { $0 != UInt8(ascii: "=") }
    guard let name = percentDecoded(rawName).map(lowered), mailHeaders.contains(name),
        let value = percentDecoded(header.dropFirst(rawName.count + 1)).map(lowered)
    else { return false }
    let isBody = name.elementsEqual("body".utf8)
    return (isBody || !value.contains(where: isControl))
        && !value.split(whereSeparator: { "?&;,'\"".utf8.contains($0) || isControl($0) })
            .contains { $0.starts(with: "attach".utf8) && $0.contains(UInt8(ascii: "=")) }
}

private func lowered(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
}

private func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
