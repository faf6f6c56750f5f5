/// A failure of a front end's own work, such as an option that does not exist, in its
/// words.
package struct CommandReason: ErrorReason {
    package let exit: ExitCode
    package let code: String
    package let sentence: String

    package init(_ exit: ExitCode, code: String, _ sentence: String) {
        self.exit = exit
        self.code = code
        self.sentence = sentence
    }

    package var place: ErrorPlace { .none }
}
