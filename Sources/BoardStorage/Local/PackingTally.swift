import Git

/// What pmd has stored loose since the last packing: the file `loose`, two
/// numbers. An estimate that tells when packing is worth a process; losing it
/// loses nothing.
struct PackingTally {
    private static let name = Array("loose".utf8)
    let folder: Folder

    func read() throws(SystemError) -> LooseCount {
        guard let bytes = try folder.read(Self.name, limit: 64).bytes else { return LooseCount() }
        let numbers = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
            .map { Int($0) ?? 0 }
        guard numbers.count == 2 else { return LooseCount() }
        return LooseCount(objects: numbers[0], bytes: numbers[1])
    }

    /// Counts more. Only the holder of the board's lock calls this.
    func add(_ more: LooseCount) throws(SystemError) {
        guard more.objects > 0 else { return }
        let old = try read()
        let text = "\(old.objects &+ more.objects) \(old.bytes &+ more.bytes)\n"
        try folder.note(Self.name, Array(text.utf8))
    }

    func reset() throws(SystemError) { try folder.remove(Self.name) }
}

extension LooseCount {
    /// So many objects are slow to look through.
    static let many = 1000
    /// So many bytes pile up quickly where a folder is large: with each change its
    /// whole list is stored again, which in a pack takes a few bytes.
    static let large = 512 << 10

    func isWorthPacking(packed: Int) -> Bool {
        objects >= Self.many || bytes >= max(Self.large, packed / 4)
    }

    /// What one fetch adds: a pack. Two dozen of them are worth joining.
    static let fetch = LooseCount(objects: 40, bytes: 0)
}
