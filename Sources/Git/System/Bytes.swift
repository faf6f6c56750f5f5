import Copenssl
import Glibc

func bigEndian(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes.withUnsafeBytes {
        UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}

func bytes(of number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }

/// Returns the SHA-1 of bytes, for checksums. The IDs of files and commits, whose content may come
/// from others, are computed by libgit2, which detects collisions.
func sha1(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 20)
    bytes.withUnsafeBytes { pmd_sha1($0.baseAddress, $0.count, &digest) }
    return digest
}

/// Calls a body with bytes as a C string.
func withCString<Result>(
    _ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result
) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return terminated.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
}

/// Calls a body with strings as a C array that ends in a null pointer.
func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
}

/// A pointer for an empty buffer: libgit2 asserts that a buffer has an address, even if it is
/// empty.
nonisolated(unsafe) let emptyBytes = UnsafeRawPointer(bitPattern: 1)!

extension String {
    /// Returns the text with each occurrence of another text replaced, compared byte by byte.
    ///
    /// The standard library compares whole characters: it does not find a quote that is followed
    /// by a combining mark. Code that escapes characters for another program must find them all.
    package func replacingBytes(of old: String, with new: String) -> String {
        let (bytes, old) = (Array(utf8), Array(old.utf8))
        guard !old.isEmpty else { return self }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: old) {
                result += Array(new.utf8)
                index += old.count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
