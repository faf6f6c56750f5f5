import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import Words

// Changes by others while the form is open.
extension FormLayer {
    mutating func update(in app: inout BoardApp, from old: Board?) -> Bool {
        guard let id, saving == nil else { return true }
        guard let task = app.version?.board[id] else {
            isDeleted = true
            let title = form.base?.title.string ?? text(of: .title)
            problem = app.text(.taskDeleted(title.isEmpty ? id.text.string : title))
            return true
        }
        if isDeleted { (isDeleted, problem) = (false, nil) }
        guard let base = form.base, task.bytes != base.bytes else { return true }
        do throws(ActionError) {
            rebase(onto: try TaskForm(editing: task), in: &app)
        } catch {
            problem = error.words.text(app.language)
        }
        return true
    }

    private mutating func rebase(onto new: TaskForm, in app: inout BoardApp) {
        var next = new
        // The authors of the previous version would be wrong.
        authors = [:]
        if let id { app.effects.append(.findAuthors(id)) }
        for field in Self.order {
            let theirs = new.baseText(of: field)
            let begun = late[field]?.begun ?? form.baseText(of: field)
            let text = typed(field, over: begun)
            late[field] = nil
            next.set(field, text)
            if text == theirs {
                clashes[field] = nil
            } else if text == begun, begun != theirs {
                outside[field] = (begun, theirs)
                if field == focused {
                    late[field] = (begun, theirs)
                } else {
                    setText(of: field, to: theirs)
                }
            } else if begun != theirs {
                clashes[field] = theirs
            }
        }
        form = next
        take()
    }

    /// Applies others' changes to the field that loses the focus: as its text if it was not
    /// edited, otherwise as a choice.
    mutating func takeLate() {
        guard let (begun, theirs) = late.removeValue(forKey: focused) else { return }
        if typed(focused, over: begun) == begun {
            setText(of: focused, to: theirs)
        } else if text(of: focused) != theirs {
            clashes[focused] = theirs
        }
        take()
    }

    /// Returns others' changes to a field with their author; nil if there are none.
    func outsideWords(on field: Field, in app: BoardApp) -> String? {
        let who = authors[field.key.string] ?? ""
        if let theirs = clashes[field] {
            return app.text(.theirsAre(short(theirs), who: who))
        }
        return outside[field].map { change in
            app.text(
                .changedFrom(
                    field: field.key.string, old: short(change.old), new: short(change.new),
                    who: who))
        }
    }

    func short(_ text: String) -> String {
        let line = text.split(separator: "\n").first.map(String.init) ?? "—"
        return Line(line).cut(to: 60).text
    }
}
