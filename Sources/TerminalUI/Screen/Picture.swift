import TaskBoard

/// A PNG file that a terminal with kitty's graphics protocol can show. The terminal decodes it.
package struct Picture: Equatable, Sendable {
    /// The number under which the terminal keeps the picture, from 1 on.
    package let number: Int
    /// The size in pixels, from the file's header.
    package let width: Int
    package let height: Int
    fileprivate let bytes: [UInt8]

    /// The maximum size of a file in bytes, since the terminal receives all of it.
    package static let mostBytes = 4_000_000
    /// The maximum width and height. kitty shows no larger picture.
    private static let longestSide = 10_000
    /// The maximum number of pixels. A small file can hold a picture that fills the memory of the
    /// terminal.
    private static let mostPixels = 1 << 24

    /// - Returns: nil for a file that is not a PNG, or is over a limit.
    package init?(png bytes: [UInt8], number: Int) {
        guard bytes.count <= Self.mostBytes, bytes.starts(with: Self.start), bytes.count >= 24
        else { return nil }
        func length(at place: Int) -> Int {
            bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
        }
        (width, height) = (length(at: 16), length(at: 20))
        (self.number, self.bytes) = (number, bytes)
        let sides = 1...Self.longestSide
        guard sides.contains(width), sides.contains(height), width * height <= Self.mostPixels
        else { return nil }
    }

    /// The signature of PNG, and the start of the first chunk, IHDR, which is 13 bytes long.
    private static let start: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)

    /// Returns the number of cells that the picture covers, in its proportions: in its own size, or
    /// in the largest one that fits.
    ///
    /// - Parameter cell: The size of a cell in pixels.
    package func cells(
        _ cell: CellSize, atMost limit: (columns: Int, rows: Int)
    ) -> (columns: Int, rows: Int) {
        // By how much the picture shrinks, as a fraction.
        var (part, whole) = (1, 1)
        for (available, needed) in [
            (max(1, limit.columns) * cell.width, width), (max(1, limit.rows) * cell.height, height),
        ] where available * whole < needed * part {
            (part, whole) = (available, needed)
        }
        func count(_ pixels: Int, _ side: Int, _ limit: Int) -> Int {
            let scaled = pixels * part
            return min(max(1, limit), max(1, (scaled + whole * side / 2) / (whole * side)))
        }
        return (count(width, cell.width, limit.columns), count(height, cell.height, limit.rows))
    }
}

/// The size of a cell of the terminal in pixels.
package struct CellSize: Equatable, Sendable {
    package let width: Int
    package let height: Int

    /// The size on a terminal that does not report it.
    package static let usual = CellSize(width: 10, height: 20)

    package init(width: Int, height: Int) {
        (self.width, self.height) = (max(1, width), max(1, height))
    }
}

/// A picture in a rectangle of cells. If it is scrolled, only some of its rows are visible.
package struct PlacedPicture: Equatable, Sendable {
    package let picture: Picture
    /// The cells of the visible rows.
    package let rectangle: Rectangle
    /// The visible rows of the picture.
    package let visible: Range<Int>
    /// The number of all rows of the picture.
    package let rows: Int

    package init(
        _ picture: Picture, at rectangle: Rectangle, rows: Int, showing visible: Range<Int>
    ) {
        (self.picture, self.rectangle) = (picture, rectangle)
        (self.rows, self.visible) = (rows, visible)
    }
}

/// The commands of kitty's graphics protocol: `ESC _ G keys ; base64 ESC \`.
///
/// `q=2` suppresses replies, so that none arrives as input after the program has ended.
enum PictureCommand {
    /// Deletes all pictures, with their data.
    static let deleteAll = command("a=d,d=A,q=2")

    /// Deletes a picture with its data.
    static func delete(_ picture: Picture) -> String {
        command("a=d,d=I,i=\(picture.number),q=2")
    }

    /// Removes a picture from the screen. The terminal keeps its data.
    static func remove(_ picture: Picture) -> String {
        command("a=d,d=i,i=\(picture.number),q=2")
    }

    /// Shows a picture at the cursor, which does not move.
    static func place(_ placed: PlacedPicture) -> String {
        let (picture, cells) = (placed.picture, placed.rectangle)
        var keys = "a=p,i=\(picture.number),p=1,c=\(cells.width),r=\(cells.height),C=1,q=2"
        if placed.visible != 0..<placed.rows {
            let first = picture.height * placed.visible.lowerBound / placed.rows
            let end = picture.height * placed.visible.upperBound / placed.rows
            keys += ",x=0,y=\(first),w=\(picture.width),h=\(max(1, end - first))"
        }
        return command(keys)
    }

    /// Returns the commands that send a picture's data, in chunks of 4,096 characters.
    static func send(_ picture: Picture) -> [UInt8] {
        var sent: [UInt8] = []
        sent.reserveCapacity(picture.bytes.count * 7 / 5)
        var rest = picture.bytes[...]
        var keys = "a=t,f=100,i=\(picture.number),q=2,"
        repeat {
            let chunk = rest.prefix(bytesInChunk)
            rest = rest.dropFirst(bytesInChunk)
            sent += Array("\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);".utf8)
            sent += base64(chunk)
            sent += Array("\u{1B}\\".utf8)
            keys = "q=2,"
        } while !rest.isEmpty
        return sent
    }

    /// Three bytes are four characters.
    private static let bytesInChunk = 4_096 / 4 * 3

    private static func command(_ keys: String) -> String { "\u{1B}_G\(keys)\u{1B}\\" }
}
