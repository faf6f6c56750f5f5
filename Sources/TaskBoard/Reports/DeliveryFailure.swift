/// A channel that could not announce its reminders. They are announced by a later run.
package struct DeliveryFailure: Error, Equatable, Sendable {
    package enum Cause: Equatable, Sendable {
        case error(BoardError)
        /// A value that is not an e-mail address, and the key of git's configuration that sets one.
        case notAnAddress(String, key: String)
        case timedOut(program: String, seconds: Int)
        /// - Parameter words: The program's own message; empty if it printed none.
        case failed(program: String, status: Int32, words: String)
        /// Standard output cannot be written, with the system's words.
        case outputNotWritten(cause: String)
        /// The program that reads the output has ended.
        case readerEnded
    }

    package let channel: ReminderChannel
    package let cause: Cause

    package init(_ channel: ReminderChannel, _ cause: Cause) {
        (self.channel, self.cause) = (channel, cause)
    }
}
