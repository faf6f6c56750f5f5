import Clibgit2

/// The settings in a repository's own configuration file and the files that it includes, in their
/// order. Those of the file `config.worktree` follow, if it is in use.
package struct OwnSettings {
    package struct Setting: Equatable {
        /// The name, such as `remote.origin.url`; in lower case except for the middle part.
        package let name: String
        /// Nil for a name without a value, which means true.
        package var value: String?

        package init(_ name: String, _ value: String?) { (self.name, self.value) = (name, value) }
    }

    package let all: [Setting]

    /// - Throws: ``GitError`` if the file cannot be read.
    package init(of repository: Repository) throws(GitError) {
        var all = try Self.settings(in: repository.commonDirectory + "config")
        if let file = try repository.workTreeConfiguration { all += try Self.settings(in: file) }
        self.all = all
    }

    private static func settings(in path: String) throws(GitError) -> [Setting] {
        let file = try Handle<ConfigurationKind>("open the configuration") {
            git_config_open_ondisk(&$0, path)
        }
        let found = SettingList()
        let code = git_config_foreach(
            file.pointer,
            { entry, payload in
                guard let entry, let name = entry.pointee.name, let payload else { return 0 }
                Unmanaged<SettingList>.fromOpaque(payload).takeUnretainedValue().settings.append(
                    Setting(
                        String(cString: name), entry.pointee.value.map { String(cString: $0) }))
                return 0
            }, Unmanaged.passUnretained(found).toOpaque())
        try withExtendedLifetime(found) { () throws(GitError) in
            try check("read the configuration", code)
        }
        return found.settings
    }

    private final class SettingList {
        var settings: [Setting] = []
    }
}

extension OwnSettings {
    /// Returns the text of a configuration file with some settings.
    package static func text(of settings: [Setting]) -> String {
        var (text, section) = ("", "")
        for setting in settings {
            guard let (header, key) = header(of: setting.name) else { continue }
            if header != section { text += header + "\n" }
            section = header
            text += "\t\(key)" + (setting.value.map { " = \"\(escaped($0))\"" } ?? "") + "\n"
        }
        return text
    }

    /// Returns the line of a setting's section, and its name in there.
    private static func header(of name: String) -> (String, key: Substring)? {
        guard let first = name.firstIndex(of: "."), let last = name.lastIndex(of: ".") else {
            return nil
        }
        let (section, key) = (name[..<first], name[name.index(after: last)...])
        guard first < last else { return ("[\(section)]", key) }
        let middle = escaped(String(name[name.index(after: first)..<last]))
        return ("[\(section) \"\(middle)\"]", key)
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\", "\"": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\u{8}": text += "\\b"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
