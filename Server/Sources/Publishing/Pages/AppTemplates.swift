import Markup
public import PlatformStore

/// The templates of one app as somebody who changes them sees them: the built-in ones, its own in their place, and the
/// parts that its own include.
public struct AppTemplates: Sendable {
    /// A template that pages are made with.
    public struct Entry: Sendable, Hashable, Encodable {
        /// `hub`, `channel`, `article`, …, or a part's.
        public let name: String
        /// Of the app's own text; 0 for the built-in one.
        public let version: Int
        /// Mustache; CSS for `page.css`.
        public let text: String
    }

    private let platform: Platform
    private let app: String

    /// Looks at the templates of `app`, which has to exist before one is stored.
    public init(platform: Platform, app: String) {
        self.platform = platform
        self.app = app
    }

    /// Those that can be replaced, then the app's own parts by name.
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

    /// Stores a template that pages can be made with; the next publish uses it.
    /// - Parameters:
    ///   - text: Mustache, at most 1 MiB.
    ///   - name: one that can be replaced, or a part's that other templates are going to include.
    ///   - file: what an error names the text by; `NAME.mustache` unless given.
    ///   - expectedVersion: of the text that this one was made from; nil replaces whichever there is.
    ///   - who: stands in the audit log.
    /// - Throws: ``PublishingError`` with `template`, naming file and line of what is wrong; `store` when somebody else
    ///   was faster.
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
    /// - Throws: ``PublishingError`` with `template` when another template includes the part; with `notFound` when
    ///   there is nothing of the app's own.
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

    /// The templates that an app's pages are made with, without those that are broken: they are not the fault of the
    /// one that is stored beside them.
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
