import Clibgit2
import Copenssl
import Glibc
import Synchronization

/// The compressed streams of a pack.
enum PackStream {
    /// Returns the end of a stream that begins at an offset and has this size; nil if there is
    /// none, or if its checksum does not match.
    static func end(of bytes: [UInt8], at place: Int, size: Int) -> Int? {
        // The first two bytes of every stream have a checksum of their own.
        guard place + 8 <= bytes.count, bytes[place] & 15 == 8,
            (Int(bytes[place]) << 8 | Int(bytes[place + 1])) % 31 == 0
        else { return nil }
        var chunk = [UInt8](repeating: 0, count: 32_768)
        var end: Int?
        inflate(bytes, place..<bytes.count) { stream in
            var total = 0
            while true {
                let (code, made) = step(stream, &chunk)
                total += made
                guard total <= size else { return }
                if code == Z_STREAM_END {
                    if total == size { end = bytes.count - Int(stream.pointee.avail_in) }
                    return
                }
                guard code == Z_OK, made > 0 else { return }
            }
        }
        return end
    }

    /// Returns the content of a complete stream.
    static func content(of bytes: [UInt8], _ range: Range<Int>, size: Int) -> [UInt8]? {
        var content = [UInt8](repeating: 0, count: size + 1)
        var isWhole = false
        inflate(bytes, range) { stream in
            let (code, made) = step(stream, &content)
            isWhole = code == Z_STREAM_END && made == size
        }
        content.removeLast()
        return isWhole ? content : nil
    }

    private static func step(
        _ stream: UnsafeMutablePointer<z_stream>, _ output: inout [UInt8]
    ) -> (code: Int32, made: Int) {
        output.withUnsafeMutableBufferPointer { buffer in
            stream.pointee.next_out = buffer.baseAddress
            stream.pointee.avail_out = UInt32(buffer.count)
            let code = Clibgit2.inflate(stream, Z_NO_FLUSH)
            return (code, buffer.count - Int(stream.pointee.avail_out))
        }
    }

    private static func inflate(
        _ bytes: [UInt8], _ range: Range<Int>, _ body: (UnsafeMutablePointer<z_stream>) -> Void
    ) {
        var stream = z_stream()
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress, range.count <= Int(UInt32.max),
                inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
            else { return }
            stream.next_in = UnsafeMutablePointer(mutating: start + range.lowerBound)
            stream.avail_in = UInt32(range.count)
            body(&stream)
            inflateEnd(&stream)
        }
    }
}

/// A delta of a pack: the parts of another object, and the new bytes, that form an object.
enum PackDelta {
    /// Returns the object; nil if the delta does not fit the base.
    static func apply(_ delta: [UInt8], to base: [UInt8]) -> [UInt8]? {
        var rest = delta[...]
        guard size(&rest) == base.count, let size = size(&rest), size < 1 << 32 else { return nil }
        var result: [UInt8] = []
        while let command = rest.popFirst() {
            if command & 0x80 == 0 {
                guard command > 0, rest.count >= Int(command) else { return nil }
                result += rest.prefix(Int(command))
                rest = rest.dropFirst(Int(command))
                continue
            }
            guard let offset = number(&rest, command, bits: 0..<4),
                let count = number(&rest, command, bits: 4..<7)
            else { return nil }
            let end = offset + (count == 0 ? 0x10000 : count)
            guard end <= base.count else { return nil }
            result += base[offset..<end]
        }
        return result.count == size ? result : nil
    }

    private static func size(_ rest: inout ArraySlice<UInt8>) -> Int? {
        var (value, shift) = (0, 0)
        while shift < 50, let byte = rest.popFirst() {
            value |= Int(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        return nil
    }

    /// Reads a number of which only the bytes selected by the command's bits are stored.
    private static func number(
        _ rest: inout ArraySlice<UInt8>, _ command: UInt8, bits: Range<Int>
    ) -> Int? {
        var value = 0
        for bit in bits where command & (1 << bit) != 0 {
            guard let byte = rest.popFirst() else { return nil }
            value |= Int(byte) << ((bit - bits.lowerBound) * 8)
        }
        return value
    }
}

/// Reads from packs, and verifies the hash of each object.
///
/// libgit2 can do the same, at a third of the speed. Without verification it trusts the data: a
/// flipped bit in a delta's base yields a different object than the requested one.
enum PackReading {
    private typealias Read =
        @convention(c) (
            UnsafeMutablePointer<UnsafeMutableRawPointer?>?, UnsafeMutablePointer<Int>?,
            UnsafeMutablePointer<git_object_t>?, UnsafeMutablePointer<git_odb_backend>?,
            UnsafePointer<git_oid>?
        ) -> Int32

    /// libgit2's own function, the same for all packs: the bits of a `Read`; 0 until it is known.
    private static let original = Atomic<Int>(0)

    /// Installs itself between libgit2 and its pack reader.
    ///
    /// - Parameter trees: True if trees, and not only commits, are made readable for libgit2.
    static func install(in backend: UnsafeMutablePointer<git_odb_backend>, trees: Bool) {
        guard let read = backend.pointee.read else { return }
        _ = original.compareExchange(
            expected: 0, desired: unsafeBitCast(read, to: Int.self), ordering: .relaxed)
        if trees {
            backend.pointee.read = { PackReading.read($0, $1, $2, $3, $4, trees: true) }
        } else {
            backend.pointee.read = { PackReading.read($0, $1, $2, $3, $4, trees: false) }
        }
    }

    private static func read(
        _ bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        _ size: UnsafeMutablePointer<Int>?,
        _ kind: UnsafeMutablePointer<git_object_t>?, _ backend: ReadableObject.Backend?,
        _ id: UnsafePointer<git_oid>?, trees: Bool
    ) -> Int32 {
        guard let bytes, let size, let kind, let backend, let id,
            let read = unsafeBitCast(original.load(ordering: .relaxed), to: Read?.self)
        else { return GIT_ERROR.rawValue }
        let code = read(bytes, size, kind, backend, id)
        let asked = ObjectID(id.pointee)
        guard code == 0 else { return status(code, asked) }
        guard hash(bytes.pointee, size.pointee, kind.pointee) == asked else {
            git_odb_backend_data_free(backend, bytes.pointee)
            bytes.pointee = nil
            return passOn(asked, "hash mismatch")
        }
        ReadableObject.replace(&bytes.pointee, &size.pointee, kind.pointee, backend, trees: trees)
        return 0
    }

    /// Returns the status to report if libgit2 read nothing.
    private static func status(_ code: Int32, _ id: ObjectID) -> Int32 {
        if [GIT_ENOTFOUND.rawValue, GIT_PASSTHROUGH.rawValue].contains(code) { return code }
        let error = pmd_git_error_last()
        // System failures have their own error.
        if error?.pointee.klass == Int32(GIT_ERROR_OS.rawValue) { return code }
        let words = error.flatMap { $0.pointee.message }.map { String(cString: $0) }
        return passOn(id, words ?? "it cannot be unpacked")
    }

    /// Lets libgit2 try its other readers, the last of which is ``LooseBackend``.
    private static func passOn(_ id: ObjectID, _ words: String) -> Int32 {
        PackDamage.note(id, words)
        return GIT_PASSTHROUGH.rawValue
    }

    private static func hash(
        _ bytes: UnsafeRawPointer?, _ size: Int, _ kind: git_object_t
    ) -> ObjectID {
        let name = git_object_type2string(kind).map { String(cString: $0) } ?? ""
        let header = Array("\(name) \(size)".utf8) + [0]
        var hash = git_oid()
        withUnsafeMutableBytes(of: &hash.id) { output in
            pmd_sha1_of_object(
                header, header.count, bytes, size,
                output.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        return ObjectID(hash)
    }
}
