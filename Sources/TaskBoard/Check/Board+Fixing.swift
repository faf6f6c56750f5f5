package import MarkdownDocument

/// The repairs of `check --fix`: one plan, with a diff for each file.
package struct Repair: Sendable {
    package let plan: Plan
    /// A unified diff for each file of the plan, in the same order.
    package let diffs: [[UInt8]]
}

extension Board {
    /// Repairs common mistakes: front matter that YAML rejects because of
    /// missing quotes or a tab, dates in words, two files with one ID, and tasks in the folder of a
    /// state that was renamed.
    ///
    /// A file that pmd cannot repair is not part of the plan.
    ///
    /// - Parameters:
    ///   - named: The only tasks to repair, which also get a code and `created`
    ///     if they have none. Nil repairs all tasks, and keeps the names that
    ///     users chose.
    ///   - originals: For an ID that several files have, the file that keeps it. Without an entry,
    ///     the first file on the board keeps it.
    ///   - generator: The source of new codes, which no task of this board has.
    package func fixing(
        _ named: [TaskItem]? = nil, originals: [TaskID: BoardPath] = [:], now: Moment,
        using generator: inout some RandomNumberGenerator
    ) -> Repair {
        var used = Set(tasks.map(\.id))
        var changes: [FileChange] = []
        var fixed: [TaskItem] = []
        for task in named ?? tasks {
            let document = repaired(task, isNamed: named != nil, now)
            var path = settings.current(task.path)
            if self[path] != nil { path = task.path }
            if needsCode(task, isNamed: named != nil, originals) {
                let code = TaskCode.random(using: &generator, excluding: used)
                used.insert(TaskID(code))
                path = path.parent.appending(stem(of: task) + [.dash] + code.utf8 + ".md".utf8)
            }
            guard let change = FileChange.task(task, to: path, document) else { continue }
            changes.append(change)
            fixed.append(task.replaced(path: path, document: document, in: self))
        }
        return Repair(plan: repairPlan(changes, fixed), diffs: changes.map(diff))
    }

    private func repairPlan(_ changes: [FileChange], _ tasks: [TaskItem]) -> Plan {
        guard let first = tasks.first else { return .nothing }
        let subject =
            tasks.count == 1 ? "Repair \(quoted(first.title))" : "Repair \(tasks.count) tasks"
        return Plan(
            changes: changes, subject: subject,
            report: tasks.count == 1 ? .repairedTask(first.title) : .repairedTasks(tasks.count),
            body: tasks.map { "\(quoted($0.title)) in \(visible($0.path))" },
            tasks: tasks.map(\.id))
    }

    private func diff(_ change: FileChange) -> [UInt8] {
        guard let before = change.before, let old = self[before], let after = change.after,
            let bytes = change.bytes
        else { return [] }
        return unifiedDiff(from: (before, old.document.bytes), to: (after, bytes))
    }
}

// MARK: Text

extension Board {
    /// Replaces the whole file of a task that cannot be read with text that can.
    ///
    /// - Parameter base: The bytes that were edited.
    /// - Throws: ``ActionError`` if the file has changed since, or if the text cannot be read
    ///   either.
    package func rewriting(
        _ task: TaskItem, as bytes: [UInt8], over base: [UInt8]
    ) throws(ActionError) -> Plan {
        guard task.document.bytes == base else {
            throw ActionError(.otherVersion(title: task.title), path: task.path)
        }
        let new = task.replaced(document: Document(bytes), in: self)
        try new.checkReadable()
        guard let change = FileChange.task(task, to: task.path, new.document) else {
            return .nothing
        }
        return repairPlan([change], [new])
    }
}

// MARK: Names

extension Board {
    /// Returns true if a task needs a new code. Of several files with one ID,
    /// the original keeps it.
    private func needsCode(
        _ task: TaskItem, isNamed: Bool, _ originals: [TaskID: BoardPath]
    ) -> Bool {
        if let twins = duplicates[task.id] {
            let paths = twins.map(\.path)
            return (originals[task.id].flatMap { paths.contains($0) ? $0 : nil } ?? paths.first)
                != task.path
        }
        return isNamed && !task.id.isCode
    }

    /// Returns the name to which the code is added, without its old code.
    private func stem(of task: TaskItem) -> [UInt8] {
        let name = task.path.name.utf8
        return task.id.isCode ? name.dropLast(TaskCode.length + 1) : name
    }
}

// MARK: Bytes

extension Board {
    private func repaired(_ task: TaskItem, isNamed: Bool, _ now: Moment) -> Document {
        let document = task.document.repairingSyntax()
        if document.malformation != nil { return task.document }
        let edits = task.replaced(document: document, in: self).repairs(isNamed: isNamed, now)
        return edits.reduce(document) { document, edit in
            do throws(ActionError) {
                return try document.applying(edit, in: task.path)
            } catch {
                // The user has to edit anything that this document cannot represent.
                return document
            }
        }
    }
}

extension TaskItem {
    /// Returns edits for dates in words and the like, and for `created` if requested.
    fileprivate func repairs(isNamed: Bool, _ now: Moment) -> [FieldEdit] {
        var edits: [FieldEdit] = []
        for field in Field.keys where problems.contains(where: { $0.key == field.key }) {
            guard case .scalar(let words)? = document.entry(field.key)?.value,
                let value = field.value(meaning: words, now)
            else { continue }
            edits.append(.set(key: field.key, value: value))
        }
        if isNamed && document.entry("created") == nil {
            edits.append(.set(key: "created", value: now.stamp))
        }
        return edits
    }
}

extension Field {
    /// Returns the value that a wrong one in a file means: a date in words or in digits of another
    /// order, or a priority with capitals.
    fileprivate func value(meaning words: Text, _ now: Moment) -> Text? {
        switch kind {
        case .priority: return Priority(words.folded)?.text
        case .date, .day, .moment:
            // Words such as `fri` are planned dates.
            let date =
                numericDate(words)?.asTyped
                ?? (dateSense == .ahead ? DueDate(typed: words, now: now) : nil)
            return kind == .day && date?.secondOfDay != nil ? nil : date?.text
        default: return nil
        }
    }
}

/// Reads `2026/12/1 15:00`, with slashes, dots or dashes and single digits.
private func numericDate(_ words: Text) -> DueDate? {
    let isSign = { (byte: UInt8) in "/.-".utf8.contains(byte) }
    let date = words.utf8.prefix { $0.isASCIIDigit || isSign($0) }
    let parts = date.split(whereSeparator: isSign)
    guard parts.count == 3, parts[0].count == 4, parts.dropFirst().allSatisfy({ $0.count <= 2 }),
        date.count == parts.map(\.count).reduce(2, +)
    else { return nil }
    let padded = parts.map { $0.count == 1 ? [0x30] + $0 : Array($0) }
    return DueDate(Text(padded.joined(by: .dash) + words.utf8.dropFirst(date.count)))
}

extension Document {
    /// Returns the document with its front matter made readable, line by line:
    /// tabs in indentation become blanks, and a value that YAML misreads is
    /// quoted. No other line changes. If that is not enough, returns the
    /// document unchanged.
    package func repairingSyntax() -> Document {
        var document = self
        for _ in 0..<limitOfRepairs {
            guard let fault = document.malformation else { return document }
            guard let better = document.repairing(fault) else { return self }
            document = better
        }
        return document.malformation == nil ? document : self
    }

    /// Returns the first repair of a line near the fault that makes progress.
    private func repairing(_ fault: Malformation) -> Document? {
        let lines = wholeLines(bytes)
        guard let last = frontMatterEnd(lines) else { return nil }
        for number in [fault.line, fault.line - 1, fault.line + 1] {
            let index = number - 1
            guard index > 0, index < last else { continue }
            for line in repairs(of: Array(lines[index])) {
                let edited = lines[..<index].joined() + line + lines[(index + 1)...].joined()
                let document = Document(Array(edited), kind: kind)
                guard let next = document.malformation else { return document }
                if next.line > fault.line { return document }
            }
        }
        return nil
    }

    /// Returns the line of the fence that closes the front matter; nil without
    /// one.
    private func frontMatterEnd(_ lines: [ArraySlice<UInt8>]) -> Int? {
        guard let first = lines.first, isFence(first) else { return nil }
        return lines.dropFirst().firstIndex { isFence($0) }
    }
}

/// The maximum number of repairs in one file, which is the maximum number of
/// keys.
private let limitOfRepairs = 256

private func isFence(_ line: ArraySlice<UInt8>) -> Bool {
    var line = line
    if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    return line.starts(with: "---".utf8) && line.dropFirst(3).allSatisfy(\.isBlank)
}

/// Returns other spellings of a line, the most likely first.
private func repairs(of line: [UInt8]) -> [[UInt8]] {
    let end = line.lastIndex { !isLineBreak($0) }.map { $0 + 1 } ?? 0
    let (text, ending) = (Array(line[..<end]), line[end...])
    let spaced = spacedIndent(text)
    let quotings = [spaced, text].flatMap { [quotedValue($0), quotedElements($0)] }
    return ([spaced] + quotings).compactMap { $0 }.filter { $0 != text }.map { $0 + ending }
}

/// Returns a line with every tab of the indentation as two blanks.
private func spacedIndent(_ line: [UInt8]) -> [UInt8] {
    let indent = line.prefix { $0 == 0x20 || $0 == 0x09 }
    return indent.flatMap { $0 == 0x09 ? [0x20, 0x20] : [$0] } + line[indent.count...]
}

/// Returns `title: a: b` as `title: 'a: b'`, and `- @ann` as `- '@ann'`.
private func quotedValue(_ line: [UInt8]) -> [UInt8]? {
    guard let start = valueStart(line) else { return nil }
    var end = line.count
    if let comment = commentStart(line, from: start) { end = comment }
    while end > start && line[end - 1].isBlank { end -= 1 }
    guard start < end, !isOfAnotherStyle(line[start..<end]) else { return nil }
    return line[..<start] + singleQuoted(line[start..<end]) + line[end...]
}

/// Returns true if a value is quoted, a block or a list, so that quotes around
/// it would change its type. Brackets that close before the end are text.
private func isOfAnotherStyle(_ value: ArraySlice<UInt8>) -> Bool {
    let pairs: [UInt8: UInt8] = [
        UInt8(ascii: "["): UInt8(ascii: "]"), UInt8(ascii: "{"): UInt8(ascii: "}"),
    ]
    guard let first = value.first, let close = pairs[first] else {
        return value.first.map { "'\"|>".utf8.contains($0) } ?? true
    }
    return value.last == close || !value.contains(close)
}

/// Returns `[@ann, #x]` as `['@ann', '#x']`.
private func quotedElements(_ line: [UInt8]) -> [UInt8]? {
    guard let open = valueStart(line), line[open] == UInt8(ascii: "["),
        let close = line.lastIndex(of: UInt8(ascii: "]")), close > open
    else { return nil }
    let elements = line[(open + 1)..<close].split(
        separator: UInt8(ascii: ","), omittingEmptySubsequences: false
    ).map(quotedElement)
    let list = elements.joined(separator: [UInt8(ascii: ",")])
    return line[...open] + Array(list) + line[close...]
}

private func quotedElement(_ element: ArraySlice<UInt8>) -> [UInt8] {
    let text = trimmed(element)
    guard let first = text.first, "@`%#&*!|>".utf8.contains(first) else { return Array(element) }
    return element[..<text.startIndex] + singleQuoted(text) + element[text.endIndex...]
}

private func singleQuoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    return [quote] + text.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
}

/// Returns the start of the value after `key:` or `-`.
private func valueStart(_ line: [UInt8]) -> Int? {
    guard let first = line.firstIndex(where: { !$0.isBlank }) else { return nil }
    let isElement = line[first] == .dash && first + 1 < line.count && line[first + 1].isBlank
    let colon = line.indices.dropLast().first {
        line[$0] == UInt8(ascii: ":") && line[$0 + 1].isBlank
    }
    guard let before = isElement ? first : colon, line[first] != UInt8(ascii: "#") else {
        return nil
    }
    return line.indices.first { $0 > before && !line[$0].isBlank }
}

/// Returns the start of a comment after the value: a `#` with a blank before
/// it.
private func commentStart(_ line: [UInt8], from start: Int) -> Int? {
    line.indices.first { $0 > start && line[$0] == UInt8(ascii: "#") && line[$0 - 1].isBlank }
}
