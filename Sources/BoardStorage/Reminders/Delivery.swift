import Git
import Glibc
import Programs
package import TaskBoard

/// The text of reminders for channels that run a program, as lines of safe text.
package struct ReminderText: Equatable, Sendable {
    /// One line.
    package let title: String
    /// Lines.
    package let body: String
    /// The announcements as JSON, for a user's program.
    package let json: [UInt8]

    package init(title: String, body: String, json: [UInt8]) {
        (self.title, self.body, self.json) = (title, body, json)
    }
}

/// The delivery of reminders by programs on this machine.
package struct Delivery: Sendable {
    let location: Location
    let settings: ReminderSettings
    /// The time after which a program is killed, in seconds.
    let timeout: Double

    package init(_ location: Location, _ settings: ReminderSettings, timeout: Double = 30) {
        (self.location, self.settings, self.timeout) = (location, settings, timeout)
    }

    /// Announces through a channel other than ``ReminderChannel/stdout``.
    package func deliver(
        _ text: ReminderText, by channel: ReminderChannel
    ) throws(DeliveryFailure) {
        switch channel {
        case .notify: try notify(text)
        case .mail: try mail(text)
        default:
            // Text of the board is not passed as arguments: the user's own program may have
            // options.
            try run(
                settings.command[0], settings.command.dropFirst().map { .configured($0) },
                variables: ["PMD_TITLE": text.title, "PMD_TEXT": text.body], input: text.json,
                for: channel)
        }
    }

    private func notify(_ text: ReminderText) throws(DeliveryFailure) {
        // The body is Pango markup, in which only these characters have a meaning.
        let body = text.body.replacingBytes(of: "&", with: "&amp;")
            .replacingBytes(of: "<", with: "&lt;").replacingBytes(of: ">", with: "&gt;")
        // libnotify's program interprets C escapes in a body.
        let plain = body.replacingBytes(of: "\\", with: "\\\\")
        try run(
            "notify-send", ["--app-name=pmd", "--", .operand(text.title), .operand(plain)],
            for: .notify)
    }

    private func mail(_ text: ReminderText) throws(DeliveryFailure) {
        let address: String
        do {
            address =
                try settings.mailAddress
                ?? Identity(of: location.openRepository()).email
        } catch { throw DeliveryFailure(.mail, .error(BoardError(error))) }
        guard MailMessage.isAddress(address) else {
            throw DeliveryFailure(.mail, .notAnAddress(address, key: ReminderSettings.mailKey))
        }
        let message = MailMessage(address: address, subject: text.title, body: text.body)
        try run("sendmail", ["-i", "--", .operand(address)], input: message.bytes, for: .mail)
    }

    private func run(
        _ program: String, _ arguments: [Argument], variables: [String: String] = [:],
        input: [UInt8] = [], for channel: ReminderChannel
    ) throws(DeliveryFailure) {
        let end: ProgramRun
        do throws(GitError) {
            end = try Git.run(
                program, arguments, input: input,
                environment: location.environment.reachingDesktop
                    + variables.map { "\($0)=\($1)" }, in: "/",
                within: timeout)
        } catch {
            throw DeliveryFailure(channel, .error(BoardError(error)))
        }
        guard !end.isTimedOut else {
            throw DeliveryFailure(channel, .timedOut(program: program, seconds: Int(timeout)))
        }
        guard end.status == 0 else {
            let words = plainWords(String(decoding: end.errors.prefix(400), as: UTF8.self))
            throw DeliveryFailure(
                channel, .failed(program: program, status: end.status, words: words))
        }
    }
}

extension Environment {
    /// The variables for programs that need a desktop or a mail transfer agent, as `NAME=value`.
    /// cron's short `PATH` lacks the folders of mail transfer agents, and cron sets none of the
    /// variables for finding a desktop. They are added if the desktop's bus is in the usual place.
    var reachingDesktop: [String] {
        let path = (self["PATH"] ?? "/usr/bin:/bin") + ":/usr/sbin:/usr/lib"
        var entries = list(replacing: ["PATH": path, "PMD_TITLE": nil, "PMD_TEXT": nil])
        let runtime = self["XDG_RUNTIME_DIR"] ?? "/run/user/\(getuid())"
        guard access(runtime + "/bus", F_OK) == 0 else { return entries }
        if self["XDG_RUNTIME_DIR"] == nil { entries.append("XDG_RUNTIME_DIR=\(runtime)") }
        if self["DBUS_SESSION_BUS_ADDRESS"] == nil {
            entries.append("DBUS_SESSION_BUS_ADDRESS=unix:path=\(runtime)/bus")
        }
        return entries
    }
}
