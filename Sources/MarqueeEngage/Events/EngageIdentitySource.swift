/// The ids that every universal event carries, at one moment. An id that is not known is empty.
public struct EngageIDs: Sendable, Hashable {
    /// The app's own id for its user, or a generated one; the attribute `Primary User Id`.
    public var mobileUserID = ""
    /// The recipient's id in the database; the attribute `Recipient Id`.
    public var recipientID = ""
    /// The recipient's id from the flow for anonymous users; the attribute `Anonymous Id`.
    public var anonymousID = ""
    /// The same for the whole life of the install; the attribute `Device Id`.
    public var deviceID = ""

    /// All ids are empty and can be set.
    public init() {}
}

/// Knows the ids of this install and its user.
protocol EngageIdentitySource: Sendable {
    /// The ids now, all from the same moment. Called for every event, so it must not read a file.
    var ids: EngageIDs { get }

    /// Calls `observer` after each change of an id, with the new ids already readable in ``ids``.
    ///
    /// The calls come on any thread, and `observer` must not wait.
    func observe(_ observer: @escaping @Sendable () -> Void)
}
