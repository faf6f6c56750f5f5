/// Why something that was asked of git did not happen.
package struct GitError: Error, Hashable, Sendable {
    /// What a caller can decide by.
    package enum Kind: Hashable, Sendable {
        /// No such repository, object, reference or remote.
        case notFound
        /// Something stands already where something new was to be made.
        case exists
        /// Another process holds a lock file: try later.
        case locked
        /// A compare-and-swap found another value: read again, start over.
        case changedMeanwhile
        /// A repository, index or remote of a kind that is not served.
        case unsupported
        /// The operating system or the owner of a folder says no.
        case notAllowed
        /// A name, path or value that git cannot hold.
        case invalid
        /// Larger than the bound that the caller gave.
        case tooLarge
        /// An object or file of the repository that does not hold together.
        case damaged
        /// The disk or a quota is full.
        case noSpace
        /// Any other failure of reading or writing files.
        case inputOutput
        /// No connection, or one that broke.
        case offline
        /// The remote did not answer within a deadline.
        case timedOut
        /// The remote does not know who is asking.
        case authentication
        /// The remote is not proven to be who it should be.
        case untrusted
        /// The remote said no, in these words.
        case rejected(words: String)
        /// Anything else.
        case other
    }

    package var kind: Kind
    /// What was being done, as an infinitive: `read tree 4b825d`.
    package var operation: String
    /// What went wrong, in libgit2's or the system's words.
    package var message: String
    /// What a person can do about it, as a sentence.
    package var advice: String?
    /// The words of the other side, which ``description`` quotes: safe to print, one
    /// line each, never read for what to do.
    package var quoted: [String] = []
    /// libgit2's return value; 0 where the failure is not libgit2's.
    package var code: Int32
    /// libgit2's class of the error.
    package var category: Int32

    package init(
        _ kind: Kind, _ operation: String, _ message: String, advice: String? = nil,
        code: Int32 = 0, category: Int32 = 0
    ) {
        self.kind = kind
        self.operation = operation
        self.message = message
        self.advice = advice
        self.code = code
        self.category = category
    }
}

extension GitError: CustomStringConvertible {
    /// What, why and the fix: `cannot read tree 4b825d: object not found. …`, and
    /// below it the words of the other side, each line behind `remote: `.
    package var description: String {
        let failure = "cannot \(operation): \(message)"
        let quotation = QuotedWords.suffix(quoted)
        guard let advice else { return failure + quotation }
        return failure + (failure.hasSuffix(".") ? " " : ". ") + advice + quotation
    }
}
