import Glibc
import TestSupport
import Testing

@testable import BoardStorage

/// The folders of practice boards, in a place that other users share.
struct PracticeFolderTests {
    private let place: TemporaryFolder

    init() throws { place = try TemporaryFolder() }

    private func makeLeftover(_ digits: String, ownedBy user: uid_t) throws -> String {
        let path = place.path + "/pmd-try-x" + String(repeating: digits, count: 8)
        guard mkdir(path, 0o700) == 0, chown(path, user, gid_t(user)) == 0 else {
            throw SystemFailure(call: "make \(path)")
        }
        return path
    }

    @Test func `a new practice board removes leftovers of this user only`() throws {
        guard geteuid() == 0 else { return noteNotRun("acting as another user needs root") }
        let (own, foreign) = (
            try makeLeftover("0a", ownedBy: 0), try makeLeftover("0b", ownedBy: 65_534)
        )
        let link = place.path + "/pmd-try-x0c0c0c0c0c0c0c0c"
        #expect(symlink(foreign, link) == 0 && lchown(link, 65_534, 65_534) == 0)
        let folder = try PracticeFolder(in: place.path)
        #expect(access(folder.path, F_OK) == 0)
        #expect(access(own, F_OK) != 0)
        #expect(access(foreign, F_OK) == 0 && access(link, F_OK) == 0)
    }
}
