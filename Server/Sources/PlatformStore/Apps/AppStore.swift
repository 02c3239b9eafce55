/// The apps of one data directory.
public protocol AppStore: Sendable {
    /// All apps, in the order of their ids.
    func apps() async throws(StoreError) -> [AppRecord]

    func app(_ id: String) async throws(StoreError) -> AppRecord?

    /// - Throws: `alreadyExists`; `invalid` when the id cannot be part of a URL.
    func create(_ id: String, name: String, by who: String) async throws(StoreError) -> AppRecord
}
