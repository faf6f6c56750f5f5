import Git

/// What the child process does that fetches and pushes: `pmd __transfer WORDS`.
///
/// - Returns: its exit status.
package func runTransferChild(_ words: [String], in environment: Environment) -> Int32 {
    TransferChild.main(words, in: environment)
}

/// The ID that git gives a file of these bytes.
package let contentHash: @Sendable ([UInt8]) -> [UInt8] = { bytes in
    do { return try ObjectID.ofBlob(bytes).bytes } catch {
        preconditionFailure("hashing bytes in memory cannot fail: \(error)")
    }
}
