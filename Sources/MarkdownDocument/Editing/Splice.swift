/// The bytes that replace a range of a document.
struct Splice {
    var range: Range<Int>
    var bytes: [UInt8]

    static func inserting(_ bytes: [UInt8], at offset: Int) -> Splice {
        Splice(range: offset..<offset, bytes: bytes)
    }
}

extension [UInt8] {
    /// Returns the bytes after splices that do not overlap, in any order.
    func applying(_ splices: [Splice]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count + splices.reduce(0) { $0 + $1.bytes.count })
        var offset = 0
        for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result += self[offset..<splice.range.lowerBound]
            result += splice.bytes
            offset = splice.range.upperBound
        }
        return result + self[offset...]
    }

    /// Removes whole lines. If the last of them has no line break because the
    /// file ends there, the line before it loses its own.
    func removingLines(_ range: Range<Int>) -> Splice {
        var start = range.lowerBound
        if range.upperBound == count, let last, !last.isLineBreak, start > 0 {
            start -= self[start - 1] == .newline ? 1 : 0
            if start > 0, self[start - 1] == .carriageReturn { start -= 1 }
        }
        return Splice(range: start..<range.upperBound, bytes: [])
    }

    /// Inserts lines, given without the last line break, at the beginning of a line or the end of
    /// the file.
    func insertingLines(_ lines: [UInt8], at offset: Int, lineBreak: [UInt8]) -> Splice {
        let isOpen = offset > 0 && !self[offset - 1].isLineBreak
        return .inserting(isOpen ? lineBreak + lines : lines + lineBreak, at: offset)
    }
}

/// The nodes of a document's YAML, read again for an edit, since reading a
/// board keeps none of them.
struct Outline {
    let root: Node?
    let table: LineTable

    init(_ document: Document) throws(EditError) {
        let result = document.bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(Malformation) in
                let tree = try Tree(buffer, layout: document.layout)
                return (tree.root, tree.table)
            }
        }
        do throws(Malformation) {
            (root, table) = try result.get()
        } catch {
            throw .malformed(error)
        }
    }

    /// Returns the key and value of the entry at an index.
    func pair(_ index: Int) -> (key: Node, value: Node) {
        guard let root, 2 * index + 1 < root.children.count else {
            preconditionFailure("entry \(index) has no node")
        }
        return (root.children[2 * index], root.children[2 * index + 1])
    }
}
