import BoardView
import MarkdownDocument
import TaskBoard

// obsidian-kanban: one note, whose headings are columns and whose checkboxes are cards.

extension ExchangeFormat {
    func readKanban(
        _ bytes: [UInt8], _ context: ExchangeContext
    ) throws(BoardError) -> Reading {
        try bytes.checkText(of: self)
        let document = Document(bytes)
        guard document.entry("kanban-plugin") != nil else {
            throw RecordProblem.noKanbanKey.of(format: name)
        }
        let body = Array(document.body)
        let firstLine = bytes.count { $0 == 0x0A } - body.count { $0 == 0x0A }
        var reader = KanbanReader(context)
        for (index, line) in body.lines.enumerated() {
            reader.take(Array(line), at: .line(firstLine + index + 1))
        }
        return reader.reading()
    }

    func writeKanban(_ tasks: [TaskItem], _ context: ExportContext) -> Writing {
        var losses = Tally()
        var bytes = Array("---\n\nkanban-plugin: board\n\n---\n".utf8)
        for state in context.settings.states {
            bytes += Array("\n## ".utf8) + state.utf8 + Array("\n\n".utf8)
            if context.settings.isFinished(state) { bytes += "**Complete**\n".utf8 }
            for task in tasks where task.state == state { bytes += card(of: task) }
            bytes.append(0x0A)
        }
        bytes += "\n\n%% kanban:settings\n```\n{\"kanban-plugin\":\"board\"}\n```\n%%\n".utf8
        for task in tasks {
            task.reportUnread(in: &losses)
            guard context.settings.states.contains(task.state) else {
                losses.add("tasks in unknown states")
                continue
            }
            var reader = KanbanReader(context.exchange, lane: task.state)
            for line in card(of: task).lines { reader.take(Array(line), at: .line(1)) }
            let read = reader.reading().tasks
            if let first = read.first, read.count == 1 {
                losses.add(first.differences(of: task, blockers: [], context.exchange))
            } else {
                losses.add("body")
            }
        }
        return Writing(files: .text(bytes), losses: losses)
    }

    /// Returns the lines of a task: its title and fields, then its body, indented.
    private func card(of task: TaskItem) -> [UInt8] {
        var words = [task.title]
        let own = Set(task.title.words)
        for tag in task.tags where !own.contains(Text([0x23] + tag.utf8)) {
            words.append(Text([0x23] + tag.utf8))
        }
        if let due = task.due {
            words.append(Text("@{\(due.day)}"))
            if let second = due.secondOfDay, due.offset == nil {
                let time = due.text.utf8.dropFirst(11).prefix(5)
                if second % 60 == 0 { words.append(Text(Array("@@{".utf8) + time + [0x7D])) }
            }
        }
        let box = task.isFinished ? "- [x] " : "- [ ] "
        let body = Array(task.body).lines.flatMap { line -> [UInt8] in [0x09] + line + [0x0A] }
        // A card's first line is one line, whatever a tag or a title holds.
        let line = Text(joining: words).utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        return Array(box.utf8) + line + [0x0A] + body
    }
}

/// Reads the lines of a board.
private struct KanbanReader {
    private let context: ExchangeContext
    private var lane: Lane?
    private var lanes = 0
    private var cards: [Card] = []
    private var isEnded = false
    private var isArchive = false

    private struct Lane {
        let name: Text
        let number: Int
        var isComplete = false
    }

    private struct Card {
        let place: RecordPlace
        let lane: Lane
        let text: Text
        let isTicked: Bool
        var body: [[UInt8]] = []
    }

    init(_ context: ExchangeContext, lane state: Text? = nil) {
        self.context = context
        lane = state.map { Lane(name: $0, number: 1) }
    }

    mutating func take(_ line: [UInt8], at place: RecordPlace) {
        guard !isEnded else { return }
        if line.hasPrefix("%% kanban:settings") {
            isEnded = true
        } else if line.hasPrefix("## ") {
            lanes += 1
            lane = Lane(name: Text(line.dropFirst(3).trimmed), number: lanes)
            lane?.isComplete = isArchive
        } else if line.trimmed.elementsEqual("***".utf8), !isIndented(line) {
            isArchive = true
        } else if line.trimmed.elementsEqual("**Complete**".utf8), !isIndented(line) {
            lane?.isComplete = true
        } else if !takeCard(line, at: place) {
            takeText(line)
        }
    }

    private func isIndented(_ line: [UInt8]) -> Bool {
        line.first == 0x09 || line.hasPrefix("  ")
    }

    private mutating func takeCard(_ line: [UInt8], at place: RecordPlace) -> Bool {
        guard let lane, line.count > 5, line[0] == 0x2D || line[0] == 0x2A, line[1] == 0x20,
            line[2] == UInt8(ascii: "["), line[4] == UInt8(ascii: "]"), line[5] == 0x20
        else { return false }
        cards.append(
            Card(
                place: place, lane: lane, text: Text(line.dropFirst(6).trimmed),
                isTicked: line[3] != 0x20))
        return true
    }

    private mutating func takeText(_ line: [UInt8]) {
        guard !cards.isEmpty else { return }
        if isIndented(line) {
            let width = line[0] == 0x09 ? 1 : min(4, line.prefix { $0 == 0x20 }.count)
            cards[cards.count - 1].body.append(Array(line.dropFirst(width)))
        } else if line.isEmpty, !cards[cards.count - 1].body.isEmpty {
            cards[cards.count - 1].body.append([])
        }
    }

    func reading() -> Reading {
        var reading = Reading()
        var occurrences = Occurrences(.kanban)
        for card in cards {
            var task = ForeignTask(.source(""), title: "", at: card.place)
            let id = readText(card.text, into: &task)
            let lane = setStage(card, &task)
            if lane == nil, !card.lane.name.isEmpty {
                task[extra: "lane"] = .scalar(card.lane.name)
            }
            var body = card.body
            // Blank lines after the last line of a card separate columns.
            while body.last?.isEmpty == true { body.removeLast() }
            task.body = body.flatMap { $0 + [0x0A] }
            task.origin =
                id.map { .source(occurrences.source($0)) }
                ?? occurrences.origin(title: task.title, created: nil)
            reading.tasks.append(task)
        }
        return reading
    }

    /// Sets the progress, and returns the state that the column's name means.
    private func setStage(_ card: Card, _ task: inout ForeignTask) -> Text? {
        let state = context.state(named: card.lane.name)
        let isFinished = card.lane.isComplete || card.isTicked
        if let state, !isFinished || context.settings.isFinished(state) {
            task.stage = .state(state)
        } else if isFinished {
            task.stage = .finished
        } else {
            task.stage = card.lane.number == 1 ? .first : .started
        }
        return state
    }

    /// Reads title, tags and date from a card, and returns its block ID.
    private func readText(_ text: Text, into task: inout ForeignTask) -> Text? {
        var words = text.words
        var id: Text?
        if let last = words.last, last.utf8.count > 1, last.hasPrefix("^") {
            id = last
            words.removeLast()
        }
        var day: Day?
        var time: Text?
        words.removeAll { word in
            if let date = Self.inner(word, "@{", "}") ?? Self.inner(word, "@[[", "]]"),
                let found = Day(date)
            {
                day = found
                return true
            }
            if let clock = Self.inner(word, "@@{", "}"), clock.utf8.count == 5 {
                time = clock
                return true
            }
            return false
        }
        if let day {
            let full = time.map { Text(day.text.utf8 + [UInt8(ascii: "T")] + $0.utf8) }
            task[.due] = [full.flatMap { DueDate($0) == nil ? nil : $0 } ?? day.text]
        }
        for word in words {
            if let tag = Self.tag(word), !task[.tags].contains(tag) { task[.tags].append(tag) }
        }
        while words.count > 1, let last = words.last, Self.tag(last) != nil { words.removeLast() }
        task.title = Text(joining: words.isEmpty ? text.words : words)
        return id
    }

    private static func inner(_ word: Text, _ start: String, _ end: String) -> Text? {
        guard word.hasPrefix(start), word.utf8.suffix(end.utf8.count).elementsEqual(end.utf8),
            word.utf8.count > start.utf8.count + end.utf8.count
        else { return nil }
        return Text(word.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count))
    }

    /// A tag of Obsidian, which has some character that is not a digit.
    private static func tag(_ word: Text) -> Text? {
        guard word.utf8.count > 1, word.hasPrefix("#") else { return nil }
        let name = word.utf8.dropFirst()
        let isName = name.allSatisfy {
            (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 >= 0x80
                || [0x2D, 0x5F, 0x2F].contains($0)
        }
        return isName && !name.allSatisfy { (0x30...0x39).contains($0) } ? Text(name) : nil
    }
}
