import Clibyaml

/// The YAML of a document as nodes, each with its byte range.
struct Tree {
    /// The top-level mapping; nil if there are only comments.
    private(set) var root: Node?
    /// The aliases without an anchor above them.
    private(set) var undefinedAliases: [UndefinedAlias] = []
    private(set) var table: LineTable

    private var stack: [Node] = []
    private var anchors: Set<[UInt8]> = []
    private var documents = 0
    private let bytes: UnsafeBufferPointer<UInt8>
    private let linesBefore: Int

    /// Reads the YAML between the fences: plain lines by the fast path,
    /// everything else by libyaml.
    init(_ bytes: UnsafeBufferPointer<UInt8>, layout: Layout) throws(Malformation) {
        let table = LineTable(bytes, layout.content)
        if let root = PlainLines(bytes, table).mapping {
            self.init(bytes, layout: layout, table: table)
            self.root = root
        } else {
            try self.init(parsing: bytes, layout: layout, table)
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, layout: Layout, table: LineTable) {
        (self.bytes, linesBefore, self.table) = (bytes, layout.linesBefore, table)
    }

    /// Reads the YAML with libyaml, which supports all of YAML.
    ///
    /// Depth and keys are counted with each event, so that a hostile file costs no more than its
    /// first few events.
    init(
        parsing bytes: UnsafeBufferPointer<UInt8>, layout: Layout, _ table: LineTable
    ) throws(Malformation) {
        self.init(bytes, layout: layout, table: table)
        guard let parser = EventParser(UnsafeBufferPointer(rebasing: bytes[layout.content])) else {
            throw Malformation(reason: .syntax(.noMemory), line: 1, column: 1)
        }
        while true {
            let event: YAMLEvent
            do throws(YAMLFault) {
                event = try parser.next()
            } catch {
                throw malformation(error)
            }
            if event.kind == .streamEnd { return }
            try take(event)
        }
    }

    private mutating func take(_ event: YAMLEvent) throws(Malformation) {
        switch event.kind {
        case .scalar, .alias: try add(node(event))
        case .start:
            guard stack.count < Layout.depthLimit else { throw malformation(.tooDeep, event) }
            stack.append(node(event))
        case .end: try close(event)
        case .documentStart:
            documents += 1
            if documents > 1 { throw malformation(.severalDocuments, event) }
        case .streamEnd, .nothing: break
        }
    }

    /// Returns a node for an event that begins one, with the byte range of its
    /// marks.
    private mutating func node(_ event: YAMLEvent) -> Node {
        let start = offset(event.start)
        let end = max(start, offset(event.end))
        note(event)
        var node = Node(
            kind: event.nodeKind, style: event.style, start: start, end: end, fullEnd: end,
            line: Int(clamping: event.start.line), column: Int(clamping: event.start.column))
        node.hasProperties = event.hasTag || event.anchor != nil
        node.text = event.text
        if node.style == .literal || node.style == .folded { trimBlockScalar(&node) }
        return node
    }

    /// libyaml's end mark of a block scalar is after the blank lines that
    /// follow it. They belong to the scalar only if it keeps them (`|+`); the
    /// value itself ends with its last nonblank line.
    private func trimBlockScalar(_ node: inout Node) {
        var lineEnd = node.end
        var end = node.end
        while end > node.start, bytes[end - 1].isBlank || bytes[end - 1].isLineBreak {
            end -= 1
            if bytes[end] == .newline { lineEnd = end + 1 }
        }
        node.end = end
        node.fullEnd = keepsBlankLines(from: node.start) ? node.fullEnd : min(lineEnd, node.fullEnd)
    }

    private func keepsBlankLines(from start: Int) -> Bool {
        var offset = start
        while offset < bytes.count, !bytes[offset].isLineBreak, bytes[offset] != UInt8(ascii: "#") {
            if bytes[offset] == UInt8(ascii: "+") { return true }
            offset += 1
        }
        return false
    }

    /// Notes the anchor of a value, or an alias without one.
    private mutating func note(_ event: YAMLEvent) {
        guard let anchor = event.anchor else { return }
        if event.kind != .alias {
            anchors.insert(anchor)
        } else if !anchors.contains(anchor) {
            undefinedAliases.append(
                UndefinedAlias(
                    name: Text(anchor),
                    line: table.number(of: Int(clamping: event.start.line)) + linesBefore,
                    column: Int(clamping: event.start.column) + 1))
        }
    }

    private mutating func close(_ event: YAMLEvent) throws(Malformation) {
        guard var node = stack.popLast() else { return }
        if node.style == .flow {
            node.end = offset(event.end)
            node.fullEnd = node.end
        } else if let last = node.children.last {
            node.end = max(node.start, last.end)
            node.fullEnd = max(node.start, last.fullEnd)
        }
        try add(node)
    }

    private mutating func add(_ node: Node) throws(Malformation) {
        guard var parent = stack.popLast() else {
            try finish(node)
            return
        }
        var node = node
        if parent.kind == .mapping, parent.children.count % 2 == 1 { settle(&node, after: parent) }
        parent.children.append(node)
        stack.append(parent)
        if stack.count == 1, parent.children.count > 2 * Layout.keyLimit {
            throw malformation(.tooManyKeys, line: node.line, column: node.column)
        }
    }

    /// libyaml marks a missing value where the next token begins. Its position is after the colon,
    /// or after the key if the colon is missing too.
    private func settle(_ node: inout Node, after parent: Node) {
        guard node.range.isEmpty, let key = parent.children.last, node.start > key.end,
            bytes[node.start - 1] != UInt8(ascii: ":")
        else { return }
        var offset = key.end
        while offset < node.start, bytes[offset].isBlank || bytes[offset].isLineBreak {
            offset += 1
        }
        let hasColon = offset < node.start && bytes[offset] == UInt8(ascii: ":")
        let place = hasColon ? offset + 1 : key.end
        (node.start, node.end, node.fullEnd) = (place, place, max(place, key.fullEnd))
        node.line = table.line(of: place - 1)
        node.column = place - table.range(of: node.line).lowerBound
    }

    private mutating func finish(_ node: Node) throws(Malformation) {
        if node.kind == .mapping, !node.hasProperties {
            root = node
        } else if !(node.isScalar && node.range.isEmpty) {
            throw malformation(.notKeysAndValues, line: node.line, column: node.column)
        }
    }
}

extension Tree {
    private mutating func offset(_ mark: yaml_mark_t) -> Int {
        table.offset(bytes, line: Int(clamping: mark.line), column: Int(clamping: mark.column))
    }

    private func malformation(_ reason: Malformation.Reason, _ event: YAMLEvent) -> Malformation {
        malformation(
            reason, line: Int(clamping: event.start.line), column: Int(clamping: event.start.column)
        )
    }

    /// Returns a malformation at a line and column of the YAML, counted from
    /// zero.
    func malformation(_ reason: Malformation.Reason, line: Int, column: Int) -> Malformation {
        Malformation(
            reason: reason, line: table.number(of: line) + linesBefore, column: column + 1)
    }

    private mutating func malformation(_ fault: YAMLFault) -> Malformation {
        var (line, column) = (fault.line, fault.column)
        if let offset = fault.offset {
            let byte = min(table.start + offset, table.end)
            line = table.line(of: byte)
            let before = bytes[table.range(of: line).lowerBound..<byte]
            column = before.count { $0 & 0xC0 != 0x80 }
        }
        let offset = table.offset(bytes, line: line, column: column)
        let syntax = fault.explained(at: offset < table.end ? bytes[offset] : nil)
        if case .other = syntax, offset == table.end,
            let open = stack.last(where: { $0.style == .flow })
        {
            let reason = open.kind == .sequence ? SyntaxFault.unclosedList : .unclosedMap
            return malformation(.syntax(reason), line: open.line, column: open.column)
        }
        return malformation(.syntax(syntax), line: line, column: column)
    }
}
