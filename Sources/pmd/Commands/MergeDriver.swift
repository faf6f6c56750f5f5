import ArgumentParser
import BoardStorage
import TaskBoard

/// The merge driver that git runs for a task that both sides changed.
struct MergeDriver: Command {
    static let configuration = CommandConfiguration(
        commandName: "merge-driver",
        abstract: "Merge one task for git",
        discussion: """
            'pmd init' and 'pmd clone' set it up; see 'pmd help git'.

            Examples:
              git config merge.pmd.driver 'pmd merge-driver %O %A %B %P'
            """)

    @Argument(help: "The file of the common ancestor.") var base: Word
    @Argument(help: "Our file, which becomes the result.") var ours: Word
    @Argument(help: "Their file.") var theirs: Word
    @Argument(help: "The path in the repository.") var path: Word
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let isMerged = try mergeForGit(
            base: base.bytes, ours: ours.bytes, theirs: theirs.bytes, path: path.bytes,
            in: Program.environment)
        // For git, any status but 0 means that the user must resolve the file.
        if !isMerged { throw Failure.reported(.failed) }
    }
}
