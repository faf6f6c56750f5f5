import TerminalUI

extension ScrollList {
    /// Moves the cursor with the standard keys of lists of one-line items.
    ///
    /// - Returns: False for any other key.
    mutating func take(_ key: Key?, rows: Int) -> Bool {
        switch key {
        case .up, .character("k"): move(by: -1)
        case .down, .character("j"): move(by: 1)
        case .pageUp: page(-1, rows: rows) { _ in 1 }
        case .pageDown: page(1, rows: rows) { _ in 1 }
        case .home, .character("g"): select(0)
        case .end, .character("G"): select(count - 1)
        default: return false
        }
        reveal(rows: rows) { _ in 1 }
        return true
    }
}
