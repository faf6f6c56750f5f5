/// The sequences that prepare a terminal for a full-screen program, and restore it.
package enum TerminalModes {
    /// The alternate screen, a hidden cursor, no automatic line wrap, mouse reports in SGR format
    /// including drags, bracketed paste and focus reports.
    package static let enter =
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?1004h"

    /// Returns the sequence that ends the modes of ``enter`` in reverse order, and an interrupted
    /// update.
    ///
    /// - Parameters:
    ///   - hasKeyboard: True if ``pushKeyboard`` was written. That mode must end before the
    ///     alternate screen, which has its own keyboard mode.
    ///   - hasPictures: True if pictures may be on the screen. An interrupted command for one ends
    ///     first.
    package static func leave(hasKeyboard: Bool, hasPictures: Bool = false) -> String {
        (hasPictures ? "\u{1B}\\" + PictureCommand.deleteAll : "")
            + (hasKeyboard ? popKeyboard : "") + endUpdate
            + "\u{1B}[?1004l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l"
            + "\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    }

    /// Returns the queries for the background colour, the keyboard protocol, synchronized output
    /// and pictures. The last one asks for device attributes; every terminal answers it, so no
    /// timeout is needed.
    ///
    /// - Parameter asksForPictures: False in tmux and screen, which cannot show pictures and would
    ///   use the query as a title.
    package static func queries(asksForPictures: Bool) -> String {
        "\u{1B}]11;?\u{1B}\\\u{1B}[?u\u{1B}[?2026$p"
            + (asksForPictures ? pictureQuery : "") + "\u{1B}[c"
    }

    /// Sends a picture of one pixel, which the terminal only checks.
    private static let pictureQuery = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    /// The content of the reply if the terminal can show pictures.
    static let pictureReply = "Gi=31;OK"

    /// Enables the kitty keyboard protocol: unambiguous keys, with their position on a Latin
    /// keyboard. Write it only after a reply to the query.
    package static let pushKeyboard = "\u{1B}[>5u"
    package static let popKeyboard = "\u{1B}[<u"

    package static let beginUpdate = "\u{1B}[?2026h"
    package static let endUpdate = "\u{1B}[?2026l"
    package static let showCursor = "\u{1B}[?25h"
    package static let hideCursor = "\u{1B}[?25l"
}
