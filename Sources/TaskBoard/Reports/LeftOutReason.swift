/// The reason why a file is left out of commits, without its path.
package enum LeftOutReason: Equatable, Sendable {
    /// The problem is the end of an English sentence that begins with the path.
    case nameRefused(Bilingual)
    /// A filter of git, such as that of large files.
    case filter(String)
    /// An encoding from which git would convert the file.
    case encoding(String)
    /// `core.safecrlf` refuses the line ends.
    case lineEnds
    case unread(UnreadReason)
    /// A file that is too large to be committed by pmd.
    case tooLarge(UnreadReason)
    /// A git repository of its own, whose folder `.git` is named for a shell.
    case ownRepository(dotGit: String)
}
