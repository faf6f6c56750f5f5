import Clibgit2
import Glibc

/// The readable objects of a damaged pack.
///
/// The objects are found without the index: each is compressed with a checksum, so another one may
/// begin where an intact one ends. After damage, the next start is searched for byte by byte.
struct PackSalvage {
    private struct Entry {
        let offset: Int
        /// The range of the compressed bytes.
        let content: Range<Int>
        let kind: Kind
        let size: Int
    }

    private enum Kind {
        case object(git_object_t)
        case delta(of: Base)
    }

    private enum Base: Hashable { case offset(Int), id(ObjectID) }

    private let bytes: [UInt8]
    private let isWanted: (ObjectID) -> Bool
    private var entries: [Entry] = []
    private var children: [Base: [Int]] = [:]
    private var ids: [Int: ObjectID] = [:]

    /// - Parameter isWanted: True if the pack is known to have had an object.
    init(_ bytes: [UInt8], isWanted: @escaping (ObjectID) -> Bool) {
        self.bytes = bytes
        self.isWanted = isWanted
        scan()
        for number in entries.indices {
            guard case .object(let kind) = entries[number].kind,
                let content = inflated(entries[number])
            else { continue }
            add(number, content: content, kind: kind)
        }
    }

    /// The number of objects.
    var count: Int { ids.count }

    /// Returns the objects as a new pack, without compressing them again.
    func pack() -> [UInt8] {
        var pack = NewPack()
        for number in entries.indices where ids[number] != nil {
            let entry = entries[number]
            let deflated = bytes[entry.content]
            switch entry.kind {
            case .object(let kind): pack.add(kind, size: entry.size, deflated: deflated)
            case .delta(let base):
                guard let id = id(of: base) else { continue }
                pack.addDelta(to: id, size: entry.size, deflated: deflated)
            }
        }
        return pack.bytes()
    }
}

extension PackSalvage {
    private mutating func scan() {
        var offset = 12
        while offset < bytes.count {
            guard let entry = entry(at: offset) else {
                offset += 1
                continue
            }
            if case .delta(let base) = entry.kind {
                children[base, default: []].append(entries.count)
            }
            entries.append(entry)
            offset = entry.content.upperBound
        }
    }

    /// Reads an entry: its type and size, for a delta its base, and a complete stream.
    private func entry(at offset: Int) -> Entry? {
        var next = offset
        func byte() -> UInt8? {
            guard next < bytes.count else { return nil }
            defer { next += 1 }
            return bytes[next]
        }
        guard let first = byte() else { return nil }
        var (size, shift, last) = (Int(first & 15), 4, first)
        while last & 0x80 != 0 {
            guard shift < 50, let more = byte() else { return nil }
            (size, shift, last) = (size | Int(more & 0x7F) << shift, shift + 7, more)
        }
        let kind: Kind
        switch (first >> 4) & 7 {
        case let number where (1...4).contains(number):
            kind = .object(git_object_t(rawValue: Int32(number)))
        case 6:
            guard var last = byte() else { return nil }
            var distance = Int(last & 0x7F)
            while last & 0x80 != 0 {
                guard distance < 1 << 40, let more = byte() else { return nil }
                (distance, last) = ((distance + 1) << 7 | Int(more & 0x7F), more)
            }
            guard distance > 0, offset - distance >= 12 else { return nil }
            kind = .delta(of: .offset(offset - distance))
        case 7:
            guard let id = ObjectID(bytes: Array(bytes[next...].prefix(20))) else { return nil }
            next += 20
            kind = .delta(of: .id(id))
        default: return nil
        }
        guard let end = PackStream.end(of: bytes, at: next, size: size) else { return nil }
        return Entry(offset: offset, content: next..<end, kind: kind, size: size)
    }

    private func inflated(_ entry: Entry) -> [UInt8]? {
        PackStream.content(of: bytes, entry.content, size: entry.size)
    }

    /// Adds an object, and then the objects that build on it.
    private mutating func add(_ number: Int, content: [UInt8], kind: git_object_t) {
        var pending = [(number: number, content: content)]
        while let (number, content) = pending.popLast() {
            guard ids[number] == nil, Self.isReadable(content, kind),
                let id = Self.id(of: content, kind), isWanted(id)
            else { continue }
            ids[number] = id
            let bases: [Base] = [.offset(entries[number].offset), .id(id)]
            for child in bases.flatMap({ children[$0] ?? [] }) {
                guard let delta = inflated(entries[child]),
                    let made = PackDelta.apply(delta, to: content)
                else { continue }
                pending.append((child, made))
            }
        }
    }

    private func id(of base: Base) -> ObjectID? {
        switch base {
        case .id(let id): id
        case .offset(let offset):
            entries.firstIndex(atOffset: offset) { $0.offset }.flatMap { ids[$0] }
        }
    }

    private static func id(of content: [UInt8], _ kind: git_object_t) -> ObjectID? {
        do throws(GitError) { return ObjectID(try objectID(of: content, kind)) } catch {
            return nil
        }
    }

    /// Returns true if the content is valid for the type; a flipped bit may have changed the type.
    private static func isReadable(_ content: [UInt8], _ kind: git_object_t) -> Bool {
        switch kind {
        case GIT_OBJECT_COMMIT: content.starts(with: Array("tree ".utf8))
        case GIT_OBJECT_TAG: content.starts(with: Array("object ".utf8))
        case GIT_OBJECT_TREE: content.isEmpty || content.first.map { (0x30...0x37) ~= $0 } == true
        default: true
        }
    }
}

extension Array {
    /// Returns the index of the element at a position, in an array that is sorted by position.
    fileprivate func firstIndex(atOffset offset: Int, _ value: (Element) -> Int) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if value(self[middle]) < offset { low = middle + 1 } else { high = middle }
        }
        return low < count && value(self[low]) == offset ? low : nil
    }
}
