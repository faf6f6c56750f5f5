import Clibgit2
import Glibc

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
