import Git
import MarkdownDocument
package import TaskBoard

/// The settings of reminders in git's configuration. None of them is in `pmd.yml`: a board shared
/// by someone else must not choose the programs that run here.
package struct ReminderSettings: Equatable, Sendable {
    /// True for the user's own and unassigned tasks only.
    package var isMine = true
    package var channels = [ReminderChannel.stdout]
    package var quietHours: QuietHours?
    /// The address for mail; nil for that of the user's commits.
    package var mailAddress: String?
    /// The program of ``ReminderChannel/command`` and its arguments.
    package var command: [String] = []

    package init() {}
}

extension ReminderSettings {
    package static let scopeKey = "pmd.remind"
    package static let channelsKey = "pmd.remindBy"
    package static let mailKey = "pmd.remindMail"
    package static let commandKey = "pmd.remindCommand"
    package static let quietKey = "pmd.quietHours"
}

extension Location {
    /// Reads the settings of reminders from git's configuration.
    ///
    /// - Throws: ``BoardError`` (78) for a value that cannot be used.
    package func reminderSettings() throws -> ReminderSettings {
        let git = try openRepository()
        var settings = ReminderSettings()
        if let value = try git.configuration.string(ReminderSettings.scopeKey) {
            guard ["mine", "all"].contains(value) else {
                throw Self.wrong(ReminderSettings.scopeKey, value, "mine, all")
            }
            settings.isMine = value == "mine"
        }
        let names = try git.configuration.strings(ReminderSettings.channelsKey)
        if !names.isEmpty {
            settings.channels = []
            for channel in try names.map(Self.channel) where !settings.channels.contains(channel) {
                settings.channels.append(channel)
            }
        }
        if let value = try git.configuration.string(ReminderSettings.quietKey) {
            guard let hours = QuietHours(Text(value)) else {
                throw Self.wrong(ReminderSettings.quietKey, value, "22:00-07:00")
            }
            settings.quietHours = hours
        }
        settings.mailAddress = try git.configuration.string(ReminderSettings.mailKey)
        if let address = settings.mailAddress, !MailMessage.isAddress(address) {
            throw Self.wrong(ReminderSettings.mailKey, address, "ann@example.org")
        }
        let command = try git.configuration.string(ReminderSettings.commandKey)
        settings.command = try command.map(Self.command) ?? []
        if settings.channels.contains(.command), settings.command.isEmpty {
            throw Self.wrong(ReminderSettings.commandKey, "", Self.commandExample)
        }
        return settings
    }

    private static let commandExample = "/usr/local/bin/notify-me --urgent"

    private static func channel(_ name: String) throws(BoardError) -> ReminderChannel {
        guard let channel = ReminderChannel.configurable.first(where: { $0.name == Text(name) })
        else {
            let known = ReminderChannel.configurable.map(\.name.string).joined(separator: ", ")
            throw wrong(ReminderSettings.channelsKey, name, known)
        }
        return channel
    }

    /// Returns the words of a command. A path must be absolute: cron starts programs in another
    /// folder.
    private static func command(_ text: String) throws(BoardError) -> [String] {
        guard let words = commandWords(text), let program = words.first,
            program.hasPrefix("/") || !program.contains("/")
        else { throw wrong(ReminderSettings.commandKey, text, commandExample) }
        return words
    }

    private static func wrong(_ key: String, _ value: String, _ expected: String) -> BoardError {
        .reminder(.wrongSetting(key: key, value: value, expected: expected))
    }
}
