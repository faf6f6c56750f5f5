import Glibc
import TestSupport
import Testing

/// Compares text with the file of this name in `Snapshots`.
///
/// With `PMD_RECORD=1` the file is written anew, and the run fails, so that
/// nobody records by accident.
func expectSnapshot(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let folder = String(#filePath.prefix(upTo: #filePath.range(of: "/Support/")))
    let path = folder + "/Snapshots/" + name + ".txt"
    if getenv("PMD_RECORD") != nil {
        try writeFile(path, Array(text.utf8))
        Issue.record("recorded \(name); look at it and run again without PMD_RECORD")
        return
    }
    let expected = String(decoding: try readFile(path), as: UTF8.self)
    #expect(text == expected, "snapshot \(name)", sourceLocation: sourceLocation)
}

extension String {
    fileprivate func range(of part: String) -> String.Index {
        guard let range = firstRange(of: part) else { preconditionFailure("no \(part) in \(self)") }
        return range.lowerBound
    }
}
