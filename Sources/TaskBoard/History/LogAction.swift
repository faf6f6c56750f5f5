/// The action of a commit on one task, or on the settings.
package enum LogAction: String, CaseIterable, Sendable {
    case added
    case edited
    case moved
    case deleted
    case restored
    case merged
    /// A change of the board's settings.
    case settings

    /// The first word of a commit's subject.
    var imperative: String {
        switch self {
        case .added: "Add"
        case .edited: "Edit"
        case .moved: "Move"
        case .deleted: "Delete"
        case .restored: "Restore"
        case .merged: "Merge"
        case .settings: "Change"
        }
    }
}
