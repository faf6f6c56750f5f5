import TaskBoard
import TerminalUI

/// A terminal that understands what a screen update may send, and nothing else.
struct TinyTerminal {
    struct Cell: Equatable {
        var text = " "
        /// 0 for the second half of a wide character.
        var columns = 1
        var style = CellStyle.plain
    }

    /// How to draw characters of several scalars, in which terminals differ.
    enum Clusters: CaseIterable {
        case whole
        /// In one column.
        case narrow
        /// Each scalar by itself.
        case separate
    }

    let columns: Int
    private(set) var rows: [[Cell]]
    private(set) var cursor = Position(column: 0, row: 0)
    private(set) var isCursorShown = true
    private(set) var errors: [String] = []
    var clusters = Clusters.whole

    private var style = CellStyle.plain
    private var isSynchronized = false

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    }

    mutating func take(_ bytes: [UInt8]) {
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        while let first = rest.first {
            if rest.hasPrefix("\u{1B}[") {
                let body = rest.dropFirst(2).prefix { !$0.isLetter }
                let end = rest.index(after: body.endIndex)
                control(String(body), rest[body.endIndex])
                rest = rest[end...]
            } else {
                draw(first)
                rest = rest.dropFirst()
            }
        }
        if isSynchronized { errors.append("the update is not ended") }
    }

    private mutating func control(_ body: String, _ final: Character) {
        let numbers = body.split(separator: ";").compactMap { Int($0) }
        let count = numbers.first ?? 1
        switch final {
        case "H": cursor = Position(column: (numbers.dropFirst().first ?? 1) - 1, row: count - 1)
        case "C": cursor.column = min(columns - 1, cursor.column + count)
        case "J" where body == "2":
            for row in rows.indices { rows[row] = Array(repeating: Cell(), count: columns) }
        case "K" where body == "2": erase(0..<columns)
        case "K" where body.isEmpty: erase(cursor.column..<columns)
        case "m": setStyle(numbers)
        case "h" where body == "?2026": isSynchronized = true
        case "l" where body == "?2026": isSynchronized = false
        case "h" where body == "?25": isCursorShown = true
        case "l" where body == "?25": isCursorShown = false
        default: errors.append("unknown sequence \(body)\(final)")
        }
    }

    private mutating func erase(_ range: Range<Int>) {
        if style.background != .default || style.attributes.contains(.reverse) {
            errors.append("erased in a style")
        }
        for column in range { put(Cell(), column) }
    }

    private mutating func draw(_ character: Character) {
        if clusters == .separate, character.unicodeScalars.count > 1 {
            for scalar in character.unicodeScalars {
                let width = columnCount(String(scalar).utf8)
                guard width > 0, cursor.column + width <= columns else { continue }
                draw(String(scalar), width)
            }
        } else {
            let isNarrow = clusters == .narrow && character.unicodeScalars.count > 1
            draw(String(character), isNarrow ? 1 : columnCount(character.utf8))
        }
    }

    private mutating func draw(_ text: String, _ width: Int) {
        guard rows.indices.contains(cursor.row), (1...2).contains(width),
            cursor.column + width <= columns, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 })
        else { return errors.append("'\(text)' at \(cursor)") }
        put(Cell(text: text, columns: width, style: style), cursor.column)
        if width == 2 { put(Cell(text: "", columns: 0, style: style), cursor.column + 1) }
        // After the last column, the cursor's position is undefined.
        cursor.column += width
    }

    /// Replaces a cell; the other half of a wide character that is cut becomes blank.
    private mutating func put(_ cell: Cell, _ column: Int) {
        let old = rows[cursor.row][column]
        if old.columns == 0, cell.columns > 0 {
            rows[cursor.row][column - 1] = Cell(style: rows[cursor.row][column - 1].style)
        }
        if old.columns == 2 {
            rows[cursor.row][column + 1] = Cell(style: rows[cursor.row][column + 1].style)
        }
        rows[cursor.row][column] = cell
    }

    private mutating func setStyle(_ numbers: [Int]) {
        var rest = numbers.isEmpty ? [0] : numbers[...]
        let attributes: [CellStyle.Attributes] = [
            [], .bold, .dim, .italic, .underline, [], [], .reverse, [], .strike,
        ]
        while let number = rest.popFirst() {
            switch number {
            case 0: style = .plain
            case 1...9: style.attributes.insert(attributes[number])
            case 22: style.attributes.subtract([.bold, .dim])
            case 23...29: style.attributes.subtract(attributes[number - 20])
            case 30...37: style.foreground = .theme(UInt8(number - 30))
            case 90...97: style.foreground = .theme(UInt8(number - 82))
            case 40...47: style.background = .theme(UInt8(number - 40))
            case 100...107: style.background = .theme(UInt8(number - 92))
            case 38: style.foreground = Self.colour(&rest)
            case 48: style.background = Self.colour(&rest)
            case 39: style.foreground = .default
            case 49: style.background = .default
            default: errors.append("unknown style \(number)")
            }
        }
    }

    private static func colour(_ rest: inout ArraySlice<Int>) -> Colour {
        if rest.popFirst() == 5 { return .palette(UInt8(rest.popFirst() ?? 0)) }
        let levels = (0..<3).map { _ in UInt8(rest.popFirst() ?? 0) }
        return .rgb(levels[0], levels[1], levels[2])
    }
}
