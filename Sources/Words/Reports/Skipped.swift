package import TaskBoard

extension Skipped {
    /// The part in words, such as `due of "Fix the roof"`.
    package var words: Bilingual {
        let name = task == nil ? visible(path) : quoted(title)
        return switch key {
        case Self.deleted: Bilingual("\(name), which was deleted", "삭제된 \(name)")
        case Self.added, Self.file: Bilingual(untranslated: name)
        default: Bilingual("\(plainWords(key)) of \(name)", "\(name)의 \(plainWords(key))")
        }
    }
}
