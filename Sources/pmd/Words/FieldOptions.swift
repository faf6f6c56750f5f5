import BoardStorage
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Parses the values of `--due`, `--tag` and similar options as quick entry does.
struct FieldOptions {
    let now: Moment
    /// The person that `@me` stands for.
    let me: Text?

    /// Returns the date in task file format.
    func date(
        _ word: Word, _ option: String, sense: DateSense = .ahead
    ) throws -> Text {
        try DueDate.typed(Text(try word.text()), in: Text(option), now: now, sense: sense).text
    }

    /// Returns the day in task file format.
    func day(_ word: Word, _ option: String, sense: DateSense = .ahead) throws -> Day {
        try Day.typed(Text(try word.text()), in: Text(option), now: now, sense: sense)
    }

    func priority(_ word: Word) throws -> Text {
        let typed = try word.text()
        guard let priority = Priority(typed: Text(typed)) else {
            throw Failure(.usage, .notAPriority(typed))
        }
        return priority.text
    }

    /// Returns the tags of a word, split at commas and without a leading `+` or `#`.
    func tags(_ word: Word) throws -> [Text] {
        try elements(word, signs: ["+", "#"], "--tag", .tag)
    }

    /// Returns the people of a word, without a leading `@`; `me` is the user.
    func people(_ word: Word) throws -> [Text] {
        try elements(word, signs: ["+", "@"], "--assignee", .person).map { name in
            guard name == "me" else { return name }
            guard let me else {
                throw Failure(.usage, .meNotSet)
            }
            return me
        }
    }

    /// Returns edits that remove elements for a word that begins with `-`, and add elements for
    /// any other word.
    func edits(
        _ word: Word, of key: Text, _ read: (Word) throws -> [Text]
    ) throws -> [FieldEdit] {
        if word.bytes == Array("none".utf8) { return [.clear(key: key)] }
        guard word.bytes.first == UInt8(ascii: "-") else {
            return try read(word).map { .add(key: key, element: $0) }
        }
        return try read(Word(bytes: Array(word.bytes.dropFirst())))
            .map { .remove(key: key, element: $0) }
    }

    private func elements(
        _ word: Word, signs: Set<Character>, _ option: String,
        _ kind: CommandProblem.ElementKind
    ) throws -> [Text] {
        let elements = try word.text().split(separator: ",").map { part in
            part.drop { $0 == " " }.drop { signs.contains($0) }.description.trimmingTrailingBlanks
        }
        guard !elements.isEmpty, !elements.contains(where: \.isEmpty) else {
            throw Failure(.usage, .emptyElements(word.string, of: option, kind))
        }
        guard elements != ["none"] else {
            throw Failure(.usage, .noneAsValue(of: option))
        }
        return elements.map { Text($0) }
    }
}
