import Git
import Programs
import TaskBoard

extension Workspace {
    /// Reports the versions of pmd, git and the libraries.
    ///
    /// - Parameter isWhole: True for a line for each library, with the version that pmd was built
    ///   with.
    func versions(
        of pmd: String, with libraries: [LibraryVersion], isWhole: Bool
    ) -> [Diagnosis] {
        let all = Library.versions.map { LibraryVersion($0, running: $1, built: $2) } + libraries
        let answer = answer(of: "git", ["--version"], environment: location.environment.list())
        let git = answer.flatMap { $0.status == 0 ? firstLine($0.output) : nil }
        let shown = isWhole ? [] : all.compactMap(\.short)
        let line = (["pmd \(pmd)"] + shown + (git.map { [$0] } ?? [])).joined(separator: ", ")
        return [Diagnosis(.versions, .clone(.versions(line, hasGit: git != nil)))]
            + (isWhole ? all.map { Diagnosis(.versions, .clone(.library($0))) } : [])
    }
}

extension LibraryVersion {
    /// The version at run time, for a line with several libraries; nil for a missing library.
    fileprivate var short: String? { running.map { "\(name) \($0)" } }
}
