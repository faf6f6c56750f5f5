import BoardView
import MarkdownDocument
import TaskBoard

/// A signed-in browser. Its key is not stored here, since it is derived from the token.
struct PageSession: Equatable, Sendable {
    enum Role: String, Sendable {
        case owner
        /// Signed in at a read-only server. The session stays read-only.
        case reader
    }

    /// 32 hexadecimal digits.
    let id: String
    /// The only origin at which the session is valid.
    let origin: String
    /// The browser's name for itself.
    let name: String
    let role: Role
    /// False if the browser has no cryptography, as on a plain-HTTP network; it then sends the key
    /// itself.
    let isSigned: Bool
    /// The mark of the session's token.
    let mark: String
    /// In milliseconds.
    var expiry: Int64
}

extension PageSession {
    /// The lifetime until the first request, and after the last request, in milliseconds.
    static let (firstLife, life): (Int64, Int64) = (10 * 60_000, 90 * 86_400_000)

    /// Returns the ASCII letters and signs of a browser's name, at most 120 characters.
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
