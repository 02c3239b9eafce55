/// A page template that replaces the built-in one for one app.
public struct TemplateRecord: Sendable, Hashable, Codable {
    /// The longest text, in bytes.
    public static let maximumSize = 1024 * 1024

    /// The app whose pages use the template.
    public let app: String
    /// `hub`, `channel`, `article`, or the name of a part they include.
    public let name: String
    /// The template's text, in Mustache.
    public let text: String
    /// The version, which rises with each change.
    public let version: Int

    /// Makes a record; `version` is the version that an edit was made from.
    public init(app: String, name: String, text: String, version: Int) {
        self.app = app
        self.name = name
        self.text = text
        self.version = version
    }
}
