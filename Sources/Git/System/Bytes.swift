import Copenssl
import Glibc

func bigEndian(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes.withUnsafeBytes {
        UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}

func bytes(of number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }

/// The SHA-1 of bytes as they are. Files and commits, whose content may come from others,
/// are named by libgit2, which sees collisions; this is for a sum of one's own.
func sha1(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 20)
    bytes.withUnsafeBytes { pmd_sha1($0.baseAddress, $0.count, &digest) }
    return digest
}

/// Lends bytes to C as a string that ends in NUL.
func withCString<Result>(
    _ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result
) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return terminated.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
}

/// Lends strings to C as an array that ends in a null pointer.
func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}

/// libgit2 asserts that a buffer has an address, even when it is empty.
nonisolated(unsafe) let emptyBytes = UnsafeRawPointer(bitPattern: 1)!
