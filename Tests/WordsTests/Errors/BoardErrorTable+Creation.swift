@testable import TaskBoard

/// The reasons of `init` and `clone`, with their words.
extension BoardErrorTests {
    static let creation: [Worded] = [
        Worded(
            .creation(.bareRepository("/b", initialising: "'pmd init DIR --remote /b'")),
            .unsupported, "bare",
            "/b is a bare repository, which has no working tree: create the board elsewhere "
                + "with 'pmd init DIR --remote /b'"),
        Worded(
            .creation(.cloneInProgress(folder: "/b")), .tryLater, "locked",
            "another pmd is cloning into /b; try again later"),
        Worded(
            .creation(.folderNotEmpty("/b")), .data, "exists",
            "/b exists and is not empty: choose another folder"),
        Worded(
            .creation(.folderIsFile("/b")), .data, "exists",
            "/b is a file: choose a folder"),
        Worded(
            .creation(.folderIsLink("/b")), .data, "exists",
            "/b is a symbolic link: choose another folder"),
        Worded(
            .creation(.noBoardAtRemote(address: "U", initialising: "'pmd init U'")), .data,
            "no-board",
            "no branch of U has a board (a pmd.yml at its root): create one there with 'pmd "
                + "init U'"),
        Worded(
            .creation(.guestNeedsFolder(workTree: "/b")), .usage, "usage",
            "--here needs a folder below /b: pmd init --here DIR"),
        Worded(
            .creation(.repositoryHasOtherFiles), .usage, "usage",
            "this repository has other files, so the board needs its own folder and branch: "
                + "specify the folder, as in 'pmd init tasks' (to keep the board beside the "
                + "code in this branch, run 'pmd init --here tasks')"),
        Worded(
            .creation(.otherOrigin(address: "U")), .usage, "usage",
            "the remote 'origin' already points to U: change it with 'git remote set-url origin URL'"
        ),
        Worded(
            .creation(.stateNameRefused), .usage, "usage",
            "'--states' has a name that is not valid for a state"),
        Worded(
            .creation(.statesRefused(.settings(settingsError))), .usage, "usage",
            "'--states': there is no setting 'stats'; the settings are format, states, "
                + "finished, start, limits, body-limit, attachment-limit, covers, remind, sync, views, "
                + "urgency, fields, labels, "
                + "retired"),
        Worded(
            .creation(.statesRefused(.tooFew)), .usage, "usage",
            "'--states': a board needs at least two states: the last is for finished tasks"),
        Worded(
            .creation(.branchNameRefused("a b")), .usage, "usage",
            "'--branch': 'a b' is not a valid branch name"),
        Worded(
            .creation(.statesOfExisting(known: ["todo", "done"])), .usage, "usage",
            "the board already exists with the states todo, done: omit '--states', and change "
                + "the states with 'pmd config states'"),
        Worded(
            .creation(.ignoredOption("--branch", .checkedOut(branch: "main"))), .usage, "usage",
            "'--branch' would have no effect: the branch 'main' is checked out there"),
        Worded(
            .creation(.ignoredOption("--remote", .boardExists)), .usage, "usage",
            "'--remote' would have no effect: the board already exists; add its remote with "
                + "'git remote add origin URL'"),
        Worded(
            .creation(.branchWithoutBoard("tasks")), .data, "no-board",
            "the branch 'tasks' exists but has no board (no pmd.yml at its root): choose "
                + "another one with '--branch'"),
        Worded(
            .creation(.insideBoard("/b")), .data, "exists",
            "/b is a board, and boards cannot be nested: choose a folder outside it"),
        Worded(
            .creation(.branchInUse(branch: "tasks", folder: "/b")), .data, "exists",
            "the board's branch 'tasks' is checked out in /b: use the board there, or choose "
                + "another branch with '--branch'"),
        Worded(
            .creation(.insideRepository(workTree: "/b")), .usage, "usage",
            "this folder is inside the repository /b: run 'pmd init' at its root, or specify a "
                + "new folder for a board on its own branch, as in 'pmd init tasks'"),
        Worded(
            .creation(.fileInTheWay(Array("a.md".utf8))), .data, "exists",
            "a.md differs from the remote's file: move it away, then run this again"),
        Worded(
            .creation(.noRepository(at: "/b", exists: false)), .data, "not-found",
            "there is no folder /b to clone: check the path. A repository on another machine is "
                + "HOST:PATH or a URL"),
        Worded(
            .creation(.noRepository(at: "/b", exists: true)), .data, "not-found",
            "/b is not a git repository: choose the folder that contains .git, or a bare "
                + "repository"),
    ]

    /// The reasons why a board cannot move into a new clone.
    static let notMovable: [Worded] = zip(
        CreationReason.NotMovable.allCases,
        [
            "it is a folder of another project",
            "it is a linked working tree of another repository",
            "its repository has linked working trees",
            "its git directory is outside its folder, as that of a submodule is",
            "it has submodules", "its repository borrows objects from another one",
            "it has no remote", "the remote has no such board",
        ]
    ).map { cause, words in
        Worded(
            .creation(.notMovable(cause)), .unsupported, "not-movable",
            "this board cannot move into a new clone: \(words); see 'pmd help git'")
    }
}
