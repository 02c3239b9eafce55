import Foundation
import Markup
public import PlatformStore

/// The hub, channel and article templates of an app: the built-in ones, or the app's own in their place.
public struct PageTemplates: Sendable {
    /// The names of the templates that can be replaced.
    public static let names = ["hub", "channel", "article", "head", "card", styleName]
    /// The name of the style sheet, which is not a template.
    public static let styleName = "page.css"

    let library: TemplateLibrary
    /// The text of the style sheet that every page links to.
    let style: String

    /// Checks and parses the templates.
    /// - Parameter overrides: text by name.
    /// - Throws: ``PublishingError`` with `template`, naming file and line of what is wrong.
    public init(overrides: [String: String] = [:]) throws(PublishingError) {
        var texts: [String: String] = [:]
        for name in Self.names {
            guard let text = overrides[name] ?? Self.builtIn(name) else {
                throw PublishingError(.template, "the built-in template \(name) is missing")
            }
            texts[name] = text
        }
        style = texts.removeValue(forKey: Self.styleName) ?? ""
        for name in overrides.keys where !Self.names.contains(name) { texts[name] = overrides[name] }
        var templates: [Template] = []
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            templates.append(try Self.parse(text, name: name, partials: Set(texts.keys)))
        }
        do { library = try TemplateLibrary(templates) } catch { throw PublishingError(template: error) }
    }

    /// The templates an app has stored over the built-in ones.
    public init(records: [TemplateRecord]) throws(PublishingError) {
        try self.init(overrides: Dictionary(records.map { ($0.name, $0.text) }) { first, _ in first })
    }

    /// Checks and parses one template.
    /// - Parameters:
    ///   - text: Mustache.
    ///   - name: the template's name, which decides its fields.
    ///   - file: the file name in errors; `NAME.mustache` unless given.
    ///   - partials: the names of the templates that it can include.
    /// - Throws: ``PublishingError`` with `template`, naming file and line of what is wrong.
    @discardableResult
    static func parse(_ text: String, name: String, file: String? = nil, partials: Set<String>)
        throws(PublishingError) -> Template
    {
        let file = file ?? "\(name).mustache"
        let template: Template
        do {
            template = try Template(text.hasSuffix("\n") ? String(text.dropLast()) : text, name: name)
        } catch {
            throw PublishingError(template: error, file: file)
        }
        try TemplateChecker.check(template, name: name, file: file, partials: partials)
        return template
    }

    /// The text of a built-in template, as a start for an app's own.
    public static func builtIn(_ name: String) -> String? {
        let file = name.contains(".") ? name : "\(name).mustache"
        guard let url = Bundle.module.url(forResource: "Templates", withExtension: nil)?.appending(path: file) else {
            return nil
        }
        return try? String(contentsOf: url, encoding: .utf8)
    }

    func render(_ page: [String: TemplateValue], with name: String) throws(PublishingError) -> String {
        do {
            return try library.render(.fields(page), with: name) + "\n"
        } catch {
            throw PublishingError(template: error)
        }
    }
}

extension PublishingError {
    /// A template's fault, with the file and line for its author.
    /// - Parameter file: what the author calls the template; `NAME.mustache` unless given.
    init(template error: TemplateError, file: String? = nil) {
        self.init(.template, "\(file ?? "\(error.template).mustache"):\(error.line): \(error.message)")
    }
}
