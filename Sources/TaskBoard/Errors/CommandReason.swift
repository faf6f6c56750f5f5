/// A failure of a front end's own work, such as an option that does not exist, in the front
/// end's sentences.
package struct CommandReason: ErrorReason {
    package let exit: ExitCode
    package let code: String
    /// One sentence: what failed, why, and what to do.
    package let words: Bilingual

    package init(_ exit: ExitCode, code: String, _ words: Bilingual) {
        self.exit = exit
        self.code = code
        self.words = words
    }

    package var place: ErrorPlace { .none }
}
