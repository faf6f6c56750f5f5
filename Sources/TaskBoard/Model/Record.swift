/// Something that was stored cannot be read back: it was damaged, or another
/// program wrote it.
package struct DamagedRecord: Error, Equatable, Sendable {
    package init() {}
}

/// Bytes that are written one value after the other, for a ``RecordReader``.
package struct RecordWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func write(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes bytes without their number.
    package mutating func write(raw: some Collection<UInt8>) { bytes.append(contentsOf: raw) }

    /// Writes bytes behind their number.
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

/// Reads what a ``RecordWriter`` wrote, and never past its end.
package struct RecordReader {
    private let bytes: UnsafeRawBufferPointer
    private var at = 0

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    package var isAtEnd: Bool { at == bytes.count }

    package mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type = Number.self
    ) throws(DamagedRecord) -> Number {
        let size = MemoryLayout<Number>.size
        guard bytes.count - at >= size else { throw DamagedRecord() }
        defer { at += size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: Number.self))
    }

    package mutating func content() throws(DamagedRecord) -> [UInt8] {
        try withContent { [UInt8]($0) }
    }

    package mutating func skipContent() throws(DamagedRecord) { try withContent { _ in } }

    /// Lends bytes without a copy.
    package mutating func withContent<Result>(
        _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(DamagedRecord) -> Result {
        let count = Int(try number(UInt32.self))
        guard bytes.count - at >= count else { throw DamagedRecord() }
        defer { at += count }
        return body(UnsafeRawBufferPointer(rebasing: bytes[at..<(at + count)]))
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
