/// The apps of one data directory.
public protocol AppStore: Sendable {
    /// In the order of their ids.
    func apps() async throws(StoreError) -> [AppRecord]

    func app(_ id: String) async throws(StoreError) -> AppRecord?

    /// - Throws: `alreadyExists`; `invalid` when the id cannot stand in a URL.
    func create(_ id: String, name: String, by who: String) async throws(StoreError) -> AppRecord
}
