package import MarkdownDocument

/// Failures of reminders and of their settings.
package enum ReminderReason: ErrorReason {
    /// An invalid value in git's configuration, empty if it is missing, and examples of valid
    /// ones.
    case wrongSetting(key: String, value: String, expected: String)
    /// A task that would never be announced.
    case finishedTask(Text)
}

extension ReminderReason {
    package var exit: ExitCode {
        switch self {
        case .wrongSetting: .unsupported
        case .finishedTask: .data
        }
    }

    package var code: String {
        switch self {
        case .wrongSetting: "bad-setting"
        case .finishedTask: "finished"
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .wrongSetting, .finishedTask: .none
        }
    }
}
