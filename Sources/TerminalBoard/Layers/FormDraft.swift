import MarkdownDocument
package import TaskBoard

/// The text of a form that was closed without saving, with the form's base version of the task.
///
/// Without the base, changes made by others before the draft is reopened would look like the
/// user's own edits.
package struct FormDraft: Equatable, Sendable {
    /// A version of a task.
    package struct Base: Equatable, Sendable {
        package let path: BoardPath
        package let bytes: [UInt8]

        package init(path: BoardPath, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
    }

    /// Nil for a new task.
    package let id: TaskID?
    /// The texts of the changed fields by key; `body` for the body, ``entry`` for quick add.
    package let texts: [String: String]
    /// The base version of the texts; nil for a new task, and for drafts from older versions of
    /// pmd.
    package let base: Base?
    /// The keys of fields that others have also changed, with a choice still to be made.
    package let clashes: Set<String>

    /// The key of quick-add text.
    package static let entry = "entry"
    /// The key of the text of a whole file that could not be read.
    package static let source = "source"

    package init(
        id: TaskID?, texts: [String: String], base: Base? = nil, clashes: Set<String> = []
    ) {
        (self.id, self.texts, self.base, self.clashes) = (id, texts, base, clashes)
    }
}

// The format of a draft file: each value as a line `KEY LENGTH`, followed by its bytes and a line
// break.
extension FormDraft {
    private static let idKey = "id"
    private static let pathKey = "base-path"
    private static let baseKey = "base"
    private static let clashesKey = "clashes"

    /// The name of the draft's file.
    package var name: String {
        id.map { $0.text.utf8.map { String($0, radix: 16) }.joined() } ?? "new"
    }

    /// The contents of the draft's file. Older versions of pmd ignore the base.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        func add(_ key: String, _ value: [UInt8]) {
            bytes += Array("\(key) \(value.count)\n".utf8) + value + [0x0A]
        }
        add(Self.idKey, id.map { Array($0.text.utf8) } ?? [])
        if let base {
            add(Self.pathKey, base.path.bytes)
            add(Self.baseKey, base.bytes)
        }
        if !clashes.isEmpty {
            add(Self.clashesKey, Array(clashes.sorted().joined(separator: " ").utf8))
        }
        for (key, text) in texts.sorted(by: { $0.key < $1.key }) { add(key, Array(text.utf8)) }
        return bytes
    }

    /// Reads the contents of a draft's file; nil if they are damaged.
    package init?(_ bytes: [UInt8]) {
        guard var values = Self.values(in: bytes), let id = values.removeValue(forKey: Self.idKey)
        else { return nil }
        let path = values.removeValue(forKey: Self.pathKey)
        let base = values.removeValue(forKey: Self.baseKey)
        let clashes = values.removeValue(forKey: Self.clashesKey) ?? []
        self.init(
            id: id.isEmpty ? nil : TaskID(Text(id)),
            texts: values.mapValues { String(decoding: $0, as: UTF8.self) },
            base: base.flatMap { base in
                path.map { Base(path: BoardPath($0), bytes: Array(base)) }
            },
            clashes: Set(
                String(decoding: clashes, as: UTF8.self).split(separator: " ").map(String.init)))
    }

    private static func values(in bytes: [UInt8]) -> [String: ArraySlice<UInt8>]? {
        var rest = bytes[...]
        var values: [String: ArraySlice<UInt8>] = [:]
        while let end = rest.firstIndex(of: 0x0A) {
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            guard words.count == 2, let count = Int(words[1]), count >= 0,
                count < rest.endIndex - end - 1
            else { return nil }
            let start = end + 1
            values[String(words[0])] = rest[start..<(start + count)]
            rest = rest[(start + count + 1)...]
        }
        return values
    }
}
