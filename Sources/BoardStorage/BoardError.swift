import Git
import TaskBoard

extension BoardError {
    static func settingsRemoved(from root: String) -> BoardError {
        .location(
            .settingsRemoved(
                path: root + "/" + Location.settingsName,
                restore: suggestedCommand("git", "-C", root, "restore", Location.settingsName)))
    }
}
