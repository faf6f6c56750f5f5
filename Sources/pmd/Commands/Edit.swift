import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Changes fields of tasks, or opens them in an editor.
struct Edit: Command {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change tasks, or open them in your editor",
        usage: "pmd edit <task> ... [<change> ...] [<options>]",
        discussion: """
            +tag, @person and KEY:VALUE set values, -tag and -@person remove them; KEY:VALUE is \
            for pmd's own fields, such as due, and KEY=VALUE for any field. All other words name \
            tasks. Without a change, opens the tasks in git's editor: GIT_EDITOR, \
            core.editor, VISUAL or EDITOR, else vi.

            Examples:
              pmd edit roof due:fri +urgent -old
              pmd edit k3f9m2 x7q2bd --assignee ann --due none
              pmd edit roof --append "Ask Bob for his ladder."
              pmd edit roof estimate=3h
              pmd edit where +house due.before:2w -- +urgent
              pmd edit roof
            """,
        aliases: ["e"])

    @Argument(help: "Tasks, +tag, -tag, @person, KEY:VALUE, KEY=VALUE.")
    var words: [Word] = []

    @Option(help: "The title.") var title: Word?
    @Option(help: "The due date, or none.") var due: Word?
    @Option(help: "The day until which the task waits, or none.") var wait: Word?
    @Option(help: "The priority: high, medium, low or none.") var priority: Word?
    @Option(help: "A tag to add; -TAG removes it.") var tag: [Word] = []
    @Option(help: "An assignee to add; -NAME removes it.") var assignee: [Word] = []
    @Option(help: "The new body; - reads it from standard input.") var body: Word?
    @Option(help: "Text to append to the body; - reads it from standard input.")
    var append: Word?
    @OptionGroup var confirm: ConfirmOptions
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let me = try await workspace.me()
        let (named, words) = try naming(session, me, try await workspace.fields())
        let edits = try words + options(session, me)
        try refuseContradictions(edits)
        if edits.isEmpty, named.query != nil {
            throw Failure(.usage, .changeMissing)
        }
        guard
            let named = named.isEmpty
                ? try await session.chosen(in: workspace)
                : try await session.named(named, confirm, in: workspace)
        else { return }
        do {
            try await session.confirming(named, confirm, in: workspace) { references in
                if edits.isEmpty {
                    let tasks = try await workspace.board().tasks(references)
                    try await session.edit(tasks, isList: named.isList, in: workspace)
                } else {
                    let outcome = try await workspace.edit(references, edits)
                    try await session.report(outcome, isList: named.isList, in: workspace)
                }
            }
        } catch let error as ReferenceError {
            if case .none = error,
                let (key, value) = named.references.lazy.compactMap(Self.keyAndValue).first
            {
                session.console.say(.undeclaredKey(safe(key.utf8), safe(value.utf8)))
            }
            throw error
        }
    }

    /// Returns the parts of a word such as `foo:bar`, which names a task unless the board declares
    /// the field.
    private static func keyAndValue(_ reference: TaskReference) -> (key: String, value: String)? {
        guard let word = reference.text, let colon = word.firstIndex(of: ":") else { return nil }
        let (key, value) = (word[..<colon], word[word.index(after: colon)...])
        let isKey =
            key.count > 1 && key.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
        guard isKey, key.first?.isLetter == true, let first = value.first, !"/: ".contains(first)
        else { return nil }
        return (String(key), String(value))
    }

    /// Refuses two values for one key, since the first would have no effect.
    private func refuseContradictions(_ edits: [FieldEdit]) throws {
        var values: [Text: Text] = [:]
        for case .set(let key, let value) in edits {
            if let earlier = values.updateValue(value, forKey: key), earlier != value {
                throw Failure(
                    .usage,
                    .twoValues(
                        key: safe(key.utf8), safe(earlier.utf8), safe(value.utf8)))
            }
        }
        for case .add(let key, let element) in edits
        where edits.contains(.remove(key: key, element: element)) {
            throw Failure(.usage, .addedAndRemoved(safe(element.utf8), of: safe(key.utf8)))
        }
    }

    /// Returns the words that name tasks, and the changes given by the others. After `where`, all
    /// words up to `--` are the query, and the words after it are changes.
    private func naming(
        _ session: Session, _ me: Text?, _ fields: FieldTable
    ) throws -> (named: [Word], edits: [FieldEdit]) {
        if words.query != nil {
            let changes = try words.filter(\.isLiteral).map { try $0.text() }
            let read = try EditWords(changes, now: session.now, me: me, fields: fields)
            if let word = read.references.first {
                throw Failure(.usage, .notAChange(safe(word.utf8)))
            }
            return (words.filter { !$0.isLiteral }, read.edits)
        }
        // A word that is not UTF-8 can only be a file name.
        let isName = { (word: Word) in word.isLiteral || !word.isText }
        let typed = try words.filter { !isName($0) }.map { try $0.text() }
        let read = try EditWords(typed, now: session.now, me: me, fields: fields)
        let named = read.references.map { Word(bytes: Array($0.utf8)) } + words.filter(isName)
        return (named, read.edits)
    }

    /// Returns the changes given as options.
    private func options(_ session: Session, _ me: Text?) throws -> [FieldEdit] {
        let fields = FieldOptions(now: session.now, me: me)
        var edits: [FieldEdit] = []
        if let title { edits.append(.set(key: "title", value: Text(try title.text()))) }
        if let due { edits.append(try value(due, of: "due") { try fields.date($0, "--due") }) }
        if let wait {
            edits.append(try value(wait, of: "wait") { try fields.day($0, "--wait").text })
        }
        if let priority { edits.append(try value(priority, of: "priority", fields.priority)) }
        for word in tag { edits += try fields.edits(word, of: "tags", fields.tags) }
        for word in assignee { edits += try fields.edits(word, of: "assignees", fields.people) }
        if let body { edits.append(.body(Text(try session.text(body)))) }
        if let append { edits.append(.append(Text(try session.text(append)))) }
        return edits
    }

    private func value(
        _ word: Word, of key: Text, _ read: (Word) throws -> Text
    ) throws -> FieldEdit {
        word.bytes == Array("none".utf8) ? .clear(key: key) : .set(key: key, value: try read(word))
    }
}
