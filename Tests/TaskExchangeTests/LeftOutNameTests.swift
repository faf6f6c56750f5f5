import TaskBoard
import TaskExchange
import TestSupport
import Testing
import Words

/// The Korean names of what an import or an export leaves out.
struct LeftOutNameTests {
    /// The names are strings in many files. Each must be in the table, unless it is a key.
    @Test func `every name in the sources is in Korean`() throws {
        let pattern = try Regex(
            #"(?:losses\.add|skipped\.add|reasonToSkip = [^"\n]*|lost\.append|return)\(? ?"([^"]+)""#
        )
        var count = 0
        for file in try Self.sources(below: projectFolder + "/Sources/TaskExchange") {
            for match in file.matches(of: pattern) {
                guard let name = match.output[1].substring, name.contains(" "),
                    !name.hasPrefix("tasks/")
                else { continue }
                let shown = String(name).replacing(#/\\\(.*\)/#, with: "x")
                count += 1
                #expect(hasHangul(LeftOutName.words(of: shown).korean), "\(shown)")
            }
        }
        #expect(count > 15)
    }

    @Test(arguments: [
        ("LOCATION", "LOCATION"), ("time zone Mars/Base: 1", "Mars/Base: 1 시간대"),
        ("invalid value of due", "due 키의 잘못된 값"),
        ("in drafts of Backlog.md", "Backlog.md의 drafts 폴더에 있음"),
        ("'gone' in dstask", "dstask의 'gone' 상태"),
    ])
    func `a name with a word of the file keeps the word`(_ name: String, _ korean: String) {
        #expect(LeftOutName.words(of: name).english == name)
        #expect(LeftOutName.words(of: name).korean == korean)
    }

    private static func sources(below folder: String) throws -> [String] {
        try names(in: folder).flatMap { name in
            let path = "\(folder)/\(name)"
            return name.hasSuffix(".swift")
                ? [String(decoding: try readFile(path), as: UTF8.self)]
                : try sources(below: path)
        }
    }
}
