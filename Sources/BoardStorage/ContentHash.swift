import Git

/// Returns the git blob ID of these bytes. Names derived from it are the same in every clone.
@Sendable package func contentHash(_ bytes: [UInt8]) -> [UInt8] {
    do {
        return try ObjectID.ofBlob(bytes).bytes
    } catch {
        preconditionFailure("hashing bytes in memory cannot fail: \(error)")
    }
}
