import BoardStorage
import TaskBoard
import Words

extension CommandSentence {
    var english: String {
        switch self {
        case .noMatch: "No task matches"
        case .noEntry: "No entry matches"
        case .more(let count): "and \(count) more"
        case .leftOut(let blocked, let waiting):
            "Left out: "
                + [(blocked, "blocked"), (waiting, "waiting")].filter { $0.0 > 0 }
                .map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        case .view(let name): "View '\(name)'; 'pmd config --local view none' ends it"
        case .noView: "No view is applied"
        case .viewSet(let name): "Lists apply '\(name)'"
        case .unreadFile(let path, let reason): "\(path) is left out: \(reason.english)"
        case .keyWithoutTask(let key): "no task has the key '\(key)'"
        case .wordIsName(let term): "No title or text contains this word; try \(term)"
        case .overdue(let count): "Overdue: \(count)"
        case .dueToday(let count): "Due today: \(count)"
        case .inProgress(let count): "In progress: \(count)"
        case .quietDay: "Nothing is due today, and nothing is in progress"
        case .dayHint:
            "'pmd next' lists what to do next, 'pmd add TITLE' adds a task, 'pmd --help' lists the "
                + "commands"
        case .withConflicts(let count): "\(counted(count, "task")) with conflicts"
        case .toPush(let count): "\(count) to push"
        case .toReceive(let count): "\(count) to receive"
        case .lastSyncFailed: "the last sync failed"
        case .serving(let name, let address): "Serving \(name) at \(address)"
        case .signInTwice:
            "The address signs one browser in; Ctrl-C ends the server"
        case .unknownState: "unknown state"
        case .views: "Views"
        case .uncommitted: "Uncommitted edits ('pmd sync' commits them):"
        case .uncommittedMore(let count): "and \(count) more"
        case .detachedHead: "detached HEAD"
        case .noRemote: "no remote"
        case .notYetSynced: "not yet synced with"
        case .upToDate: "up to date with"
        case .ahead(let count): "\(count) ahead of"
        case .behind(let count): "\(count) behind"
        case .aheadAndBehind(let ahead, let behind): "\(ahead) ahead, \(behind) behind"
        case .lastSync(let time, let result): "Last sync \(time): \(result)"
        case .lastSyncDone(let time): "Last sync \(time): done"
        case .syncFailingSince(let since, let tried, let result):
            "Sync failing since \(since) (last tried \(tried)): \(result)"
        case .syncFailed(let time, let result): "Last sync \(time) failed: \(result)"
        case .syncFailedShort: "sync failed"
        case .noIdentity(let author):
            "git has no name for you, so the author of commits is \(author): set "
                + "'git config --global user.name NAME' and user.email"
        case .notATask(let path, let reason): "\(path) is not a task: \(reason.english)"
        case .notWritten(let path, let reason, let author, let commit):
            "\(path) is not written here: it \(reason.english) (by \(author) in \(commit))"
        case .overdueCount(let count): "\(count) overdue"
        case .dueTodayCount(let count): "\(count) due today"
        case .conflictFile(let path):
            "\(path) lost a merge: take what you need from it, then remove it"
        case .conflicts(let resolving):
            "Conflicts; resolve them with \(resolving) or '--take N'"
        case .history: "History"
        case .overdueMark: "overdue"
        case .doneMark: "done"
        case .nothing: "nothing"
        case .by(let name): "by \(name)"
        case .now(let value): "now \(value)"
        case .due(let date): "due \(date)"
        case .waits(let day): "waits until \(day)"
        case .malformed: "malformed"
        case .conflictCount(let count): counted(count, "conflict")
        case .blocked: "blocked"
        case .problem: "problem"
        case .unknown: "unknown"
        case .matching(let count, let all): "\(count) of \(all)"
        case .pushed(let count): "pushed \(count)"
        case .received(let count): "received \(count)"
        case .merged(let count): "merged \(count)"
        case .committed(let count): "committed \(count)"
        case .nothingToDo: "nothing to do"
        case .nothingToSync: "nothing to sync"
        case .noRemotePart: "no remote"
        case .leftAlone(let words): "left alone: \(words)"
        case .noConflicts: "No conflicts"
        case .noLineBreak: "no line break at the end"
        case .receiving(let amount): "receiving \(amount)"
        case .sending(let amount): "sending \(amount)"
        case .storing(let done, let all): "storing files \(done) of \(all)"
        case .writing(let done, let all): "writing files \(done) of \(all)"
        case .noProblems: "No problems found"
        case .settingNotSet(let key): "\(key) is not set"
        case .question(.change, let count): "Change these \(count) tasks? [y/N]"
        case .question(.delete, let count): "Delete these \(count) tasks? [y/N]"
        case .editAgain: "Edit it again? [Y/n] (n leaves it as it is)"
        case .nothingChanged: "Nothing changed"
        case .editorRemoved(let path): "the editor removed \(path)"
        case .textKept(let path): "the text is kept in \(path)"
        case .changedMeanwhile(let title, let showing):
            "\(title) was changed meanwhile, so what was saved is a conflict: \(showing) shows it"
        case .board(let folder): "Board: \(folder)"
        case .alreadyBoard(let folder): "\(folder) is already a board; its files stay as they are"
        case .cloned(let folder): "Cloned the board to \(folder)"
        case .joinedRemote(let folder, let branch):
            "Joined the board of the remote's branch '\(branch)', in \(folder)"
        case .joined(let folder, let branch):
            "Joined the board of the branch '\(branch)', in \(folder)"
        case .createdOnTop(let folder, let branch):
            "Created a board in \(folder), on top of the remote's branch '\(branch)'"
        case .created(let folder, let withRepository):
            "Created a board in \(folder)" + (withRepository ? ", with a new repository" : "")
        case .createdLinked(let folder, let branch):
            "Created a board in \(folder), on its own branch '\(branch)'"
        case .createdGuest(let folder, let branch):
            "Created a board in \(folder), on the branch '\(branch)' beside the code"
        case .ownBranch(let branch, let main):
            "the remote's branch '\(main)' has other files, so the board syncs with a branch of "
                + "its own there: '\(branch)'"
        case .remoteNotAsked(let reason):
            "the remote could not be asked, so the board begins without it: \(reason.english)"
        case .firstSync:
            "the first 'pmd sync' pushes the board to an empty remote, and merges it with a "
                + "board there; if the remote has other files, it names the next step"
        case .next(let entering, let commands):
            "Next: " + (entering.map { "\($0), then " } ?? "") + commands
        case .noDropped: "No dropped commits"
        case .restoredDropped(let count): "Restored \(counted(count, "dropped commit"))"
        case .imported(0, _): "No new tasks"
        case .imported(let count, let isPreview):
            (isPreview ? "Would import " : "Imported ") + counted(count, "task")
        case .skipped(let counts): "skipped \(counts)"
        case .skippedKnown: "on the board"
        case .skippedDeleted: "deleted here"
        case .skippedUnreadable: "cannot be imported"
        case .refusedRecord(let words): "skipped \(words.english)"
        case .moreRecords(let count): "and \(count) more"
        case .lossesOfImport(let fields): "not imported: \(fields)"
        case .lossesOfExport(let format, let fields): "not held by \(format): \(fields)"
        case .lossCount(let field, let count): "\(field) (\(counted(count, "task")))"
        case .announcedBy(let channel): "By \(channel):"
        case .nothingToAnnounce(let next):
            "Nothing to announce" + (next.map { "; the next reminder is due \($0)" } ?? "")
        case .channelFails(let channel, let cause):
            "no reminder was sent by \(channel), the next run tries again: \(cause.english)"
        case .jobInstalled(_, _, let port?):
            "systemd serves the board at http://127.0.0.1:\(port)/; sign in with the token in the "
                + "file that 'pmd serve --print-token' names"
        case .jobInstalled(let job, let scheduler, nil):
            "'pmd \(job.rawValue)' runs every \(job == .sync ? "five minutes" : "minute"), by "
                + scheduler.rawValue
        case .jobRemoved(let job, let scheduler):
            "\(scheduler.rawValue) no longer runs 'pmd \(job.rawValue)'"
        case .jobNotInstalled(.serve): "systemd does not run 'pmd serve' for this board"
        case .jobNotInstalled(let job):
            "Neither cron nor systemd runs 'pmd \(job.rawValue)' for this board"
        case .snoozed(let title, let until?): "Snoozed \(title) until \(until)"
        case .snoozed(let title, nil): "\(title) is no longer snoozed"
        case .manPagesWritten(let count, let folder):
            "Wrote \(counted(count, "manual page")) below \(folder)"
        case .wrongDates(let value, let known):
            "git's setting pmd.dates is '\(value)'; choose one of \(known)"
        }
    }
}

/// A number with its noun.
func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}
