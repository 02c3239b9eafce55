import PlatformStore

/// Which recipients were merged into one, and into which it was merged, by the columns that apps write.
struct MergeHistory: Sendable {
    struct Merge: Sendable {
        let address: String
        let id: String
        /// `nil` when the app wrote none.
        let date: String?
    }

    private static let most = 50

    let into: Merge?
    let from: [Merge]
    let hasMany: Bool
    let isEmpty: Bool
    /// Why recipients that were merged into this one cannot be shown.
    let obstacle: String?

    /// - Throws: what the store throws, but for a search that it refuses.
    static func of(
        _ recipient: RecipientRecord, in list: ListRecord, _ store: any RecipientStore
    ) async throws -> MergeHistory {
        guard list.column(IdentityColumns.mergedRecipientID) != nil else {
            return MergeHistory(
                obstacle:
                    "The database has no column “\(IdentityColumns.mergedRecipientID)”, which apps write at a merge.")
        }
        let into = Int64(recipient.value(IdentityColumns.mergedRecipientID)).map { merge($0, recipient) }
        guard let found = try await given(to: recipient, in: list, store) else {
            return MergeHistory(
                into: into,
                obstacle:
                    "To see who was merged into this recipient, give “\(IdentityColumns.mergedRecipientID)” an index.")
        }
        return MergeHistory(into: into, from: found.prefix(most).map { merge($0.id, $0) }, hasMany: found.count > most)
    }

    /// The recipients that were merged into one; `nil` when the column has no index in a large database.
    private static func given(
        to recipient: RecipientRecord, in list: ListRecord, _ store: any RecipientStore
    ) async throws -> [RecipientRecord]? {
        do {
            return try await store.recipients(
                with: [IdentityColumns.mergedRecipientID: String(recipient.id)], in: list.id, app: list.app,
                limit: most + 1)
        } catch {
            guard error.recipientFault == .notIndexed else { throw error }
            return nil
        }
    }

    private init(into: Merge? = nil, from: [Merge] = [], hasMany: Bool = false, obstacle: String? = nil) {
        (self.into, self.from, self.hasMany, self.obstacle) = (into, from, hasMany, obstacle)
        isEmpty = into == nil && from.isEmpty && obstacle == nil
    }

    /// - Parameter given: the recipient that was given up, which has the date.
    private static func merge(_ id: Int64, _ given: RecipientRecord) -> Merge {
        Merge(
            address: EngagePath.recipient(id, in: given.list), id: String(id),
            date: given.value(IdentityColumns.mergedDate).isEmpty ? nil : given.value(IdentityColumns.mergedDate))
    }
}
