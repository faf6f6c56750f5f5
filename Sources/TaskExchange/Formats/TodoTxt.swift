import BoardView
import MarkdownDocument
import TaskBoard

// todo.txt: one task per line.

extension ExchangeFormat {
    func readTodoTxt(
        _ bytes: [UInt8], _ context: ExchangeContext
    ) throws(BoardError) -> Reading {
        var reading = Reading()
        var occurrences = Occurrences(self)
        let lines = bytes.withoutMark.withLineFeeds.lines
        for (index, line) in lines.enumerated() where !line.trimmed.isEmpty {
            try reading.checkCount(of: self)
            let place = RecordPlace.line(index + 1)
            do throws(RecordProblem) {
                try Array(line).checkText()
            } catch {
                reading.refuse(error, at: place)
                continue
            }
            let read = TodoTxtLine(Text(line), at: place)
            var task = read.task
            task.origin = occurrences.origin(title: task.title, created: task[.created].first)
            reading.tasks.append(task)
            if let note = read.note { reading.notes.append(note) }
        }
        return reading
    }

    func writeTodoTxt(_ tasks: [TaskItem], _ context: ExportContext) -> Writing {
        var losses = Tally()
        var bytes: [UInt8] = []
        for task in tasks {
            task.reportUnread(in: &losses)
            let line = TodoTxtLine.text(of: task, context)
            let read = TodoTxtLine(line, at: .line(1)).task
            losses.add(read.differences(of: task, blockers: [], context.exchange))
            bytes += line.utf8 + [0x0A]
        }
        return Writing(files: .text(bytes), losses: losses)
    }
}

/// One line of a todo.txt.
private struct TodoTxtLine {
    private(set) var task: ForeignTask
    /// The projects that became tags.
    private(set) var note: ImportNote?
    private var title: [Text] = []
    private var projects = UniqueTexts()
    private var lists: [Field: UniqueTexts] = [:]
    private var priority: UInt8?

    init(_ line: Text, at place: RecordPlace) {
        task = ForeignTask(.source(""), title: "", at: place)
        var words = line.words[...]
        if words.first == "x" {
            task.stage = .finished
            words.removeFirst()
        }
        takePriority(&words)
        takeDates(&words)
        for word in words { take(word) }
        finish(line)
    }

    private mutating func takePriority(_ words: inout ArraySlice<Text>) {
        guard let word = words.first?.utf8, word.count == 3, word[0] == UInt8(ascii: "("),
            (0x41...0x5A).contains(word[1]), word[2] == UInt8(ascii: ")")
        else { return }
        priority = word[1]
        words.removeFirst()
    }

    /// Takes the creation date. In a finished task, the finish date may precede it.
    private mutating func takeDates(_ words: inout ArraySlice<Text>) {
        guard let first = words.first.flatMap({ Day($0) }) else { return }
        words.removeFirst()
        guard task.stage == .finished else {
            task[.created] = [first.text]
            return
        }
        task[.finished] = [first.text]
        if let second = words.first.flatMap({ Day($0) }) {
            task[.created] = [second.text]
            words.removeFirst()
        }
    }

    private mutating func take(_ word: Text) {
        let bytes = word.utf8
        let isNamed =
            bytes.count > 1 && (bytes[1] >= 0x80 || (0x61...0x7A).contains(bytes[1] | 0x20))
        if bytes[0] == UInt8(ascii: "+"), isNamed {
            projects.add(word.dropping(1))
        } else if bytes[0] == UInt8(ascii: "@"), isNamed {
            add(word, to: .tags)
        } else if !takePair(word) {
            title.append(word)
        }
    }

    private mutating func add(_ element: Text, to field: Field) {
        lists[field, default: UniqueTexts()].add(element)
    }

    /// Parses `key:value`; false for a word of the title, such as an address.
    private mutating func takePair(_ word: Text) -> Bool {
        guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")), colon >= 1 else {
            return false
        }
        let key = Text(word.utf8[..<colon])
        let value = word.dropping(colon + 1)
        guard let first = value.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: ":")
        else { return false }
        switch key.string {
        case "due": return set(.due, value)
        case "t", "wait": return set(.wait, value)
        case "tag": add(value, to: .tags)
        case "project": projects.add(value)
        case "assignee": add(value, to: .assignees)
        case "pri":
            guard value.utf8.count == 1, (0x41...0x5A).contains(value.utf8[0]) else { return false }
            priority = value.utf8[0]
        case "rec":
            guard let repetition = Self.repetition(value) else { return false }
            task[.repeat] = [repetition]
        default:
            guard Self.isKey(key), Field.named(key) == nil, key != ForeignTask.sourceKey,
                task[extra: key] == nil
            else { return false }
            task[extra: key] = .scalar(value)
        }
        return true
    }

    private mutating func set(_ field: Field, _ value: Text) -> Bool {
        guard field.accepts(value), task[field].isEmpty else { return false }
        task[field] = [value]
        return true
    }

    /// Returns true for a key as commonly used in the format; `C:` and `Re:` belong to the title.
    private static func isKey(_ key: Text) -> Bool {
        key.utf8.count >= 2 && (0x61...0x7A).contains(key.utf8[0])
            && key.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
                    || $0 == 0x5F
            }
    }

    /// Returns the repetition for `rec:2w`, based on the finish, or `rec:+2w`, based on the due
    /// date.
    private static func repetition(_ value: Text) -> Text? {
        let isStrict = value.hasPrefix("+")
        let period = isStrict ? value.dropping(1) : value
        guard let every = TaskExchange.repetition(ofPeriod: period) else { return nil }
        if isStrict { return every }
        let words = every.words
        guard words.count > 1, words[0] == "every" else { return nil }
        return Text(joining: ["after"] + (words.count == 2 ? ["1", words[1]] : words.dropFirst()))
    }

    private mutating func finish(_ line: Text) {
        task.title = Text(joining: title.isEmpty ? line.words : title)
        if let first = projects.all.first {
            let others = Array(projects.all.dropFirst())
            task[.project] = [first]
            for other in others { add(other, to: .tags) }
            if !others.isEmpty {
                note = .furtherProjects(others, first: first, task: task.title)
            }
        }
        for (field, elements) in lists { task[field] = elements.all }
        switch priority {
        case nil: break
        case UInt8(ascii: "A")?: task[.priority] = ["high"]
        case UInt8(ascii: "B")?: task[.priority] = ["medium"]
        case UInt8(ascii: "C")?: task[.priority] = ["low"]
        case let letter?:
            task[.priority] = ["low"]
            task[extra: "pri"] = .scalar(Text([letter]))
        }
    }
}

extension TodoTxtLine {
    /// Returns the line of a task.
    static func text(of task: TaskItem, _ context: ExportContext) -> Text {
        var words: [Text] = []
        let letter = letter(of: task)
        let created = task.created.map { $0.day(context.now).text }
        if task.isFinished {
            words.append("x")
            let finished = context.finished(task).map { context.now.at($0).today.text }
            // A creation date alone would be read as the finish date.
            if let finished = finished ?? created { words.append(finished) }
        } else if let letter {
            words.append(Text("(\(letter))"))
        }
        if let created { words.append(created) }
        words += task.title.words
        words += fields(of: task)
        if task.isFinished, let letter { words.append(Text("pri:\(letter)")) }
        return Text(joining: words)
    }

    private static func letter(of task: TaskItem) -> String? {
        switch task.priority?.rawValue {
        case "high": "A"
        case "medium": "B"
        case "low": task.scalar("pri")?.string ?? "C"
        default: nil
        }
    }

    private static func fields(of task: TaskItem) -> [Text] {
        var words: [Text] = []
        func add(_ prefix: String, _ value: Text?) {
            guard let value, !value.isEmpty, value.words.count == 1, value.words[0] == value else {
                return
            }
            words.append(Text(Array(prefix.utf8) + value.utf8))
        }
        let project = task.texts(of: .project).first ?? ""
        // '+1' is a word of a title.
        let isNamed = project.utf8.first.map { $0 >= 0x80 || (0x61...0x7A).contains($0 | 0x20) }
        add(isNamed == true ? "+" : "project:", project)
        for tag in task.tags { add(tag.hasPrefix("@") ? "" : "tag:", tag) }
        for name in task.assignees { add("assignee:", name) }
        add("due:", task.due?.asTyped.text)
        add("t:", task.wait?.text)
        add("rec:", task.texts(of: .repeat).first.flatMap(period))
        for entry in task.extra where isKey(entry.key) && Field.named(entry.key) == nil {
            guard !["pri", "source"].contains(entry.key.string) else {
                continue
            }
            if case .scalar(let text) = entry.value { add(entry.key.string + ":", text) }
        }
        return words
    }

    /// Returns the period of a repetition such as `every 2 weeks`.
    private static func period(_ repetition: Text) -> Text? {
        var words = repetition.words
        guard words.count > 1, ["every", "after"].contains(words[0].string) else { return nil }
        let sign = words.removeFirst() == "every" ? "+" : ""
        let count = words.count == 2 ? words[0].string : "1"
        guard let unit = words.last?.string.first, "dwmy".contains(unit) else { return nil }
        return Text("\(sign)\(count)\(unit)")
    }
}

extension TaskItem {
    /// Returns the elements of a key unknown to pmd; a scalar is a single element.
    func list(_ key: Text) -> [Text] {
        switch extra.first(where: { $0.key == key })?.value {
        case .scalar(let text)?: [text]
        case .list(let elements)?: elements
        case .map?, .records?, .other?, nil: []
        }
    }
}
