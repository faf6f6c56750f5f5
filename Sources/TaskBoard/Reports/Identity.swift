/// The name and e-mail address of the author of commits.
package struct Identity: Equatable, Sendable {
    package var name: String
    package var email: String
    /// False if git has no name for the user, so that the login replaces it.
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
