import BoardView
import MarkdownDocument
import MarkdownText
import TaskBoard
import TextLayout

/// Converts a body to nested nodes from which the page creates elements. No HTML is sent.
struct MarkdownJSON {
    /// An open node.
    private struct Open {
        var members: [JSONValue.Member]
        var children: [JSONValue] = []
    }

    /// The maximum nesting depth. Deeper nodes become siblings.
    private static let deepest = 40
    private var open = [Open(members: [])]
    private var depth = 0
    private let items: [Int: MarkdownLayout.Item]
    /// Finds a file's blob ID by its address in the body.
    private let blob: (_ address: String) -> String?
    /// Finds a task by an address in the body.
    private let task: (_ address: String) -> TaskID?
    private var isInLink = 0

    /// Returns the nodes of a page's body. A body that cannot be parsed in reasonable time, or a
    /// malformed file, becomes one node `source`.
    static func nodes(
        of page: TaskPage, blob: @escaping (_ address: String) -> String? = { _ in nil },
        task: @escaping (_ address: String) -> TaskID? = { _ in nil }
    ) -> JSONValue {
        guard !page.isMalformed, let boxes = MarkdownBoxes(page.body.map(\.withoutCalloutMark))
        else {
            let lines = page.body.map(\.text.string).joined(separator: "\n")
            return .array(lines.isEmpty ? [] : [["type": "source", "text": .string(lines)]])
        }
        var builder = MarkdownJSON(items: boxes.items, blob: blob, task: task)
        for event in boxes.text.events { builder.take(event) }
        while builder.open.count > 1 { builder.end() }
        return .array(builder.open[0].children)
    }

    private init(
        items: [Int: MarkdownLayout.Item], blob: @escaping (String) -> String?,
        task: @escaping (String) -> TaskID?
    ) {
        (self.items, self.blob, self.task) = (items, blob, task)
    }

    private mutating func take(_ event: MarkdownEvent) {
        switch event {
        case .begin(let node): begin(node)
        case .end: end()
        case .text(let bytes): addText(MarkdownBoxes.withoutBoxes(bytes))
        case .code(let bytes): add("code", bytes)
        case .html(let bytes), .htmlBlock(let bytes): add("html", bytes)
        case .codeBlock(let bytes): add("codeBlock", bytes)
        case .softBreak: add(["type": "softBreak"])
        case .lineBreak: add(["type": "lineBreak"])
        case .rule: add(["type": "rule"])
        }
    }

    private mutating func add(_ node: JSONValue) { open[open.count - 1].children.append(node) }

    private mutating func add(_ type: Text, _ text: [UInt8]) {
        add(["type": .string(type), "text": .string(Text(text))])
    }

    /// Adds text with its addresses as links.
    private mutating func addText(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.isEmpty { return }
        guard isInLink == 0 else { return add("text", bytes) }
        for part in partsWithAddresses(text) {
            let node: JSONValue = ["type": "text", "text": .string(part.text)]
            if let link = part.link, isOpenable(link) {
                add(["type": "link", "address": .string(link), "children": .array([node])])
            } else {
                add(node)
            }
        }
    }

    private mutating func begin(_ node: MarkdownNode) {
        depth += 1
        if case .link = node { isInLink += 1 }
        if depth <= Self.deepest { open.append(Open(members: members(of: node))) }
    }

    private mutating func end() {
        depth -= 1
        guard depth < Self.deepest, open.count > 1 else { return }
        let node = open.removeLast()
        if node.members.first?.value == "link" { isInLink = max(0, isInLink - 1) }
        if node.members.isEmpty {
            open[open.count - 1].children += node.children
        } else {
            add(.object(node.members + [.init("children", .array(node.children))]))
        }
    }

    /// Returns the board's file for an address, with its name.
    private func file(_ address: String) -> [JSONValue.Member] {
        guard let blob = blob(address) else { return [] }
        let name = address.split(separator: "/").last.map(String.init) ?? ""
        return [.init("file", .string(Text(blob))), .init("name", .string(plainWords(name)))]
    }

    /// Returns what a link's relative address leads to: a task, a file, or nothing on this board.
    private func target(_ address: String) -> [JSONValue.Member] {
        if let task = task(address) { return [.init("task", .string(task.text))] }
        let file = file(address)
        let isPath = !address.isEmpty && !address.contains(":") && address.first != "#"
        return file.isEmpty && isPath ? [.init("missing", .string(plainWords(address)))] : file
    }

    private func members(of node: MarkdownNode) -> [JSONValue.Member] {
        func type(_ name: Text, _ facts: JSONValue.Member...) -> [JSONValue.Member] {
            [.init("type", .string(name))] + facts
        }
        switch node {
        case .paragraph: return type("paragraph")
        case .heading(let level): return type("heading", .init("level", .number(level)))
        case .quote: return type("quote")
        case .list(let list):
            return type(
                "list", .init("start", .optional(list.start)), .init("tight", .bool(list.isTight)))
        case .item(let line):
            guard let item = items[line] else { return type("item") }
            return type(
                "item", .init("n", .number(item.number)), .init("done", .bool(item.isTicked)))
        case .emphasis: return type("emphasis")
        case .strong: return type("strong")
        case .strike: return type("strike")
        case .link(let address):
            let text = String(decoding: address, as: UTF8.self)
            return isOpenable(text)
                ? type("link", .init("address", .string(text))) : type("link") + target(text)
        case .image(let address):
            return type("image") + file(String(decoding: address, as: UTF8.self))
        case .table(let alignments):
            return type(
                "table", .init("align", .array(alignments.map { .string("\($0)") })))
        case .row(let isHeader): return type("row", .init("header", .bool(isHeader)))
        case .cell: return type("cell")
        case .other: return []
        }
    }
}
