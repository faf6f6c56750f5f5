import ArgumentParser
import BoardStorage
import TaskBoard
import TextLayout

/// The options `--install`, `--print` and `--uninstall` of a command.
struct InstallationRequest {
    let job: ScheduledJob
    let install: JobScheduler?
    let print: Bool
    let uninstall: Bool
    /// The port of a server; nil for the one that it has, or a free one.
    var port: Int?

    var isAsked: Bool { install != nil || uninstall }

    func validate() throws {
        if print, install == nil {
            throw ValidationError(
                "'--print' needs "
                    + (job == .serve
                        ? "'--install systemd'" : "'--install cron' or '--install systemd'"))
        }
        if install != nil, uninstall {
            throw ValidationError("use only one of --install and --uninstall")
        }
        if job == .serve, install == .cron {
            throw ValidationError("'--install': cron runs no server; use 'systemd'")
        }
    }

    /// Installs the command, shows what that would do, or removes it.
    func run(_ session: Session) throws {
        let console = session.console
        let installation = try JobInstallation(
            job, at: session.location(), executable: ownPath())
        guard let install else {
            let removed = try installation.uninstall()
            guard !removed.isEmpty else { return console.say(.jobNotInstalled(job)) }
            for scheduler in removed { console.say(.jobRemoved(job, scheduler)) }
            return
        }
        if print {
            let steps = try installation.preview(install, port: port)
            try console.print(steps.flatMap(lines))
            return
        }
        let result = try installation.install(install, port: port)
        if let command = result.command {
            // Something is left to do, also for whoever asked for silence.
            console.warn(.jobNotStarted(job, safe(Array(command.utf8))))
        } else {
            console.say(.jobInstalled(job, install, port: result.port))
        }
    }

    private func lines(_ step: JobInstallation.Step) -> [String] {
        let (title, text) =
            switch step {
            case .crontab(let text): (nil as String?, text)
            case .file(let path, let text): ("# " + path, text)
            case .command(let command): ("# Run:", command + "\n")
            }
        return (title.map { [safe(Array($0.utf8))] } ?? [])
            + text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { safe(Array($0.utf8)) }
    }
}

extension JobScheduler: ExpressibleByArgument {}
