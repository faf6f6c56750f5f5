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
            try form.rebase(onto: task, focused: focused.field)
            show()
            // The authors of the previous version would be wrong.
            authors = [:]
            app.effects.append(.findAuthors(id))
        } catch {
            problem = error.words.text(app.language)
        }
        return true
    }

    /// Applies others' changes to the field that loses the focus.
    mutating func takeLate() {
        form.takeLate(focused.field)
        show()
    }

    /// Returns others' changes to a field with their author; nil if there are none.
    func outsideWords(on field: Field, in app: BoardApp) -> String? {
        let who = authors[field.key.string] ?? ""
        if form.clashes.contains(field) {
            return app.text(.theirsAre(short(form.baseText(of: field)), who: who))
        }
        return form.outside[field].map { change in
            app.text(
                .changedFrom(
                    field: app.label(of: field.key), old: short(change.old), new: short(change.new),
                    who: who))
        }
    }

    func short(_ text: String) -> String {
        let line = text.split(separator: "\n").first.map(String.init) ?? "—"
        return Line(line).cut(to: 60).text
    }
}
