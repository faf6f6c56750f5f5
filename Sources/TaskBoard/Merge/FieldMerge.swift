import MarkdownDocument

/// The merged value of one key.
struct MergedField {
    var value: FieldValue
    /// The whole lines of the entry; nil if the key is removed.
    var source: [UInt8]?
    /// The value that lost, which becomes a conflict.
    var conflict: (text: Text, writer: Writer)?
    /// The sides whose value lost.
    var losingSides: Set<Side> = []
}

/// The merge of one key of the front matter.
struct FieldMerge {
    let key: Text
    private let resolver: ConflictResolver
    private let versions: ThreeWay<TaskParts>
    private let values: ThreeWay<FieldValue>
    private let sources: ThreeWay<[UInt8]?>

    init(_ key: Text, versions: ThreeWay<TaskParts>, resolver: ConflictResolver) {
        self.key = key
        self.resolver = resolver
        self.versions = versions
        values = versions.map { $0.value(key) }
        sources = versions.map { contents in
            contents.header?.source(of: key) ?? contents.document.entry(key)?.source
        }
    }

    func merged() throws -> MergedField {
        if values.ours == values.theirs { return spelled() }
        if let elements = mergeableElements { return try mergedList(elements) }
        return try register()
    }

    /// Returns the value of a side, in that side's spelling.
    func take(_ side: Side) -> MergedField {
        MergedField(value: values[side], source: sources[side])
    }

    /// Returns the spelling of the side that changed it, or else the longer
    /// one, for a value that is merged elsewhere.
    func takeLonger() -> MergedField {
        if values.ours == values.theirs { return spelled() }
        if let agreed = values.agreed { return take(agreed == values.ours ? .ours : .theirs) }
        let (ours, theirs) = (sources.ours ?? [], sources.theirs ?? [])
        let isLess =
            ours.count != theirs.count
            ? ours.count < theirs.count : ours.lexicographicallyPrecedes(theirs)
        return take(isLess ? .theirs : .ours)
    }

    /// Returns the common value in the spelling of the side that changed the
    /// spelling. Line breaks only decide if the rest is the same.
    private func spelled() -> MergedField {
        let sources = sources.map { $0 ?? [] }
        let plain = sources.map(withoutCarriageReturns)
        let spellings = plain.ours == plain.theirs ? sources : plain
        if spellings.theirs == spellings.base { return take(.ours) }
        if spellings.ours == spellings.base { return take(.theirs) }
        let isLess = spellings.ours.lexicographicallyPrecedes(spellings.theirs)
        return take(isLess ? .theirs : .ours)
    }
}

extension FieldMerge {
    /// Returns the value of the side that changed it; if both did, the later
    /// writer's.
    func register() throws -> MergedField {
        if values.ours == values.theirs { return spelled() }
        if values.ours == values.base, !hasResolved(.ours) { return take(.theirs) }
        if values.theirs == values.base, !hasResolved(.theirs) { return take(.ours) }
        let winner = try resolver.winner(claim(.ours), claim(.theirs))
        var merged = take(winner)
        let (text, loser) = (text(winner.other), try writer(winner.other))
        if !text.isEmpty, !loser.isOwn {
            merged.conflict = (text, loser)
            merged.losingSides = [winner.other]
        }
        return merged
    }

    /// Returns the value of the side that changed it; if both did, the later
    /// writer's, without a conflict.
    func meant() throws -> MergedField {
        if values.ours == values.theirs { return spelled() }
        if let agreed = values.agreed { return take(agreed == values.ours ? .ours : .theirs) }
        return take(try laterSide())
    }

    /// Returns the side that wrote its value later.
    func laterSide() throws -> Side { try resolver.winner(claim(.ours), claim(.theirs)) }

    /// Returns the value of the side that changed it; if both did, the greater
    /// one by a measure.
    func greater(by measure: (FieldValue) -> Int) -> MergedField {
        if values.ours == values.theirs { return spelled() }
        if let agreed = values.agreed { return take(agreed == values.ours ? .ours : .theirs) }
        return take(measure(values.ours) < measure(values.theirs) ? .theirs : .ours)
    }

    /// Returns true if the side removed a record of this key that the base has.
    /// It then resolved the conflict by keeping its value.
    private func hasResolved(_ side: Side) -> Bool {
        let records = versions.base.records.names(of: key)
        return !records.isSubset(of: versions[side].records.all)
    }

    private func claim(_ side: Side) throws -> ConflictResolver.Candidate {
        ConflictResolver.Candidate(
            try writer(side),
            order: [text(side).utf8, [values[side].rank], sources[side] ?? []])
    }

    private func writer(_ side: Side) throws -> Writer {
        let (key, value) = (key, values[side])
        return try resolver.writer(side, resolving: key) {
            ($0?.contents.value(key) ?? .absent) == value
        }
    }

    private func text(_ side: Side) -> Text {
        let source = versions[side].document.entry(key)?.valueSource ?? []
        return values[side].recordText(source: source)
    }
}

extension FieldMerge {
    /// The three lists, if they merge by element: a field that is a list, or
    /// any other list to which both sides only added.
    private var mergeableElements: ThreeWay<[Text]>? {
        if resolver.rules.rule(of: key) == .elements {
            let lists = values.map(\.elements)
            guard let base = lists.base, let ours = lists.ours, let theirs = lists.theirs else {
                return nil
            }
            return ThreeWay(base: base, ours: ours, theirs: theirs)
        }
        guard case .list(let ours) = values.ours, case .list(let theirs) = values.theirs else {
            return nil
        }
        let base: [Text]
        switch values.base {
        case .list(let elements): base = elements
        case .absent: base = []
        case .text, .source: return nil
        }
        guard Set(base).isSubset(of: ours), Set(base).isSubset(of: theirs) else { return nil }
        return ThreeWay(base: base, ours: ours, theirs: theirs)
    }

    /// Returns the list with every addition and every removal, applied to the
    /// later writer's bytes.
    private func mergedList(_ lists: ThreeWay<[Text]>) throws -> MergedField {
        let sets = lists.map { Set($0) }
        if sets.ours == sets.base, sets.theirs != sets.base { return take(.theirs) }
        if sets.theirs == sets.base, sets.ours != sets.base { return take(.ours) }
        if sets.ours == sets.base, sets.theirs == sets.base, let agreed = values.agreed {
            return take(agreed == values.ours ? .ours : .theirs)
        }
        let union = sets.union
        if union.isEmpty { return MergedField(value: .absent, source: nil) }
        var side = try resolver.winner(claim(.ours), claim(.theirs))
        if sources[side] == nil { side = side.other }
        let edited = ListEdit(
            key: key, source: sources[side] ?? [], elements: lists[side],
            other: lists[side.other], otherSource: sources[side.other] ?? [],
            usesCRLF: versions[side].document.usesCRLF)
        guard let (value, source) = edited.turned(into: union) else { return try register() }
        return MergedField(value: value, source: source)
    }
}

extension FieldValue {
    /// An order of values that read as the same text.
    fileprivate var rank: UInt8 {
        switch self {
        case .absent: 0
        case .text: 1
        case .list: 2
        case .source: 3
        }
    }
}
