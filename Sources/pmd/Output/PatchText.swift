import MarkdownDocument
import TaskBoard
import TextLayout
import Words

extension Patch {
    /// Returns the lines printed below an entry, safe to print.
    ///
    /// Each has its sign, so that colours only repeat information.
    func text(_ ink: Ink) -> [String] {
        lines.map { ("    " + $0.text(ink)).trimmingTrailingBlanks }
    }
}

extension Patch.Line {
    fileprivate func text(_ ink: Ink) -> String {
        let words = safe(withoutTabs(text.utf8))
        return switch sign {
        case .removed: ink("- " + words, .removed)
        case .added: ink("+ " + words, .added)
        case .context: "  " + words
        case .name: ink(words, .header)
        case .gap: ink("  …", .meta)
        case .noLineBreak: ink("  (\(CommandSentence.noLineBreak.text))", .meta)
        }
    }
}
