import TerminalUI

extension BoardApp {
    /// Closes every open form and keeps its text as a draft, because the terminal or the process
    /// is about to end.
    package mutating func leaveForms() {
        for layer in layers {
            guard var form = layer as? FormLayer else { continue }
            _ = form.handle(.key(KeyPress(.escape)), in: &self)
            // Esc may have closed only a date picker.
            _ = form.handle(.key(KeyPress(.escape)), in: &self)
        }
        layers = []
    }
}
