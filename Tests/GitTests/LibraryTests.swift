import Git
import Testing

struct LibraryTests {
    @Test func `the linked libgit2 is the one that the traps were learnt on`() {
        #expect(Library.version.hasPrefix("1."))
    }
}
