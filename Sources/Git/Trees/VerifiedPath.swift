/// A path that git accepts in an index on every platform. pmd puts only such paths into an index,
/// into the working tree, or into the tree of a new commit.
///
/// The rules are those of git's `verify_path` with `core.protectHFS` and `core.protectNTFS`
/// enabled, because a teammate's Mac or Windows machine reads the same tree. libgit2's own check
/// is weaker: it accepts zero-width forms of `.git`.
package struct VerifiedPath: Hashable, Sendable {
    /// The path from the root of the working tree, without a slash at either end.
    package let bytes: [UInt8]

    /// - Parameter mode: The mode of the tree entry; links have rules of their own.
    /// - Returns: Nil for a path that git refuses.
    package init?(_ bytes: [UInt8], mode: UInt32 = TreeEntry.regularMode) {
        guard Self.refusal(bytes, mode: mode) == nil else { return nil }
        self.bytes = bytes
    }

    /// - Throws: ``GitError/Kind/invalid`` for a path that git refuses.
    package init(
        verifying bytes: [UInt8], mode: UInt32 = TreeEntry.regularMode
    ) throws(GitError) {
        if let refusal = Self.refusal(bytes, mode: mode) {
            throw GitError(.refusedPath(refusal), "use the path \(shown(bytes))")
        }
        self.bytes = bytes
    }

    /// Returns the reason why git refuses a path; nil for a path that it accepts.
    package static func refusal(
        _ path: [UInt8], mode: UInt32 = TreeEntry.regularMode
    ) -> PathProblem? {
        path.withUnsafeBufferPointer { refusal(UnsafeRawBufferPointer($0), mode: mode) }
    }

    /// Returns the same for bytes that are not copied.
    static func refusal(_ path: UnsafeRawBufferPointer, mode: UInt32) -> PathProblem? {
        if isPlain(path) { return nil }
        let isLink = mode & 0o170000 == TreeEntry.linkMode
        for name in path.split(separator: slash, omittingEmptySubsequences: false) {
            let isLast = name.endIndex == path.endIndex
            let name = UnsafeRawBufferPointer(rebasing: name)
            if let refusal = refusal(ofName: name, isLink: isLink, isLast: isLast) {
                return refusal
            }
        }
        return nil
    }

    /// Returns the reason why git refuses a path with this name in it.
    ///
    /// - Parameter isLast: True if the name is that of the entry, not of a folder.
    static func refusal(
        ofName name: UnsafeRawBufferPointer, isLink: Bool, isLast: Bool = true
    ) -> PathProblem? {
        if name.isEmpty { return .emptyName }
        if isPlain(name), !name.contains(slash) { return nil }
        if isDots(name) || name.contains(slash) || name.contains(0) {
            return .notAPath
        }
        if isGitOnHFS(name) || afterBackslashes(name).contains(where: isGitOnNTFS) {
            return .gitFolder
        }
        if isLink,
            hfsName(name) == ".gitmodules"
                || afterBackslashes(name).contains(where: { isModulesOnNTFS($0, isLast) })
        {
            return .linkToModules
        }
        return nil
    }

    static func isDots(_ name: UnsafeRawBufferPointer) -> Bool {
        name.count <= 2 && !name.isEmpty && name.allSatisfy { $0 == dot }
    }

    /// Returns true if a path is certainly accepted: ASCII without the characters that every
    /// refused name has. Most paths of a board are like that, and an index has ten thousand.
    private static func isPlain(_ path: UnsafeRawBufferPointer) -> Bool {
        var last = slash
        for byte in path {
            switch byte {
            case 0x80..., 0, UInt8(ascii: "\\"), UInt8(ascii: "~"): return false
            case slash, dot: if last == slash { return false }
            default: break
            }
            last = byte
        }
        return last != slash
    }
}

private let dot = UInt8(ascii: ".")

/// Returns a name, and the part after each of its backslashes, which NTFS treats as slashes.
private func afterBackslashes(_ name: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer] {
    [name]
        + name.indices.filter { name[$0] == UInt8(ascii: "\\") }
        .map { UnsafeRawBufferPointer(rebasing: name[($0 + 1)...]) }
}

/// Returns true if HFS+ treats a name as `.git`: it ignores case and some invisible characters.
private func isGitOnHFS(_ name: UnsafeRawBufferPointer) -> Bool { hfsName(name) == ".git" }

/// Returns the ASCII of a name as HFS+ compares it; nil if the name has other characters.
private func hfsName(_ name: UnsafeRawBufferPointer) -> String? {
    var rest = Array(name)[...]
    var text = ""
    while !rest.isEmpty {
        guard let (scalar, length) = firstScalar(rest) else { return text }
        rest = rest.dropFirst(length)
        if isIgnoredByHFS(scalar) { continue }
        guard scalar.isASCII else { return nil }
        text.unicodeScalars.append(Unicode.Scalar(lowered(UInt8(scalar.value))))
    }
    return text
}

/// Returns the first character of UTF-8 text; nil if it is invalid. HFS+ escapes such bytes, and
/// git then treats the bytes before them as the whole name.
private func firstScalar(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, length: Int)? {
    var decoder = UTF8()
    var iterator = bytes.prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator),
        scalar.value != 0xFFFE, scalar.value != 0xFFFF
    else { return nil }
    return (scalar, UTF8.width(scalar))
}

private func isIgnoredByHFS(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
}

/// Returns true if NTFS treats a name as `.git`: by its short name, with blanks and dots at the
/// end, or with the name of a stream after a colon.
private func isGitOnNTFS(_ name: UnsafeRawBufferPointer) -> Bool {
    for start in [".git", "git~1"] where begins(name, with: start) {
        for byte in name.dropFirst(start.utf8.count) {
            if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: ":") { return true }
            guard byte == dot || byte == UInt8(ascii: " ") else { return false }
        }
        return true
    }
    return false
}

/// Returns true if NTFS treats a name as `.gitmodules`, including the two kinds of short names.
private func isModulesOnNTFS(_ name: UnsafeRawBufferPointer, _ isLast: Bool) -> Bool {
    if begins(name, with: ".gitmodules") { return endsOnNTFS(name.dropFirst(11), isLast) }
    if begins(name, with: "gitmod"), name.count > 7, name[6] == UInt8(ascii: "~"),
        (UInt8(ascii: "1")...UInt8(ascii: "4")).contains(name[7])
    {
        return endsOnNTFS(name.dropFirst(8), isLast)
    }
    return isShortName(name, of: "gi7eba") && endsOnNTFS(name.dropFirst(8), isLast)
}

/// Returns true if a name has the eight characters of a short name that NTFS derives from a hash:
/// some of the prefix, a tilde and a number.
private func isShortName(_ name: UnsafeRawBufferPointer, of prefix: String) -> Bool {
    guard name.count >= 8, let tilde = name.prefix(7).firstIndex(of: UInt8(ascii: "~")) else {
        return false
    }
    let digits = name[(tilde + 1)..<8]
    return begins(name, with: String(prefix.prefix(tilde)))
        && digits.first != UInt8(ascii: "0")
        && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
}

/// Returns true if only characters that NTFS drops follow, up to the end of the path or the name
/// of a stream.
private func endsOnNTFS(_ rest: Slice<UnsafeRawBufferPointer>, _ isLast: Bool) -> Bool {
    let rest = rest.drop { $0 == dot || $0 == UInt8(ascii: " ") }
    return rest.isEmpty ? isLast : rest.first == UInt8(ascii: ":")
}

/// Returns true if a name begins with some lower-case ASCII text, ignoring the name's case.
private func begins(_ name: UnsafeRawBufferPointer, with text: String) -> Bool {
    name.count >= text.utf8.count && zip(name, text.utf8).allSatisfy { lowered($0) == $1 }
}

private func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

/// The reason why git refuses a path, or why an entry cannot be a file of the working tree.
package enum PathProblem: Hashable, Sendable {
    // Refused by git.
    case emptyName
    case notAPath
    case gitFolder
    case linkToModules
    // Left out of the working tree.
    case link
    case submodule
    case mode(UInt32)
    case longPath
    case tooDeep
    case longName
    case notUTF8
    case backslash
    case hiddenCharacters
    case tooLarge(mebibytes: Int)

    /// The end of a sentence that begins with the path. It is part of commit messages, so it stays.
    package var english: String {
        switch self {
        case .emptyName: "has an empty name in it"
        case .notAPath: "is not a path that git can hold"
        case .gitFolder: "would be read as a part of git's own folder"
        case .linkToModules: "is a link that git could take for '.gitmodules'"
        case .link: "is a symbolic link"
        case .submodule: "is a repository of its own"
        case .mode(let mode): "has the mode \(String(mode, radix: 8)), which git does not write"
        case .longPath: "has a path of more than 4096 bytes"
        case .tooDeep: "is more than 32 folders deep"
        case .longName: "has a name of more than 255 bytes"
        case .notUTF8: "has a name that is not UTF-8"
        case .backslash: "has a backslash in its name"
        case .hiddenCharacters: "has control or invisible characters in its name"
        case .tooLarge(let mebibytes): "is larger than \(mebibytes) MiB"
        }
    }

    /// The reason alone.
    package var korean: String {
        switch self {
        case .emptyName: "경로에 빈 이름이 있습니다"
        case .notAPath: "git에서 쓸 수 없는 경로입니다"
        case .gitFolder: "git 자체의 폴더로 해석될 수 있습니다"
        case .linkToModules: "git이 '.gitmodules'로 해석할 수 있는 링크입니다"
        case .link: "심볼릭 링크입니다"
        case .submodule: "독립된 저장소입니다"
        case .mode(let mode): "git에서 쓰지 않는 \(String(mode, radix: 8)) 모드입니다"
        case .longPath: "경로가 4096바이트보다 깁니다"
        case .tooDeep: "폴더가 32단계보다 깊습니다"
        case .longName: "이름이 255바이트보다 깁니다"
        case .notUTF8: "이름이 UTF-8이 아닙니다"
        case .backslash: "이름에 백슬래시가 있습니다"
        case .hiddenCharacters: "이름에 제어 문자나 보이지 않는 문자가 있습니다"
        case .tooLarge(let mebibytes): "\(mebibytes) MiB보다 큽니다"
        }
    }
}
