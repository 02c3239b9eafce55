public import PlatformStore

extension KeyCeremony {
    /// Makes an app with keys of its own and its first root.
    ///
    /// Apps and keys are kept in different stores. When something fails between them, the app exists without keys, and
    /// the next call with the same id gives it its keys.
    /// - Parameters:
    ///   - id: stands in addresses.
    ///   - name: for people; an app that exists keeps its name.
    ///   - who: the person or program, for the audit log.
    /// - Returns: the app, which has keys now.
    /// - Throws: ``PlatformStore/StoreError`` `alreadyExists` for an app that has keys, `invalid` for an id that cannot be
    ///   part of an address; ``PublishingError`` when the keys cannot be made.
    public func makeApp(_ id: String, name: String, by who: String) async throws -> AppRecord {
        let app: AppRecord
        do {
            app = try await platform.apps.create(id, name: name, by: who)
        } catch {
            guard error.code == .alreadyExists, let found = try await platform.apps.app(id),
                try await platform.releases.latestRoot(app: id) == nil
            else { throw error }
            app = found
        }
        _ = try await initialize(app: id, by: who)
        return app
    }
}
