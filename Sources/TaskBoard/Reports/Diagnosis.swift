package import MarkdownDocument

/// The topics of `pmd doctor`.
package enum DoctorTopic: String, CaseIterable, Sendable {
    case versions, repository, objects, identity, size, locks, drivers, files, sync, remote, cron
    case reminders, services
}

/// One finding of `pmd doctor`.
package struct Diagnosis: Equatable, Sendable {
    package enum State: String, Sendable {
        /// Nothing is wrong.
        case fine
        /// Something works less well than it could.
        case advice
        /// Something does not work until the user fixes it.
        case wrong
    }

    /// The closed list of facts, by area.
    package enum Fact: Equatable, Sendable {
        /// The error that prevented the check of the topic.
        case failure(BoardError)
        case clone(CloneFact)
        case objects(ObjectsFact)
        case newClone(NewCloneFact)
        case files(FilesFact)
        case remote(RemoteFact)
        case job(JobFact)
    }

    package let topic: DoctorTopic
    package let fact: Fact

    package init(_ topic: DoctorTopic, _ fact: Fact) {
        (self.topic, self.fact) = (topic, fact)
    }

    package var state: State {
        switch fact {
        case .failure: .wrong
        case .clone(let fact): fact.state
        case .objects(let fact): fact.state
        case .newClone(let fact): fact.state
        case .files(let fact): fact.state
        case .remote(let fact): fact.state
        case .job(let fact): fact.state
        }
    }
}

/// Findings about pmd itself, and about the branch, the author and the configuration of a clone.
package enum CloneFact: Equatable, Sendable {
    // Versions
    /// The versions of pmd, of libraries and of git, as one line.
    case versions(String, hasGit: Bool)
    case library(LibraryVersion)
    // The branch
    /// - Parameter place: The board's folder.
    case onBranch(String, place: String, hasCommits: Bool)
    case dropped(DroppedCommits)
    case clock(ClockWarning)
    // The author
    /// `NAME <ADDRESS>`, also in the next case.
    case author(String)
    case noIdentity(author: String)
    /// Git's configuration requires signed commits.
    case unsigned
    // The size
    /// - Parameter words: Git's own message.
    case packingFailed(words: Bilingual, workTree: String)
    case size(RepositorySize)
    // How git handles tasks
    case mergesByField
    /// - Parameter line: The missing line of `.gitattributes`.
    case noAttributes(line: String, root: String)
    /// Attributes that make git change the bytes of tasks, and the line that unsets them.
    case converts([String], line: String)
    case noDriver(root: String)
    case otherProgramInPath
    case notInPath(String)
}

extension CloneFact {
    package var state: Diagnosis.State {
        switch self {
        case .library, .onBranch, .author, .mergesByField: .fine
        case .versions(_, let hasGit): hasGit ? .fine : .advice
        case .size(let size): size.reasonNotPacked == nil ? .fine : .advice
        case .dropped, .clock, .noIdentity, .unsigned, .noAttributes, .converts, .noDriver,
            .notInPath:
            .advice
        case .packingFailed, .otherProgramInPath: .wrong
        }
    }
}

/// A library that pmd runs with.
package struct LibraryVersion: Equatable, Sendable {
    package let name: String
    /// The version at run time; nil if the library is not installed.
    package let running: String?
    /// The version at build time; nil if its header does not state it.
    package let built: String?

    package init(_ name: String, running: String?, built: String?) {
        (self.name, self.running, self.built) = (name, running, built)
    }
}

/// A HEAD whose committer time is ahead of this machine's clock: its values win over those from
/// correct clocks.
package struct ClockWarning: Equatable, Sendable {
    /// The first digits of HEAD.
    package let commit: String
    package let secondsAhead: Int64

    package init(commit: String, secondsAhead: Int64) {
        (self.commit, self.secondsAhead) = (commit, secondsAhead)
    }
}

/// The size of a repository, in bytes.
package struct RepositorySize: Equatable, Sendable {
    package let history: Int
    package let looseObjects: Int
    /// The files that pmd replaced and keeps for a day.
    package let replaced: Int
    /// The setting that prevents many loose objects from being packed; nil if there is none.
    package let reasonNotPacked: Bilingual?

    package init(history: Int, looseObjects: Int, replaced: Int, reasonNotPacked: Bilingual?) {
        (self.history, self.looseObjects) = (history, looseObjects)
        (self.replaced, self.reasonNotPacked) = (replaced, reasonNotPacked)
    }
}

/// Findings about the files of a board and the lock files of git.
package enum FilesFact: Equatable, Sendable {
    /// - Parameter tasks: The number of tasks.
    case sound(tasks: Int)
    /// - Parameter showingHistory: The command that shows the earlier versions.
    case settings(BoardError, showingHistory: String)
    /// The number of problems that `pmd check` lists.
    case problems(Int)
    /// - Parameter removing: The command that removes the entry from git's index.
    case notWritten(LeftOutEntry, removing: String)
    case leftOut(path: String, LeftOutReason)
    /// A copy made by a folder synchronization program.
    case copy(path: String)
    case foreignOwner(path: String, gitDirectory: String)
    /// The name of a network file system.
    case network(String)
    /// The first of the attachments that no task links.
    case unlinkedAttachments([BoardPath], count: Int)
    /// A link to a file that does not exist, the title of its task, and the command that restores
    /// a deleted file.
    case missingAttachment(BoardPath, task: Text, restoring: String)
    /// A link to a file that git ignores, the title of its task, and the command that adds the
    /// file.
    case ignoredAttachment(BoardPath, task: Text, adding: String)
    // Locks
    case noLocks
    case lockHeld(path: String)
    case lockOld(path: String, minutes: Int)
    case lockWithoutHolder(path: String)
}

extension FilesFact {
    package var state: Diagnosis.State {
        switch self {
        case .sound, .noLocks: .fine
        case .problems, .notWritten, .network, .lockHeld, .unlinkedAttachments,
            .missingAttachment, .ignoredAttachment:
            .advice
        case .settings, .leftOut, .copy, .foreignOwner, .lockOld, .lockWithoutHolder: .wrong
        }
    }
}

/// Findings about the jobs that cron and systemd run.
package enum JobFact: Equatable, Sendable {
    /// Neither syncs nor a server.
    case noJobs
    case unreadCrontab(BoardError)
    /// systemd serves the board at a port of this machine.
    case serves(port: Int)
    case runs(ScheduledJob, by: JobScheduler)
    case fault(JobFault, ScheduledJob, by: JobScheduler)
    /// A job whose board is gone.
    ///
    /// - Parameter removing: The command that removes the job.
    case leftover(ScheduledJob, by: JobScheduler, board: String, removing: String)
    // Reminders, with the seconds since the last run on record.
    case remindsByHand(lastRun: Int64?)
    case reminds([JobScheduler], lastRun: Int64?)
    case remindsLate([JobScheduler], lastRun: Int64?)
    /// - Parameter key: The key of git's configuration that chooses the channels.
    case channelFails(String, key: String)
}

extension JobFact {
    package var state: Diagnosis.State {
        switch self {
        case .noJobs, .serves, .runs, .remindsByHand, .reminds: .fine
        case .leftover, .remindsLate: .advice
        case .unreadCrontab, .channelFails: .wrong
        case .fault(let fault, _, _): fault.state
        }
    }
}

/// The reason why an installed job does not run.
package enum JobFault: Equatable, Sendable {
    /// The block in the crontab is not as pmd wrote it, so its command is unknown.
    case brokenCrontab(comment: String)
    /// The line in the crontab was edited.
    case changedLine
    /// One of the two units is gone.
    case incomplete
    /// The timer or the socket is enabled, but stopped.
    ///
    /// - Parameter starting: The command that starts it.
    case stopped(trigger: String, starting: String)
    /// systemd does not answer.
    case unanswered
    /// The job's program is missing, or cannot be run.
    case programMissing(String)
    /// The package's template is gone.
    case templateMissing
    /// systemd does not start it.
    ///
    /// - Parameter enabling: The command that has systemd start it.
    case notEnabled(enabling: String)
    /// Its last run failed, or its socket could not listen.
    ///
    /// - Parameter showingLog: The command that shows the log.
    case failed(showingLog: String)
}

extension JobFault {
    fileprivate var state: Diagnosis.State {
        switch self {
        case .changedLine, .unanswered, .notEnabled: .advice
        case .brokenCrontab, .incomplete, .stopped, .programMissing, .templateMissing, .failed:
            .wrong
        }
    }
}

/// Findings about the objects and references of a repository. Their `words` come from the layer
/// below.
package enum ObjectsFact: Equatable, Sendable {
    case intact
    /// A damaged or missing object.
    ///
    /// - Parameter isFixed: True if a repair has done what it can already.
    case fault(words: Bilingual, isFixed: Bool)
    /// A damaged or missing reference.
    ///
    /// - Parameter needsRepair: True if a repair may restore the object that it names.
    case reference(words: Bilingual, ReferenceRemedy, needsRepair: Bool)
    /// A fault of HEAD or of git's folders, because of which no object was read.
    case unread(words: Bilingual)
    /// A step of a repair.
    case repaired(words: Bilingual)
    /// A repair without the remote.
    case remoteUnreachable(BoardError)
    case notStarted(program: String)
    case interrupted(Interruption, workTree: String)

    /// The way to repair a reference with git.
    package enum ReferenceRemedy: Equatable, Sendable {
        case command(String)
        /// No log names a commit for the reference.
        ///
        /// - Parameter name: Its name, quoted for a shell.
        case findCommit(name: String)
        /// The file has lines that git cannot read.
        case editFile(path: String)
    }

    /// The reason why the examination did not finish.
    package enum Interruption: Equatable, Sendable {
        /// It was killed at the deadline.
        case deadline(seconds: Int)
        case exit(status: Int32)
    }
}

extension ObjectsFact {
    package var state: Diagnosis.State {
        switch self {
        case .intact, .repaired: .fine
        case .remoteUnreachable: .advice
        case .fault, .reference, .unread, .notStarted, .interrupted: .wrong
        }
    }
}

/// Findings about the remote and the syncs with it. Addresses contain no secrets.
package enum RemoteFact: Equatable, Sendable {
    // The last sync
    case neverSynced
    /// - Parameter age: The seconds since the last sync.
    case synced(age: Int64)
    /// - Parameter failing: The seconds since the first sync that failed.
    case syncFails(age: Int64, failing: Int64?, result: LastSync.Result)
    // The remote
    case noRemote
    case answers(String, address: String, branch: String)
    case hasNoBranch(String, address: String, branch: String)
    case password(ExposedPassword)
    // Syncs by cron
    case cronWithoutRemote
    case cronWorks
    /// - Parameter words: The message of the child process; empty if it printed none.
    case cronFails(words: String)
}

extension RemoteFact {
    package var state: Diagnosis.State {
        switch self {
        case .answers, .cronWithoutRemote, .cronWorks: .fine
        case .synced(let age): age < 7 * LastSync.day ? .fine : .advice
        case .neverSynced, .noRemote, .hasNoBranch: .advice
        case .syncFails, .password, .cronFails: .wrong
        }
    }
}

/// A password or a token in an address of git's configuration.
package struct ExposedPassword: Equatable, Sendable {
    package let remote: String
    /// True for an address that only pushes use.
    package let isForPushes: Bool
    /// True for HTTP.
    package let isWeb: Bool
    /// The command that sets the address without the password.
    package let setting: String

    package init(remote: String, isForPushes: Bool, isWeb: Bool, setting: String) {
        (self.remote, self.isForPushes) = (remote, isForPushes)
        (self.isWeb, self.setting) = (isWeb, setting)
    }
}

/// A command that the system runs automatically for one board.
package enum ScheduledJob: String, CaseIterable, Sendable {
    case sync, remind, serve
}

/// A program that runs jobs.
package enum JobScheduler: String, CaseIterable, Sendable {
    case cron, systemd
}
