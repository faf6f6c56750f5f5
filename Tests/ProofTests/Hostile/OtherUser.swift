import Glibc
import TestSupport
import Testing

/// A board in a sandbox, and two users: the one who created it, and another.
///
/// If the tests run as root, these are two real users, given by number. Otherwise no process can
/// act as another user.
struct OtherUser {
    /// The user numbers. No program on this machine runs as one of them.
    static let owner = 65_534
    static let other = 64_123

    var sandbox: ProgramSandbox

    static let isRoot = geteuid() == 0

    /// Returns whether processes can act as another user. If not, records that.
    static func isPossible() -> Bool {
        if !isRoot { noteNotRun("acting as another user needs root") }
        return isRoot
    }

    init() throws {
        sandbox = try ProgramSandbox()
        try sandbox.must(
            """
            chmod 755 .. ; mkdir board; cd board; git init -q .; pmd init; pmd add Fix the roof
            pmd add Call the bank; pmd edit fix-the-roof due:2027-01-01; pmd undo; pmd list
            git init -q --bare ../hub.git; git remote add origin "$(realpath ../hub.git)"; pmd sync
            """)
        sandbox.here += "/board"
    }

    /// Gives the board, the remote and the home to the owner.
    func giveToOwner(_ user: Int = Self.owner) throws {
        try sandbox.must("chown -R \(user):\(user) .. ../../home; chmod 755 ../../home")
    }

    /// Runs a shell line as a user, in the board, for at most a minute.
    func run(as user: Int, _ line: String) throws -> Run {
        let home = try sandbox.must("echo ../../home-\(user)").dropLast()
        try sandbox.must(
            """
            test -d \(home) || { cp -a ../../home \(home); chown -R \(user):\(user) \(home); }
            """)
        return try sandbox.run([
            "timeout", "60", "setpriv", "--reuid", "\(user)", "--regid", "\(user)",
            "--clear-groups", "sh", "-c", "export HOME=\(home); HOME=$(realpath $HOME); \(line)",
        ])
    }

    /// Lists everything in the sandbox except the users' home folders: type, owner, mode, inode,
    /// names, times and contents.
    func listing() throws -> String {
        try sandbox.must(
            """
            cd ../..; find work \
                -printf '%p %y %U:%G %m %i %n %s %T@ %C@ %l\\n' | sort
            find work -type f -links -3 | sort | xargs -d '\\n' sha1sum
            """)
    }

    /// The commands that change something, or need the repository for their output.
    static let refused = [
        "sync", "add Buy milk", "edit call due:2027-02-01", "undo", "redo", "done call",
        "status", "log", "blame call", "config states a,b", "rm call", "show call",
    ]
    /// The commands that need only the files.
    static let reading = ["list", "board", "list --json", "check"]
}

/// Something in place of a file that pmd creates, with the shell line that puts it there. `$file`
/// is the path, and `$victim` one of the user's own files.
enum Planted: String, CaseIterable {
    case link, folder, pipe, hardLink

    var line: String {
        switch self {
        case .link: "ln -s \"$victim\" \"$file\""
        case .folder: "mkdir -p \"$file/full\""
        case .pipe: "mkfifo \"$file\""
        case .hardLink: "ln \"$victim\" \"$file\""
        }
    }

    /// Every name that pmd gives to a file or folder in a git directory.
    static let places = own.map { ".git/pmd/" + $0 } + drafts + [".git/pmd"]

    /// The paths in groups. All paths of a group can be tried at once.
    static let groups = own.map { [".git/pmd/" + $0] } + [drafts, [".git/pmd"]]

    private static let own = [
        "lock", "sync-lock", "packing", "pending", "actions", "cache", "sync", "syncing", "loose",
        "examined", "touched", "times", "effects", "temporary", "index", "replaced",
    ]

    /// The temporary files, and those that are rarely created.
    private static let drafts =
        ["packing-failed", "cloning", "at"].map { ".git/pmd/" + $0 }
        + own.map { ".git/pmd/" + $0 + ".new" } + [".git/index.pmd", ".git/index.damaged"]
}
