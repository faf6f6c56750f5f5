import Git

/// How plain git merges and shows the tasks of a clone: its own configuration,
/// named by `merge=pmd diff=pmd` in `.gitattributes`.
///
/// Nothing breaks where pmd is taken away again: the driver then does what git
/// does of its own, and to show a difference no program is run at all.
enum PlainGit {
    private static let driver =
        "if command -v pmd >/dev/null; then pmd merge-driver %O %A %B %P; "
        + "else git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B; fi"

    private static let settings = [
        ("merge.pmd.name", "pmd: merge a task by its fields"),
        ("merge.pmd.driver", driver),
        // Of which task, and below which heading, some lines are.
        ("diff.pmd.xfuncname", "^(title:.*|#{1,6} .*)$"),
        // For --word-diff: a date is one word, a tag is one in its list.
        ("diff.pmd.wordRegex", "[^][:space:],[]+|[],[]"),
    ]

    /// Sets up what is missing and what an earlier pmd set up; what a person
    /// chose stays.
    static func configure(_ git: Repository) throws {
        let configuration = git.configuration
        for (name, value) in settings {
            let current = try configuration.string(name)
            guard current != value, current.map(isOurs) ?? true else { continue }
            try configuration.set(name, value)
        }
    }

    /// Whether an earlier release wrote a value.
    private static func isOurs(_ value: String) -> Bool {
        value == "pmd merge-driver %O %A %B %P" || value == "^(#.*|[A-Za-z-]+:.*)$"
    }
}
