import Clibgit2
import Glibc
import Testing

@testable import Git

/// The version of libgit2, its object IDs and its error codes.
struct LibraryTests {
    @Test func `the linked libgit2 has a known version`() {
        #expect(Library.versions[0].running.hasPrefix("1."))
    }

    @Test func `an object ID is forty hexadecimal digits or twenty bytes`() throws {
        let hex = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
        #expect(ObjectID(hex: hex) == .emptyTree)
        #expect(ObjectID(hex: hex.uppercased())?.hex == hex)
        #expect(ObjectID(hex: hex.dropLast()) == nil)
        #expect(ObjectID(hex: "g" + hex.dropFirst()) == nil)
        #expect(ObjectID(bytes: [1, 2]) == nil)
        #expect(
            try ObjectID.ofBlob([]).hex == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
        #expect(
            try ObjectID.ofBlob(Array("a\n".utf8)).hex
                == "78981922613b2afb6025042ff6bd878ac1994e85")
    }

    @Test(arguments: [(EINTR, GitError.Kind.inputOutput), (EIO, .inputOutput), (ENOENT, .notFound)])
    func `an inaccessible folder is not reported as missing`(number: Int32, kind: GitError.Kind)
        throws
    {
        try Library.start()
        git_error_set_str(
            Int32(GIT_ERROR_OS.rawValue), "failed to open directory 'x': \(systemMessage(number))")
        #expect(GitError(GIT_ENOTFOUND.rawValue, "add a working tree").kind == kind)
    }
}
