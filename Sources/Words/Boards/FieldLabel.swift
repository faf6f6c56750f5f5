package import TaskBoard

/// The name of a field, as the terminal board labels it: the key that English users type, and the
/// page's label in Korean.
package struct FieldLabel: Equatable, Sendable {
    package let words: Bilingual

    /// - Parameter key: The key in the file, or the word for a value without one, such as
    ///   `blocks`, `snoozed` or the key of a conflict.
    package init(_ key: String) {
        let text: BoardText? =
            switch key {
            case "title": .fieldTitle
            case "state": .fieldState
            case "due": .fieldDue
            case "wait": .fieldWait
            case "priority": .fieldPriority
            case "tags": .fieldTags
            case "assignees": .fieldAssignees
            case "blocked-by", "blocked by": .fieldBlockedBy
            case "blocks": .fieldBlocks
            case "repeat": .fieldRepeat
            case "remind": .fieldRemind
            case "project": .fieldProject
            case "parent": .fieldParent
            case "children": .fieldChildren
            case "snoozed": .fieldSnoozed
            case "created": .fieldCreated
            case "finished": .fieldFinished
            case "checklist": .fieldChecklist
            case "body": .body
            case "conflicts": .conflicts
            case "deleted": .isDeleted
            case "whole file": .wholeFile
            default: nil
            }
        words = text.map { Bilingual(key, $0.words.korean) } ?? Bilingual(untranslated: key)
    }

    package func text(_ language: Language) -> String { words.text(language) }
}
