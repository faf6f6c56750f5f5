import Clibgit2

/// The SHA-1 name of a blob, tree or commit.
package struct ObjectID: Hashable, Comparable, Sendable {
    /// The 20 bytes of the hash.
    package let bytes: [UInt8]

    /// Creates an ID from its 20 bytes; nil for any other number of bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Creates an ID from its 40 hexadecimal digits; nil for anything else.
    package init?(hex: some StringProtocol) {
        let digits = Array(hex.utf8)
        guard digits.count == Self.byteCount * 2 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(ofDigit: digits[index]),
                let low = Self.value(ofDigit: digits[index + 1])
            else { return nil }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// The ID as 40 lower-case hexadecimal digits.
    package var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(Self.byteCount * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    package static func < (left: ObjectID, right: ObjectID) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    private static let byteCount = 20

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension ObjectID {
    /// Uses a part of the ID, which is already a hash.
    package func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension ObjectID: CustomStringConvertible {
    package var description: String { hex }
}

extension ObjectID {
    /// The ID of the tree without entries, used in place of a missing tree.
    package static let emptyTree = ObjectID(
        bytes: [
            0x4b, 0x82, 0x5d, 0xc6, 0x42, 0xcb, 0x6e, 0xb9, 0xa0, 0x60,
            0xe5, 0x4b, 0xf8, 0xd6, 0x92, 0x88, 0xfb, 0xee, 0x49, 0x04,
        ])!

    /// Returns the ID that git would give a blob of these bytes; writes nothing.
    package static func ofBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
        try bytes.withUnsafeBufferPointer { bytes throws(GitError) in
            try ofBlob(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Returns the same for bytes that are not copied.
    package static func ofBlob(_ bytes: UnsafeRawBufferPointer) throws(GitError) -> ObjectID {
        try Library.start()
        var id = git_oid()
        let code = git_odb_hash(
            &id, bytes.baseAddress ?? emptyBytes, bytes.count, GIT_OBJECT_BLOB)
        try check("hash a blob", code)
        return ObjectID(id)
    }

    /// Returns the same for the content of an open file, read in parts.
    package static func ofBlob(inFile descriptor: Int32) throws(GitError) -> ObjectID {
        try Library.start()
        var id = git_oid()
        try check(
            "hash a file",
            git_odb_hashfile(&id, "/proc/self/fd/\(descriptor)", GIT_OBJECT_BLOB))
        return ObjectID(id)
    }

    /// Reads the ID whose first byte is at an offset.
    init(_ bytes: [UInt8], at offset: Int) {
        self.bytes = Array(bytes[offset..<(offset + Self.byteCount)])
    }

    init(_ id: git_oid) {
        bytes = withUnsafeBytes(of: id.id) { Array($0) }
    }

    /// The ID in libgit2's form.
    var oid: git_oid {
        var id = git_oid()
        withUnsafeMutableBytes(of: &id.id) { $0.copyBytes(from: bytes) }
        return id
    }
}
