/// The reason why a file is left out of commits, without its path.
package enum LeftOutReason: Equatable, Sendable {
    /// The problem is the end of an English sentence that begins with the path.
    case nameRefused(Bilingual)
    /// A git filter, such as the one for large files.
    case filter(String)
    /// An encoding from which git would convert the file.
    case encoding(String)
    /// `core.safecrlf` refuses the line ends.
    case lineEnds
    case unread(UnreadReason)
    /// A file that is too large for pmd to commit.
    case tooLarge(UnreadReason)
    /// A nested git repository. The path of its `.git` folder is quoted for a shell.
    case ownRepository(dotGit: String)
}
