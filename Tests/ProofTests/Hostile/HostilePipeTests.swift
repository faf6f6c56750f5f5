import TestSupport
import Testing

/// Pipes, sockets, devices, folders and links in place of files: no command blocks on them.
struct HostilePipeTests {
    private static let commands = [
        ["status"], ["doctor", "versions", "repository", "drivers", "files", "locks", "size"],
        ["list"], ["board"], ["check"], ["show", "roof"], ["log"], ["conflicts"],
        ["blame", "roof"], ["config"], ["sync"], ["edit", "roof", "due:fri"], ["undo"],
        ["add", "Call the bank"], ["move", "roof", "doing"], ["init"],
    ]
    private static let few = [["status"], ["sync"], ["edit", "roof", "due:fri"]]
    private static let places = [
        ".gitattributes", ".gitignore", "todo/.gitattributes", "todo/.gitignore",
        ".git/info/attributes", ".git/info/exclude", "pmd.yml", "todo/pipe.md", "done",
        ".gitmodules", ".mailmap", "notes/.gitignore", "attachments", "conflicts", ".git/index",
        "../home/.config/git/ignore", "../home/.config/git/attributes",
    ]
    private static let kinds = [
        "mkfifo": "mkfifo", "folder": "mkdir", "device": "ln -s /dev/tty", "link": "ln -s ../pipe",
        "socket":
            "python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])'",
    ]

    @Test(arguments: [
        "config", "HEAD", "packed-refs", "refs/heads/main", "refs/tags/x", "logs/HEAD",
        "objects/info/alternates", "info/grafts", "shallow", "config.worktree", "commondir",
    ])
    func `no command waits for a pipe in git's own folder`(_ name: String) throws {
        let sandbox = try ProgramSandbox.board()
        try sandbox.add("Fix the roof")
        try sandbox.must(
            "mkdir -p \"$(dirname .git/\(name))\"; rm -f .git/\(name); mkfifo .git/\(name)")
        for words in [["list"], ["status"], ["sync"], ["log"], ["add", "Call"], ["doctor"]] {
            let run = try sandbox.run(["timeout", "20", "pmd"] + words)
            #expect(run.status < 124, "\(words): \(run.status) \(run.error)")
            if words == ["add", "Call"] {
                #expect(run.status == 74 && run.error.contains(name), "\(run.error)")
            }
        }
    }

    @Test(.exhaustive, arguments: places)
    func `no command waits on a non-regular file`(_ place: String) throws {
        let sandbox = try ProgramSandbox.board()
        try sandbox.add("Fix the roof")
        try sandbox.must("mkdir -p notes ../home/.config/git; mkfifo ../pipe; cp -a . ../template")
        for (kind, make) in Self.kinds.sorted(by: { $0.key < $1.key }) {
            try sandbox.must(
                """
                cd ..; rm -rf board; cp -a template board; cd board; echo more | tee -a todo/*roof*
                echo new > notes/new; echo new > todo/new.md; rm -rf '\(place)'; \(make) '\(place)'
                """)
            for words in kind == "mkfifo" ? Self.commands : Self.few {
                let run = try sandbox.run(["timeout", "20", "pmd"] + words)
                #expect(run.status != 124, "\(kind) \(words) hangs")
                #expect(run.status < 124, "\(kind) \(words): \(run.status) \(run.error)")
                if run.status != 0, words[0] != "doctor", words[0] != "check" {
                    #expect(run.error.hasPrefix("pmd: "), "\(kind) \(words)")
                }
            }
            try sandbox.must("rm -rf '\(place)'")
        }
    }
}
