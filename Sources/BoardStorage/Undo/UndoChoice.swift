import Git

/// The commits and edits that an undo or redo reverses.
struct UndoChoice {
    enum Kind { case undo, redo }

    var kind = Kind.undo
    /// The commits, in the order in which they are reversed.
    var commits: [Commit] = []
    /// The uncommitted edits that are reversed before these. Only a dry run has any; otherwise
    /// they are committed first.
    var edits: [UncommittedEditGroup] = []
    /// True if the commits are the last actions of this clone. The reversal of any other commit
    /// is a new action.
    var isOwn = true
    /// True if the user specified the commit. Only then are files that are not tasks removed or
    /// changed.
    var isNamed = false
}
