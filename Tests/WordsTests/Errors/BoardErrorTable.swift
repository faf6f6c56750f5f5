@testable import MarkdownDocument
@testable import TaskBoard

let settingsError = SettingsError(.unknownKey, key: "stats", line: 3, column: 1)
let newerFormat = SettingsError(.newerFormat(9), key: "format")
let unknownSetting =
    "there is no setting 'stats'; the settings are format, states, finished, start, limits, "
    + "body-limit, attachment-limit, covers, remind, sync, views, urgency, fields, labels, "
    + "retired"
private let newFormat =
    "this board has format 9, but this pmd supports only formats up to "
    + "\(BoardSettings.newestFormat): install a newer pmd"
private let odd = Bilingual(english: "odd", korean: "이상합니다")
private let denied = Bilingual(english: "denied", korean: "권한이 없습니다")
private let broken = Bilingual(english: "broken", korean: "고장 났습니다")

/// Every reason, with its words.
extension BoardErrorTests {
    static let location: [Worded] = [
        Worded(
            .location(.noFolder("/b")), .data, "no-folder",
            "there is no folder /b"),
        Worded(
            .location(.currentFolderGone), .inputOutput, "no-folder",
            "the current folder no longer exists"),
        Worded(
            .location(.noBoard(from: "/b")), .data, "no-board",
            "no board in /b or above it: create one here with 'pmd init', or fetch one with "
                + "'pmd clone URL'"),
        Worded(
            .location(.boardOnBranch("origin/tasks", from: "/b")), .data, "no-board",
            "no board in /b or above it, but the branch 'origin/tasks' has one: check it out with "
                + "'pmd init tasks'"),
        Worded(
            .location(.settingsRemoved(path: "/b/pmd.yml", restore: "'git restore pmd.yml'")),
            .data, "no-settings",
            "/b/pmd.yml is missing, and without it there is no board; restore it with "
                + "'git restore pmd.yml'"),
        Worded(
            .location(.noRepository(root: "/b")), .unsupported, "no-repository",
            "the board at /b is not in a git repository: run 'git init' there, then 'pmd init'"),
        Worded(
            .location(.noGitDirectoryNamed(workTree: "/b")), .unsupported, "no-repository",
            "/b/.git is a file without the path of a git directory: remove it or repair it with "
                + "'git worktree repair'"),
        Worded(
            .location(.namedGitDirectoryMissing(workTree: "/b", named: "/c")), .unsupported,
            "no-repository",
            "/b/.git points to /c, which does not exist: run 'git worktree repair' in the main "
                + "working tree"),
    ]

    static let branch: [Worded] = [
        Worded(
            .branch(.locked(holder: "pid 7", path: "/b/lock")), .tryLater, "locked",
            "another pmd (pid 7) holds this board's lock: /b/lock; try again when it has finished"),
        Worded(
            .branch(.operationInProgress("merge")), .tryLater, "operation-in-progress",
            "a git merge is in progress here: finish it with 'git merge --continue' or cancel "
                + "it with 'git merge --abort', then run this again"),
        Worded(
            .branch(.operationInProgress("bisect")), .tryLater, "operation-in-progress",
            "a git bisect is in progress here: end it with 'git bisect reset', then run "
                + "this again"),
        Worded(
            .branch(.detachedHead), .tryLater, "detached-head",
            "HEAD is detached, so a commit would not be on any branch: run 'git switch BRANCH', "
                + "then run this again"),
        Worded(
            .branch(.optionName("-f")), .unsupported, "branch-name",
            "git would parse the branch name '-f' as an option: rename it, here and at the remote"),
        Worded(
            .branch(.otherBranch(wanted: "a", current: "b", switching: "S", choosing: "C")),
            .tryLater, "other-branch",
            "the board syncs on the branch 'a', but 'b' is checked out: run S, or C to "
                + "sync this one"),
        Worded(
            .branch(.boardNotCheckedOut(root: "/b/tasks")), .tryLater, "other-branch",
            "the checked-out branch has no folder /b/tasks: switch to the board's branch, then "
                + "run this again"),
        Worded(
            .branch(.otherFilesOnBothSides), .tryLater, "other-files",
            "both sides changed files outside the board: run git pull"),
        Worded(
            .branch(.otherFilesIncoming(commits: 1)), .tryLater, "other-files",
            "1 incoming commit also changes other files: run git pull"),
        Worded(
            .branch(.otherFilesIncoming(commits: 2)), .tryLater, "other-files",
            "2 incoming commits also change other files: run git pull"),
        Worded(
            .branch(.ignoredFileInTheWay(Array("a.md".utf8))), .unsupported, "in-the-way",
            "a.md is ignored by git and differs from the remote's file: move it away, "
                + "then run 'pmd sync' again"),
        Worded(
            .branch(.repositoryInTheWay(Array("sub".utf8))), .unsupported, "in-the-way",
            "sub is a separate git repository, but the remote has files there: move it away, "
                + "then run 'pmd sync' again"),
        Worded(
            .branch(.onlyHere(Array("todo/a.md".utf8))), .data, "not-committed",
            "git ignores todo/a.md, so no commit has it and pmd could not restore it: delete "
                + "the file yourself"),
        Worded(
            .branch(.notAFolder(Array("review".utf8))), .unsupported, "in-the-way",
            "review is not a folder, but pmd needs one there: rename it or move it away, then "
                + "try again"),
        Worded(
            .branch(.fileTooLarge(Array("a.md".utf8), size: 9 << 20, limit: 4 << 20)), .data,
            "too-large",
            "a.md is 9 MiB, and pmd does not write or remove files larger than 4 MiB: use git, "
                + "for example 'git revert'"),
        Worded(
            .branch(.contended(.branch)), .tryLater, "busy",
            "the branch kept changing while pmd was writing; nothing is lost, try again in a "
                + "moment"),
        Worded(
            .branch(.contended(.file(nil))), .tryLater, "busy",
            "a file kept changing while pmd was writing; nothing is lost, try again in a moment"),
        Worded(
            .branch(.contended(.file(Array("a.md".utf8)))), .tryLater, "busy",
            "a.md kept changing while pmd was writing; nothing is lost, try again in a moment"),
        Worded(
            .branch(.contended(.newBoard)), .tryLater, "busy",
            "a file of the new board kept changing while pmd was writing; nothing is lost, try "
                + "again in a moment"),
        Worded(
            .branch(.contended(.taskOrBranch)), .tryLater, "busy",
            "a file of this task or the branch kept changing while pmd was writing; nothing is "
                + "lost, try again in a moment"),
        Worded(
            .branch(.contended(.tasksOrBranch)), .tryLater, "busy",
            "a file of these tasks or the branch kept changing while pmd was writing; nothing "
                + "is lost, try again in a moment"),
        Worded(
            .branch(.contended(.restoredFileOrBranch)), .tryLater, "busy",
            "a file to restore, or the branch, kept changing while pmd was writing; nothing is "
                + "lost, try again in a moment"),
        Worded(
            .branch(.contended(.undoneFileOrBranch)), .tryLater, "busy",
            "a file to undo, or the branch, kept changing while pmd was writing; nothing is "
                + "lost, try again in a moment"),
    ]

    static let file: [Worded] = [
        Worded(
            .file(.diskFull(operation: .write, path: "/b/a")), .inputOutput, "disk-full",
            "cannot write /b/a: the disk is full; free some space and run this again"),
        Worded(
            .file(.notPermitted(operation: .write, path: "/b/a", cause: denied)), .inputOutput,
            "not-writable",
            "cannot write /b/a: denied"),
        Worded(
            .file(.failed(operation: .write, path: "/b/a", cause: broken)), .inputOutput,
            "input-output",
            "cannot write /b/a: broken"),
        Worded(
            .file(.notMade(folder: "/b")), .inputOutput, "input-output",
            "cannot create /b"),
        Worded(
            .file(.notALock(path: "/b/lock")), .inputOutput, "not-a-lock",
            "cannot use the lock /b/lock: it is not a regular file; remove it, then run this "
                + "again"),
        Worded(
            .file(.noFileToMerge(Array("a.md".utf8))), .inputOutput, "no-file",
            "there is no file 'a.md' to merge"),
    ]

    static let sync: [Worded] = [
        Worded(
            .sync(.remoteAway(address: "U", changing: "C")), .tryLater, "offline",
            "there is no repository at U now; if it has moved permanently: C"),
        Worded(
            .sync(.noSuchRemote("r", adding: "A")), .unsupported, "no-remote",
            "there is no remote 'r': choose one with 'git config pmd.remote NAME' or add it "
                + "with A"),
        Worded(
            .sync(.severalRemotes(["a", "b"])), .unsupported, "no-remote",
            "there are several remotes (a, b): choose one with 'git config pmd.remote NAME'"),
        Worded(
            .sync(.branchGone("main", remote: "r", pushing: "P")), .unsupported, "branch-gone",
            "the branch 'main' no longer exists at r; nothing is lost here. If that is a "
                + "mistake, create it again: P"),
        Worded(
            .sync(
                .branchRenamed("old", remote: "r", to: "new", following: "F", pushing: "P")),
            .unsupported, "branch-gone",
            "the branch 'old' no longer exists at r, and 'new' there has its commits. If it was "
                + "renamed, follow it: F. If that is a mistake, create it again: P"),
        Worded(
            .sync(
                .unrelated(
                    branch: "b", remote: "r", heads: ["1", "2"], separating: "S", continuing: nil)),
            .unsupported, "unrelated",
            "the branch 'b' at r has no board, and its history is unrelated to this branch's "
                + "(1, 2). To sync with a separate branch there: S"),
        Worded(
            .sync(
                .unrelated(
                    branch: "b", remote: "r", heads: ["1", "2"], separating: "S", continuing: "C")),
            .unsupported, "unrelated",
            "the branch 'b' at r has no board, and its history is unrelated to this branch's "
                + "(1, 2). To sync with a separate branch there: S. To create the board on top "
                + "of that branch: C"),
        Worded(
            .sync(.rejected(remote: "r", words: "\nremote: no")), .notAllowed, "rejected",
            "r rejected the push. Everything is committed here and will be sent once the remote "
                + "accepts it\nremote: no"),
        Worded(
            .sync(.unexpectedAnswer), .failed, "transfer",
            "the remote sent an unexpected response"),
        Worded(
            .sync(.lostRace(remote: "r")), .tryLater, "raced",
            "others kept pushing to r at the same time; everything is committed here and will "
                + "be sent with the next sync"),
        Worded(
            .sync(.branchNotMoved("main", remote: "r")), .tryLater, "locked",
            "r cannot update main: a git process that was killed there may have left main.lock "
                + "in that repository; everything is committed here and will be sent with the "
                + "next sync"),
        Worded(
            .sync(.leftOut(path: "a.md", cause: .unread(.folder), others: 0)), .data, "left-out",
            "a.md is left out: it is a folder, not a file"),
        Worded(
            .sync(.leftOut(path: "a.md", cause: .unread(.folder), others: 2)), .data, "left-out",
            "a.md is left out: it is a folder, not a file (and 2 more: see 'pmd status')"),
        Worded(
            .sync(.leftOutChanged(path: "a.bin")), .data, "left-out-changed",
            "a.bin was also changed at the remote, and pmd does not commit the change here: "
                + "commit or revert it with git, then sync again"),
        Worded(
            .sync(.hasOtherCommits("../two.git", fetched: "../one.git")), .unsupported, "diverged",
            "../two.git has commits that ../one.git lacks, and pmd does not fetch from it: merge them "
                + "with git, or remove the address with 'git remote set-url --delete'"),
    ]

    static let history: [Worded] = [
        Worded(
            .history(.nothingToUndo(isRecordLost: false)), .data, "nothing-to-undo",
            "there is nothing to undo: the history has no action of this clone; to undo any "
                + "entry of 'pmd log', run 'pmd undo COMMIT'"),
        Worded(
            .history(.nothingToUndo(isRecordLost: true)), .data, "nothing-to-undo",
            "there is nothing to undo: this clone's actions are in neither its own list nor "
                + "git's reflog; to undo any entry of 'pmd log', run 'pmd undo COMMIT'"),
        Worded(
            .history(.nothingToRedo(everUndid: false)), .data, "nothing-to-redo",
            "there is nothing to redo: this clone has not undone anything"),
        Worded(
            .history(.nothingToRedo(everUndid: true)), .data, "nothing-to-redo",
            "there is nothing to redo: every undo of this clone has been redone"),
        Worded(
            .history(.tooFew(1, isRedo: false)), .data, "too-few",
            "only 1 action can be undone; nothing was changed"),
        Worded(
            .history(.tooFew(2, isRedo: true)), .data, "too-few",
            "only 2 undos can be redone; nothing was changed"),
        Worded(
            .history(.notTasks(commit: "ab", ["notes.md"])), .data, "not-tasks",
            "nothing was changed: ab has files that are not tasks (notes.md); to undo it, run "
                + "'pmd undo ab'"),
        Worded(
            .history(.notTasks(commit: "ab", ["a", "b\n", "c", "d", "e"])), .data, "not-tasks",
            "nothing was changed: ab has files that are not tasks (a, b^J, c and 2 more); to "
                + "undo it, run 'pmd undo ab'"),
        Worded(
            .history(.oddName("todo/a.md", Bilingual(english: "is odd", korean: "이상합니다"))),
            .data, "odd-name",
            "nothing was changed: todo/a.md is odd, and pmd does not write such files; rename "
                + "it, then try again"),
        Worded(
            .history(.notInLog("ab")), .data, "no-commit",
            "the commit 'ab' is not in this board's log; 'pmd log' lists the entries"),
        Worded(
            .history(.noSuchCommit("ab")), .data, "no-commit",
            "'ab' is not a commit"),
        Worded(
            .history(.firstCommit("ab")), .data, "first-commit",
            "ab is the first commit: there was no board before it"),
        Worded(
            .history(.madeTheBoard("ab")), .data, "first-commit",
            "ab created the board: without its pmd.yml there is no board"),
        Worded(
            .history(.mergeCommit("ab")), .data, "merge-commit",
            "ab is a merge commit without changes of its own: undo one of the entries that it "
                + "merged (see 'pmd log')"),
        Worded(
            .history(.beforeFirstCommit), .data, "nothing-then",
            "the board did not exist at that time"),
        Worded(
            .history(.noDeletedTask(Array("x".utf8))), .data, "no-match",
            "no deleted task matches 'x'; 'pmd log --action deleted' lists them"),
        Worded(
            .history(.nextTaskChanged("Rent", "todo/rent-k3f9m2.md")), .data, "next-task-changed",
            "nothing was changed: the next \"Rent\", todo/rent-k3f9m2.md, has been edited, and "
                + "both tasks would be open; to undo this, delete the next one first"),
    ]

    static let reminder: [Worded] = [
        Worded(
            .reminder(.wrongSetting(key: "pmd.remind", value: "some", expected: "mine, all")),
            .unsupported, "bad-setting", "git's setting pmd.remind is 'some'; expected mine, all"),
        Worded(
            .reminder(.wrongSetting(key: "pmd.remindCommand", value: "", expected: "/bin/x")),
            .unsupported, "bad-setting",
            "git's setting pmd.remindCommand is missing or empty; expected a value such as /bin/x"),
        Worded(
            .reminder(.finishedTask("Roof")), .data, "finished",
            "\"Roof\" is finished, so it has no reminders; reopen it with 'pmd reopen'"),
    ]

    static let installation: [Worded] = [
        Worded(
            .installation(.portTaken(8080)), .unavailable, "port-taken",
            "port 8080 is in use by another program or another board's server; choose another "
                + "with '--port'"),
        Worded(
            .installation(.portRefused(80, cause: odd)), .inputOutput, "bad-port",
            "port 80 cannot be used: odd; choose another with '--port'"),
        Worded(
            .installation(.backslash("/b\\c")), .data, "bad-path",
            #"cron cannot run a command with a backslash, as in '/b\c'; rename it, or use "#
                + "'--install systemd'"),
        Worded(
            .installation(.foreignFile("/a b")), .data, "foreign-file",
            "'/a b' is in the way: pmd did not write it; move it away, then run this again"),
        Worded(
            .installation(.notStarted(command: "serve", port: 8080, start: "'x'")), .unavailable,
            "unavailable",
            "systemd does not run 'pmd serve' yet at port 8080; where systemd is available, "
                + "start it with 'x'"),
        Worded(
            .installation(.notStarted(command: "sync", port: nil, start: "'x'")), .unavailable,
            "unavailable",
            "systemd does not run 'pmd sync' yet; where systemd is available, start it with "
                + "'x'; elsewhere, use '--install cron'"),
        Worded(
            .installation(.notStopped(command: "sync", stop: "'x'")), .unavailable, "unavailable",
            "the units of 'pmd sync' were removed, but systemd does not respond and may run "
                + "them until you log out; stop them with 'x'"),
        Worded(
            .installation(.noProgram("crontab", command: "remind")), .unavailable, "unavailable",
            "crontab is not installed; install it, or run 'pmd remind' some other way, such as "
                + "from a systemd timer"),
        Worded(
            .installation(.programFailed("crontab", words: "not allowed")), .unavailable,
            "unavailable", "crontab failed: not allowed"),
        Worded(
            .installation(.brokenCrontab(comment: "# BEGIN pmd remind /b")), .data, "bad-crontab",
            "the crontab lines that begin with '# BEGIN pmd remind /b' have been edited; remove "
                + "them with 'crontab -e', then run this again"),
        Worded(
            .installation(.unusablePath("/a\nb")), .data, "bad-path",
            "the folder /a^Jb cannot be used in a crontab or a unit: its name has control "
                + "characters; rename it"),
    ]

    static let exchange: [Worded] = [
        Worded(
            .exchange(
                .badRecord(
                    .record(3), problem: .missing("uuid"))),
            .data, "bad-record",
            "record 3: 'uuid' is missing; nothing was imported"),
        Worded(
            .exchange(.badRecord(.line(7), problem: .nul)), .data, "bad-record",
            "line 7: a NUL byte; nothing was imported"),
        Worded(
            .exchange(.badRecord(.file("a.md", line: 3, column: 9), problem: .nul)), .data,
            "bad-record", "a NUL byte; nothing was imported"),
        Worded(
            .exchange(.badRecord(.file("a.md"), problem: .nul)), .data, "bad-record",
            "a.md: a NUL byte; nothing was imported"),
        Worded(
            .exchange(.notTheFormat("csv", problem: .nul)), .data, "bad-format",
            "this is not csv: a NUL byte; nothing was imported"),
        Worded(
            .exchange(.needsFolder(format: "backlog.md")), .usage, "needs-folder",
            "backlog.md is a folder of files: specify the folder"),
        Worded(
            .exchange(.needsFile(format: "csv")), .usage, "needs-file",
            "csv is one file, and this is a folder: specify the file"),
        Worded(
            .exchange(.unreadable(path: "a.csv", cause: .system(odd))), .data, "unreadable",
            "cannot read a.csv: odd"),
        Worded(
            .exchange(.tooLarge(path: "a.csv", mebibytes: 64)), .data, "too-large",
            "a.csv is larger than 64 MiB: import it in parts"),
        Worded(
            .exchange(.noOwnFile(path: "tasks/a.md", isTaken: true)), .data, "no-own-file",
            "two tasks would use the file 'tasks/a.md'; nothing was exported"),
        Worded(
            .exchange(.noLibical), .unavailable, "no-libical",
            "cannot read calendars: libical.so.3 is missing; install the package libical3"),
        Worded(
            .exchange(.exists(path: "a.csv")), .data, "exists",
            "a.csv already exists: choose a new file or an empty folder"),
    ]

    static let cause: [Worded] = [
        Worded(
            .cause(.settings(settingsError)), .data, "settings", unknownSetting),
        Worded(
            .cause(.settings(newerFormat)), .unsupported, "newer-format",
            newFormat),
        Worded(
            .cause(.action(ActionError(.noTitle))), .usage, "no-title",
            "a task needs a title: add one"),
        Worded(
            .cause(.action(ActionError(.refusedEdit(.notUTF8(key: "due")), path: "a.md"))), .data,
            "refused-edit",
            "a.md: the new value of 'due' is not UTF-8"),
        Worded(
            .cause(.merge(.unrelated([1], [2]))), .unsupported, "unrelated",
            "the histories of 01 and 02 are unrelated"),
        Worded(
            .cause(.merge(.newerFormat(newerFormat))), .unsupported, "newer-format",
            "pmd.yml:1:1: " + newFormat),
        Worded(
            .cause(.noMatch(.none("roof"))), .data, "no-match",
            "no task matches 'roof'"),
        Worded(
            .cause(.severalMatches(.several("the", 2, "k3f9m2 (Roof), p2x7aa (Rent)"))),
            .data, "several-matches",
            "'the' matches 2 tasks: k3f9m2 (Roof), p2x7aa (Rent)"),
        Worded(
            .cause(.malformed(Malformation(reason: .notUTF8, line: 2, column: 3), "a.md")), .data,
            "malformed",
            "bytes that are not UTF-8"),
        Worded(
            .cause(.word(WordError("eod", .notADate("eod", near: "fri", .typedDate)))),
            .usage, "word",
            "'eod' is not a date; try fri"),
        Worded(
            .cause(.unexpected(words: "W")), .failed, "failed",
            "W"),
    ]

    static let repository: [Worded] = RepositoryReason.Kind.allCases.map { kind in
        let (exit, code): (ExitCode, String) =
            switch kind {
            case .notFound: (.data, "not-found")
            case .exists: (.data, "exists")
            case .locked: (.tryLater, "locked")
            case .raced: (.tryLater, "raced")
            case .unsupported: (.unsupported, "unsupported")
            case .notAllowed: (.notAllowed, "not-allowed")
            case .untrusted: (.notAllowed, "untrusted")
            case .rejected: (.notAllowed, "rejected")
            case .invalid: (.data, "invalid")
            case .damaged: (.inputOutput, "damaged")
            case .diskFull: (.inputOutput, "disk-full")
            case .inputOutput: (.inputOutput, "input-output")
            case .offline: (.tryLater, "offline")
            case .timedOut: (.tryLater, "timed-out")
            case .limited: (.tryLater, "limited")
            case .other: (.failed, "git")
            }
        return Worded(.repository(RepositoryReason(kind, odd)), exit, code, "odd")
    }
}
