import MarkdownDocument

/// The conflicts in a task's front matter.
struct Records {
    static let key: Text = "conflicts"
    static let state: Text = ".state"
    static let deleted: Text = ".deleted"
    static let file: Text = ".file"
    static let body: Text = ".body"

    /// The identity of a record.
    struct Name: Hashable, Comparable {
        var key: Text
        var value: Text

        static func < (a: Name, b: Name) -> Bool {
            a.key != b.key ? a.key < b.key : a.value < b.value
        }
    }

    private(set) var byName: [Name: [Pair]] = [:]
    /// True if the value does not have the shape that pmd writes.
    private(set) var isForeign = false

    var all: Set<Name> { Set(byName.keys) }

    init(_ value: Value? = nil) {
        switch value {
        case nil: break
        case .records(let records)?: for record in records { insert(record) }
        case .list(let elements)? where elements.isEmpty: break
        case .scalar(let text)? where text.isEmpty: break
        default: isForeign = true
        }
    }

    /// Returns the names of a key's records.
    func names(of key: Text) -> Set<Name> { Set(byName.keys.filter { $0.key == key }) }

    /// Adds a record, or updates the time of the one with that name.
    mutating func insert(_ record: [Pair]) {
        let name = Name(key: Self.part("key", record), value: Self.part("value", record))
        guard let known = byName[name] else {
            byName[name] = record
            return
        }
        if Self.isNewer(record, than: known) { byName[name] = record }
    }

    mutating func insert(key: Text, value: Text, writer: Writer) {
        insert(
            ConflictRecord(key: key, value: value, by: writer.author, at: writer.moment).pairs)
    }

    mutating func remove(_ name: Name) { byName[name] = nil }

    /// The records in the order in which they are written.
    var sorted: [[Pair]] { byName.sorted { $0.key < $1.key }.map(\.value) }

    private static func part(_ key: Text, _ record: [Pair]) -> Text {
        record.first { $0.key == key }?.value ?? Text("")
    }

    private static func isNewer(_ a: [Pair], than b: [Pair]) -> Bool {
        let (x, y) = (part("at", a), part("at", b))
        if x != y { return x > y }
        return flat(b).lexicographicallyPrecedes(flat(a))
    }

    private static func flat(_ record: [Pair]) -> [Text] { record.flatMap { [$0.key, $0.value] } }
}

extension Document {
    /// Returns the document whose conflicts of a key belong to another key.
    func renamingConflicts(of old: Text, to new: Text) throws(EditError) -> Document {
        guard case .records(let records)? = entry(Records.key)?.value else { return self }
        return try setting(
            Records.key,
            toRecords: records.map { record in
                record.map {
                    $0.key == "key" && $0.value == old ? Pair(key: "key", value: new) : $0
                }
            })
    }
}

extension Records {
    /// Merges three versions' records: those that neither side removed and
    /// those that either added, each with its newest time.
    init(merging versions: ThreeWay<Records>) {
        let names = versions.map(\.all).union
        for side in [versions.base, versions.ours, versions.theirs] {
            for (name, record) in side.byName where names.contains(name) { insert(record) }
        }
    }
}
