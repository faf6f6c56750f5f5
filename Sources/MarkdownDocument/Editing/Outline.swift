/// The nodes of a document's YAML, read again for an edit, since reading a
/// board keeps none of them.
struct Outline {
    let root: Node?
    let table: LineTable

    init(_ document: Document) throws(EditError) {
        let result = document.bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(Malformation) in
                let tree = try Tree(buffer, layout: document.layout)
                return (tree.root, tree.table)
            }
        }
        do throws(Malformation) {
            (root, table) = try result.get()
        } catch {
            throw .malformed(error)
        }
    }

    /// Returns the key and value of the entry at an index.
    func pair(_ index: Int) -> (key: Node, value: Node) {
        guard let root, 2 * index + 1 < root.children.count else {
            preconditionFailure("entry \(index) has no node")
        }
        return (root.children[2 * index], root.children[2 * index + 1])
    }
}
