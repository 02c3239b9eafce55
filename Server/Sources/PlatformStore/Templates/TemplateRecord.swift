/// A page template that replaces the built-in one for one app.
public struct TemplateRecord: Sendable, Hashable, Codable {
    /// The most bytes of a text.
    public static let maximumSize = 1024 * 1024

    /// The app whose pages are made with it.
    public let app: String
    /// `hub`, `channel`, `article`, or the name of a part they include.
    public let name: String
    /// Mustache.
    public let text: String
    /// Rises with each change.
    public let version: Int

    /// Describes a template; `version` is what an edit was made from.
    public init(app: String, name: String, text: String, version: Int) {
        self.app = app
        self.name = name
        self.text = text
        self.version = version
    }
}
