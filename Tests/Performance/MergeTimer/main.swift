import BoardStorage
import Glibc

// Merges commits of a board and prints the commits that come out, so that a merge can be
// measured, and compared with another version's, without the fetch, the files and the
// push of a sync:
//
//     merge-timer BOARD COMMIT COMMIT
//     merge-timer BOARD <PAIRS          a line for each: COMMIT COMMIT
let words = CommandLine.arguments

func refuse(_ why: String, _ status: Int32) -> Never {
    let line = Array("merge-timer: \(why)\n".utf8)
    write(STDERR_FILENO, line, line.count)
    exit(status)
}

guard words.count == 4 || words.count == 2 else { refuse("wants BOARD [COMMIT COMMIT]", 64) }
do {
    let workspace = try Workspace(try Location(from: words[1], in: processEnvironment()))
    if words.count == 4 {
        print(try workspace.merged(words[2], words[3]))
        exit(0)
    }
    while let line = readLine() {
        let heads = line.split(separator: " ").map(String.init)
        guard heads.count == 2 else { refuse("'\(line)' is not a pair of commits", 64) }
        do { print(try workspace.merged(heads[0], heads[1])) } catch { print("refused: \(error)") }
    }
} catch {
    refuse("\(error)", 1)
}
