import MarkdownDocument

extension Board {
    /// The problems on this board, by path and line, followed by the columns
    /// over their limit in the order of the board.
    package var findings: [Finding] {
        tasks.sorted { $0.path < $1.path }.flatMap(findings) + columns.compactMap(overLimit)
    }

    /// The problems of one task.
    package func findings(of task: TaskItem) -> [Finding] {
        nameFindings(of: task) + task.problems.compactMap { task.finding(of: $0) }
            + bodyFindings(of: task) + blockerFindings(of: task) + rhythmFindings(of: task)
    }

    private func overLimit(_ column: Column) -> Finding? {
        guard let limit = column.limit, column.isOverLimit else { return nil }
        return Finding(
            .overLimit, at: BoardPath(column.state.utf8), id: nil,
            Bilingual(
                "\(column.count) tasks, and the limit is \(limit)",
                "할 일 \(column.count)개로 한도 \(limit)개를 넘습니다"))
    }
}

// MARK: Rules

extension Board {
    private func rhythmFindings(of task: TaskItem) -> [Finding] {
        guard task.lacksRhythm else { return [] }
        let words = Bilingual(
            "repeat: the rule counts from 'due', which is missing: nothing repeats",
            "repeat: 규칙이 'due'부터 세는데 그 키가 없습니다: 되풀이되지 않습니다")
        return [task.finding(.value, line: task.document.entry(Field.repeat.key)?.line, words)]
    }
}

// MARK: Blockers

extension Board {
    private func blockerFindings(of task: TaskItem) -> [Finding] {
        guard task.namesBlockers else { return [] }
        let line = task.document.entry(Field.blockedBy.key)?.line
        let gone = task.blockedBy.filter { self[$0] == nil }.map { id -> Bilingual in
            let shown = plainWords(id.text)
            return Bilingual(
                "blocked-by: there is no task '\(shown)'", "blocked-by: '\(shown)' 할 일이 없습니다")
        }
        let isCycle = blockingCycle(of: task.id) { self[$0]?.blockedBy ?? [] } != nil
        let cycle = Bilingual(
            "blocked-by: the task blocks itself, directly or through others",
            "blocked-by: 할 일이 바로 또는 다른 할 일을 거쳐 자기를 기다립니다")
        return (gone + (isCycle ? [cycle] : [])).map { task.finding(.blocker, line: line, $0) }
    }
}

// MARK: Bodies

extension Board {
    private func bodyFindings(of task: TaskItem) -> [Finding] {
        var findings: [Finding] = []
        if let line = markerLine(task.document.bytes) {
            let words = Bilingual(
                "unresolved merge markers: keep the right lines and delete the markers",
                "해결되지 않은 병합 표시입니다: 맞는 줄을 남기고 표시를 지우세요")
            findings.append(task.finding(.markers, line: line, words))
        }
        if let words = settings.lengthWarning(of: task.document.body) {
            findings.append(task.finding(.body, words))
        }
        return findings
    }
}

/// Returns the line, counted from one, that begins a conflict of plain git and
/// is followed by the middle and end markers.
private func markerLine(_ bytes: [UInt8]) -> Int? {
    var markers = ["<<<<<<<", "=======", ">>>>>>>"].map { Array($0.utf8) }[...]
    var first: Int?
    for (index, line) in bytes.split(separator: .newline, omittingEmptySubsequences: false)
        .enumerated()
    {
        guard let marker = markers.first, line.starts(with: marker) else { continue }
        first = first ?? index + 1
        markers = markers.dropFirst()
    }
    return markers.isEmpty ? first : nil
}

// MARK: Names

extension Board {
    private func nameFindings(of task: TaskItem) -> [Finding] {
        task.path.components.compactMap(oddity).prefix(1).map {
            task.finding(
                .name,
                Bilingual("\($0.english): rename it", "\($0.korean): 이름을 바꾸세요"))
        }
    }
}

/// Returns the problem of a name on some systems; nil for an ordinary name.
func oddity(_ name: Text) -> Bilingual? {
    let isASCII = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    let shown = "'\(isASCII ? name.string : visible(name.utf8))'"
    func words(_ english: String, _ korean: String) -> Bilingual {
        Bilingual("the name \(shown) \(english)", "이름 \(shown): \(korean)")
    }
    if !isUTF8(name.utf8) { return words("is not UTF-8", "UTF-8이 아닙니다") }
    if !isASCII, Text(plainWords(name)) != name {
        return words("has invisible characters", "보이지 않는 문자가 있습니다")
    }
    if name.utf8.first == UInt8(ascii: "-") { return words("begins with '-'", "'-' 글자로 시작합니다") }
    if name.utf8.count > longestName {
        return words("is over \(longestName) bytes", "\(longestName)바이트보다 깁니다")
    }
    if name.utf8.contains(where: refusedBytes.contains) {
        return words(
            "has one of \\ : * ? \" < > |, which some systems refuse",
            "\\ : * ? \" < > | 가운데 하나가 있어 거절하는 시스템이 있습니다")
    }
    if name.utf8.last == UInt8(ascii: ".") || isReserved(name) {
        return words("is reserved on some systems", "어떤 시스템에서는 쓸 수 없습니다")
    }
    return nil
}

/// The length of a name that leaves room for the code that a collision adds,
/// and for a temporary name.
private let longestName = 200

private let refusedBytes = Set("\\:*?\"<>|".utf8)

private func isReserved(_ name: Text) -> Bool {
    let stem = name.folded.utf8.prefix { $0 != UInt8(ascii: ".") }
    let devices: Set<String> = ["con", "prn", "aux", "nul"]
    let word = String(decoding: stem, as: UTF8.self)
    if devices.contains(word) { return true }
    guard stem.count == 4, let digit = stem.last, digit > 0x30, digit <= 0x39 else { return false }
    return word.hasPrefix("com") || word.hasPrefix("lpt")
}

private func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
}

extension TaskItem {
    fileprivate func finding(_ kind: Finding.Kind, line: Int? = nil, _ words: Bilingual) -> Finding
    {
        Finding(kind, at: path, id: id, line: line, column: line.map { _ in 1 }, words)
    }

    /// Returns the finding for a problem of the file or the board.
    fileprivate func finding(of problem: Problem) -> Finding? {
        guard let kind = Finding.Kind(rawValue: problem.kind.rawValue) else { return nil }
        let isOfFile = ![.duplicate, .unknownState].contains(problem.kind)
        return Finding(
            kind, at: path, id: id, line: isOfFile ? problem.line : nil,
            column: isOfFile ? problem.column : nil, problem.words)
    }
}
