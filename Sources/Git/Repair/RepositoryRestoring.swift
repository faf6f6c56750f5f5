import Clibgit2

/// Restores packs and objects from the remote and from files of the working tree.
///
/// It only adds objects, and moves unreadable ones aside. HEAD, references, their logs, the index
/// and the configuration stay as they are: git's own commands repair those, see
/// ``FaultyReference/Remedy``.
package struct RepositoryRestoring {
    private let workTree: String
    private let environment: Environment
    private let aside: String
    private var objects: ObjectRestoring

    /// The steps taken, as sentences without a full stop.
    package var report: [(english: String, korean: String)] { objects.steps.map(\.words) }

    /// Restores what is needed to read objects at all: their folder, and packs with their indexes.
    ///
    /// - Returns: The steps taken, as sentences without a full stop.
    package static func restorePacks(
        workTree: String, aside: String
    ) throws(GitError) -> [(english: String, korean: String)] {
        let folders = GitFolders(at: workTree)
        let made = try folders.makeObjects().map { [RepairStep.madeFolder($0)] } ?? []
        var packs = PackRestoring(objects: folders.objects, aside: AsideFolder(path: aside))
        try packs.restore()
        return (made + packs.steps).map(\.words)
    }

    /// - Parameters:
    ///   - aside: A folder on the same file system, without a slash at the end.
    ///   - remote: A repository into which the remote's branch was fetched; nil if there is none.
    ///   - files: The absolute paths of files that may have the content of a blob.
    package init(
        workTree: String, aside: String, remote: Repository?, files: [[UInt8]],
        in environment: Environment
    ) throws(GitError) {
        self.environment = environment
        self.workTree = workTree
        self.aside = aside
        objects = ObjectRestoring(
            try Repository.open(at: workTree, in: environment), aside: aside, remote: remote,
            files: files)
    }

    /// Restores what it can.
    package mutating func restore() throws(GitError) {
        if hasLostPacks { _ = try objects.bringPacks() }
        for tip in try tips() { try restore(tip) }
    }

    private var hasLostPacks: Bool {
        (folderNames(aside) ?? []).contains { $0.contains(".pack") }
    }

    /// Returns HEAD's commit, and the missing objects that references name.
    private func tips() throws(GitError) -> [ObjectID] {
        let repository = try open()
        var found: [ObjectID] = []
        do throws(GitError) {
            if let head = try repository.uncheckedHead().commit { found.append(head) }
        } catch {
            // A damaged HEAD is a finding of its own.
        }
        for fault in try repository.faultyReferences() {
            if let id = fault.missingObject { found.append(id) }
        }
        return found
    }

    /// Restores what a commit and its ancestors need.
    private mutating func restore(_ tip: ObjectID) throws(GitError) {
        for round in 0..<100 {
            // Each round finds more through what the previous round restored.
            let repository = try open()
            if repository.isTag(tip) { return }
            let faults = try ObjectExamination(repository, from: tip).faults
            if faults.isEmpty { return }
            var isProgress = try objects.restore(faults)
            if round > 0 || !isProgress { isProgress = try objects.bringPacks() || isProgress }
            if !isProgress { return }
        }
    }

    /// Opens the repository again, because an open one remembers earlier lookups.
    private func open() throws(GitError) -> Repository {
        try Repository.open(at: workTree, in: environment)
    }
}

extension Repository {
    /// Returns true if the object is a tag that can be read.
    fileprivate func isTag(_ id: ObjectID) -> Bool {
        do throws(GitError) { return try object(id).kind == GIT_OBJECT_TAG } catch {
            return false
        }
    }
}
