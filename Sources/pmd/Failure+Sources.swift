import ArgumentParser
import BoardStorage
import TaskBoard

extension BoardError {
    /// Any error that a run can end with, as the one that is told.
    ///
    /// - Parameter command: the subcommand, whose help a misuse points to.
    init(_ error: any Error, command: String?) {
        switch error {
        case let error as WordError: self.init(.usage, "word", "\(error)")
        case _ where PMD.exitCode(for: error) == .validationFailure:
            self.init(parsing: error, command)
        default: self.init(error)
        }
        dropPlace()
    }

    /// The place stands in fields of its own: a message that begins with it too
    /// would say it twice.
    private mutating func dropPlace() {
        guard let file, line != nil else { return }
        let place = [file, line.map(String.init), column.map(String.init)].compactMap { $0 }
        let start = visible(place.joined(separator: ":").utf8) + ": "
        if message.hasPrefix(start) { message.removeFirst(start.count) }
    }

    /// What the parser of arguments refused.
    private init(parsing error: any Error, _ command: String?) {
        var message = Word.restored(in: PMD.message(for: error))
        message = message.replacing(". Please provide one of ", with: "; expected ")
        if message.hasSuffix(".") { message.removeLast() }
        let missing = "Missing expected argument "
        if message.hasPrefix(missing) { message = "\(message.dropFirst(missing.count)) is missing" }
        let first = message.prefix(1).lowercased() + message.dropFirst()
        let help = command.map { "; see 'pmd \($0) --help'" } ?? ""
        self.init(.usage, message.isEmpty ? "" : first + help)
    }
}
