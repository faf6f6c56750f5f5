/// A complete HTTP/1.1 request.
package struct HTTPRequest: Sendable {
    package let method: String
    /// The decoded path segments; empty for `/`.
    package let path: [String]
    /// The decoded query parameters, in order.
    package let query: [(name: String, value: String)]
    /// The path and the query as sent by the client.
    package let target: String
    package let headers: HTTPFields
    package let body: [UInt8]
    package let peer: Peer

    /// The origin of a request.
    package enum Peer: Equatable, Sendable {
        /// A Unix domain socket, which only users with access to its folder can reach.
        case socket
        /// An address such as `127.0.0.1` or `::1`.
        case address(String)
    }

    package init(
        method: String, path: [String], query: [(name: String, value: String)] = [],
        target: String = "", headers: HTTPFields = HTTPFields(), body: [UInt8] = [],
        peer: Peer = .address("127.0.0.1")
    ) {
        (self.method, self.path, self.query, self.target) = (method, path, query, target)
        (self.headers, self.body, self.peer) = (headers, body, peer)
    }

    /// Returns the first value of a query parameter; nil if it is missing.
    package func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

extension HTTPRequest {
    /// Returns the request as a server below a path would receive it, such as `/a` for `/pmd/a`
    /// below `/pmd`; nil if its path is not below that one.
    package func below(_ base: String) -> HTTPRequest? {
        guard target.hasPrefix(base + "/") else { return nil }
        let folders = base.split(separator: "/").count
        let rest = Array(path.dropFirst(folders))
        return HTTPRequest(
            method: method, path: rest == [""] ? [] : rest, query: query,
            target: String(target.dropFirst(base.count)), headers: headers, body: body, peer: peer)
    }
}

/// The header fields of a message. Names are case-insensitive.
package struct HTTPFields: Sendable {
    package private(set) var all: [(name: String, value: String)]

    package init(_ fields: [(name: String, value: String)] = []) { all = fields }

    /// Returns the values of a field, in order.
    package func values(_ name: String) -> [String] {
        let name = name.lowercased()
        return all.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The value of a field that must occur only once; nil if it is missing or repeated.
    package subscript(name: String) -> String? {
        let values = values(name)
        return values.count == 1 ? values[0] : nil
    }

    package func contains(_ name: String) -> Bool { !values(name).isEmpty }

    package mutating func add(_ name: String, _ value: String) { all.append((name, value)) }
}

extension HTTPRequest {
    /// Reads the target of a request in origin form (RFC 9112, 3.2.1): a path and a query.
    ///
    /// - Returns: nil for other forms, and if the decoded target is not UTF-8 or contains a NUL.
    package static func target(
        _ text: String
    ) -> (path: [String], query: [(name: String, value: String)])? {
        guard text.first == "/", !text.utf8.contains(UInt8(ascii: "#")) else { return nil }
        let parts = text.dropFirst().split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path: [String] = []
        if !parts[0].isEmpty {
            for segment in parts[0].split(separator: "/", omittingEmptySubsequences: false) {
                guard let decoded = decoded(segment, plusIsBlank: false) else { return nil }
                path.append(decoded)
            }
        }
        var query: [(name: String, value: String)] = []
        for member in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let sides = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(sides[0], plusIsBlank: true),
                let value = decoded(sides.count > 1 ? sides[1] : "", plusIsBlank: true)
            else { return nil }
            query.append((name, value))
        }
        return (path, query)
    }

    /// Decodes `%41` and, in a query, `+`.
    private static func decoded(_ text: Substring, plusIsBlank: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(hexDigit),
                    let low = rest.next().flatMap(hexDigit)
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
