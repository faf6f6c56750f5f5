/// The name and e-mail address of the author of commits.
package struct Identity: Equatable, Sendable {
    package var name: String
    package var email: String
    /// False if git has no user name, so that the login name is used instead.
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
