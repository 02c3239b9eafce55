/// The templates that apps have replaced.
public protocol TemplateStore: Sendable {
    /// By name.
    func templates(app: String) async throws(StoreError) -> [TemplateRecord]

    /// Replaces a template of an app, of at most 1 MiB.
    ///
    /// `expectedVersion` is the version read before, or 0 for a template that was the built-in one. Whether the text is
    /// a template that pages can be made with is for whoever calls to check, and is checked when publishing.
    /// - Throws: `versionConflict`, `invalid`.
    func save(_ text: String, name: String, app: String, expectedVersion: Int, by who: String)
        async throws(StoreError) -> TemplateRecord

    /// Goes back to the built-in template; does nothing if it is in use already.
    func reset(_ name: String, app: String, by who: String) async throws(StoreError)
}
