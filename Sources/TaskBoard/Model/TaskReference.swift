import MarkdownDocument

/// A typed reference to a task: a whole ID, a path or file name of any bytes,
/// the start of a code, or words of the title.
package struct TaskReference: Hashable, Sendable {
    package let bytes: [UInt8]
    /// True if the reference names a task by itself and is never a word of a
    /// phrase: a line of standard input.
    package let isAlone: Bool

    package init(_ bytes: [UInt8], isAlone: Bool = false) {
        (self.bytes, self.isAlone) = (bytes, isAlone)
    }

    package init(_ id: TaskID) { self.init(Array(id.text.utf8)) }

    package init(_ path: BoardPath) { self.init(path.bytes) }

    /// The reference as text; nil if it is not UTF-8, so that it can only be a
    /// file's name.
    package var text: String? { String(validating: bytes, as: UTF8.self) }
}

extension TaskReference: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(Array(value.utf8)) }
}

extension [TaskReference] {
    /// True if the references may be the words of one title.
    package var mayBePhrase: Bool { count > 1 && !contains(where: \.isAlone) }

    /// All references as text; nil if one is not UTF-8.
    package var texts: [String]? {
        let texts = compactMap(\.text)
        return texts.count == count ? texts : nil
    }
}

extension TaskItem {
    /// Returns true if the title contains words as one phrase, in any case.
    package func titleContains(_ words: String) -> Bool {
        let needle = Needle(Text(words))
        return withTitle { needle.occurs(in: $0) }
    }
}

extension Board {
    /// Returns the tasks that references name, each once, in that order.
    ///
    /// Several words are first tried as one phrase; see ``resolve(together:preferring:)``.
    ///
    /// - Parameter isForReading: True if the tasks are only shown: several tasks found by their
    ///   titles then need no confirmation.
    /// - Parameter isCautious: True if two-letter words must not match a task, since the tasks are
    ///   removed.
    /// - Throws: ``ReferenceError`` for the first reference that names no task, or several.
    package func tasks(
        _ references: [TaskReference], preferring preference: Preference = .unfinished,
        isForReading: Bool = false, isCautious: Bool = false
    ) throws(ReferenceError) -> [TaskItem] {
        if references.mayBePhrase, let words = references.texts {
            do throws(ReferenceError) {
                return try resolve(
                    together: words, preferring: preference, isCautious: isCautious)
            } catch {
                guard isForReading, case .unconfirmed(let tasks) = error else { throw error }
                return tasks
            }
        }
        var tasks: [TaskItem] = []
        for reference in references {
            tasks.append(
                try task(reference, preferring: preference, isCautious: isCautious))
        }
        return tasks.distinct
    }

    /// Does the same, but returns nil if a reference names no task, since it may name something
    /// else.
    package func tasksIfAny(
        _ references: [TaskReference], isForReading: Bool = false
    ) throws(ReferenceError) -> [TaskItem]? {
        do throws(ReferenceError) {
            return try tasks(references, isForReading: isForReading)
        } catch {
            guard case .none = error else { throw error }
            return nil
        }
    }

    /// Returns the task that a reference names.
    ///
    /// - Throws: ``ReferenceError`` if it names no task or several.
    package func task(
        _ reference: TaskReference, preferring preference: Preference = .unfinished,
        isCautious: Bool = false
    ) throws(ReferenceError) -> TaskItem {
        if let text = reference.text {
            return try resolve(text, preferring: preference, isCautious: isCautious)
        }
        let found = tasks.filter {
            $0.path.bytes == reference.bytes || $0.path.fileName == reference.bytes
        }
        guard let task = found.first, found.count == 1 else {
            throw ReferenceError.none(visible(reference.bytes))
        }
        return task
    }
}

/// The reason why references do not name the tasks that the user means, as text that is safe to
/// print.
package enum ReferenceFault: Equatable, Sendable {
    case none(String)
    /// The reference, and the number and the names of the tasks.
    case several(String, Int, String)
    /// The start of a code among several words, and the whole code.
    case startOfCode(String, String)
    /// The number and the names of the tasks.
    case unconfirmed(Int, String)
}
