import BoardStorage
import Synchronization
import TaskBoard
import TerminalBoard

/// The drafts of a board's forms, each in a file of its own.
final class ScreenDrafts: Sendable {
    private let workspace: Workspace
    /// The drafts this board wrote or read, with their files; other boards keep their own.
    private let files = Mutex<[TaskID?: (name: String, bytes: [UInt8])]>([:])

    init(_ workspace: Workspace) { self.workspace = workspace }

    func load() async throws -> [FormDraft] {
        let found = try await workspace.drafts().compactMap { name, bytes in
            FormDraft(bytes).map { (name: name, bytes: bytes, draft: $0) }
        }
        files.withLock { files in
            for file in found where files[file.draft.id] == nil {
                files[file.draft.id] = (file.name, file.bytes)
            }
        }
        return found.map(\.draft)
    }

    func keep(_ draft: FormDraft) async throws {
        let known = files.withLock { $0[draft.id] }
        let bytes = draft.bytes
        let name = try await workspace.keepDraft(
            bytes, named: known?.name ?? draft.name, over: known?.bytes)
        files.withLock { $0[draft.id] = (name, bytes) }
    }

    func drop(of id: TaskID?) async throws {
        guard let known = files.withLock({ $0.removeValue(forKey: id) }) else { return }
        try await workspace.dropDraft(named: known.name, holding: known.bytes)
    }
}
