import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import TextLayout
import Words

/// The attachments on a task's page.
struct PageFiles {
    /// The sizes in bytes of those that exist; nil until they are known.
    var sizes: [BoardPath: Int]?
    /// The attachment under the cursor.
    var selected: BoardPath?
    /// The attachment that the user has been asked about.
    private var asked: BoardPath?

    /// Returns a line for each attachment, below a heading; none without any.
    func lines(of page: TaskPage, in app: BoardApp, width: Int) -> [PageLine] {
        guard !page.attachments.isEmpty else { return [] }
        let theme = app.environment.theme
        return [PageLine(), PageLine(Line(app.text(.files(.files)), theme.bold))]
            + page.attachments.map { line(of: $0.file, in: app, width: width) }
    }

    private func line(of file: BoardPath, in app: BoardApp, width: Int) -> PageLine {
        let theme = app.environment.theme
        let name = String(decoding: file.fileName, as: UTF8.self)
        let size = sizes.map { $0[file] }
        let note = size.map { $0.map(sizeWords) ?? app.text(.files(.gone)) } ?? ""
        var line = Line("  " + name).cut(to: max(8, width - columns(of: note) - 2))
        if !note.isEmpty {
            line.append("  " + note, size == .some(nil) ? theme.warning : theme.dim)
        }
        var made = PageLine(line)
        made.file = file
        return made
    }

    /// Opens an attachment, after a question if its kind may run a program.
    mutating func open(_ file: BoardPath, in app: inout BoardApp) {
        let name = String(decoding: file.fileName, as: UTF8.self)
        if let sizes, sizes[file] == nil {
            app.message = BoardApp.Message(
                text: app.text(.files(.missing(name))), isFailure: true)
        } else if !Self.isHarmless(file), asked != file {
            asked = file
            app.message = BoardApp.Message(text: app.text(.files(.mayRun(name))), isFailure: true)
        } else {
            asked = nil
            app.effects.append(.openFile(file))
            app.message = BoardApp.Message(text: app.text(.files(.opening(name))))
        }
    }

    /// Returns true if the programs for a kind of file run nothing in it. The kind is found in the
    /// name, as those programs do.
    static func isHarmless(_ file: BoardPath) -> Bool {
        let name = file.fileName
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return false
        }
        return harmless.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
    }

    private static let harmless: Set = [
        "avif", "bmp", "csv", "gif", "jpeg", "jpg", "log", "md", "mp3", "mp4", "ogg", "pdf", "png",
        "tif", "tiff", "txt", "wav", "webm", "webp",
    ]
}
