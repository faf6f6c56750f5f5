import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import Words

extension WebBoard {
    static let settingRoutes: [Route] = [
        Route(
            "GET", "settings", "settings", "The settings of the board",
            answer: .object([.init("settings", .named("Settings"))])
        ) { web, _ in
            HTTPResponse(200, json: ["settings": try web.shown().board.settings.json])
        },
        Route(
            "PATCH", "settings", "set", "Changes settings of the board; null removes one",
            body: .map(.plainValue), answer: .named("SettingsChange"),
            problems: ProblemCode.settings + ["no-settings", "too-many-settings"]
        ) { web, asked in try await web.set(asked) },
        Route(
            "POST", "states/{state}/rename", "rename-state",
            "Renames a column: its folder, its tasks and its name in the settings",
            body: .object([.init("to", .string, isRequired: true)]),
            answer: .named("SettingsChange"), problems: ProblemCode.settings + ["path-taken"]
        ) { web, asked in
            let new = Text(asked.body["to"]?.text ?? "")
            return try await web.changeSettings(
                .renameState(Text(asked["state"]), to: new), asked)
        },
    ]

    /// The maximum number of settings to change at once.
    private static let mostSettings = 200

    private func set(_ asked: APIRequest) async throws -> HTTPResponse {
        guard case .object(let members) = asked.body, !members.isEmpty else {
            throw ProblemDetails(.noSettings)
        }
        guard members.count <= Self.mostSettings else {
            throw ProblemDetails(.tooManySettings(limit: Self.mostSettings))
        }
        var intents: [Intent] = []
        for member in Self.inOrder(members) {
            guard member.value != .array([]) else {
                throw ProblemDetails(.emptySetting(member.key))
            }
            guard let value = Self.text(of: member.value) else {
                throw ProblemDetails(.wrongType(at: member.key, expected: .plainValue))
            }
            intents.append(.set(key: Text(member.key), value: Text(value)))
        }
        return try await changeSettings(intents.count == 1 ? intents[0] : .batch(intents), asked)
    }

    /// Returns members of an object, which have no order, as they can be set one after another: a
    /// label needs its state or view.
    private static func inOrder(_ members: [JSONValue.Member]) -> [JSONValue.Member] {
        let isLabel = { (member: JSONValue.Member) in member.key.hasPrefix("labels.") }
        let labels = members.filter(isLabel)
        return labels.filter { $0.value == .null } + members.filter { !isLabel($0) }
            + labels.filter { $0.value != .null }
    }

    /// Returns a value as accepted by `pmd config`; empty to remove the setting.
    private static func text(of value: JSONValue) -> String? {
        switch value {
        case .null: return ""
        case .string(let text): return text.string
        case .number(let number): return String(number)
        case .decimal(let number): return number.string
        case .array(let elements):
            let texts = elements.compactMap(\.text)
            guard texts.count == elements.count, !texts.contains(where: { $0.contains(",") }) else {
                return nil
            }
            return texts.joined(separator: ", ")
        case .bool(let isTrue): return isTrue ? "true" : "false"
        case .object, .encoded: return nil
        }
    }

    private func changeSettings(
        _ intent: Intent, _ asked: APIRequest
    ) async throws -> HTTPResponse {
        let result = try await workspace.perform(intent, by: caller(asked))
        guard case .done(let outcome) = result else {
            preconditionFailure("a setting is no undo")
        }
        let report = note(outcome, asked)
        return HTTPResponse(
            200, json: ["settings": try shown().board.settings.json, "report": report])
    }
}
