import Clibgit2

/// The source of the attribute files for a file's conversion.
package enum AttributeSource: Hashable, Sendable {
    /// The working tree, as for a file that is read there.
    case workTree
    /// A tree that is being checked out: its attribute files apply to the files that are written.
    case tree(ObjectID)
}

extension Repository {
    /// Returns git's conversion of the file at a path.
    ///
    /// - Parameter path: The path from the root of the working tree.
    package func conversion(
        of path: [UInt8], by source: AttributeSource = .workTree
    ) throws(GitError) -> Conversion {
        let values = try attributes(
            ["text", "crlf", "eol", "ident", "working-tree-encoding"], of: path, by: source)
        var action = Self.action(values[0]) ?? Self.action(values[1]) ?? .undefined
        if action != .decided(.binary), case .word(let eol) = values[2],
            ["lf", "crlf"].contains(eol)
        {
            let isCRLF = eol == "crlf"
            action = .decided(action == .auto ? .guess(isCRLF: isCRLF) : .text(isCRLF: isCRLF))
        }
        var conversion = Conversion()
        conversion.lineEnds = try lineEnds(action)
        conversion.expandsID = values[3] == .set
        if case .word(let name) = values[4] { conversion.encoding = FileEncoding(name) }
        conversion.isStreamed =
            conversion.encoding == nil && action != .auto
            && conversion.lineEnds != .guess(isCRLF: true)
        if conversion.lineEnds != .binary {
            conversion.refusesLossyLineEnds = try refusesLossyLineEnds()
        }
        return conversion
    }

    /// Returns the encoding of a file according to its attributes if pmd cannot convert it; else
    /// nil.
    package func unknownEncoding(of path: [UInt8]) throws(GitError) -> String? {
        switch try attributes(["working-tree-encoding"], of: path, by: .workTree)[0] {
        case .unset, .unspecified: nil
        case .set: "true"
        case .word(let name):
            ["utf-8", "utf8", ""].contains(name.lowercased()) || FileEncoding(name) != nil
                ? nil : name
        }
    }

    /// The treatment of line endings by attributes alone, before settings apply.
    private enum Action: Equatable {
        case undefined, text, auto
        case decided(LineEnds)
    }

    private static func action(_ value: AttributeValue) -> Action? {
        switch value {
        case .set: .text
        case .unset: .decided(.binary)
        case .word("input"): .decided(.text(isCRLF: false))
        case .word("auto"): .auto
        default: nil
        }
    }

    private func lineEnds(_ action: Action) throws(GitError) -> LineEnds {
        switch action {
        case .decided(let lineEnds): lineEnds
        case .text: .text(isCRLF: try textIsCRLF())
        case .auto: .guess(isCRLF: try textIsCRLF())
        case .undefined:
            switch try automaticCRLF() {
            case .off: .binary
            case .input: .guess(isCRLF: false)
            case .on: .guess(isCRLF: true)
            }
        }
    }

    /// The value of `core.autocrlf`.
    private enum AutomaticCRLF { case off, on, input }

    private func automaticCRLF() throws(GitError) -> AutomaticCRLF {
        if try configuration.string("core.autocrlf")?.lowercased() == "input" { return .input }
        return try configuration.bool("core.autocrlf") == true ? .on : .off
    }

    private func textIsCRLF() throws(GitError) -> Bool {
        switch try automaticCRLF() {
        case .on: true
        case .input: false
        case .off: try configuration.string("core.eol")?.lowercased() == "crlf"
        }
    }

    private func refusesLossyLineEnds() throws(GitError) -> Bool {
        let value = try configuration.string("core.safecrlf")
        if value?.lowercased() == "warn" { return false }
        return try configuration.bool("core.safecrlf") == true
    }
}
