import Git

/// The configuration with which plain git merges and shows the tasks of a clone, selected by
/// `merge=pmd diff=pmd` in `.gitattributes`.
///
/// Nothing breaks if pmd is uninstalled: the driver then does what git does by default, and a diff
/// runs no program at all.
enum PlainGit {
    /// Another program may be called `pmd`, so `git-pmd` comes first.
    private static let driver =
        "if command -v git-pmd >/dev/null; then git-pmd merge-driver %O %A %B %P; "
        + "el" + olderDriver
    private static let olderDriver =
        "if command -v pmd >/dev/null; then pmd merge-driver %O %A %B %P; "
        + "else git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B; fi"

    /// Prints the version of the program that the driver runs.
    static let driverVersion =
        "if command -v git-pmd >/dev/null; then git-pmd --version; else pmd --version; fi"

    private static let settings = [
        ("merge.pmd.name", "pmd: merge a task by its fields"),
        ("merge.pmd.driver", driver),
        // The task, or the heading above the lines, for hunk headers.
        ("diff.pmd.xfuncname", "^(title:.*|#{1,6} .*)$"),
        // For --word-diff: a date is one word, as is each tag in a list.
        ("diff.pmd.wordRegex", "[^][:space:],[]+|[],[]"),
    ]

    /// Sets missing values and updates those of an earlier pmd. The user's own values stay.
    static func configure(_ git: Repository) throws {
        let configuration = git.configuration
        for (name, value) in settings {
            let current = try configuration.string(name)
            guard current != value, current.map(isOurs) ?? true else { continue }
            try configuration.set(name, value)
        }
    }

    /// Returns true for a value that an earlier release wrote.
    private static func isOurs(_ value: String) -> Bool {
        value == "pmd merge-driver %O %A %B %P" || value == olderDriver
            || value == "^(#.*|[A-Za-z-]+:.*)$"
    }
}
