package import MarkdownDocument

// The rules that several actions share.

extension Board {
    /// Returns a state that `pmd.yml` lists, by its name or its label in any normal form
    /// and in any case.
    func known(_ state: Text) throws(ActionError) -> Text {
        let name = state.nfc
        if settings.states.contains(name) { return name }
        guard let other = settings.state(named: name) else {
            throw ActionError(.unknownState(state, known: settings.namesOfStates))
        }
        return other
    }

    func checkTitle(_ title: Text) throws(ActionError) {
        if plainWords(title).isEmpty { throw ActionError(.noTitle) }
        if title.utf8.contains(where: isLineBreak) {
            throw ActionError(.severalLines(key: "title"))
        }
    }

    /// Refuses a body that grows past the limit. A body that was already over it, edited by hand
    /// or older than the limit, can still be changed.
    func checkLength(of body: [UInt8], was old: [UInt8] = [], in path: BoardPath?)
        throws(ActionError)
    {
        guard let limit = settings.bodyLimit, let count = settings.lengthOverLimit(of: body),
            settings.lengthOverLimit(of: old) == nil
        else { return }
        throw ActionError(.bodyTooLong(count: count, limit: limit), path: path)
    }

    /// Returns the tasks of a column in its order.
    func tasks(in state: Text) -> [TaskItem] {
        column(state)?.tasks ?? []
    }

    /// Returns the tasks with these IDs, one file each.
    ///
    /// - Throws: ``ActionError`` if no task has an ID.
    package func items(_ ids: [TaskID]) throws(ActionError) -> [TaskItem] {
        var items: [TaskItem] = []
        for id in ids {
            guard let task = self[id] else { throw ActionError(.noSuchTask(id)) }
            items.append(task)
        }
        return items
    }
}

extension BoardSettings {
    /// Returns the number of characters of a body that has more than `body-limit`; else nil.
    package func lengthOverLimit(of body: some Collection<UInt8>) -> Int? {
        // A character has at least one byte.
        guard let bodyLimit, body.count > bodyLimit else { return nil }
        let count = bodyLength(body)
        return count > bodyLimit ? count : nil
    }

    /// Returns a body's length and its limit if it is over it; else nil.
    package func longBody(_ body: some Collection<UInt8>) -> LongBody? {
        guard let bodyLimit, let count = lengthOverLimit(of: body) else { return nil }
        return LongBody(count: count, limit: bodyLimit)
    }
}

/// A body over the limit of the board, in characters.
package struct LongBody: Hashable, Sendable {
    package let count: Int
    package let limit: Int

    package init(count: Int, limit: Int) { (self.count, self.limit) = (count, limit) }
}

extension [TaskItem] {
    /// The tasks without repeated files, in the order of their first mention.
    var distinct: [TaskItem] {
        var seen: Set<BoardPath> = []
        return filter { seen.insert($0.path).inserted }
    }
}

extension TaskItem {
    /// Throws for a malformed file, which can only be moved and deleted.
    package func checkReadable() throws(ActionError) {
        guard let malformation = document.malformation else { return }
        throw ActionError(
            .unreadable(malformation.reason), path: path,
            line: malformation.line, column: malformation.column)
    }

    /// Returns the task with other bytes or another path.
    func replaced(path: BoardPath? = nil, document: Document? = nil, in board: Board) -> TaskItem {
        TaskItem(
            path: path ?? self.path, document: document ?? self.document, settings: board.settings)
    }
}

func isLineBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

extension [UInt8] {
    /// The lines without their line breaks.
    package var lines: [ArraySlice<UInt8>] {
        var lines = split(separator: 0x0A, omittingEmptySubsequences: false).map {
            $0.last == 0x0D ? $0.dropLast() : $0
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}

/// Returns the text with a line break at its end; empty without any text.
package func endingInNewline(_ text: [UInt8]) -> [UInt8] {
    text.isEmpty || text.last == UInt8(ascii: "\n") ? text : text + [UInt8(ascii: "\n")]
}
