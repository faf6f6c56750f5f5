/// The place of a tree entry in this clone.
///
/// A tree from elsewhere may contain anything. An entry that cannot be a file of the working tree
/// stays in the tree unchanged, and does not stop any command.
package enum CheckoutDisposition: Equatable, Sendable {
    /// In the index, and as a file in the working tree.
    case file
    /// In the index, marked as left out of the working tree, so that git neither writes it nor
    /// considers it deleted.
    case leftOut(PathProblem)
    /// Neither in the index nor in the working tree: git refuses the path. The next sync
    /// removes it from the tree.
    case refused(PathProblem)
}

extension CheckoutDisposition {
    /// Derives the place of an entry from its path and mode, regardless of its size.
    ///
    /// - Parameter path: The path from the root of the working tree.
    package init(of path: [UInt8], mode: UInt32) {
        if let refusal = VerifiedPath.refusal(path, mode: mode) {
            self = .refused(refusal)
        } else if let problem = problem(ofMode: mode) ?? problem(ofPath: path) {
            self = .leftOut(problem)
        } else {
            self = .file
        }
    }
}

extension Repository {
    /// Returns the place of an entry, taking the size of its blob into account.
    ///
    /// - Throws: ``GitError`` if the blob is missing or damaged.
    package func disposition(of path: [UInt8], _ entry: TreeEntry) throws(GitError)
        -> CheckoutDisposition
    {
        let placement = CheckoutDisposition(of: path, mode: entry.mode)
        guard placement == .file, try blobSize(entry.id) > Repository.fileLimit else {
            return placement
        }
        return .leftOut(.tooLarge(mebibytes: Repository.fileLimit >> 20))
    }
}

private func problem(ofMode mode: UInt32) -> PathProblem? {
    switch mode {
    case TreeEntry.regularMode, TreeEntry.executableMode: nil
    case TreeEntry.linkMode: .link
    case TreeEntry.submoduleMode: .submodule
    default: .mode(mode)
    }
}

private func problem(ofPath path: [UInt8]) -> PathProblem? {
    guard path.count <= 4096 else { return .longPath }
    let names = path.split(separator: slash, omittingEmptySubsequences: false)
    guard names.count <= 32 else { return .tooDeep }
    for name in names {
        if let problem = problem(ofName: name) { return problem }
    }
    return nil
}

private func problem(ofName name: ArraySlice<UInt8>) -> PathProblem? {
    if name.count > 255 { return .longName }
    if name.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") }) { return nil }
    guard let text = String(validating: name, as: UTF8.self) else {
        return .notUTF8
    }
    if name.contains(UInt8(ascii: "\\")) { return .backslash }
    if text.unicodeScalars.contains(where: isHidden) {
        return .hiddenCharacters
    }
    return nil
}

/// Returns true for control characters, and characters that hide or reorder text.
private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    // The joiners are needed for emoji and several scripts.
    case .format: scalar.value != 0x200D && scalar.value != 0x200C
    default: false
    }
}
