import MarkdownDocument

/// A link from a task's body to a file in `attachments/`.
package struct AttachmentLink: Hashable, Sendable {
    package let file: BoardPath
    /// True if the body shows the file as a picture.
    package let isPicture: Bool
}

extension AttachmentLink {
    /// Returns the file that an address in a task's body names; nil for any other address.
    ///
    /// A task may have moved to a folder of another depth since the link was written, so the
    /// number of `../` in front does not count.
    package static func file(at address: some Collection<UInt8>) -> BoardPath? {
        let path = Array(address.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") })
        var parts = path.split(separator: .slash, omittingEmptySubsequences: false)[...]
        while let first = parts.first, isStep(first) { parts.removeFirst() }
        guard parts.first?.elementsEqual(AttachmentName.folder.bytes) == true, parts.count > 1
        else { return nil }
        var file = AttachmentName.folder
        for part in parts.dropFirst() where !part.elementsEqual(".".utf8) {
            guard let name = percentDecoded(part), !name.isEmpty, !name.contains(.slash),
                !name.contains(0), !isStep(name[...])
            else { return nil }
            file = file.appending(name)
        }
        return file == AttachmentName.folder ? nil : file
    }

    /// Returns true for `.` and `..`.
    private static func isStep(_ part: ArraySlice<UInt8>) -> Bool {
        (1...2).contains(part.count) && part.allSatisfy { $0 == UInt8(ascii: ".") }
    }
}

extension TaskItem {
    /// The links of the body to files in `attachments/`, each file once, in the order of the body.
    package var attachments: [AttachmentLink] { attachmentLinks(in: Array(body)) }
}

/// Returns the links of a body to files in `attachments/`, each file once, in the order of the
/// body. Code has none.
package func attachmentLinks(in body: [UInt8]) -> [AttachmentLink] {
    let mark = AttachmentName.folder.bytes + [.slash]
    // Most bodies have none.
    guard body.firstRange(of: mark) != nil else { return [] }
    var (links, seen) = ([AttachmentLink](), Set<BoardPath>())
    eachBodyLine(body) { line in
        guard line.kind != .code, line.kind != .indentedCode else { return true }
        var rest = body[line.range]
        while let found = rest.firstRange(of: mark) {
            let link = link(at: found, in: body[line.range])
            rest = rest[found.upperBound...]
            if let link, seen.insert(link.file).inserted { links.append(link) }
        }
        return true
    }
    return links
}

/// Returns the file in `attachments/` that a line shows as a picture; nil if the line shows more.
package func onlyPicture(of line: [UInt8]) -> BoardPath? {
    guard line.starts(with: "![".utf8), line.last == UInt8(ascii: ")"),
        let opening = line.firstRange(of: Array("](".utf8)),
        end(of: line[opening.upperBound...], false) == line.endIndex - 1
    else { return nil }
    return AttachmentLink.file(at: line[opening.upperBound..<(line.endIndex - 1)])
}

/// Returns the file in `attachments/` that a line links to or shows; nil if the line has more.
func onlyAttachment(of line: [UInt8]) -> BoardPath? {
    onlyPicture(of: line.first == UInt8(ascii: "!") ? line : Array("!".utf8) + line)
}

/// Returns the link with the folder's name at a place of a line; nil if the name is part of
/// another address or of the text.
private func link(at found: Range<Int>, in line: ArraySlice<UInt8>) -> AttachmentLink? {
    var start = found.lowerBound
    while start > line.startIndex, line[start - 1] == .slash || line[start - 1] == dot {
        start -= 1
    }
    let before = line[..<start]
    let address = line[start...]
    let inAngles = before.last == UInt8(ascii: "<")
    let opening = inAngles ? before.dropLast() : before
    let isInline = opening.last == UInt8(ascii: "(") && opening.dropLast().last == bracket
    let isDefinition =
        opening.last.map { $0 == 0x20 || $0 == 0x09 } == true
        && opening.reversed().drop(while: { $0 == 0x20 || $0 == 0x09 }).first == UInt8(ascii: ":")
    guard isInline || isDefinition, let end = end(of: address, inAngles),
        let file = AttachmentLink.file(at: address[..<end])
    else { return nil }
    return AttachmentLink(
        file: file, isPicture: isInline && isPicture(opening.dropLast(2)))
}

private let dot = UInt8(ascii: ".")
private let bracket = UInt8(ascii: "]")

/// Returns the end of a link's destination; nil if it has none.
private func end(of address: ArraySlice<UInt8>, _ inAngles: Bool) -> Int? {
    if inAngles { return address.firstIndex(of: UInt8(ascii: ">")) }
    var depth = 0
    for index in address.indices {
        switch address[index] {
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"):
            if depth == 0 { return index }
            depth -= 1
        case 0...0x20: return index
        default: break
        }
    }
    return address.endIndex
}

/// Returns true if the text of a link, without its last bracket, begins with `![`.
private func isPicture(_ text: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    for index in text.indices.reversed() {
        let isEscaped = index > text.startIndex && text[index - 1] == UInt8(ascii: "\\")
        switch text[index] {
        case bracket where !isEscaped: depth += 1
        case UInt8(ascii: "[") where !isEscaped:
            if depth == 0 {
                return index > text.startIndex && text[index - 1] == UInt8(ascii: "!")
            }
            depth -= 1
        default: break
        }
    }
    return false
}
