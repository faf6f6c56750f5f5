/// The name and address that stand on a commit.
package struct Identity: Equatable, Sendable {
    package var name: String
    package var email: String
    /// False where git knows no name and the login stands in.
    package var isConfigured: Bool

    package init(name: String, email: String, isConfigured: Bool) {
        (self.name, self.email, self.isConfigured) = (name, email, isConfigured)
    }
}

extension Identity {
    package init(name: String, email: String) {
        self.init(name: name, email: email, isConfigured: true)
    }
}
