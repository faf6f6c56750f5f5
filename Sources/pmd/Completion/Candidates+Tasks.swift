import BoardView
import MarkdownDocument
import TaskBoard

extension Candidates {
    /// References of tasks, with their titles, in the order of the board. Tasks already named on
    /// the line are left out.
    ///
    /// These are full codes: among several words, the start of a code is not a reference.
    func references(_ choice: Offer.TaskChoice) -> [Candidate] {
        guard let board else { return [] }
        func candidates(_ isWanted: (TaskItem) -> Bool) -> [Candidate] {
            described(board.tasks.filter(isWanted))
        }
        switch choice {
        case .deleted: return described(board.tasks)
        case .unfinished: return candidates { !$0.isFinished }
        case .finished: return candidates(\.isFinished)
        case .repeating:
            return candidates { !$0.isFinished && !$0.texts(of: .repeat).isEmpty }
        case .conflicted: return described(board.conflicted)
        case .any:
            let open = candidates { !$0.isFinished }
            return open.isEmpty ? candidates(\.isFinished) : open
        }
    }

    /// The unfinished tasks as values after a key, with titles.
    var taskValues: [Candidate] {
        described((board?.tasks ?? []).filter { !$0.isFinished }, isWholeWord: false)
    }

    /// Returns the candidates for references that can be typed, with titles.
    ///
    /// - Parameter isWholeWord: True for those that continue the word, false for values after a key.
    private func described(_ tasks: [TaskItem], isWholeWord: Bool = true) -> [Candidate] {
        let named = isWholeWord ? Set(place.arguments.compactMap(\.self)) : []
        let references = tasks.map { (References.whole($0), $0) }
        let fitting = references.filter { reference, _ in
            (!isWholeWord || continues(reference)) && Self.isPlain(reference)
                && !named.contains(reference)
        }
        // Nobody reads that many titles, and producing them would take longer than everything
        // else.
        guard fitting.count <= Self.mostTitles else { return fitting.map { Candidate($0.0) } }
        return fitting.map { reference, task in
            let title = Self.line(task.title.utf8)
            return Candidate(reference, title == reference ? "" : title)
        }
    }

    private static let mostTitles = 1_000

    /// Words of titles that continue the typed word, with the title; with the number of tasks if a
    /// word is in several titles. Typed consonants of Hangul stand for syllables.
    func titleWords(_ choice: Offer.TaskChoice) -> [Candidate] {
        guard let board, !typed.contains(where: { "'\"\\".contains($0) }) else { return [] }
        let tasks =
            switch choice {
            case .any, .deleted: board.tasks
            case .unfinished: board.tasks.filter { !$0.isFinished }
            case .finished: board.tasks.filter(\.isFinished)
            case .repeating:
                board.tasks.filter { !$0.isFinished && !$0.texts(of: .repeat).isEmpty }
            case .conflicted: board.conflicted
            }
        let named = Set(place.arguments.compactMap(\.self))
        return board.titleWords(beginning: typed, of: tasks).compactMap { word, tasks in
            // The reference itself is better, and the shell could complete to neither.
            guard !tasks.allSatisfy({ continues(References.whole($0)) }) else { return nil }
            // The letters that the user typed stay as they are.
            let isContinued = word.hasPrefix(typed.lowercased())
            let word = isContinued ? typed + word.dropFirst(typed.count) : word
            guard Self.isPlain(word), !named.contains(word) else { return nil }
            let description =
                tasks.count == 1 ? Self.line(tasks[0].title.utf8) : "\(tasks.count)"
            var candidate = Candidate(word, description)
            candidate.isReplacement = !isContinued
            return candidate
        }
    }

    /// Returns true if a shell may accept a reference as a completion of the word. fish passes
    /// words as typed, and matches quoted ones itself.
    private func continues(_ reference: String) -> Bool {
        typed.isEmpty || reference.lowercased().hasPrefix(typed.lowercased())
            || typed.contains { "'\"\\".contains($0) }
    }

    /// The task named by the first argument.
    private var namedTask: TaskItem? {
        guard let board, let name = place.arguments.first ?? nil else { return nil }
        do throws(ReferenceError) {
            return try board.task(TaskReference(Array(name.utf8)))
        } catch {
            return nil
        }
    }

    /// Returns the numbers of checklist items that can be ticked or unticked, with their text.
    func items(isTicked: Bool) -> [Candidate] {
        let given = place.arguments.dropFirst()
        let items = (namedTask?.document.checklist ?? []).filter { item in
            item.isTicked == isTicked && !given.contains("\(item.number)")
        }
        let numbers = items.map { Candidate("\($0.number)", Self.line($0.text.utf8)) }
        return numbers + (numbers.count > 1 && given.isEmpty ? [Candidate("all")] : [])
    }

    /// Returns the numbers of conflicts, with their values.
    func conflicts(isText: Bool) -> [Candidate] {
        (namedTask?.openConflicts ?? []).filter { !isText || $0.key == "body" }.map { conflict in
            Candidate(
                "\(conflict.number)",
                Self.line(
                    Array(conflict.key.conflictKeyWords.utf8) + Array(": ".utf8)
                        + conflict.value.utf8))
        }
    }

    /// `KEY=` for each conflict that a third value can resolve, and values after it.
    var conflictKeys: [Candidate] {
        let keys = (namedTask?.openConflicts ?? []).compactMap { conflict -> String? in
            switch conflict.key {
            case ".state": "state"
            case "body": nil
            default: Self.isName(conflict.key.string) ? conflict.key.string : nil
            }
        }
        guard let sign = typed.firstIndex(of: "=") else { return keys.map { Candidate($0 + "=") } }
        let key = String(typed[..<sign])
        guard keys.contains(key) else { return [] }
        return values(after: key).map {
            Candidate("\(key)=\($0.word)", $0.description)
        }
    }
}
