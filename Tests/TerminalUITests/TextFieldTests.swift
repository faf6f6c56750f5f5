import TerminalUI
import TestSupport
import Testing

/// Text fields: editing, undo, pastes and input of Hangul.
struct TextFieldTests {
    /// A field as a string and the number of scalars before the cursor.
    private struct Model {
        var text = ""
        var offset = 0

        var cursor: Int {
            var (rest, count) = (offset, 0)
            for character in text where rest > 0 {
                rest -= character.unicodeScalars.count
                count += 1
            }
            return count
        }

        /// Replaces characters; the cursor moves after the new text and what it combined with.
        mutating func replace(_ range: Range<Int>, with new: String) {
            let characters = Array(text)
            let before = String(characters[..<range.lowerBound]) + new
            text = before + String(characters[range.upperBound...])
            offset = before.unicodeScalars.count
            move(to: cursor)
        }

        mutating func move(to place: Int) {
            let place = min(max(0, place), text.count)
            offset = text.prefix(place).unicodeScalars.count
        }

        func kind(_ place: Int) -> Int {
            let character = Array(text)[place]
            return character.isWhitespace ? 0 : character.isLetter || character.isNumber ? 1 : 2
        }

        var wordStart: Int {
            var place = cursor
            while place > 0, kind(place - 1) == 0 { place -= 1 }
            let end = place
            while place > 0, kind(place - 1) == kind(end - 1) { place -= 1 }
            return place
        }

        var wordEnd: Int {
            var place = cursor
            while place < text.count, kind(place) == 0 { place += 1 }
            let start = place
            while place < text.count, kind(place) == kind(start) { place += 1 }
            return place
        }
    }

    private static let pieces = [
        "a", "b", " ", "\n", "우", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{301}", "👨", "\u{200D}",
        "👩",
        "👍🏽", "🇰", "🇷", "🇰🇷", "क्", "ष", "two words", "-", "é", "\u{FE0F}", "👨‍👩‍👧",
    ]

    private func same(_ one: String, _ other: String) -> Bool {
        one.utf8.elementsEqual(other.utf8)
    }

    @Test(arguments: [
        ("a", "a\n"), ("- a", "- a\n- "), ("  * [x] a", "  * [x] a\n  * [ ] "),
        ("9. a", "9. a\n10. "), ("1)  a", "1)  a\n2)  "), ("- a\n- ", "- a\n"), ("- [ ] ", ""),
        ("-a", "-a\n"), ("- [ ]", "- [ ]\n- "), ("x\n- 할 일", "x\n- 할 일\n- "),
    ])
    func `a new line continues a list, or ends it after an empty item`(
        text: String, expected: String
    ) {
        var field = TextField(text, isMultiline: true)
        field.insertLine()
        #expect(field.text == expected && field.cursor == expected.count)
    }

    @Test func `a new line within an item divides it`() {
        var field = TextField("- [x] one two\nend", isMultiline: true)
        field.moveCursor(to: 10)
        field.insertLine()
        #expect(field.text == "- [x] one \n- [ ] two\nend")
        field.moveCursor(to: 17)
        field.insertLine()
        #expect(field.text == "- [x] one \n- [ ] \n- [ ] two\nend")
        field.undo()
        #expect(field.text == "- [x] one \n- [ ] two\nend")
    }

    @Test(arguments: [true, false])
    func `a field is edited like an array of characters`(_ isMultiline: Bool) {
        var random = SplitMix64(seed: testSeed)
        for number in 0..<150 {
            var (field, model) = (TextField(isMultiline: isMultiline), Model())
            for _ in 0..<60 {
                step(&field, &model, &random)
                let note = "seed \(testSeed), field \(number): \(Array(model.text.unicodeScalars))"
                #expect(same(field.text, model.text), "\(note)")
                #expect(
                    field.characters == Array(model.text) && field.cursor == model.cursor, "\(note)"
                )
                expectCursorIsDrawn(field, note, &random)
            }
        }
    }

    private func step(_ field: inout TextField, _ model: inout Model, _ random: inout SplitMix64) {
        let (cursor, count) = (model.cursor, model.text.count)
        switch Int.random(in: 0..<14, using: &random) {
        case 0: field.moveLeft(); model.move(to: cursor - 1)
        case 1: field.moveRight(); model.move(to: cursor + 1)
        case 2: field.moveWordLeft(); model.move(to: model.wordStart)
        case 3: field.moveWordRight(); model.move(to: model.wordEnd)
        case 4:
            field.deleteBackward(); if cursor > 0 { model.replace((cursor - 1)..<cursor, with: "") }
        case 5:
            field.deleteForward();
            if cursor < count { model.replace(cursor..<(cursor + 1), with: "") }
        case 6: field.deleteWordBackward(); delete(model.wordStart..<cursor, &model)
        case 7: field.deleteWordForward(); delete(cursor..<model.wordEnd, &model)
        case 8:
            let place = Int.random(in: 0...count, using: &random)
            field.moveCursor(to: place); model.move(to: place)
        default:
            let piece = Self.pieces.randomElement(using: &random) ?? ""
            let shown = field.isMultiline || piece != "\n" ? piece : " "
            if Bool.random(using: &random) { field.insert(piece) } else { field.paste(piece) }
            model.replace(cursor..<cursor, with: shown)
        }
    }

    private func delete(_ range: Range<Int>, _ model: inout Model) {
        if !range.isEmpty { model.replace(range, with: "") }
    }

    private func expectCursorIsDrawn(_ field: TextField, _ note: String, _ random: inout SplitMix64)
    {
        let width = Int.random(in: 1...20, using: &random)
        let layout = field.layout(width: width)
        #expect(layout.lines.indices.contains(layout.cursor.row), "\(note)")
        #expect((0...max(1, width - 1)).contains(layout.cursor.column), "\(note)")
        var joined: [Character] = []
        for line in layout.lines {
            if line.range.lowerBound > joined.count { joined.append("\n") }
            #expect(line.range.lowerBound == joined.count, "\(note)")
            joined += field.characters[line.range]
        }
        #expect(joined == field.characters, "\(note)")
        if width > 4 {
            // The cursor's cell maps back to the cursor, unless a trailing blank overhangs.
            let place = layout.place(column: layout.cursor.column, row: layout.cursor.row)
            #expect(place == field.cursor || layout.cursor.column == width - 1, "\(note)")
        }
    }

    @Test func `undo reverts step by step, and redo repeats the steps`() {
        var random = SplitMix64(seed: testSeed)
        for _ in 0..<100 {
            var (field, model) = (TextField("start 우유", isMultiline: true), Model())
            model.text = field.text
            model.move(to: 99)
            for _ in 0..<40 { step(&field, &model, &random) }
            field.insert("z")
            let (last, end) = (field.text, field.cursor)
            var steps = 0
            while field.undo() { steps += 1 }
            #expect(same(field.text, "start 우유"), "seed \(testSeed)")
            for _ in 0..<steps { field.redo() }
            #expect(same(field.text, last) && field.cursor == end, "seed \(testSeed)")
        }
    }

    @Test func `typing is undone by words, and pastes as a whole`() {
        var field = TextField()
        for character in "fix the roof" { field.insert(String(character)) }
        field.paste(" of the house")
        field.insert("!")
        var texts: [String] = []
        while field.undo() { texts.append(field.text) }
        #expect(texts == ["fix the roof of the house", "fix the roof", "fix the ", "fix ", ""])
    }

    @Test func `consecutive deletions are one step, and a movement ends it`() {
        var field = TextField("abcdef")
        field.deleteBackward()
        field.deleteBackward()
        field.moveLeft()
        field.deleteBackward()
        #expect(field.text == "abd")
        field.undo()
        #expect(field.text == "abcd" && field.cursor == 3)
        field.undo()
        #expect(field.text == "abcdef" && field.cursor == 6)
        field.redo()
        #expect(field.text == "abcd" && field.cursor == 4)
    }

    @Test func `jamo that arrive one by one form one syllable`() {
        var field = TextField()
        for jamo in ["\u{1112}", "\u{1161}", "\u{11AB}"] { field.insert(jamo) }
        #expect(field.characters.count == 1 && field.cursor == 1)
        field.deleteBackward()
        #expect(field.isEmpty)
    }

    @Test func `a text is replaced as a whole, even by another spelling`() {
        var field = TextField("é우")
        field.replaceAll(with: "e\u{301}우")
        #expect(same(field.text, "e\u{301}우") && field.cursor == 2)
        field.undo()
        #expect(same(field.text, "é우"))
    }

    @Test(arguments: [
        ("a\r\nb\rc\nd", true, "a\nb\nc\nd"), ("a\r\nb\rc\nd", false, "a b c d"),
        ("a\u{1B}[31mb\u{0}", true, "a[31mb"), ("a\tb", true, "a\tb"), ("a\tb", false, "a b"),
        ("x\u{2028}y\u{85}z", false, "x y z"),
    ])
    func `a paste has one kind of line break and no control characters`(
        _ pasted: String, _ isMultiline: Bool, _ text: String
    ) {
        var field = TextField(isMultiline: isMultiline)
        field.paste(pasted)
        #expect(field.text == text)
    }

    @Test func `vertical movement remembers its column`() {
        var field = TextField("우유 사기 전화\nab\n\nabcdefghijkl", isMultiline: true)
        field.moveCursor(to: 5)
        #expect(field.layout(width: 40).cursor == .init(column: 9, row: 0))
        field.moveDown(width: 40)
        #expect(field.layout(width: 40).cursor == .init(column: 2, row: 1))
        field.moveDown(width: 40)
        field.moveDown(width: 40)
        #expect(field.layout(width: 40).cursor == .init(column: 9, row: 3))
        let hasMoved = field.moveDown(width: 40)
        #expect(!hasMoved)
        field.moveUp(width: 40)
        field.moveUp(width: 40)
        field.moveUp(width: 40)
        #expect(field.cursor == 5)
        let isAbove = field.moveUp(width: 40)
        #expect(!isAbove)
        field.moveToLineEnd()
        #expect(field.cursor == 8)
        field.moveToLineStart()
        #expect(field.cursor == 0)
    }

    @Test(arguments: [
        ("one two three", 8, ["one two ", "three"]), ("abcdefghij", 5, ["abcd", "efgh", "ij"]),
        ("우유 사기 전화", 10, ["우유 사기 ", "전화"]), ("우유", 2, ["우", "유"]), ("", 5, [""]),
        ("a\n\nb", 5, ["a", "", "b"]), ("ab cdefghi", 6, ["ab ", "cdefg", "hi"]),
        ("one   two", 4, ["one   ", "two"]), ("a\n", 5, ["a", ""]),
    ])
    func `a body is wrapped after blanks, long words between characters`(
        _ text: String, _ width: Int, _ lines: [String]
    ) {
        let field = TextField(text, isMultiline: true)
        #expect(field.layout(width: width).lines.map(\.text) == lines)
    }

    @Test func `a field of one line scrolls to its cursor`() {
        var field = TextField("0123456789abcdefghij")
        for place in (0...20).reversed() {
            field.moveCursor(to: place)
            let layout = field.layout(width: 9)
            #expect(layout.scrolled + layout.cursor.column == place)
            #expect((0...8).contains(layout.cursor.column) && layout.scrolled % 4 == 0)
            #expect(layout.place(column: layout.cursor.column, row: 0) == place)
        }
    }
}
