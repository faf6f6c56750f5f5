import TerminalUI

extension BoardApp {
    /// Leaves every open form, so that what was typed is kept as a draft: the terminal or the
    /// process is about to end.
    package mutating func leaveForms() {
        for layer in layers {
            guard var form = layer as? FormLayer else { continue }
            _ = form.handle(.key(KeyPress(.escape)), in: &self)
            // Esc may have closed only a month to pick from.
            _ = form.handle(.key(KeyPress(.escape)), in: &self)
        }
        layers = []
    }
}
