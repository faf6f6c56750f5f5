import TaskBoard

/// How to reach the remote.
package struct TransferSettings: Sendable {
    /// The program whose `__transfer` fetches and pushes: pmd itself.
    package var executable: String
    /// All in seconds; nil: what the board's settings say.
    package var total: Int?
    /// Called while something takes long, by whoever does it.
    package var tell: (@Sendable (Step) -> Void)?

    package init(
        executable: String, total: Int? = nil, tell: (@Sendable (Step) -> Void)? = nil
    ) {
        self.executable = executable
        self.total = total
        self.tell = tell
    }
}

/// How far something is that takes long on a large board.
package enum Step: Equatable, Sendable {
    /// So many bytes came from the remote, or went there.
    case receiving(bytes: Int)
    case sending(bytes: Int)
    /// So many files of all were put into the repository, or were written from it.
    case storing(Int, of: Int)
    case writing(Int, of: Int)
}
