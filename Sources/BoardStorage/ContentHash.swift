import Git

/// The git blob ID of these bytes: what names that follow from content are made
/// of, so that every clone makes the same.
package func contentHash(_ bytes: [UInt8]) -> [UInt8] {
    do {
        return try ObjectID.ofBlob(bytes).bytes
    } catch {
        preconditionFailure("hashing needs nothing but memory: \(error)")
    }
}
