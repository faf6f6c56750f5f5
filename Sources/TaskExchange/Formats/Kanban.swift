import BoardView
import MarkdownDocument
import TaskBoard

// obsidian-kanban: one note with columns as headings and cards as list items.

extension ExchangeFormat {
    func readKanban(
        _ bytes: [UInt8], _ context: ExchangeContext
    ) throws(BoardError) -> Reading {
        let bytes = bytes.withLineFeeds
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
                let time = timeOfDay(second / 60).utf8
                if second % 60 == 0 { words.append(Text(Array("@@{".utf8) + time + [0x7D])) }
            }
        }
        let box = task.isFinished ? "- [x] " : "- [ ] "
        let body = Array(task.body).lines.flatMap { line -> [UInt8] in [0x09] + line + [0x0A] }
        // A card's first line must be a single line, whatever its tags or title contain.
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
    private var outside = 0
    private var isEnded = false
    private var isArchive = false
    /// True directly after a line of a card, where unindented text continues it.
    private var isInParagraph = false

    private struct Lane {
        let name: Text
        let number: Int
        var level = 2
        var isComplete = false
        var hasCards = false
    }

    private struct Card {
        let place: RecordPlace
        let lane: Lane
        let text: [UInt8]
        let isTicked: Bool
        var body: [[UInt8]] = []
    }

    init(_ context: ExchangeContext, lane state: Text? = nil) {
        self.context = context
        lane = state.map { Lane(name: $0, number: 1) }
    }

    mutating func take(_ line: [UInt8], at place: RecordPlace) {
        guard !isEnded else { return }
        if isIndented(line) || line.isEmpty { return takeText(line) }
        if line.hasPrefix("%% kanban:settings") {
            isEnded = true
        } else if let heading = Self.heading(line) {
            // A heading above the columns is not the first column.
            let isTitle = lane.map { !$0.hasCards && $0.level < heading.level } ?? false
            if !isTitle { lanes += 1 }
            lane = Lane(
                name: heading.name, number: lanes, level: heading.level, isComplete: isArchive)
            isInParagraph = false
        } else if Self.isRule(line) {
            isArchive = true
            isInParagraph = false
        } else if let item = KanbanItem(line) {
            take(item, at: place)
        } else if lane?.hasCards == false, line.hasPrefix("**"),
            line.trimmed.suffix(2) == [0x2A, 0x2A]
        {
            // "**Complete**", in the user's language.
            lane?.isComplete = true
        } else {
            takeText(line)
        }
    }

    private func isIndented(_ line: [UInt8]) -> Bool {
        line.first == 0x09 || line.hasPrefix("  ")
    }

    /// Returns the text and the level of a heading.
    private static func heading(_ line: [UInt8]) -> (name: Text, level: Int)? {
        let level = line.prefix { $0 == UInt8(ascii: "#") }.count
        guard (1...6).contains(level), level == line.count || line[level] == 0x20 else {
            return nil
        }
        return (Text(line.dropFirst(level).trimmed), level)
    }

    /// Returns true for a thematic break, such as the `***` before the archive.
    private static func isRule(_ line: [UInt8]) -> Bool {
        let signs = line.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
        return signs.count >= 3 && Set(signs).count == 1 && "*-_".utf8.contains(signs[0])
    }

    private mutating func take(_ item: KanbanItem, at place: RecordPlace) {
        isInParagraph = true
        lane?.hasCards = true
        guard let lane else {
            outside += 1
            return
        }
        cards.append(Card(place: place, lane: lane, text: item.text, isTicked: item.isTicked))
    }

    private mutating func takeText(_ line: [UInt8]) {
        defer { isInParagraph = isInParagraph && !line.isEmpty }
        guard lane?.hasCards == true, let last = cards.indices.last else { return }
        if isIndented(line) {
            let width = line[0] == 0x09 ? 1 : min(4, line.prefix { $0 == 0x20 }.count)
            cards[last].body.append(Array(line.dropFirst(width)))
        } else if line.isEmpty, !cards[last].body.isEmpty {
            cards[last].body.append([])
        } else if isInParagraph, !line.isEmpty {
            cards[last].body.append(line)
        }
    }

    func reading() -> Reading {
        var reading = Reading()
        var occurrences = Occurrences(.kanban)
        for card in cards {
            do throws(RecordProblem) {
                try (card.text + card.body.joined()).checkText()
            } catch {
                reading.refuse(error, at: card.place)
                continue
            }
            if let task = task(of: card, &occurrences) {
                reading.tasks.append(task)
            } else {
                reading.skipped.add("cards without a text")
            }
        }
        for _ in 0..<outside { reading.skipped.add("list items before the first column") }
        return reading
    }

    /// Returns nil for an empty card.
    private func task(of card: Card, _ occurrences: inout Occurrences) -> ForeignTask? {
        var task = ForeignTask(.source(""), title: "", at: card.place)
        var lines = Self.lines(of: card.text) + card.body
        // Blank lines after a card's last line separate columns.
        while lines.last?.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) == true { lines.removeLast() }
        guard let first = lines.firstIndex(where: { !$0.trimmed.isEmpty }) else { return nil }
        let id = readText(Text(lines[first].trimmed), into: &task)
        var body = Array(lines[(first + 1)...])
        // A multi-line card may have its date and its block ID on any line.
        let ownLines = max(0, Self.lines(of: card.text).count - first - 1)
        var lastID: Text?
        for index in body.indices.prefix(ownLines) {
            lastID = readMarks(of: &body[index], into: &task) ?? lastID
        }
        let lane = setStage(card, &task)
        if lane == nil, !card.lane.name.isEmpty { task[extra: "lane"] = .scalar(card.lane.name) }
        task.body = body.flatMap { $0 + [0x0A] }
        task.origin =
            (lastID ?? id).map { .source(occurrences.source($0)) }
            ?? occurrences.origin(title: task.title, created: nil)
        return task
    }

    /// Returns the lines of a card, which are separated by `<br>`.
    private static func lines(of text: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = [[]]
        var at = text.startIndex
        while at < text.endIndex {
            let rest = text[at...]
            let sign = ["<br>", "<br/>", "<br />"].first {
                rest.prefix($0.utf8.count).map { $0 | 0x20 }.elementsEqual(
                    $0.utf8.map { $0 | 0x20 })
            }
            if let sign {
                lines.append([])
                at += sign.utf8.count
            } else {
                lines[lines.count - 1].append(text[at])
                at += 1
            }
        }
        return lines
    }

    /// Removes the date and the block ID from a line of a card, and adds its tags.
    private func readMarks(of line: inout [UInt8], into task: inout ForeignTask) -> Text? {
        var read = task
        let id = readText(Text(line), into: &read)
        let words = Text(line).words
        for tag in words.compactMap(Self.tag) where !task[.tags].contains(tag) {
            task[.tags].append(tag)
        }
        if task[.due].isEmpty { task[.due] = read[.due] }
        guard id != nil || words.contains(where: Self.isDate) else { return nil }
        line = Text(joining: words.filter { !Self.isDate($0) && $0 != id }).utf8
        return id
    }

    private static func isDate(_ word: Text) -> Bool {
        let day = inner(word, "@{", "}") ?? inner(word, "@[[", "]]")
        return day.flatMap { Day($0) } != nil || inner(word, "@@{", "}")?.utf8.count == 5
    }

    /// Sets the progress stage, and returns the state for the column's name.
    private func setStage(_ card: Card, _ task: inout ForeignTask) -> Text? {
        let state = context.state(named: card.lane.name)
        let isFinished = card.lane.isComplete || card.isTicked
        if let state, !isFinished || context.settings.isFinished(state) {
            task.stage = .state(state)
        } else if isFinished {
            task.stage = .finished
        } else {
            let position: ForeignTask.Stage = card.lane.number == 1 ? .first : .started
            task.stage = context.stage(named: card.lane.name) ?? position
        }
        return state
    }

    /// Reads the title, tags and date from a card, and returns its block ID.
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
        task[.tags] = UniqueTexts(words.compactMap(Self.tag)).all
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

    /// Returns an Obsidian tag, which has at least one character that is not a digit.
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

/// An unindented list item.
private struct KanbanItem {
    /// The text after the bullet and the box.
    let text: [UInt8]
    let isTicked: Bool

    init?(_ line: [UInt8]) {
        let start = line.first == 0x20 ? 1 : 0
        let digits = line.dropFirst(start).prefix { (0x30...0x39).contains($0) }.count
        let sign = start + digits
        guard digits <= 9, sign < line.count,
            (digits == 0 ? "-*+" : ".)").utf8.contains(line[sign]),
            sign + 1 == line.count || line[sign + 1] == 0x20 || line[sign + 1] == 0x09
        else { return nil }
        let content = Array(line.dropFirst(sign + 1)).trimmed
        guard content.count >= 3, content[0] == UInt8(ascii: "["), content[2] == UInt8(ascii: "]"),
            content.count == 3 || content[3] == 0x20 || content[3] == 0x09
        else {
            (text, isTicked) = (content, false)
            return
        }
        (text, isTicked) = (content.dropFirst(3).trimmed, content[1] != 0x20)
    }
}
