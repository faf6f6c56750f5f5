import Git
import Glibc
import TaskBoard

extension Identity {
    /// git's own order: environment, configuration, then login and host.
    init(of git: Repository) throws {
        let (configuration, environment) = (git.configuration, git.environment)
        let name = try environment.text("GIT_AUTHOR_NAME") ?? configuration.string("user.name")
        let email = try environment.text("GIT_AUTHOR_EMAIL") ?? configuration.string("user.email")
        let login = Identity.login(environment)
        self.init(
            name: Identity.clean(name ?? login),
            email: Identity.clean(email ?? "\(login)@\(Identity.host)"),
            isConfigured: name != nil && email != nil)
    }

    /// git refuses these characters in a signature, so they are left out.
    private static func clean(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { !"<>\n\r\0".unicodeScalars.contains($0) }
        let cleaned = String(String.UnicodeScalarView(kept))
        return cleaned.isEmpty ? "unknown" : cleaned
    }

    static func login(_ environment: Environment) -> String {
        if let entry = getpwuid(getuid()), let name = entry.pointee.pw_name {
            return String(cString: name)
        }
        return environment.text("USER") ?? "user\(getuid())"
    }

    static var host: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }
}
