/// One path at which two trees differ.
package struct TreeChange: Hashable, Sendable {
    /// The bytes of the path, from the root of the trees.
    package let path: [UInt8]
    /// The entry of the first tree; nil if there is none.
    package let old: TreeEntry?
    /// The entry of the second tree; nil if there is none.
    package let new: TreeEntry?

    package init(path: [UInt8], old: TreeEntry?, new: TreeEntry?) {
        self.path = path
        self.old = old
        self.new = new
    }
}
