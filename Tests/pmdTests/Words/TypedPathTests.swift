import Glibc
import TestSupport
import Testing

@testable import pmd

/// Paths of files as a user types them.
struct TypedPathTests {
    @Test(arguments: [
        ("boots.jpg", "boots.jpg"), ("my boots.jpg  ", "my boots.jpg"),
        ("'/a/my boots.jpg' ", "/a/my boots.jpg"),
        ("\"/a/b\"", "/a/b"), ("'", "'"), ("'a", "'a"), ("", ""), (" ", ""),
    ])
    func `quotes and blanks of a dropped file are removed`(_ typed: String, _ path: String) {
        #expect(TypedPath.expanded(typed) == path)
    }

    @Test func `files and folders that begin with a path are found`() throws {
        let sandbox = try ProgramSandbox()
        try sandbox.shell(
            """
            mkdir -p d/bills d/.hidden; touch d/boots.jpg d/.rc d/우유.png d/'a b' d/z
            ln -s bills d/blink; printf x > d/$(printf 'b\\033[31m'); printf x > d/$(printf 'b\\377')
            mkfifo d/bpipe
            """)
        let folder = sandbox.here + "/d/"
        func found(_ typed: String) -> [String] {
            TypedPath.completions(of: folder + typed).map { String($0.dropFirst(folder.count)) }
        }
        #expect(found("b") == ["bills/", "blink/", "boots.jpg", "bpipe"])
        #expect(found("") == ["a b", "bills/", "blink/", "boots.jpg", "bpipe", "z", "우유.png"])
        #expect(found(".") == [".hidden/", ".rc"])
        #expect(found("우") == ["우유.png"] && found("a ") == ["a b"])
        #expect(found("none") == [] && found("boots.jpg/") == [] && found("gone/x") == [])
        #expect(TypedPath.completions(of: "~") == ["~/"])
    }
}
