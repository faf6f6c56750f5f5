import TerminalUI
import TestSupport
import Testing

/// Pictures by kitty's graphics protocol.
struct PictureTests {
    /// Returns the start of a PNG file, up to the sizes in its header, and more bytes.
    private static func png(_ width: Int, _ height: Int, bytes count: Int = 40) -> [UInt8] {
        let sizes = [width, height].flatMap { side in
            (0..<4).map { UInt8(truncatingIfNeeded: side >> (24 - 8 * $0)) }
        }
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        let head = start + Array("IHDR".utf8) + sizes
        return head + (head.count..<max(head.count, count)).map { UInt8(truncatingIfNeeded: $0) }
    }

    private static func picture(
        _ number: Int = 1, _ width: Int = 400, _ height: Int = 300, bytes: Int = 40
    ) throws -> Picture {
        try #require(Picture(png: png(width, height, bytes: bytes), number: number))
    }

    @Test func `the size is read from the header`() throws {
        let picture = try Self.picture(1, 640, 65)
        #expect(picture.width == 640 && picture.height == 65)
    }

    @Test(arguments: [
        png(0, 1), png(1, 0), png(10_001, 1), png(1, 10_001), png(4_097, 4_096),
        png(0x8000_0000, 0x8000_0000), png(1, 1, bytes: 4_000_001), Array(png(1, 1)[..<23]),
        Array(png(1, 1)[1...]), Array("\u{1B}_Ga=d\u{1B}\\".utf8), [],
    ])
    func `a file without a usable header or over a limit is not a picture`(_ bytes: [UInt8]) {
        #expect(Picture(png: bytes, number: 1) == nil)
    }

    @Test(arguments: [
        // In its own size.
        (400, 300, 80, 40, 40, 15), (16, 16, 80, 40, 2, 1), (1, 1, 80, 40, 1, 1),
        // The largest that fits.
        (4_000, 3_000, 80, 40, 80, 30), (4_000, 3_000, 80, 15, 40, 15), (400, 300, 20, 40, 20, 8),
        (10_000, 10, 80, 40, 80, 1), (10, 10_000, 80, 40, 1, 40), (400, 300, 0, 0, 1, 1),
    ])
    func `a picture keeps its proportions and never exceeds the space`(
        _ width: Int, _ height: Int, _ columns: Int, _ rows: Int, _ across: Int, _ down: Int
    ) throws {
        let cells = try Self.picture(1, width, height).cells(
            .usual, atMost: (columns: columns, rows: rows))
        #expect(cells.columns == across && cells.rows == down)
    }

    // The commands.

    private func commands(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}_G").dropFirst().map {
            String($0.prefix { $0 != "\u{1B}" })
        }
    }

    private static func screen(_ placed: [PlacedPicture] = [], rows: Int = 20) -> Screen {
        var screen = Screen(columns: 60, rows: rows)
        screen.write("boots.png", column: 2, row: 0)
        for each in placed { screen.place(each) }
        return screen
    }

    private static func placed(_ picture: Picture, row: Int = 1) -> PlacedPicture {
        PlacedPicture(
            picture, at: Rectangle(column: 2, row: row, width: 40, height: 15), rows: 15,
            showing: 0..<15)
    }

    private func update(_ old: Screen?, _ new: Screen) -> [String] {
        commands(ScreenUpdate.bytes(from: old, to: new, depth: .sixteen, hasPictures: true))
    }

    @Test func `a new picture is sent in chunks and placed`() throws {
        let picture = try Self.picture(7, bytes: 3_072 * 2 + 1)
        let found = update(Self.screen(), Self.screen([Self.placed(picture)]))
        #expect(found.count == 4)
        #expect(found[0].hasPrefix("a=t,f=100,i=7,q=2,m=1;") && found[1].hasPrefix("q=2,m=1;"))
        #expect(found[0].split(separator: ";")[1].utf8.count == 4_096)
        #expect(found[2].hasPrefix("q=2,m=0;") && found[2].hasSuffix("=="))
        #expect(found[3] == "a=p,i=7,p=1,c=40,r=15,C=1,q=2")
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 100])
    func `the data is base64`(_ extra: Int) throws {
        let bytes = Self.png(2, 2, bytes: 24 + extra)
        let picture = try #require(Picture(png: bytes, number: 1))
        let sent = update(Self.screen(), Self.screen([Self.placed(picture)]))[0]
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let data = try #require(sent.split(separator: ";").last).utf8
        #expect(data.count % 4 == 0)
        var (bits, count, decoded) = (0, 0, [UInt8]())
        for character in data where character != UInt8(ascii: "=") {
            bits = bits << 6 | (try #require(alphabet.firstIndex(of: character)))
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            decoded.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        #expect(decoded == bytes)
    }

    @Test func `a picture that moves is not sent again`() throws {
        let picture = try Self.picture()
        let found = update(
            Self.screen([Self.placed(picture)]), Self.screen([Self.placed(picture, row: 3)]))
        #expect(found == ["a=d,d=i,i=1,q=2", "a=p,i=1,p=1,c=40,r=15,C=1,q=2"])
    }

    @Test func `a picture that is gone is deleted with its data`() throws {
        let picture = try Self.picture()
        #expect(update(Self.screen([Self.placed(picture)]), Self.screen()) == ["a=d,d=I,i=1,q=2"])
        #expect(
            update(Self.screen([Self.placed(picture)]), Self.screen([Self.placed(picture)])) == [])
    }

    @Test func `of a scrolled picture, only the visible rows are shown`() throws {
        let picture = try Self.picture()
        let part = PlacedPicture(
            picture, at: Rectangle(column: 2, row: 1, width: 40, height: 5), rows: 15,
            showing: 10..<15)
        let found = update(Self.screen([Self.placed(picture)]), Self.screen([part]))
        #expect(found.last == "a=p,i=1,p=1,c=40,r=5,C=1,q=2,x=0,y=200,w=400,h=100")
    }

    @Test func `a full repaint deletes all pictures and sends them again`() throws {
        let shown = Self.screen([Self.placed(try Self.picture())])
        for old in [nil, Self.screen(rows: 19)] {
            let found = update(old, shown)
            #expect(found.first == "a=d,d=A,q=2" && found.last?.hasPrefix("a=p") == true)
            #expect(found[1].hasPrefix("a=t"))
        }
        let plain = ScreenUpdate.bytes(from: nil, to: Self.screen(), depth: .sixteen)
        #expect(commands(plain) == [])
    }

    @Test func `a picture disappears when one of its cells is drawn again`() throws {
        let picture = try Self.picture()
        var screen = Self.screen([Self.placed(picture)])
        screen.write("beside", column: 42, row: 1)
        screen.restyle(screen.bounds) { $0.background = .theme(1) }
        #expect(screen.pictures.count == 1)
        screen.write("menu", column: 41, row: 15)
        #expect(screen.pictures.isEmpty)
        screen.place(Self.placed(picture, row: 6))
        #expect(screen.pictures.isEmpty, "it would be outside")
    }

    @Test func `leaving deletes the pictures, also one that is half sent`() {
        let leave = TerminalModes.leave(hasKeyboard: true, hasPictures: true)
        #expect(leave.hasPrefix("\u{1B}\\\u{1B}_Ga=d,d=A,q=2\u{1B}\\" + TerminalModes.popKeyboard))
    }

    // The query.

    @Test func `the query for pictures comes before the one that every terminal answers`() {
        let query = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
        let asked = TerminalModes.queries(asksForPictures: true)
        #expect(asked.hasSuffix(query + "\u{1B}[c"))
        #expect(!TerminalModes.queries(asksForPictures: false).contains("_G"))
    }

    @Test func `a slow reply is not read as keys, wherever it is cut`() {
        let reply = Array("\u{1B}]11;rgb:0/0/0\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62c".utf8)
        for cut in 1..<reply.count {
            var parser = InputParser()
            parser.expectReplies()
            var events = parser.take(reply[..<cut])
            // The device waits for as long as the parser wants.
            if let timeout = parser.timeout, timeout <= 500 { events += parser.timeOut() }
            events += parser.take(reply[cut...], after: 500)
            #expect(
                events == [.background(red: 0, green: 0, blue: 0), .pictures, .deviceAttributes],
                "cut at \(cut)")
            // From then on, Esc is a key soon.
            _ = parser.take([0x1B])
            #expect(parser.timeout == InputParser.escapePause)
        }
    }

    @Test func `Esc works before a terminal that never answers has answered`() {
        var parser = InputParser()
        parser.expectReplies()
        #expect(parser.take([0x1B]) == [] && parser.timeout == 1_000)
        #expect(parser.timeOut() == [.key(KeyPress(.escape))])
        _ = parser.take([0x1B])
        #expect(parser.timeout == InputParser.escapePause)
    }
}
