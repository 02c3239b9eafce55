/// Questions that people keep.
public protocol SavedQuestionStore: Sendable {
    /// The questions of a kind, by name.
    func questions(app: String, kind: SavedQuestion.Kind) async throws(StoreError) -> [SavedQuestion]

    /// - Throws: `notFound`.
    func question(_ id: String, app: String) async throws(StoreError) -> SavedQuestion

    /// Saves a question under a new name.
    /// - Throws: `alreadyExists` for a name that is used, `invalid` for a name or question outside its limits, and for
    ///   one question too many.
    func save(_ question: String, as name: String, kind: SavedQuestion.Kind, app: String, by who: String)
        async throws(StoreError) -> SavedQuestion

    /// - Throws: `notFound`.
    func remove(_ id: String, app: String, by who: String) async throws(StoreError)
}
