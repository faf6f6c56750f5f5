import Copenssl

/// The SHA-1 of bytes as they are. Files and commits, whose content may come from others,
/// are named by libgit2, which sees collisions; this is for a sum of one's own.
func sha1(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 20)
    bytes.withUnsafeBytes { pmd_sha1($0.baseAddress, $0.count, &digest) }
    return digest
}
