import ArgumentParser
import BoardStorage
import TaskBoard
import TextLayout
import Words

/// The options `--install`, `--print` and `--uninstall` of a command.
struct InstallationRequest {
    let job: ScheduledJob
    let install: JobScheduler?
    let print: Bool
    let uninstall: Bool
    /// The port of a server; nil to keep the current port or choose a free one.
    var port: Int?

    var isAsked: Bool { install != nil || uninstall }

    /// - Parameter isJSON: True if the command was asked for JSON.
    func check(isJSON: Bool) throws(Failure) {
        if print, install == nil {
            throw Failure(.printWithoutInstall(job == .serve ? .systemd : nil))
        }
        if install != nil, uninstall { throw Failure(.onlyOne(["--install", "--uninstall"])) }
        if isAsked, isJSON { throw Failure(.installWithJSON) }
    }

    /// Installs the command, prints the installation without doing it, or uninstalls it.
    func run(_ session: Session) throws {
        let console = session.console
        guard let install else {
            let removed = try removable(session).uninstall()
            for scheduler in removed { console.say(.jobRemoved(job, scheduler)) }
            if removed.isEmpty { console.say(.jobNotInstalled(job)) }
            return
        }
        let installation = try installation(at: session.location().root)
        if print {
            let steps = try installation.preview(install, port: port)
            try console.print(steps.flatMap(lines))
            return
        }
        let port = try installation.install(install, port: port)
        console.say(.jobInstalled(job, install, port: port))
    }

    private func installation(at board: String) throws -> JobInstallation {
        try JobInstallation(job, of: board, executable: ownPath(), in: Program.environment)
    }

    /// Returns the job of the folder given with `-C`, even if its board is missing; otherwise the
    /// job of the enclosing board.
    private func removable(_ session: Session) throws -> JobInstallation {
        if let named = try session.options.directory?.text() {
            for path in try spellings(of: named) {
                let installation = try installation(at: path)
                if try installation.isInstalled { return installation }
            }
        }
        return try installation(at: session.location().root)
    }

    /// Returns the paths that a job may have for a folder: as given, with links resolved, or both
    /// if the folder does not exist.
    private func spellings(of folder: String) throws(Failure) -> [String] {
        let path = try absolutePath(folder, from: ".")
        var plain: [Substring] = []
        for name in path.split(separator: "/") where name != "." {
            if name == ".." { _ = plain.popLast() } else { plain.append(name) }
        }
        var (parent, rest) = (path, "")
        while realPath(parent) == nil, let slash = parent.lastIndex(of: "/"), parent != "/" {
            rest = parent[slash...] + rest
            parent = String(parent[..<slash])
            if parent.isEmpty { parent = "/" }
        }
        let resolved = (realPath(parent) ?? parent) + rest
        var spellings = [path]
        for other in ["/" + plain.joined(separator: "/"), resolved]
        where !spellings.contains(where: { $0.utf8.elementsEqual(other.utf8) }) {
            spellings.append(other)
        }
        return spellings
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
