import MarkdownDocument

/// The merge of three `pmd.yml`, key by key; the result can always be read.
struct SettingsMerge {
    private(set) var bytes: [UInt8] = []
    /// The sides that lost a value, whose whole files are stored as conflicts.
    private(set) var losingSides: Set<Side> = []

    private let contents: ThreeWay<TaskParts>
    /// The same with the new names of states that a side renamed.
    private let current: ThreeWay<TaskParts>
    private let resolver: ConflictResolver

    init(
        _ contents: ThreeWay<TaskParts>, _ resolver: ConflictResolver,
        renames: StateRenames = StateRenames()
    ) throws {
        self.contents = contents
        current = contents.map(renames.applied)
        self.resolver = resolver
        switch (contents.ours.isSettings, contents.theirs.isSettings) {
        case (true, true): try mergeKeys()
        case (true, false): take(.ours)
        case (false, true): take(.theirs)
        case (false, false): try takeReadable()
        }
    }

    private mutating func take(_ side: Side) {
        bytes = contents[side].bytes
        losingSides = [side.other]
    }

    /// Takes the base if neither side can be read, or else the later writer's
    /// file.
    private mutating func takeReadable() throws {
        take(try laterSide())
        guard contents.base.isSettings else { return }
        bytes = contents.base.bytes
        losingSides = [.ours, .theirs]
    }

    private func laterSide() throws -> Side {
        let claim = { (side: Side) in
            let bytes = contents[side].bytes
            let writer = try resolver.writer(side) { $0?.contents.bytes == bytes }
            return ConflictResolver.Candidate(writer, order: [bytes])
        }
        return resolver.winner(try claim(.ours), try claim(.theirs))
    }

    private mutating func mergeKeys() throws {
        var losing: Set<Side> = []
        let header = try HeaderMerge(current) { key in
            let merged = try SettingMerge(key, contents: current, resolver: resolver).merged()
            losing.formUnion(merged.losingSides)
            return merged
        }
        guard let merged = header.bytes.map({ TaskParts($0, kind: .yaml) }),
            merged.document.entries.allSatisfy({ FieldValue($0) == header.values[$0.key] }),
            merged.isSettings, merged.document.entries.count == header.values.count
        else { return take(try laterSide()) }
        bytes = merged.bytes
        losingSides = losing
    }
}

extension TaskParts {
    /// True if the file can be read as a board's settings.
    var isSettings: Bool {
        do throws(SettingsError) {
            _ = try BoardSettings(document)
            return true
        } catch {
            return false
        }
    }
}

/// The merge of one setting.
private struct SettingMerge {
    let key: Text
    let contents: ThreeWay<TaskParts>
    let resolver: ConflictResolver
    let values: ThreeWay<Value?>

    init(_ key: Text, contents: ThreeWay<TaskParts>, resolver: ConflictResolver) {
        self.key = key
        self.contents = contents
        self.resolver = resolver
        values = contents.map { $0.document.entry(key)?.value }
    }

    func merged() throws -> MergedField {
        let field = FieldMerge(key, versions: contents, resolver: resolver)
        switch key {
        case "states", "finished", "retired":
            if let lists = lists, let merged = try mergedList(lists, field) { return merged }
        case Declarations.key:
            if let merged = try mergedDeclarations(field) { return merged }
        case "limits", "views", "sync", "labels":
            if let maps = maps, let merged = try mergedMap(maps, field) { return merged }
        case "format":
            return field.greater(by: formatNumber)
        default: break
        }
        return try field.register()
    }

    private func formatNumber(_ value: FieldValue) -> Int {
        guard case .text(let text) = value, let number = Int(text.string) else { return 0 }
        return number
    }
}

extension SettingMerge {
    private var lists: ThreeWay<[Text]>? {
        let lists = contents.map { $0.value(key).elements }
        guard let base = lists.base, let ours = lists.ours, let theirs = lists.theirs else {
            return nil
        }
        return ThreeWay(base: base, ours: ours, theirs: theirs)
    }

    /// Returns the list with every addition and removal, in the order of the
    /// later writer. Elements that the other side added follow the element that
    /// they followed there.
    private func mergedList(
        _ lists: ThreeWay<[Text]>, _ field: FieldMerge
    ) throws -> MergedField? {
        if lists.ours == lists.theirs { return try field.meant() }
        if lists.ours == lists.base { return field.take(.theirs) }
        if lists.theirs == lists.base { return field.take(.ours) }
        let union = lists.map { Set($0) }.union
        let side = try field.laterSide()
        var order = lists[side].filter(union.contains)
        let other = lists[side.other]
        for (index, element) in other.enumerated() where union.contains(element) {
            guard !order.contains(element) else { continue }
            let before = other[..<index].last { order.contains($0) }
            let place = before.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            order.insert(element, at: place)
        }
        return edited(side) { try $0.setting(key, toList: order) }
    }
}

extension SettingMerge {
    private var maps: ThreeWay<[Text: Text]>? {
        var maps: [[Text: Text]] = []
        for value in [values.base, values.ours, values.theirs] {
            switch value {
            case nil: maps.append([:])
            case .map(let pairs)?:
                maps.append(pairs.reversed().reduce(into: [:]) { $0[$1.key] = $1.value })
            case .scalar(let text)? where text.isEmpty: maps.append([:])
            default: return nil
            }
        }
        return ThreeWay(base: maps[0], ours: maps[1], theirs: maps[2])
    }

    private func mergedMap(
        _ maps: ThreeWay<[Text: Text]>, _ field: FieldMerge
    ) throws -> MergedField? {
        if maps.ours == maps.theirs { return try field.meant() }
        if maps.ours == maps.base { return field.take(.theirs) }
        if maps.theirs == maps.base { return field.take(.ours) }
        let later = try field.laterSide()
        let frame = contents[later].document.entry(key) == nil ? later.other : later
        var losing: Set<Side> = []
        var edits: [(Text, Text?)] = []
        for element in Set(maps.base.keys).union(maps.ours.keys).union(maps.theirs.keys).sorted() {
            let versions = maps.map { $0[element] }
            let side = try winner(element, versions)
            if versions.agreed == nil, versions[side.other] != nil { losing.insert(side.other) }
            if versions[side] != versions[frame] { edits.append((element, versions[side])) }
        }
        guard
            var merged = edited(
                frame,
                { document in
                    var document = document
                    for (element, value) in edits {
                        document = try document.setting(key, element: element, to: value)
                    }
                    return document
                })
        else { return nil }
        merged.losingSides = losing
        return merged
    }

    /// Returns the declarations of both sides: each is one value, in the spelling of the side that
    /// changed it.
    private func mergedDeclarations(_ field: FieldMerge) throws -> MergedField? {
        let read = contents.map { $0.declarations }
        guard let base = read.base, let ours = read.ours, let theirs = read.theirs else {
            return nil
        }
        let versions = ThreeWay(base: base, ours: ours, theirs: theirs)
        let later = try field.laterSide()
        let frame = contents[later].document.entry(key) == nil ? later.other : later
        var (losing, edits) = (Set<Side>(), [(name: Text, text: Text?)]())
        for name in (versions[frame].names + versions[frame.other].names + base.names).distinct {
            let texts = versions.map { $0[name] }
            let side = try winner(name, texts) { $0.declarations?[name] }
            if texts.agreed == nil, texts[side.other] != nil { losing.insert(side.other) }
            if texts[side] != texts[frame] { edits.append((name, texts[side])) }
        }
        if edits.isEmpty {
            var merged = field.take(frame)
            merged.losingSides = losing
            return merged
        }
        guard let source = versions[frame].source(after: edits) else {
            return MergedField(value: .absent, source: nil, losingSides: losing)
        }
        let lines =
            contents[frame].document.usesCRLF ? withCarriageReturns(source) : source
        let entry = Document(lines, kind: .yaml).entry(key)
        guard let entry else { return nil }
        return MergedField(
            value: FieldValue(entry), source: entry.source, losingSides: losing)
    }

    /// Returns the side whose element stays.
    ///
    /// - Parameter read: Returns the element of a version of the file.
    private func winner(
        _ element: Text, _ versions: ThreeWay<Text?>,
        _ read: ((TaskParts) -> Text?)? = nil
    ) throws -> Side {
        let read = read ?? { $0.element(element, of: key) }
        if versions.ours == versions.theirs || versions.theirs == versions.base { return .ours }
        if versions.ours == versions.base { return .theirs }
        let claim = { (side: Side) in
            let value = versions[side]
            let writer = try resolver.writer(side) { $0.flatMap { read($0.contents) } == value }
            return ConflictResolver.Candidate(writer, order: [value?.utf8 ?? []])
        }
        return resolver.winner(try claim(.ours), try claim(.theirs))
    }

    /// Returns a side's entry after some edits, or nil if its style allows no
    /// such edit.
    private func edited(
        _ side: Side, _ edit: (Document) throws -> Document
    ) -> MergedField? {
        do {
            let document = try edit(contents[side].document)
            let entry = document.entry(key)
            return MergedField(value: FieldValue(entry), source: entry?.source)
        } catch {
            return nil
        }
    }
}

extension TaskParts {
    /// The declarations of fields; nil if they cannot be read.
    fileprivate var declarations: Declarations? {
        do throws(SettingsError) { return try Declarations(document) } catch { return nil }
    }

    fileprivate func element(_ element: Text, of key: Text) -> Text? {
        guard case .map(let pairs)? = document.entry(key)?.value else { return nil }
        return pairs.first { $0.key == element }?.value
    }
}
