import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import TextLayout
import Words

/// The attachments on a task's page.
struct PageFiles {
    /// The sizes in bytes of those that exist; nil until they are known.
    private(set) var sizes: [BoardPath: Int]?
    /// The pictures that the terminal can show.
    private var pictures: [BoardPath: Picture] = [:]
    /// The files that were read for their pictures, with their sizes at that time.
    private var read: [BoardPath: Int] = [:]
    /// The attachment under the cursor.
    var selected: BoardPath?
    /// The attachment that the user has been asked about.
    private var asked: BoardPath?

    /// Returns a line for each attachment, below a heading; none without any.
    func lines(of page: TaskPage, in app: BoardApp, width: Int) -> [PageLine] {
        guard !page.attachments.isEmpty else { return [] }
        let theme = app.environment.theme
        return [PageLine(), PageLine(Line(app.text(.files(.files)), theme.bold))]
            + page.attachments.flatMap { link in
                [line(of: link.file, in: app, width: width)]
                    + rows(of: link.file, in: app, width: width)
            }
    }

    /// Returns the rows of a file's picture: in its own size, or in the largest one that leaves room
    /// on the page. Other files have none.
    private func rows(of file: BoardPath, in app: BoardApp, width: Int) -> [PageLine] {
        guard let picture = pictures[file] else { return [] }
        let cells = picture.cells(
            app.cell, atMost: (columns: width - 2, rows: (app.boxRows - 4) * 2 / 3))
        return (0..<cells.rows).map { row in
            var line = PageLine()
            line.picture = PageLine.PictureRow(
                picture: picture, file: file, row: row, columns: cells.columns, rows: cells.rows)
            return line
        }
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

    /// The maximum number of bytes of the pictures on a page.
    private static let mostBytes = 16_000_000

    /// Stores the sizes of the attachments.
    ///
    /// - Returns: The pictures to read: those that are new or have changed, within the limits.
    mutating func take(_ sizes: [BoardPath: Int], of links: [AttachmentLink]) -> [BoardPath] {
        self.sizes = sizes
        var (total, wanted) = (0, [BoardPath: Int]())
        for link in links where link.isPicture {
            guard let size = sizes[link.file], size <= Picture.mostBytes,
                total + size <= Self.mostBytes
            else { continue }
            total += size
            wanted[link.file] = size
        }
        let new = wanted.keys.filter { read[$0] != wanted[$0] }
        pictures = pictures.filter { wanted[$0.key] != nil && !new.contains($0.key) }
        read = wanted
        return new.sorted()
    }

    /// Stores the picture of a file; nil if the terminal cannot show it.
    mutating func take(_ picture: Picture?, of file: BoardPath) {
        if read[file] != nil { pictures[file] = picture }
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
