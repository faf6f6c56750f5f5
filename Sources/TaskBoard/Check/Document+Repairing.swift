package import MarkdownDocument

extension Document {
    /// Returns the document with its front matter made readable, line by line:
    /// tabs in indentation become blanks, and a value that YAML misreads is
    /// quoted. No other line changes. If that is not enough, returns the
    /// document unchanged.
    package func repairingSyntax() -> Document {
        var document = self
        for _ in 0..<limitOfRepairs {
            guard let fault = document.malformation else { return document }
            guard let better = document.repairing(fault) else { return self }
            document = better
        }
        return document.malformation == nil ? document : self
    }

    /// Returns the first repair of a line near the fault that makes progress.
    private func repairing(_ fault: Malformation) -> Document? {
        let lines = wholeLines(bytes)
        guard let last = frontMatterEnd(lines) else { return nil }
        for number in [fault.line, fault.line - 1, fault.line + 1] {
            let index = number - 1
            guard index > 0, index < last else { continue }
            for line in repairs(of: Array(lines[index])) {
                let edited = lines[..<index].joined() + line + lines[(index + 1)...].joined()
                let document = Document(Array(edited), kind: kind)
                guard let next = document.malformation else { return document }
                if next.line > fault.line { return document }
            }
        }
        return nil
    }

    /// Returns the line of the fence that closes the front matter; nil without
    /// one.
    private func frontMatterEnd(_ lines: [ArraySlice<UInt8>]) -> Int? {
        guard let first = lines.first, isFence(first) else { return nil }
        return lines.dropFirst().firstIndex { isFence($0) }
    }
}

/// The maximum number of repairs in one file, which is the maximum number of
/// keys.
private let limitOfRepairs = 256

private func isFence(_ line: ArraySlice<UInt8>) -> Bool {
    var line = line
    if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    return line.starts(with: "---".utf8) && line.dropFirst(3).allSatisfy(\.isBlank)
}

/// Returns other spellings of a line, the most likely first.
private func repairs(of line: [UInt8]) -> [[UInt8]] {
    let end = line.lastIndex { !isLineBreak($0) }.map { $0 + 1 } ?? 0
    let (text, ending) = (Array(line[..<end]), line[end...])
    let spaced = spacedIndent(text)
    let quotings = [spaced, text].flatMap { [quotedValue($0), quotedElements($0)] }
    return ([spaced] + quotings).compactMap { $0 }.filter { $0 != text }.map { $0 + ending }
}

/// Returns a line with every tab of the indentation as two blanks.
private func spacedIndent(_ line: [UInt8]) -> [UInt8] {
    let indent = line.prefix { $0 == 0x20 || $0 == 0x09 }
    return indent.flatMap { $0 == 0x09 ? [0x20, 0x20] : [$0] } + line[indent.count...]
}

/// Returns `title: a: b` as `title: 'a: b'`, and `- @ann` as `- '@ann'`.
private func quotedValue(_ line: [UInt8]) -> [UInt8]? {
    guard let start = valueStart(line) else { return nil }
    var end = line.count
    if let comment = commentStart(line, from: start) { end = comment }
    while end > start && line[end - 1].isBlank { end -= 1 }
    guard start < end, !isOfAnotherStyle(line[start..<end]) else { return nil }
    return line[..<start] + singleQuoted(line[start..<end]) + line[end...]
}

/// Returns true if a value is quoted, a block or a list, so that quotes around
/// it would change its type. Brackets that close before the end are text.
private func isOfAnotherStyle(_ value: ArraySlice<UInt8>) -> Bool {
    let pairs: [UInt8: UInt8] = [
        UInt8(ascii: "["): UInt8(ascii: "]"), UInt8(ascii: "{"): UInt8(ascii: "}"),
    ]
    guard let first = value.first, let close = pairs[first] else {
        return value.first.map { "'\"|>".utf8.contains($0) } ?? true
    }
    return value.last == close || !value.contains(close)
}

/// Returns `[@ann, #x]` as `['@ann', '#x']`.
private func quotedElements(_ line: [UInt8]) -> [UInt8]? {
    guard let open = valueStart(line), line[open] == UInt8(ascii: "["),
        let close = line.lastIndex(of: UInt8(ascii: "]")), close > open
    else { return nil }
    let elements = line[(open + 1)..<close].split(
        separator: UInt8(ascii: ","), omittingEmptySubsequences: false
    ).map(quotedElement)
    let list = elements.joined(separator: [UInt8(ascii: ",")])
    return line[...open] + Array(list) + line[close...]
}

private func quotedElement(_ element: ArraySlice<UInt8>) -> [UInt8] {
    let text = trimmed(element)
    guard let first = text.first, "@`%#&*!|>".utf8.contains(first) else { return Array(element) }
    return element[..<text.startIndex] + singleQuoted(text) + element[text.endIndex...]
}

private func singleQuoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    return [quote] + text.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
}

/// Returns the start of the value after `key:` or `-`.
private func valueStart(_ line: [UInt8]) -> Int? {
    guard let first = line.firstIndex(where: { !$0.isBlank }) else { return nil }
    let isElement = line[first] == .dash && first + 1 < line.count && line[first + 1].isBlank
    let colon = line.indices.dropLast().first {
        line[$0] == UInt8(ascii: ":") && line[$0 + 1].isBlank
    }
    guard let before = isElement ? first : colon, line[first] != UInt8(ascii: "#") else {
        return nil
    }
    return line.indices.first { $0 > before && !line[$0].isBlank }
}

/// Returns the start of a comment after the value: a `#` with a blank before
/// it.
private func commentStart(_ line: [UInt8], from start: Int) -> Int? {
    line.indices.first { $0 > start && line[$0] == UInt8(ascii: "#") && line[$0 - 1].isBlank }
}
