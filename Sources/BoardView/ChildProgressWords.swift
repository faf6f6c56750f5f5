import MarkdownDocument
package import TaskBoard

extension ChildProgress {
    /// The progress in figures, the same in every language: `2/5`, and for each declared duration
    /// what is finished of all, such as `estimate 1h/3h30`.
    package var words: String {
        let sums = sums.map { sum in
            let name = sum.field.declaration?.label ?? sum.field.key
            return "\(plainWords(name)) \(sum.done.text)/\(sum.total.text)"
        }
        return (["\(done)/\(total)"] + sums).joined(separator: ", ")
    }
}
