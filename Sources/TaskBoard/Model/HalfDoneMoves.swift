import MarkdownDocument

extension BoardSettings {
    /// Returns the old files of half-done moves.
    ///
    /// A program that moves a task to another folder may create the new file
    /// before it removes the old one. Until then, the working tree has two
    /// files with the same coded name:
    ///
    /// | HEAD has the name | its file in the working tree | new files of the name | result |
    /// |---|---|---|---|
    /// | once | as in HEAD | one or more | a half-done move: the file is the old one |
    /// | once | edited | any | separate tasks, and the user decides |
    /// | once | deleted | any | a finished move |
    /// | several times | any | any | separate tasks |
    /// | never | – | any | separate tasks |
    /// | once | any | none | no move |
    ///
    /// Both reading and committing use this rule, so that a commit contains the
    /// files that the board shows. An old file has no content of its own, so
    /// nothing is lost without it. Merging has a rule of its own: it compares
    /// commits, in which the move is over. See `TreeMerge`.
    ///
    /// - Parameters:
    ///   - new: The files of the working tree that HEAD does not have.
    ///   - head: The files of HEAD.
    ///   - isUnchanged: Returns true if the working tree has a file of HEAD,
    ///     with the same content. Called only for files that may be old.
    package func oldFilesOfHalfDoneMoves(
        new: some Sequence<BoardPath>, head: some Sequence<BoardPath>,
        isUnchanged: (BoardPath) throws -> Bool
    ) rethrows -> Set<BoardPath> {
        let names = Set(new.filter(isCodedTaskPath).map(\.fileName))
        if names.isEmpty { return [] }
        let known = head.filter { names.contains($0.fileName) && isCodedTaskPath($0) }
        let single = Dictionary(grouping: known, by: \.fileName).values.filter { $0.count == 1 }
        return Set(try single.joined().filter(isUnchanged))
    }

    /// Returns true if a file is a task with a code in its name.
    package func isCodedTaskPath(_ path: BoardPath) -> Bool {
        isTaskPath(path) && TaskID(fileName: path.fileName).isCode
    }
}
