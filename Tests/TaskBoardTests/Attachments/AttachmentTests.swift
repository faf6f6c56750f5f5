import MarkdownDocument
import TestSupport
import Testing

@testable import TaskBoard

/// Names of attached files, the links to them, and their types.
struct AttachmentTests {
    private static let hash: HashID = Array(0x3F..<0x53)

    @Test(arguments: [
        ("boots.jpg", "boots-3f404142.jpg"), ("IMG_1234.JPG", "img-1234-3f404142.jpg"),
        ("Rechnung März.pdf", "rechnung-märz-3f404142.pdf"), ("장화 사진.png", "장화-사진-3f404142.png"),
        ("plan", "plan-3f404142.txt"), ("a.tar.gz", "a-tar-3f404142.gz"),
        (".bashrc", "bashrc-3f404142.txt"), ("-rf.txt", "rf-3f404142.txt"),
        ("../../etc/passwd", "passwd-3f404142.txt"), ("..", "file-3f404142.txt"),
        ("", "file-3f404142.txt"), ("a\nb.txt", "a-b-3f404142.txt"),
        ("photo\u{202E}gpj.exe", "photo-gpj-3f404142.exe"),
        ("a.very-long-ending", "a-very-long-ending-3f404142.txt"),
        ("con.txt", "file-con-3f404142.txt"), ("a;rm -rf $HOME.txt", "a-rm-rf-home-3f404142.txt"),
        ("a\u{1B}]0;x\u{7}.txt", "a-0-x-3f404142.txt"), ("`x`.html", "x-3f404142.html"),
    ])
    func `a file's name becomes readable and harmless`(_ given: String, _ made: String) {
        let path = AttachmentName.path(for: Text(given), Array("words".utf8), hash: Self.hash)
        #expect(path == BoardPath("attachments/" + made))
        #expect(AttachmentName.isAttached(path, hash: Self.hash))
    }

    @Test func `a long name is cut, and a taken one gets more of the hash`() {
        let long = AttachmentName.path(
            for: Text(String(repeating: "가", count: 500) + ".jpg"), [], hash: Self.hash)
        #expect(long.fileName.count < 80)
        let path = AttachmentName.path(for: "a.txt", [], hash: Self.hash) {
            $0 == Array("a-3f404142.txt".utf8)
        }
        #expect(path == "attachments/a-3f40414243444546.txt")
        #expect(AttachmentName.isAttached(path, hash: Self.hash))
        for other in ["attachments/a.txt", "attachments/b/a-3f404142.txt", "todo/a-3f404142.txt"] {
            #expect(!AttachmentName.isAttached(BoardPath(other), hash: Self.hash))
        }
    }

    @Test(arguments: [
        ("boots.jpg", true, "todo/a.md", "![boots](../attachments/x-1.jpg)"),
        ("plan.pdf", false, "todo/a.md", "[plan.pdf](../attachments/x-1.jpg)"),
        ("a](b)\n# c.pdf", false, "todo/a.md", "[a\\](b) # c.pdf](../attachments/x-1.jpg)"),
        ("\u{202E}gpj.exe", false, "todo/a.md", "[gpj.exe](../attachments/x-1.jpg)"),
        (
            "<b>*x*_y_.png", true, "done/2024/a.md",
            "![\\<b\\>\\*x\\*\\_y\\_](../../attachments/x-1.jpg)"
        ),
    ])
    func `a link has the name as its text`(
        _ name: String, _ isPicture: Bool, _ task: String, _ link: String
    ) {
        let made = AttachmentName.link(
            to: "attachments/x-1.jpg", named: Text(name), isPicture: isPicture,
            from: BoardPath(task))
        #expect(String(decoding: made, as: UTF8.self) == link)
        let found = attachmentLinks(in: made + [0x0A])
        #expect(found == [AttachmentLink(file: "attachments/x-1.jpg", isPicture: isPicture)])
    }

    @Test func `a path with odd characters is escaped and found again`() {
        let path = BoardPath("attachments/plan (1) 100%?#<x>.pdf")
        let link = AttachmentName.link(to: path, named: "p", isPicture: false, from: "todo/a.md")
        #expect(
            String(decoding: link, as: UTF8.self)
                == "[p](../attachments/plan%20%281%29%20100%25%3F%23%3Cx%3E.pdf)")
        #expect(attachmentLinks(in: link).map(\.file) == [path])
    }

    @Test(arguments: [
        ("![a](../attachments/a.png)", ["attachments/a.png"]),
        (
            "[a](<../attachments/a b.png>) and ![b](../attachments/b(1).png \"t\")",
            ["attachments/a b.png", "attachments/b(1).png"]
        ),
        ("[x]: ../attachments/a.png", ["attachments/a.png"]),
        ("- [ ] see [a](../attachments/a.png#page=2)", ["attachments/a.png"]),
        ("[a](../../attachments/deep/a.png)", ["attachments/deep/a.png"]),
        ("![a](../attachments/a.png)\n![a](../attachments/a.png)", ["attachments/a.png"]),
        ("```\n![a](../attachments/a.png)\n```", []), ("    ![a](../attachments/a.png)", []),
        ("the folder attachments/a.png", []), ("[a](https://x.example/attachments/a.png)", []),
        ("[a](/attachments/a.png)", []), ("[a](../attachments/../todo/b.md)", []),
        ("[a](../attachments/%2E%2E/b.md)", []), ("[a](../attachments/a%2Fb)", []),
        ("[a](../attachments/%zz)", []), ("[a](../attachments/)", []), ("[a](../attachments)", []),
        ("[a](../myattachments/a.png)", []), ("[a](file:../attachments/a.png)", []),
    ])
    func `links to files of the board are found in a body`(_ body: String, _ files: [String]) {
        let found = attachmentLinks(in: Array((body + "\n").utf8))
        #expect(found.map(\.file) == files.map { BoardPath($0) })
    }

    @Test(
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], MediaType.png),
            ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg), (Array("GIF89a".utf8), .gif),
            (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webp),
            ([0, 0, 0, 20] + Array("ftypavif\0\0\0\0mif1".utf8), .avif),
            ([0, 0, 0, 24] + Array("ftypmif1\0\0\0\0mif1avif".utf8), .avif),
            (Array("a plain text\n\ttab".utf8), .text), (Array("장화".utf8), .text),
            (Array("ftypavif".utf8), .text),
            ([0, 0, 0, 20] + Array("ftypheic\0\0\0\0mif1".utf8), nil),
            (Array("RIFF\0\0\0\0WAVE".utf8), nil), ([0x89, 0x50, 0x4E, 0x47], nil),
            (Array("<svg onload=alert(1)>".utf8), nil), (Array("\n \t<!doctype html>".utf8), nil),
            (Array("%PDF-1.7\n".utf8), nil), (Array("\n%PDF-1.7\n".utf8), nil),
            (Array("junk\n%PDF-1.7\n".utf8), nil), (Array(" \u{C}%!PS-Adobe\n".utf8), nil),
            (Array("100 %! of it".utf8), .text),
            (Array((String(repeating: "a", count: 1_024) + "%PDF").utf8), .text),
            (Array("a\0b".utf8), nil), ([0xC3, 0x28], nil),
            (Array("\u{FEFF}<html>".utf8), nil), ([], nil), (Array("\u{1B}[31m".utf8), nil),
        ] as [([UInt8], MediaType?)])
    func `a type is found in the bytes`(_ bytes: [UInt8], _ type: MediaType?) {
        #expect(MediaType(of: bytes) == type)
    }
}
