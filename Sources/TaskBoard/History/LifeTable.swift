/// The lives of many tasks by number, in a tree whose parts several tables share: a copy costs
/// nothing, a change copies one path, and a merge looks only at the parts that differ.
struct LifeTable<Life: Equatable> {
    private final class Node {
        var children: [Node?] = []
        var lives: [Life?] = []
    }

    private var root: Node?
    /// The number of levels above the lives.
    private let height: Int

    private static var bits: Int { 5 }
    private static var width: Int { 1 << bits }

    /// - Parameter count: The number of tasks.
    init(count: Int) {
        var height = 0
        while count > Self.width << (height * Self.bits) { height += 1 }
        self.height = height
    }

    subscript(number: Int) -> Life? {
        get {
            var node = root
            for level in (0..<height).reversed() {
                node = node?.children[Self.place(number, level + 1)]
            }
            return node?.lives[Self.place(number, 0)]
        }
        set { Self.set(newValue, number, in: &root, level: height) }
    }

    private static func place(_ number: Int, _ level: Int) -> Int {
        number >> (level * bits) & (width - 1)
    }

    private static func set(_ life: Life?, _ number: Int, in node: inout Node?, level: Int) {
        if node == nil || !isKnownUniquelyReferenced(&node) {
            let copy = Node()
            if level == 0 {
                copy.lives = node?.lives ?? Array(repeating: nil, count: width)
            } else {
                copy.children = node?.children ?? Array(repeating: nil, count: width)
            }
            node = copy
        }
        guard let node else { return }
        if level == 0 {
            node.lives[place(number, 0)] = life
        } else {
            set(life, number, in: &node.children[place(number, level)], level: level - 1)
        }
    }
}

extension LifeTable {
    /// Merges another table into this one.
    ///
    /// - Parameter merged: Merges two lives of one task that differ.
    mutating func merge(
        _ other: LifeTable, _ merged: (Life, Life) -> Life
    ) {
        root = Self.merged(root, other.root, level: height, merged)
    }

    private static func merged(
        _ a: Node?, _ b: Node?, level: Int, _ merge: (Life, Life) -> Life
    ) -> Node? {
        guard let a, let b, a !== b else { return a ?? b }
        let node = Node()
        if level == 0 {
            node.lives = zip(a.lives, b.lives).map { a, b in
                guard let a, let b, a != b else { return a ?? b }
                return merge(a, b)
            }
        } else {
            node.children = zip(a.children, b.children).map {
                merged($0, $1, level: level - 1, merge)
            }
        }
        return node
    }

    /// Visits all lives.
    func forEach(_ visit: (Int, Life) -> Void) {
        Self.visit(root, number: 0, level: height, visit)
    }

    private static func visit(
        _ node: Node?, number: Int, level: Int, _ visit: (Int, Life) -> Void
    ) {
        guard let node else { return }
        if level == 0 {
            for (index, life) in node.lives.enumerated() {
                if let life { visit(number << bits | index, life) }
            }
        } else {
            for (index, child) in node.children.enumerated() {
                self.visit(child, number: number << bits | index, level: level - 1, visit)
            }
        }
    }
}
