import Git
import Programs
import TaskBoard

/// A library that pmd runs with.
package struct LibraryVersion: Equatable, Sendable {
    package let name: String
    /// The version that runs; nil if the library is not installed.
    package let running: String?
    /// The version that pmd was built with; nil if its header does not tell.
    package let built: String?

    package init(_ name: String, running: String?, built: String?) {
        (self.name, self.running, self.built) = (name, running, built)
    }
}

extension LibraryVersion {
    /// Both versions, such as "OpenSSL 3.0.17, built with 3.0.15".
    var sentence: Bilingual {
        guard let running else {
            return Bilingual("\(name) is not installed", "\(name) 없음")
        }
        guard let built else { return Bilingual(untranslated: "\(name) \(running)") }
        return Bilingual(
            "\(name) \(running), built with \(built)", "\(name) \(running), 빌드할 때 \(built)")
    }

    /// The version that runs, for a line that names several; nil for a library that is missing.
    var short: String? { running.map { "\(name) \($0)" } }
}

extension Workspace {
    /// Names pmd, git and the libraries.
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
        let found = git == nil ? noGit(line) : .fine(.versions, Bilingual(untranslated: line))
        return [found] + (isWhole ? all.map { .fine(.versions, $0.sentence) } : [])
    }

    private func noGit(_ line: String) -> Diagnosis {
        .advice(
            .versions, Bilingual("\(line), no git", "\(line), git 없음"),
            Bilingual(
                "install git: it packs the repository, and is needed for passwords of https "
                    + "remotes and for remotes on this machine",
                "git을 설치하세요: 저장소를 묶고, https 원격 저장소의 암호와 이 컴퓨터의 원격 "
                    + "저장소에 필요합니다"))
    }
}
