import Glibc
package import Testing

/// Compares text with the file of this name in the `Snapshots` folder of the caller's tests.
///
/// With `PMD_RECORD=1`, the file is rewritten, and the run fails, so that nobody records by
/// accident.
///
/// - Parameter file: A path in the tests' folder, such as `Tests/pmdTests/…`.
package func expectSnapshot(
    _ text: String, _ name: String, file: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let parts = file.split(separator: "/")
    let tests = try #require(parts.lastIndex(of: "Tests"), "\(file)")
    let path = "/" + parts[...(tests + 1)].joined(separator: "/") + "/Snapshots/" + name + ".txt"
    if getenv("PMD_RECORD") != nil {
        try writeFile(path, Array(text.utf8))
        Issue.record("recorded \(name); look at it and run again without PMD_RECORD")
        return
    }
    let expected = String(decoding: try readFile(path), as: UTF8.self)
    #expect(text == expected, "snapshot \(name)", sourceLocation: sourceLocation)
}
