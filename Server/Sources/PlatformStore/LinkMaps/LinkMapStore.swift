/// The link maps of apps, one for each.
public protocol LinkMapStore: Sendable {
    /// - Returns: `nil` for an app without one.
    func map(app: String) async throws(StoreError) -> LinkMapRecord?

    /// Stores a link map in place of the one before. The caller has checked the text.
    /// - Throws: `invalid` for a text of more than ``LinkMapRecord/maximumSize`` bytes.
    func save(_ text: String, app: String, by who: String) async throws(StoreError) -> LinkMapRecord

    /// Deletes the link map, if there is one.
    func remove(app: String, by who: String) async throws(StoreError)
}
