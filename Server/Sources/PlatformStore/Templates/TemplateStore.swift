/// The templates that apps have replaced.
public protocol TemplateStore: Sendable {
    /// The templates of an app, by name.
    func templates(app: String) async throws(StoreError) -> [TemplateRecord]

    /// Replaces a template of an app, of at most 1 MiB.
    ///
    /// `expectedVersion` is the version read before, or 0 for a template that was the built-in one. The store does not
    /// check the template's syntax: the caller does, and publishing checks it again.
    /// - Throws: `versionConflict`, `invalid`.
    func save(_ text: String, name: String, app: String, expectedVersion: Int, by who: String)
        async throws(StoreError) -> TemplateRecord

    /// Goes back to the built-in template; does nothing if the app has no template of its own.
    func reset(_ name: String, app: String, by who: String) async throws(StoreError)
}
