import MarkdownDocument
import TaskBoard

extension Candidates {
    /// The words of `pmd config`: the keys, then the values for a key.
    var settings: [Candidate] {
        guard let settings = board?.settings else { return [] }
        if place.flags.contains("--local") { return localSettings }
        let words = place.arguments.compactMap(\.self)
        guard words.count == place.arguments.count else { return [] }
        switch words {
        case []: return settingKeys(settings)
        case ["states"]:
            return Config.StatesAction.allCases.map { Candidate($0.rawValue) }
                + current("states", settings)
        case ["states", "remove"], ["states", "rename"], ["start"]: return names(settings.states)
        case ["finished"]: return names(settings.states) + current("finished", settings)
        case ["format"], ["retired"]: return []
        default: return words.count == 1 ? current(words[0], settings) : []
        }
    }

    /// The settings of this clone.
    private var localSettings: [Candidate] {
        switch place.arguments {
        case []: [Candidate("view", "the view that lists on a terminal apply")]
        case ["view"]: views + [Candidate("none")]
        default: []
        }
    }

    /// Returns the keys with their values, including keys of single elements.
    private func settingKeys(_ settings: BoardSettings) -> [Candidate] {
        let elements =
            settings.states.map { "limits." + $0.string }
            + ["sync", "views", "urgency"].flatMap { key in
                elementNames(of: Text(key), settings).map { key + "." + $0 }
            }
        return (Config.keys.map(\.string) + elements).filter(Self.isPlain).map { key in
            Candidate(key, Self.line(value(of: key, settings).joined(separator: ", ").utf8))
        }
    }

    private func elementNames(of key: Text, _ settings: BoardSettings) -> [String] {
        do throws(ActionError) {
            guard case .map(let pairs) = try settings.value(of: key) else { return [] }
            return pairs.map(\.key.string)
        } catch {
            return []
        }
    }

    private func value(of key: String, _ settings: BoardSettings) -> [String] {
        do throws(ActionError) {
            return try settings.value(of: Text(key)).lines
        } catch {
            return []
        }
    }

    /// Returns the current value of a setting, for editing.
    private func current(_ key: String, _ settings: BoardSettings) -> [Candidate] {
        do throws(ActionError) {
            switch try settings.value(of: Text(key)) {
            case .scalar(let value): return Self.plain([value?.string ?? ""])
            case .list(let names):
                guard names.count > 1, names.allSatisfy({ Self.isName($0.string) }) else {
                    return []
                }
                return [Candidate(names.map(\.string).joined(separator: ","))]
            case .map: return []
            }
        } catch {
            return []
        }
    }

    private func names(_ names: [Text]) -> [Candidate] {
        names.map(\.string).filter(Self.isName).map { Candidate($0) }
    }
}
