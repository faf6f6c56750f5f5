package import TaskBoard

/// The state of a board and of its sync: everything that `pmd status` reports.
package struct StatusView: Sendable {
    package let report: StatusReport
    package let board: Board
    /// The error in `pmd.yml`; nil if it is valid.
    package let settingsError: SettingsError?
    /// Files with a task's name that cannot be read as one, other than those that are left
    /// out of commits.
    package let unread: [UnreadFile]

    package init(
        _ report: StatusReport, _ board: Board, settingsError: SettingsError?, unread: [UnreadFile]
    ) {
        (self.report, self.board, self.settingsError) = (report, board, settingsError)
        self.unread = unread.filter { file in
            !report.leftOut.contains { $0.path == file.path.string }
        }
    }

    package var conflicted: [TaskItem] { board.conflicted }
    package var malformed: [TaskItem] { board.tasks.filter(\.isMalformed) }
}
