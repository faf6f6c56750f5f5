import Glibc
import Programs

/// The settings that ssh itself reports for a host, with `ssh -G`.
///
/// They come from the user's command, options and configuration. No server is contacted, so no
/// server can change them.
struct SSHSettings {
    private let values: [String: String]

    /// Returns nil if the program is not OpenSSH.
    init?(_ command: ExecCommand, _ destination: SSHDestination, options: [Argument] = []) {
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

    /// The jump hosts.
    var jumps: [SSHDestination] {
        guard let list = value("proxyjump") else { return [] }
        let hops = list.split(separator: ",").map(String.init)
        return hops.indices.map { index in
            let before = hops[..<index].joined(separator: ",")
            return SSHDestination(hop: hops[index], behind: before)
        }
    }

    private func value(_ key: String) -> String? {
        values[key].flatMap { $0 == "none" || $0.isEmpty ? nil : $0 }
    }

    private func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
}

/// A host as command-line arguments of ssh.
struct SSHDestination {
    /// The jump hosts on the way, in the form of ssh's `-J`; empty for none.
    private let jumps: String
    private let port: String?
    /// The host with its user.
    let host: String

    init(host: String, port: Int?) {
        (self.host, self.port, jumps) = (host, port.map { "\($0)" }, "")
    }

    /// Reads `user@host:port` or `user@[host]:port`.
    fileprivate init(hop: String, behind jumps: String) {
        self.jumps = jumps
        let user = hop.lastIndex(of: "@").map { String(hop[...$0]) } ?? ""
        let name = String(hop.dropFirst(user.count))
        if name.hasPrefix("["), let end = name.firstIndex(of: "]") {
            let port = name[end...].dropFirst().dropFirst()
            self.port = port.isEmpty ? nil : String(port)
            host = user + name[..<end].dropFirst()
        } else if let colon = name.lastIndex(of: ":") {
            port = String(name[name.index(after: colon)...])
            host = user + name[..<colon]
        } else {
            (port, host) = (nil, hop)
        }
    }

    /// The words as a user would type them.
    var typed: [String] {
        (jumps.isEmpty ? [] : ["-J", jumps]) + (port.map { ["-p", $0] } ?? []) + [host]
    }

    /// The words for ssh, which accepts options even after a host.
    var arguments: [Argument] {
        (jumps.isEmpty ? [] : ["-J", .operand(jumps)])
            + (port.map { ["-p", .operand($0)] } ?? []) + [.operand(host)]
    }
}
