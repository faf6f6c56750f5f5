/// A stored record that cannot be read: it was damaged, or written by another
/// program.
package struct DamagedRecord: Error, Equatable, Sendable {
    package init() {}
}

/// A writer of consecutive values, for a ``RecordReader``.
package struct RecordWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// - Parameter capacity: The approximate number of bytes.
    package init(capacity: Int) { bytes.reserveCapacity(capacity) }

    package mutating func write(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes bytes without their count.
    package mutating func write(raw: some Collection<UInt8>) { bytes.append(contentsOf: raw) }

    /// Writes bytes after their count.
    package mutating func write(_ content: [UInt8]) {
        write(UInt32(clamping: content.count))
        bytes.append(contentsOf: content)
    }

    package mutating func write<Element>(
        _ elements: [Element], _ each: (inout RecordWriter, Element) -> Void
    ) {
        write(UInt32(clamping: elements.count))
        for element in elements { each(&self, element) }
    }

    package mutating func write<Value>(
        _ value: Value?, _ each: (inout RecordWriter, Value) -> Void
    ) {
        write(UInt8(value == nil ? 0 : 1))
        if let value { each(&self, value) }
    }
}

/// A reader of the output of a ``RecordWriter``, which never reads past its
/// end.
package struct RecordReader {
    private let bytes: UnsafeRawBufferPointer
    private var at = 0

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// - Parameter start: The offset of the first byte.
    init(_ bytes: UnsafeRawBufferPointer, from start: Int) { (self.bytes, at) = (bytes, start) }

    package var isAtEnd: Bool { at == bytes.count }

    @inline(__always)
    package mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type = Number.self
    ) throws(DamagedRecord) -> Number {
        let size = MemoryLayout<Number>.size
        guard bytes.count &- at >= size else { throw DamagedRecord() }
        defer { at &+= size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: Number.self))
    }

    package mutating func content() throws(DamagedRecord) -> [UInt8] {
        [UInt8](try lent())
    }

    /// Reads bytes without a copy, valid as long as the reader's bytes.
    @inline(__always)
    package mutating func lent() throws(DamagedRecord) -> UnsafeRawBufferPointer {
        let count = Int(try number(UInt32.self))
        guard bytes.count &- at >= count else { throw DamagedRecord() }
        defer { at &+= count }
        return UnsafeRawBufferPointer(rebasing: bytes[at..<(at + count)])
    }

    /// Reads the bytes of several elements without a copy.
    package mutating func lentElements() throws(DamagedRecord) -> LentElements {
        let count = Int(try number(UInt32.self))
        let start = at
        for _ in 0..<count { _ = try lent() }
        return LentElements(
            count: count, bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<at]))
    }

    package mutating func elements<Element>(
        _ each: (inout RecordReader) throws(DamagedRecord) -> Element
    ) throws(DamagedRecord) -> [Element] {
        var elements: [Element] = []
        for _ in 0..<(try number(UInt32.self)) { elements.append(try each(&self)) }
        return elements
    }

    package mutating func optional<Value>(
        _ each: (inout RecordReader) throws(DamagedRecord) -> Value
    ) throws(DamagedRecord) -> Value? {
        try number(UInt8.self) == 0 ? nil : try each(&self)
    }
}

/// Consecutive texts in a record.
package struct LentElements {
    package let count: Int
    fileprivate let bytes: UnsafeRawBufferPointer

    /// No texts.
    init() { (count, bytes) = (0, UnsafeRawBufferPointer(start: nil, count: 0)) }

    fileprivate init(count: Int, bytes: UnsafeRawBufferPointer) {
        (self.count, self.bytes) = (count, bytes)
    }

    package func forEach(_ body: (UnsafeRawBufferPointer) -> Void) {
        var reader = RecordReader(bytes)
        do throws(DamagedRecord) {
            for _ in 0..<count { body(try reader.lent()) }
        } catch {
            // All elements were checked when they were read first.
        }
    }
}
