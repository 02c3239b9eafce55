import MarqueeWire

/// What a person says of a new app.
enum AppForm {
    /// The most characters of a name, which the menu shows.
    static let maximumName = 80

    static func id(_ form: FormFields) throws(PortalError) -> String {
        let id = form["id"]
        guard Scope.isValid(id) else {
            throw PortalError(
                .invalidField,
                "“\(id.prefix(80))” cannot be an app’s id: it has 1 to 64 of a-z, 0-9, “.”, “_” and “-”, and begins with "
                    + "a letter or a digit.")
        }
        return id
    }

    /// An app without a name is called by its id.
    static func name(_ form: FormFields, id: String) throws(PortalError) -> String {
        let name = form.optional("name") ?? id
        guard name.count <= maximumName, !name.contains(where: \.isNewline) else {
            throw PortalError(.invalidField, "An app’s name has at most \(maximumName) characters on one line.")
        }
        return name
    }
}
