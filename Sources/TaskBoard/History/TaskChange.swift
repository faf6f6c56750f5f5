package import MarkdownDocument

/// The change of one task between two versions of the board.
package struct TaskChange: Equatable, Sendable {
    package let action: LogAction
    package let id: TaskID
    /// The current title, or the last one of a deleted task.
    package let title: Text
    package let changes: [Change]

    package init(action: LogAction, id: TaskID, title: Text, changes: [Change]) {
        self.action = action
        self.id = id
        self.title = title
        self.changes = changes
    }
}

extension TaskChange {
    /// Compares two versions of one task; nil if nothing changed or there is
    /// neither.
    ///
    /// - Parameter isReturn: True if a task that is new in this commit was on
    ///   the board before, which only the history knows.
    package init?(from old: TaskItem?, to new: TaskItem?, isReturn: Bool = false) {
        switch (old, new) {
        case (nil, nil):
            return nil
        case (nil, let new?):
            let action: LogAction = isReturn ? .restored : .added
            self.init(action: action, id: new.id, title: new.title, changes: [])
        case (let old?, nil):
            self.init(action: .deleted, id: old.id, title: old.title, changes: [])
        case (let old?, let new?):
            var changes = fieldChanges(from: old, to: new)
            // When a repeating task is finished, its rule moves to the next task.
            if old.isFinished != new.isFinished {
                changes.removeAll { $0.isRuleHandedOn(old, new) }
            }
            guard !changes.isEmpty else { return nil }
            // A rank that was added or removed with other edits is not a move.
            let isMoved =
                changes.contains { $0.isMove && !$0.isReorder } || changes.allSatisfy(\.isReorder)
            let action: LogAction = isMoved ? .moved : .edited
            self.init(action: action, id: new.id, title: new.title, changes: changes)
        }
    }

    /// The inverse of this change.
    package var reversed: TaskChange {
        let action: LogAction =
            switch self.action {
            case .added, .restored: .deleted
            case .deleted: .added
            case .edited, .moved, .merged, .settings: self.action
            }
        var title = title
        let changes = changes.map { change in
            if change.key == "title", case .scalar(let text)? = change.from { title = text }
            return change.reversed
        }
        return TaskChange(action: action, id: id, title: title, changes: changes)
    }

    /// The change as the work of a merge.
    package var merged: TaskChange {
        TaskChange(action: .merged, id: id, title: title, changes: changes)
    }
}

extension TaskChange {
    /// True if the only change is that the task no longer repeats. This needs no entry of its own
    /// if a next task was created.
    package var isRuleTakenOff: Bool {
        changes.count == 1
            && changes.allSatisfy {
                !$0.isOwnKey && $0.key == Field.repeat.key && $0.to == nil
            }
    }
}

extension Change {
    /// True if this is a change of the task's place instead of its contents.
    var isMove: Bool { !isOwnKey && (key == "state" || key == "path") || isReorder }

    var isReorder: Bool { key == "rank" }

    /// True for the original of a postponed date, which sentences leave out.
    var isInternal: Bool { key == Succession.occurrenceKey }
}

extension Change {
    /// Returns true if only the open one of two versions of a task has the rule.
    fileprivate func isRuleHandedOn(_ old: TaskItem, _ new: TaskItem) -> Bool {
        !isOwnKey && key == Field.repeat.key && (new.isFinished ? to : from) == nil
    }
}

/// The words for values and fields in sentences of the history.
package struct DateWording: Sendable {
    /// Returns the words for a field's value in a file; nil if the value is not a date.
    package let value: @Sendable (_ value: Text, _ field: Field) -> String?
    /// Returns the name for people of a declared field; nil for any other key.
    let label: @Sendable (_ key: Text) -> Text?

    package init(
        value: @escaping @Sendable (Text, Field) -> String?,
        label: @escaping @Sendable (Text) -> Text?
    ) {
        (self.value, self.label) = (value, label)
    }
}

extension TaskChange {
    /// Returns the change in the past tense without its author, such as `moved "Fix the roof" from
    /// todo to doing`.
    ///
    /// - Parameter isNamed: False to leave out the title: `moved from todo to doing`.
    func pastSentence(dates: DateWording?, isNamed: Bool = true) -> String {
        words(verb: pastVerb, title: isNamed ? quoted(title) : "", dates: dates)
    }

    /// The change in the imperative, as in a commit's subject, such as `Move
    /// "Fix the roof" from todo to doing`.
    package var order: String { order(dates: nil) }

    /// - Parameter dates: The words for dates.
    package func order(dates: DateWording?) -> String {
        words(verb: orderVerb, title: quoted(title), dates: dates)
    }

    /// The change as a report to its author, such as `Moved "Fix the roof" from
    /// todo to doing`.
    package var doneSentence: String { doneSentence(dates: nil) }

    /// - Parameter dates: The words for dates.
    package func doneSentence(dates: DateWording?) -> String {
        let words = pastSentence(dates: dates)
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Returns the sentence with a title that is already safe to show; empty for none.
    func words(verb: String, title: String, dates: DateWording? = nil) -> String {
        var descriptions = changes.filter { !$0.isMove && !$0.isInternal }.map { $0.words(dates) }
        var sentence = title.isEmpty ? verb : "\(verb) \(title)"
        if action == .merged, !placeWords(dates).isEmpty {
            descriptions.insert("moved" + placeWords(dates), at: 0)
        } else {
            sentence += placeWords(dates)
        }
        return descriptions.isEmpty
            ? sentence : sentence + ": " + descriptions.joined(separator: ", ")
    }

    var pastVerb: String { isReorder ? "reordered" : action.rawValue }

    var orderVerb: String { isReorder ? "Reorder" : action.imperative }

    /// True if the change only moves the task within its column.
    package var isReorder: Bool {
        action == .moved && changes.allSatisfy { !$0.isMove || $0.isReorder }
    }

    private func placeWords(_ dates: DateWording?) -> String {
        guard let move = changes.first(where: { $0.isMove && !$0.isReorder }) else { return "" }
        return " from \(move.words(of: move.from, dates)) to \(move.words(of: move.to, dates))"
    }
}

extension Change {
    /// Returns the change in a few words, such as `due 2026-12-01 to 2026-12-03`, `no due` or
    /// `+urgent`.
    func words(_ dates: DateWording?) -> String {
        switch (isOwnKey ? "" : key.string, from, to) {
        case ("formatting", _, _): "formatting"
        case ("body", nil, let to?) where !Self.attached(to).isEmpty:
            "attached " + Self.attached(to).joined(separator: ", ")
        case ("body", _, _): "body +\(Self.lineCount(to)) -\(Self.lineCount(from)) lines"
        case ("checklist", _, let to?): Self.tick(to)
        case ("conflicts", _, nil): "conflicts resolved"
        case ("conflicts", _, _): isShorter ? "some conflicts resolved" : "conflicts added"
        case _ where Field.keyed(key)?.kind == .tags: elements(prefix: "")
        case _ where Field.keyed(key)?.kind == .people: elements(prefix: "@")
        case ("title", let from?, _): "title was \"\(from.words)\""
        case (_, _, nil): "no \(plainWords(key))"
        case (_, nil, _): "\(plainWords(key)) \(words(of: to, dates))"
        default: "\(plainWords(key)) \(words(of: from, dates)) to \(words(of: to, dates))"
        }
    }

    func words(of value: Value?, _ dates: DateWording?) -> String {
        guard let dates, case .scalar(let text)? = value else { return value.words }
        // A board may declare any other key as a date.
        let isState = !isOwnKey && key == Field.state.key
        let isDate = Field.keyed(key) == nil && DueDate(text) != nil
        guard let field = isState ? .state : Field.keyed(key) ?? (isDate ? .due : nil) else {
            return value.words
        }
        return dates.value(text, field).map { plainWords($0) } ?? value.words
    }

    private func elements(prefix: String) -> String {
        changedElements(prefix: prefix) ?? "\(key) reordered"
    }

    /// Returns the elements that were added to a list and removed from it; nil if only the order
    /// changed.
    func changedElements(prefix: String) -> String? {
        let (old, new) = (from.elements, to.elements)
        let added = new.filter { !old.contains($0) }.map { "+\(prefix)\(plainWords($0))" }
        let gone = old.filter { !new.contains($0) }.map { "-\(prefix)\(plainWords($0))" }
        let words = added + gone
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    var isShorter: Bool {
        to.elements.reduce(0) { $0 + $1.utf8.count }
            < from.elements.reduce(0) { $0 + $1.utf8.count }
    }

    private static func tick(_ item: Value) -> String {
        let words = item.words
        return (words.hasPrefix("[x]") ? "ticked " : "unticked ") + "\"\(words.dropFirst(4))\""
    }

    /// Returns the names of attached files, if lines of a body only link to such files.
    static func attached(_ lines: Value) -> [String] {
        guard case .scalar(let text) = lines else { return [] }
        let links = text.utf8.split(separator: UInt8(ascii: "\n")).filter {
            $0.contains { !$0.isBlank }
        }
        let files = links.compactMap { onlyAttachment(of: Array($0)) }
        return files.count == links.count ? files.map { plainWords(Text($0.fileName)) } : []
    }

    static func lineCount(_ value: Value?) -> Int {
        guard case .scalar(let text)? = value else { return 0 }
        return text.utf8.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    }
}

extension Value {
    var words: String { Value?.some(self).words }
}

extension Value? {
    /// The value on one line, cut if it is long; `none` without a value.
    var words: String {
        let words = plainWords(elements.map(\.string).joined(separator: ", "))
        if words.isEmpty { return "none" }
        return words.count > 60 ? words.prefix(59) + "…" : words
    }

    /// The elements of a list; a scalar is split at commas.
    var elements: [Text] {
        switch self {
        case .list(let elements): elements
        case .scalar(let text): [text]
        case .map, .records, .other, nil: []
        }
    }
}

// The sentences of the log in Korean: first the object, then the places, then the verb.
extension TaskChange {
    /// Returns the change as a report to its author, such as `Moved "Fix the roof" from todo to
    /// doing` or `"Fix the roof"을(를) todo에서 doing으로 옮김`.
    ///
    /// - Parameter dates: The words for dates.
    package func doneSentence(_ language: Language, dates: DateWording?) -> String {
        language == .korean ? koreanSentence(dates) : doneSentence(dates: dates)
    }

    fileprivate func koreanSentence(_ dates: DateWording?, isNamed: Bool = true) -> String {
        let details = changes.filter { !$0.isMove && !$0.isInternal }
            .map { $0.korean(dates, isOfTask: true) }
        let object = isNamed ? Particle.object.after(quoted(title)) : ""
        let sentence = String((object + koreanPlace(dates) + " " + koreanVerb).trimmingPrefix(" "))
        return details.isEmpty ? sentence : sentence + ": " + details.joined(separator: ", ")
    }

    private func koreanPlace(_ dates: DateWording?) -> String {
        guard let move = changes.first(where: { $0.isMove && !$0.isReorder }) else { return "" }
        let (from, to) = (move.words(of: move.from, dates), move.words(of: move.to, dates))
        return " \(from)에서 \(Particle.direction.after(to))"
    }

    private var koreanVerb: String {
        if isReorder { return "같은 열에서 옮김" }
        return switch action {
        case .added: "추가함"
        case .edited: "수정함"
        case .moved: "옮김"
        case .deleted: "삭제함"
        case .restored: "복원함"
        case .merged: "병합함"
        case .settings: "변경함"
        }
    }
}

extension LogEntry {
    /// Returns the entry as a sentence in a language; see ``sentence(dates:)``.
    package func sentence(_ language: Language, dates: DateWording?) -> String {
        guard language == .korean else { return sentence(dates: dates) }
        let name = plainWords(author)
        let who = name.isEmpty ? "알 수 없는 사용자" : name
        return switch origin {
        case .action: "\(who): \(change.korean(dates))"
        case .undo: "\(who) 되돌림: \(change.reversed.korean(dates))"
        case .redo: "\(who) 다시 실행: \(change.korean(dates))"
        }
    }

    /// Returns the change without its author and without the task's title: `moved from todo to
    /// doing`.
    package func changeWords(_ language: Language, dates: DateWording?) -> String {
        let isKorean = language == .korean
        let what = { (change: LogChange) in
            isKorean
                ? change.korean(dates, isNamed: false)
                : change.pastSentence(dates: dates, isNamed: false)
        }
        return switch origin {
        case .action: what(change)
        case .undo: (isKorean ? "되돌림: " : "undid: ") + what(change.reversed)
        case .redo: (isKorean ? "다시 실행: " : "redid: ") + what(change)
        }
    }
}

extension LogChange {
    fileprivate func korean(_ dates: DateWording?, isNamed: Bool = true) -> String {
        switch self {
        case .task(let change): change.koreanSentence(dates, isNamed: isNamed)
        case .settings(let change): change.korean(dates)
        }
    }
}

extension SettingsChange {
    /// Returns the change in the past tense in a language; see ``pastSentence``.
    package func pastSentence(_ language: Language, dates: DateWording?) -> String {
        language == .korean ? korean(dates) : pastSentence
    }

    fileprivate func korean(_ dates: DateWording?) -> String {
        let words = DeclarationWords.descriptions(of: changes, .korean) {
            $0.korean(dates, isOfTask: false)
        }
        return "설정 변경: " + words.joined(separator: ", ")
    }
}

extension Change {
    /// Returns the change in a few words, such as `마감일 12월 1일 → 12월 3일`. Settings and keys without
    /// a name for people are named as in the file.
    fileprivate func korean(_ dates: DateWording?, isOfTask: Bool) -> String {
        let field = isOfTask && !isOwnKey ? Field.keyed(key) : nil
        let label = isOfTask ? dates?.label(key).map { plainWords($0) } : nil
        let name = field?.koreanName ?? label ?? plainWords(key)
        func value(_ value: Value?) -> String {
            if value.elements.allSatisfy(\.utf8.isEmpty) { return "없음" }
            guard field == .priority, case .scalar(let text)? = value,
                let priority = Priority(text)
            else { return words(of: value, dates) }
            return priority.korean
        }
        return switch (isOwnKey ? "" : key.string, from, to) {
        case ("formatting", _, _): "서식"
        case ("body", nil, let to?) where !Self.attached(to).isEmpty:
            Self.attached(to).joined(separator: ", ") + " 첨부"
        case ("body", _, _): "본문 +\(Self.lineCount(to)) -\(Self.lineCount(from))줄"
        case ("checklist", _, let to?): Self.koreanTick(to)
        case ("conflicts", _, nil): "충돌 해결"
        case ("conflicts", _, _): isShorter ? "충돌 일부 해결" : "충돌 추가"
        case _ where Field.keyed(key)?.kind == .tags: koreanElements(name, prefix: "")
        case _ where Field.keyed(key)?.kind == .people: koreanElements(name, prefix: "@")
        case ("title", let from?, _): "이전 제목 \"\(from.words)\""
        case (_, _, nil): "\(name) 삭제"
        case (_, nil, _): "\(name) \(value(to))"
        default: "\(name) \(value(from)) → \(value(to))"
        }
    }

    private func koreanElements(_ name: String, prefix: String) -> String {
        changedElements(prefix: prefix) ?? "\(name) 순서"
    }

    private static func koreanTick(_ item: Value) -> String {
        let words = item.words
        return "\"\(words.dropFirst(4))\" " + (words.hasPrefix("[x]") ? "체크함" : "체크 해제함")
    }
}

extension Field {
    /// The name of the field in a sentence; nil for a field that is named by its key.
    fileprivate var koreanName: String? {
        switch self {
        case .title: "제목"
        case .due: "마감일"
        case .wait: "숨김 해제일"
        case .priority: "우선순위"
        case .tags: "태그"
        case .assignees: "담당자"
        case .created: "생성일"
        case .finished: "완료일"
        case .remind: "알림"
        case .repeat: "반복"
        case .blockedBy: "선행 할 일"
        case .project: "프로젝트"
        case .parent: "상위 할 일"
        default: nil
        }
    }
}
