import ArgumentParser
import BoardStorage
import BoardView
import Clinux
import MarkdownDocument
import MarkdownText
import TaskBoard
import TaskExchange
import TextLayout
import Words

/// Checks the repository, the remote and the machine around a board.
struct Doctor: Command {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the repository, the remote and the machine, and suggest fixes",
        discussion: """
            Topics: \(DoctorTopic.allCases.map(\.rawValue).joined(separator: ", ")); all of them \
            by default. 'remote' and 'cron' connect to the remote. Exits with 1 if something does \
            not work. --quiet prints only problems and advice.

            --fix restores git's damaged and missing objects and packs from the remote and from \
            your files, and moves the damaged ones to .git/pmd/damaged. It does not change HEAD, \
            branches or git's other files: for those, doctor prints the git commands to run. \
            Without --fix, doctor changes nothing.

            --clone is for a repository that --fix cannot repair. It makes a new clone of the \
            remote at the newest commit that both have, and copies the board's files into it, so \
            that 'pmd sync' merges them. It changes nothing in the old folder, and lists what only \
            that folder has. See 'pmd help git'.

            Examples:
              pmd doctor
              pmd doctor size locks
              pmd doctor cron --json
              pmd doctor objects --fix
              pmd doctor --clone ../board-restored
            """)

    @Argument(help: "Only these topics.")
    var topics: [DoctorTopic] = []
    @Flag(help: "Restore git's damaged and missing objects and packs.") var fix = false
    @Option(
        help: ArgumentHelp(
            "Copy the board into a new clone of the remote, in FOLDER.", valueName: "folder"))
    var clone: Word?
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let found = try await found(session)
        let console = session.console
        if console.isJSON {
            try console.print(json: .array(found.map(json)))
        } else {
            let shown = console.isQuiet ? found.filter { $0.state != .fine } : found
            let ink = try console.ink
            // Equal advice is printed once, after the last of the findings in a row that need it.
            let next = shown.dropFirst().map(Optional.some) + [nil]
            try console.print(
                zip(shown, next).flatMap { diagnosis, next in
                    lines(diagnosis, ink, isAdvised: next?.remedy == diagnosis.remedy)
                })
        }
        if found.contains(where: { $0.state == .wrong }) { throw Failure.reported(.failed) }
    }

    private func found(_ session: Session) async throws -> [Diagnosis] {
        guard let clone else {
            return try await session.workspace(keepsRepository: false).diagnose(
                topics.isEmpty ? DoctorTopic.allCases : topics,
                TransferSettings(executable: try ownPath()), version: PMD.version,
                libraries: Self.libraries, isFixing: fix)
        }
        guard topics.isEmpty, !fix else { throw Failure(.usage, .cloneWithOthers) }
        let start = try session.options.directory?.text() ?? "."
        let folder = try absolutePath(clone.text(), from: start)
        let transfer = TransferSettings(
            executable: try ownPath(), tell: session.console.progress())
        defer { session.console.endProgress() }
        return try await session.workspace(keepsRepository: false).cloneAnew(
            into: folder, transfer)
    }

    /// The libraries that pmd uses, besides git's.
    private static var libraries: [LibraryVersion] {
        let calendar = calendarLibraryVersions
        return [
            LibraryVersion("libyaml", running: libyamlVersion, built: nil),
            LibraryVersion(
                "utf8proc", running: utf8procVersions.running, built: utf8procVersions.built),
            LibraryVersion("cmark-gfm", running: cmarkVersions.running, built: cmarkVersions.built),
            LibraryVersion("libical", running: calendar.running, built: calendar.built),
            LibraryVersion(
                "glibc", running: String(cString: pmd_glibc_version()),
                built: String(cString: pmd_glibc_built_version())),
            // Linked statically, so it cannot differ.
            LibraryVersion("Swift", running: "\(_SwiftStdlibVersion.current)", built: nil),
        ]
    }

    /// `size        3.2 MiB of history`, with advice below it.
    ///
    /// - Parameter isAdvised: True if the next finding prints the same advice.
    private func lines(_ diagnosis: Diagnosis, _ ink: Ink, isAdvised: Bool) -> [String] {
        let (mark, style): (String, Style?) =
            switch diagnosis.state {
            case .fine: ("  ", nil)
            case .advice: ("! ", .warning)
            case .wrong: ("! ", .problem)
            }
        let topic = diagnosis.topic.rawValue
        let indent = String(repeating: " ", count: 14)
        let head = mark + topic + String(repeating: " ", count: 12 - topic.count)
        let message = safeLines(diagnosis.message.text(.ofReader)).split(separator: "\n").map(
            String.init)
        let first = head + (message.first ?? "")
        var lines = [style.map { ink(first, $0) } ?? first]
        lines += message.dropFirst().map { indent + $0 }
        if let remedy = diagnosis.remedy, !isAdvised {
            lines.append(indent + safe(remedy.text(.ofReader)))
        }
        return lines
    }

    private func json(_ diagnosis: Diagnosis) -> JSONValue {
        [
            "topic": .string(diagnosis.topic.rawValue), "state": .string(diagnosis.state.rawValue),
            "message": .string(diagnosis.message.english),
            "remedy": diagnosis.remedy.map { .string($0.english) } ?? .null,
        ]
    }
}

extension DoctorTopic: ExpressibleByArgument {}
