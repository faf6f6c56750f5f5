import BoardView
import MarkdownDocument
import TaskBoard

/// A browser that has signed in. Its key is not part of it: that follows from the token.
struct PageSession: Equatable, Sendable {
    enum Role: String, Sendable {
        case owner
        /// Signed in at a server that only shows the board, and stays so.
        case reader
    }

    /// 32 hexadecimal digits.
    let id: String
    /// The only origin for which it is valid.
    let origin: String
    /// The browser, as it calls itself.
    let name: String
    let role: Role
    /// False where the browser has no cryptography, as on a plain-HTTP network: it then sends the
    /// key itself.
    let isSigned: Bool
    /// The mark of its token.
    let mark: String
    /// In milliseconds.
    var expiry: Int64
}

extension PageSession {
    /// Until its first request, and since its last one, in milliseconds.
    static let (firstLife, life): (Int64, Int64) = (10 * 60_000, 90 * 86_400_000)

    /// The ASCII letters and signs of a browser's own name, at most 120.
    static func name(from text: String) -> String {
        String(decoding: text.utf8.filter { (0x20...0x7E).contains($0) }.prefix(120), as: UTF8.self)
    }

    var json: JSONValue {
        [
            "id": .string(id), "origin": .string(origin), "name": .string(name),
            "role": .string(role.rawValue), "signed": .bool(isSigned), "mark": .string(mark),
            "expiry": .number(Int(expiry)),
        ]
    }

    init?(_ json: JSONValue) {
        guard let id = json["id"]?.text, areHexDigits(id, count: 32),
            let origin = json["origin"]?.text, let name = json["name"]?.text,
            let role = json["role"]?.text.flatMap(Role.init), let mark = json["mark"]?.text,
            let expiry = json["expiry"]?.number, case .bool(let isSigned)? = json["signed"]
        else { return nil }
        (self.id, self.origin, self.name, self.role) = (id, origin, name, role)
        (self.isSigned, self.mark, self.expiry) = (isSigned, mark, Int64(expiry))
    }
}
