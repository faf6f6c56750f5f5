import Git
import TaskBoard

/// The window in which a person acts: a browser window of the server, or a running terminal board.
///
/// Commands and uncommitted edits have none. Their actions belong to everyone who works in the
/// clone.
package struct ActionClient: Hashable, Sendable {
    /// `web-HASH` or `terminal-NAME`. A newer pmd may write others.
    let name: String

    /// The number of bytes beyond which a name is refused.
    private static let longest = 80
    private static let (windowPrefix, terminalPrefix) = ("web-", "terminal-")

    /// Creates a client from a name in the record of actions; nil for text that is not a name.
    init?(_ name: some StringProtocol) {
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isName, (1...Self.longest).contains(name.utf8.count) else { return nil }
        self.name = String(name)
    }

    /// Creates the client of the server's users and windows.
    ///
    /// - Parameter owner: Any text. The record contains only its hash: its length does not matter,
    ///   and names that differ in normalization are different.
    package init(window owner: String) {
        name = Self.windowPrefix + hex(Array(contentHash(Array(owner.utf8)).prefix(16)))
    }

    fileprivate init(terminal name: String) { self.name = Self.terminalPrefix + name }

    /// True for a browser window, which undoes only its own actions.
    var isWindow: Bool { name.hasPrefix(Self.windowPrefix) }

    /// The name of a terminal's folder, without its prefix; nil for another client.
    fileprivate var terminal: Substring? {
        name.hasPrefix(Self.terminalPrefix) ? name.dropFirst(Self.terminalPrefix.count) : nil
    }
}

/// A terminal board that is running. As long as this exists, other terminals do not undo its
/// actions.
///
/// It keeps a locked folder in the local state: a process ID would mean another process in another
/// container.
package final class TerminalWindow {
    package let client: ActionClient
    private let folder: LockedFolder

    private static let prefix = "window-"

    /// - Throws: ``GitError`` if the local state cannot be written.
    package init(at location: Location) throws {
        let state = try LocalState(of: location).path
        LockedFolder.removeLeft(in: state, Self.prefix)
        folder = try LockedFolder(in: state, Self.prefix, for: "make \(state)")
        let name = folder.path.split(separator: "/").last?.dropFirst(Self.prefix.count)
        client = ActionClient(terminal: String(name ?? ""))
    }

    /// Returns the terminals that are running.
    fileprivate static func running(in state: Folder) -> Set<ActionClient> {
        LockedFolder.removeLeft(in: String(decoding: state.path, as: UTF8.self), prefix)
        do {
            let names = try state.names().map { String(decoding: $0, as: UTF8.self) }
            return Set(
                names.filter { $0.hasPrefix(prefix) }
                    .map { ActionClient(terminal: String($0.dropFirst(prefix.count))) })
        } catch {
            // Their actions then count as those of the clone, as those of commands do.
            return []
        }
    }
}

/// The actions that one client can undo, by the clients that did them.
///
/// A command can undo every action of this clone, and a browser window only its own. A terminal
/// board can undo everything except what belongs to windows and to terminal boards that still run.
struct OwnActions {
    /// Nil for a command.
    let viewer: ActionClient?
    /// The other terminals that are running, if the viewer is a terminal.
    private let running: Set<ActionClient>

    /// - Parameter state: The local state, which shows the terminals that are running.
    init(of viewer: ActionClient?, in state: Folder) {
        self.viewer = viewer
        running = viewer?.terminal == nil ? [] : TerminalWindow.running(in: state)
    }

    var isWindow: Bool { viewer?.isWindow == true }

    /// Returns true if the actions of a client are the viewer's too.
    func include(_ client: ActionClient?) -> Bool {
        guard let viewer, viewer != client else { return true }
        guard !viewer.isWindow else { return false }
        guard let client else { return true }
        return client.terminal != nil && !running.contains(client)
    }
}
