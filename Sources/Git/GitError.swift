/// A failure of an operation on a repository or a remote.
package struct GitError: Error, Hashable, Sendable {
    /// The kind of a failure, which callers use to decide how to proceed.
    package enum Kind: Hashable, Sendable {
        /// No such repository, object, reference or remote.
        case notFound
        /// Something already exists in the place of something new.
        case exists
        /// Another process holds a lock file: try again later.
        case locked
        /// A compare-and-swap found another value: read it again and start over.
        case changedMeanwhile
        /// A repository, index or remote of an unsupported kind.
        case unsupported
        /// The operating system or the owner of a folder denies access.
        case notAllowed
        /// A name, path or value that git does not allow.
        case invalid
        /// Larger than the limit that the caller gave.
        case tooLarge
        /// A damaged object or file of the repository.
        case damaged
        /// The disk or a quota is full.
        case noSpace
        /// Any other failure of reading or writing files.
        case inputOutput
        /// No connection, or an interrupted one.
        case offline
        /// The remote did not answer within a deadline.
        case timedOut
        /// The remote answers, but asks for fewer requests.
        case limited
        /// The remote does not accept the user's credentials.
        case authentication
        /// The remote has not proven its identity.
        case untrusted
        /// The remote refused, with this message.
        case rejected(words: String)
        /// Any other failure.
        case other
    }

    package var kind: Kind
    /// The operation that failed, as an infinitive: `read tree 4b825d`.
    package var operation: String
    /// The cause, as a message of pmd, libgit2 or the system.
    package var message: String
    /// Advice for the user, as a sentence.
    package var advice: String?
    /// ``message`` in Korean; nil for messages of libgit2 and of the system.
    package var koreanMessage: String?
    /// ``advice`` in Korean; nil if there is no advice.
    package var koreanAdvice: String?
    /// The output of the remote, which ``description`` quotes: safe to print, in lines, and never
    /// used to decide what to do.
    package var quoted: [String] = []
    /// libgit2's return value; 0 if the failure is not libgit2's.
    package var code: Int32
    /// libgit2's class of the error.
    package var category: Int32

    package init(
        _ kind: Kind, _ operation: String, _ message: String, advice: String? = nil,
        korean: (message: String?, advice: String?) = (nil, nil),
        code: Int32 = 0, category: Int32 = 0
    ) {
        self.kind = kind
        self.operation = operation
        self.message = message
        self.advice = advice
        (koreanMessage, koreanAdvice) = korean
        self.code = code
        self.category = category
    }
}

extension GitError: CustomStringConvertible {
    /// The operation, the cause and the advice: `cannot read tree 4b825d: object not found. …`, and
    /// below them the output of the remote, each line after `remote: `.
    package var description: String {
        let failure = "cannot \(operation): \(message)"
        let quotation = QuotedWords.suffix(quoted)
        guard let advice else { return failure + quotation }
        return failure + (failure.hasSuffix(".") ? " " : ". ") + advice + quotation
    }
}
