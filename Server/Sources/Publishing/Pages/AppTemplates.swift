import Markup
public import PlatformStore

/// The templates of one app, for people who edit them: the built-in templates, the app's own in their place, and the
/// parts that its own templates include.
public struct AppTemplates: Sendable {
    /// A template from which pages are made.
    public struct Entry: Sendable, Hashable, Encodable {
        /// `hub`, `channel`, `article`, …, or the name of a part.
        public let name: String
        /// The version of the app's own text; 0 for the built-in one.
        public let version: Int
        /// Mustache; CSS for `page.css`.
        public let text: String
    }

    private let platform: Platform
    private let app: String

    /// Gives access to the templates of `app`; the app has to exist before a template is stored.
    public init(platform: Platform, app: String) {
        self.platform = platform
        self.app = app
    }

    /// The templates that can be replaced, then the app's own parts by name.
    public func entries() async throws(PublishingError) -> [Entry] {
        let own = try await records()
        let replaceable = PageTemplates.names.compactMap { name in
            own[name].map(Self.entry) ?? PageTemplates.builtIn(name).map { Entry(name: name, version: 0, text: $0) }
        }
        let parts = own.values.filter { !PageTemplates.names.contains($0.name) }.sorted { $0.name < $1.name }
        return replaceable + parts.map(Self.entry)
    }

    /// - Throws: ``PublishingError`` with `notFound`.
    public func entry(_ name: String) async throws(PublishingError) -> Entry {
        guard let entry = try await entries().first(where: { $0.name == name }) else {
            throw PublishingError(.notFound, "there is no template \(name) in app \(app)")
        }
        return entry
    }

    /// Stores a valid template; the next publish uses it.
    /// - Parameters:
    ///   - text: Mustache, at most 1 MiB.
    ///   - name: a template that can be replaced, or the name of a part for other templates to include.
    ///   - file: the file name in errors; `NAME.mustache` unless given.
    ///   - expectedVersion: the version that the caller edited; nil replaces any version.
    ///   - who: the person or program, for the audit log.
    /// - Throws: ``PublishingError`` with `template`, naming file and line of the fault; `store` when another change
    ///   was stored first.
    public func set(
        _ text: String, as name: String, file: String? = nil, expectedVersion: Int? = nil, by who: String
    ) async throws(PublishingError) -> Entry {
        let own = try await records()
        if name != PageTemplates.styleName {
            let partials = Set(PageTemplates.names).union(own.keys).union([name]).subtracting([PageTemplates.styleName])
            let template = try PageTemplates.parse(text, name: name, file: file, partials: partials)
            do {
                try TemplateLibrary.check(template, beside: Self.others(own))
            } catch {
                throw PublishingError(template: error, file: error.template == name ? file : nil)
            }
        }
        do {
            return Self.entry(
                try await platform.templates.save(
                    text, name: name, app: app, expectedVersion: expectedVersion ?? own[name]?.version ?? 0,
                    by: who))
        } catch {
            throw PublishingError(error)
        }
    }

    /// Goes back to the built-in template, or removes a part.
    /// - Throws: ``PublishingError`` with `template` when another template includes the part; with `notFound` when the
    ///   app has no template of its own with this name.
    public func reset(_ name: String, by who: String) async throws(PublishingError) {
        var own = try await records()
        guard own.removeValue(forKey: name) != nil else {
            throw PublishingError(.notFound, "app \(app) has no template \(name) of its own")
        }
        if !PageTemplates.names.contains(name) { _ = try PageTemplates(records: Array(own.values)) }
        do { try await platform.templates.reset(name, app: app, by: who) } catch { throw PublishingError(error) }
    }

    private func records() async throws(PublishingError) -> [String: TemplateRecord] {
        do {
            let records = try await platform.templates.templates(app: app)
            return Dictionary(records.map { ($0.name, $0) }) { first, _ in first }
        } catch {
            throw PublishingError(error)
        }
    }

    /// The app's templates without the broken ones, so that a broken template does not prevent another from being
    /// stored.
    private static func others(_ own: [String: TemplateRecord]) -> [Template] {
        let names = Set(PageTemplates.names).union(own.keys).subtracting([PageTemplates.styleName])
        return names.compactMap { name in
            (own[name]?.text ?? PageTemplates.builtIn(name)).flatMap { try? Template($0, name: name) }
        }
    }

    private static func entry(_ record: TemplateRecord) -> Entry {
        Entry(name: record.name, version: record.version, text: record.text)
    }
}
