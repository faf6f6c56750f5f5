import Glibc

/// The settings that ssh itself reports for a host, by `ssh -G`.
///
/// They come from the user's command, options and configuration. No server is
/// asked, so no server can change them.
struct SSHSettings {
    private let values: [String: String]

    /// Nil if the program is not OpenSSH.
    init?(_ command: ExecCommand, _ destination: [String], options: [String] = []) {
        guard let answer = command.ssh(["-G"] + options, destination), answer.status == 0 else {
            return nil
        }
        var values: [String: String] = [:]
        for line in answer.output.split(whereSeparator: \.isNewline) {
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, values[String(words[0])] == nil else { continue }
            values[String(words[0])] = String(words[1])
        }
        self.values = values
        guard values["hostname"] != nil, values["port"] != nil,
            values["userknownhostsfile"] != nil
        else { return nil }
    }

    var host: String { (values["hostname"] ?? "").lowercased() }
    var port: String { values["port"] ?? "22" }
    var userFiles: String { values["userknownhostsfile"] ?? "" }

    /// The name under which known keys are stored.
    var keyName: String {
        if let alias = value("hostkeyalias") { return alias.lowercased() }
        return port == "22" ? host : "[\(host)]:\(port)"
    }

    /// True if the host is reached through another program or host.
    var hasProxy: Bool { value("proxyjump") != nil || value("proxycommand") != nil }

    /// True if keys are also known from other sources than files.
    var hasOtherKeys: Bool {
        value("knownhostscommand") != nil || values["verifyhostkeydns"] == "true"
    }

    /// The existing files of known keys.
    var knownHostsFiles: [String] {
        ["userknownhostsfile", "globalknownhostsfile"].compactMap { value($0) }.flatMap { value in
            // ssh reports several names in one line, and does not quote blanks.
            isReadable(value) ? [value] : value.split(separator: " ").map(String.init)
        }.filter(isReadable)
    }

    /// The jump hosts, each as the words that ssh is called with.
    var jumps: [[String]] {
        guard let list = value("proxyjump") else { return [] }
        let hops = list.split(separator: ",").map(String.init)
        return hops.indices.map { index in
            let before = hops[..<index].joined(separator: ",")
            return (before.isEmpty ? [] : ["-J", before]) + Self.destination(hops[index])
        }
    }

    /// Returns `user@host:port` or `user@[host]:port` as words of a command line.
    private static func destination(_ hop: String) -> [String] {
        let user = hop.lastIndex(of: "@").map { String(hop[...$0]) } ?? ""
        let name = String(hop.dropFirst(user.count))
        if name.hasPrefix("["), let end = name.firstIndex(of: "]") {
            let port = name[end...].dropFirst().dropFirst()
            let host = String(name[..<end].dropFirst())
            return (port.isEmpty ? [] : ["-p", String(port)]) + [user + host]
        }
        guard let colon = name.lastIndex(of: ":") else { return [hop] }
        return ["-p", String(name[name.index(after: colon)...]), user + name[..<colon]]
    }

    private func value(_ key: String) -> String? {
        values[key].flatMap { $0 == "none" || $0.isEmpty ? nil : $0 }
    }

    private func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
}
