package import MarkdownDocument

/// Returns the readable part of a new task's file name: `fix-the-roof` for "Fix
/// the roof!".
///
/// The slug has letters and digits of any script in lowercase and NFC, and one
/// `-` for any characters between them. It has at most 60 bytes and is never
/// cut within a character. It is never empty, and never a name that a file
/// system reserves.
///
/// - Parameter substitute: The slug of a text without any letter or digit.
package func slug(of title: Text, or substitute: String = "task") -> Text {
    let words = slugBytes(title.nfc.utf8)
    let slug = words.isEmpty ? Array(substitute.utf8) : words
    return isDeviceName(slug) ? Text(Array("\(substitute)-".utf8) + slug) : Text(slug)
}

private let longestSlug = 60

private func slugBytes(_ title: [UInt8]) -> [UInt8] {
    var slug = [UInt8]()
    var character = [UInt8]()
    /// Appends the complete character; returns false if there is no room.
    func endCharacter() -> Bool {
        defer { character = [] }
        guard slug.count + character.count <= longestSlug else { return false }
        slug += character
        return true
    }
    var isComplete = true
    eachScalar(title) { scalar, _, startsCharacter in
        if startsCharacter, !endCharacter() {
            isComplete = false
            return false
        }
        switch nameScalar(scalar) {
        case .word: character += lowercased(scalar)
        case .other:
            let last = character.last ?? slug.last
            if let last, last != .dash { character.append(.dash) }
        }
        return true
    }
    if isComplete { _ = endCharacter() }
    while slug.last == .dash { slug.removeLast() }
    return Text(slug).nfc.utf8
}

/// Returns true if Windows reserves the name for a device, which it does in
/// every folder and with any suffix.
private func isDeviceName(_ name: [UInt8]) -> Bool {
    let devices = ["con", "prn", "aux", "nul"]
    if devices.contains(where: { name.elementsEqual($0.utf8) }) { return true }
    guard name.count == 4, let digit = name.last, digit.isASCIIDigit else { return false }
    return name.starts(with: "com".utf8) || name.starts(with: "lpt".utf8)
}

/// Returns true if a folder may be a state: letters and digits of any script,
/// `-` and `_`, at most 60 bytes, and no reserved name.
package func isStateName(_ name: Text) -> Bool {
    guard !name.isEmpty, name.utf8.count <= longestSlug, name.utf8.first != .dash,
        name == name.nfc, !isDeviceName(name.folded.utf8),
        !BoardSettings.reservedFolders.contains(name)
    else { return false }
    var isName = true
    eachScalar(name.utf8) { scalar, _, _ in
        isName = nameScalar(scalar) == .word || scalar == 0x2D || scalar == 0x5F
        return isName
    }
    return isName
}
