import BoardStorage
import Glibc

// Merges two commits of a board and prints the commit that comes out, so that a merge
// can be measured without the fetch, the files and the push of a sync:
//
//     merge-timer BOARD COMMIT COMMIT
let words = CommandLine.arguments

func refuse(_ why: String, _ status: Int32) -> Never {
    let line = Array("merge-timer: \(why)\n".utf8)
    write(STDERR_FILENO, line, line.count)
    exit(status)
}

guard words.count == 4 else { refuse("wants BOARD COMMIT COMMIT", 64) }
do {
    let workspace = Workspace(try Location(from: words[1]))
    print(try workspace.merged(words[2], words[3]))
} catch {
    refuse("\(error)", 1)
}
