import MarkdownDocument
import TaskBoard

/// Base, ours and theirs from one input, separated by a byte that never occurs in UTF-8.
func mergeLaws(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0xFF, maxSplits: 2, omittingEmptySubsequences: false)
        .map(Array.init)
    let base = parts[0]
    let ours = parts.count > 1 ? parts[1] : []
    let theirs = parts.count > 2 ? parts[2] : []
    for isTask in [true, false] {
        let merged = mergeFiles(base: base, ours: ours, theirs: theirs, isTask: isTask)
        let swapped = mergeFiles(base: base, ours: theirs, theirs: ours, isTask: isTask)
        law(merged.isClean == swapped.isClean, "the sides agree whether a file merges")
        law(!merged.isClean || merged == swapped, "no side is asked first")
        let same = mergeFiles(base: base, ours: ours, theirs: ours, isTask: isTask)
        law(!same.isClean || same.bytes == ours, "what both have stays")
        let one = mergeFiles(base: base, ours: ours, theirs: base, isTask: isTask)
        law(!one.isClean || one.bytes == ours, "the side that changed is taken")
    }
    for path in ["todo/a-k3f9m2.md", "pmd.yml", "notes.txt"] {
        historyLaws(path, base, ours, theirs)
    }
}

private func historyLaws(_ path: String, _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) {
    let history = MemoryHistory()
    let commit = { (bytes: [UInt8], parents: [HashID], time: Int64) -> HashID in
        var files = [BoardPath("pmd.yml"): history.store(Array("format: 1\n".utf8))]
        files[BoardPath(path)] = history.store(bytes)
        return history.commit(files, parents: parents, time: time)
    }
    let root = commit(base, [], 1)
    let (a, b) = (commit(ours, [root], 2), commit(theirs, [root], 3))
    do {
        let merged = try merge(a, b, in: history)
        law(merged.isSame(as: try merge(b, a, in: history)), "no side is asked first")
        let head = history.commit(merged)
        law(try merge(head, a, in: history).fastForward == head, "a merge contains its parents")
        law(try merge(head, head, in: history).fastForward == head, "a merge with itself is it")
    } catch is MergeError {
    } catch {
        law(false, "a merge misses nothing")
    }
}
