import MarkdownDocument

// The problems of a task's file in its record: a code for each case, then its facts. A change here
// requires a new `TaskItem.recordFormat`.

extension RecordWriter {
    mutating func write(_ problem: Problem) {
        write(problem.fault)
        write(Int64(problem.line))
        write(Int64(problem.column))
    }

    private mutating func write(_ fault: Problem.Fault) {
        write(fault.code)
        switch fault {
        case .malformed(let reason): write(reason)
        case .wrongValue(let key, let shape, let expected):
            write(key.utf8)
            write(shape)
            write(expected.rawValue)
        case .notARule(let key, let rule, let expected):
            write(key.utf8)
            write(rule.utf8)
            write(expected.rawValue)
        case .otherState(let state, let other), .renamedState(let state, let other):
            write(state.utf8)
            write(other.utf8)
        case .unknownState(let state, let isRetired, let known):
            write(state.utf8)
            write(UInt8(isRetired ? 1 : 0))
            write(known) { $0.write($1.utf8) }
        case .duplicateID(let id, let others):
            write(id.text.utf8)
            write(others) { $0.write($1.bytes) }
        }
    }

    private mutating func write(_ shape: ValueShape) {
        write(shape.code)
        if case .text(let text) = shape { write(text.utf8) }
    }

    private mutating func write(_ reason: Malformation.Reason) {
        write(reason.code)
        switch reason {
        case .duplicateKey(let key, let line):
            write(key.utf8)
            write(Int64(line))
        case .syntax(.unquotedStart(let character)): write(String(character))
        case .syntax(.other(let words)): write(words)
        default: break
        }
    }

    private mutating func write(_ text: String) { write(Array(text.utf8)) }
}

extension RecordReader {
    mutating func problem() throws(DamagedRecord) -> Problem {
        let fault = try fault()
        let line = Int(try number(Int64.self))
        return Problem(fault, line: line, column: Int(try number(Int64.self)))
    }

    private mutating func fault() throws(DamagedRecord) -> Problem.Fault {
        switch try text().string {
        case "malformed": .malformed(try reason())
        case "wrong-value":
            .wrongValue(key: try text(), try shape(), expected: try value(ExpectedValue.self))
        case "not-a-rule":
            .notARule(
                key: try text(), try text(),
                expected: try value(RecurrenceError.Expected.self))
        case "other-state": .otherState(try text(), folder: try text())
        case "renamed-state": .renamedState(try text(), to: try text())
        case "unknown-state":
            .unknownState(
                try text(), isRetired: try number(UInt8.self) != 0,
                known: try elements { r throws(DamagedRecord) in try r.text() })
        case "duplicate-id":
            .duplicateID(
                TaskID(stored: try content()),
                others: try elements { r throws(DamagedRecord) in BoardPath(try r.content()) })
        default: throw DamagedRecord()
        }
    }

    private mutating func shape() throws(DamagedRecord) -> ValueShape {
        let code = try text().string
        if code == ValueShape.text("").code { return .text(try text()) }
        let shapes: [ValueShape] = [.empty, .list, .map, .records, .nested]
        guard let shape = shapes.first(where: { $0.code == code }) else { throw DamagedRecord() }
        return shape
    }

    private mutating func reason() throws(DamagedRecord) -> Malformation.Reason {
        let code = try text().string
        switch code {
        case "duplicate-key":
            return .duplicateKey(try text(), firstLine: Int(try number(Int64.self)))
        case "unquoted-start":
            guard let character = try text().string.first else { throw DamagedRecord() }
            return .syntax(.unquotedStart(character))
        case "other": return .syntax(.other(try text().string))
        default: break
        }
        let reasons: [Malformation.Reason] = [
            .notUTF8, .holdsNUL, .fileTooLarge, .frontMatterTooLarge, .tooManyKeys, .tooDeep,
            .unterminatedFrontMatter, .notKeysAndValues, .severalDocuments, .conflictMarker,
            .syntax(.noMemory), .syntax(.missingColon), .syntax(.unclosedQuote),
            .syntax(.unclosedList), .syntax(.unclosedMap), .syntax(.unquotedColon), .syntax(.tab),
            .syntax(.misplacedKey),
        ]
        guard let reason = reasons.first(where: { $0.code == code }) else { throw DamagedRecord() }
        return reason
    }

    private mutating func value<Value: RawRepresentable<String>>(
        _ type: Value.Type
    ) throws(DamagedRecord) -> Value {
        guard let value = Value(rawValue: try text().string) else { throw DamagedRecord() }
        return value
    }
}

extension Problem.Fault {
    fileprivate var code: String {
        switch self {
        case .malformed: "malformed"
        case .wrongValue: "wrong-value"
        case .notARule: "not-a-rule"
        case .otherState: "other-state"
        case .renamedState: "renamed-state"
        case .unknownState: "unknown-state"
        case .duplicateID: "duplicate-id"
        }
    }
}

extension ValueShape {
    fileprivate var code: String {
        switch self {
        case .empty: "empty"
        case .text: "text"
        case .list: "list"
        case .map: "map"
        case .records: "records"
        case .nested: "nested"
        }
    }
}

extension Malformation.Reason {
    fileprivate var code: String {
        switch self {
        case .notUTF8: "not-utf8"
        case .holdsNUL: "nul"
        case .fileTooLarge: "file-too-large"
        case .frontMatterTooLarge: "front-matter-too-large"
        case .tooManyKeys: "too-many-keys"
        case .tooDeep: "too-deep"
        case .unterminatedFrontMatter: "unterminated"
        case .notKeysAndValues: "not-keys-and-values"
        case .severalDocuments: "several-documents"
        case .conflictMarker: "conflict-marker"
        case .duplicateKey: "duplicate-key"
        case .syntax(let fault): fault.code
        }
    }
}

extension SyntaxFault {
    fileprivate var code: String {
        switch self {
        case .noMemory: "no-memory"
        case .missingColon: "missing-colon"
        case .unclosedQuote: "unclosed-quote"
        case .unclosedList: "unclosed-list"
        case .unclosedMap: "unclosed-map"
        case .unquotedColon: "unquoted-colon"
        case .tab: "tab"
        case .unquotedStart: "unquoted-start"
        case .misplacedKey: "misplaced-key"
        case .other: "other"
        }
    }
}
