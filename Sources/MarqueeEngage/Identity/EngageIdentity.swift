import MarqueeCore

/// The ids of this install and its user, on disk. Events carry them.
///
/// ```swift
/// let result = try await api.send(.selectRecipientData(email: "ada@example.com", list: list))
/// if result.isSuccess { try identity.setMobileUserID(result.recipientID) }
/// ```
///
/// An id that is not known is empty. Any thread may call; two writers leave the values of one of them, never a mix.
public final class EngageIdentity: EngageIdentitySource {
    /// The longest id, in bytes of UTF-8.
    static let longestID = 256

    /// The names of the ids in the file.
    private enum Key {
        static let mobileUser = "identity.mobile"
        static let recipient = "identity.recipient"
        static let anonymous = "identity.anonymous"
    }

    private struct State {
        var ids: EngageIDs
        var observers: [@Sendable () -> Void] = []
    }

    private let kept: EngageState
    private let state: Locked<State>
    /// Serialises writers, so that file and memory change in the same order. Readers do not wait for the disk.
    private let writing = Locked(())

    /// Reads the ids.
    /// - Parameters:
    ///   - kept: the file.
    ///   - deviceID: the id of this install.
    init(kept: EngageState, deviceID: String) throws(MarqueeError) {
        let values = try kept.values()
        var ids = EngageIDs()
        ids.mobileUserID = values[Key.mobileUser] ?? ""
        ids.recipientID = values[Key.recipient] ?? ""
        ids.anonymousID = values[Key.anonymous] ?? ""
        ids.deviceID = deviceID
        self.kept = kept
        state = Locked(State(ids: ids))
    }

    /// All ids, from one moment.
    public var ids: EngageIDs { state.withLock { $0.ids } }
    /// The app's own id for its user, or a generated one; empty if there is none.
    public var mobileUserID: String { ids.mobileUserID }
    /// The id of the recipient in the host's list; empty before ``Recipients/setUpRecipient()`` succeeded.
    public var recipientID: String { ids.recipientID }
    /// The recipient's id from the old flow for anonymous users; empty if the flow is not used.
    public var anonymousID: String { ids.anonymousID }
    /// A random id that stays the same until the app is removed from the device.
    public var deviceID: String { ids.deviceID }

    /// The old name of ``mobileUserID``.
    @available(*, deprecated, renamed: "mobileUserID")
    public var primaryUserID: String { mobileUserID }

    /// The old name of ``setMobileUserID(_:)``.
    @available(*, deprecated, renamed: "setMobileUserID(_:)")
    public func setPrimaryUserID(_ id: String) throws(EngageError) { try setMobileUserID(id) }

    /// Stores the app's own id for its user; events that wait for one are released. Empty removes the id.
    ///
    /// The value is on disk when the call returns. Storing the same value again changes nothing.
    /// - Throws: ``EngageError`` with `invalidParameters` for an id of more than 256 bytes, or `storage`.
    public func setMobileUserID(_ id: String) throws(EngageError) {
        try change { $0.mobileUserID = id }
    }

    /// Stores the recipient's id from the old flow for anonymous users.
    func setAnonymousID(_ id: String) throws(EngageError) {
        try change { $0.anonymousID = id }
    }

    /// Stores a recipient with its mobile user id, and removes the work that led to them, in one transaction.
    /// - Throws: ``EngageError`` with `invalidState` if the ids are no longer those that the work began with.
    func switchTo(
        _ recipient: RecipientPair, from old: RecipientPair, finishing work: String
    ) throws(EngageError) {
        try change(also: [work: nil]) { ids throws(EngageError) in
            guard RecipientPair(ids) == old else {
                throw EngageError(.invalidState, "an id was changed while the recipient was being found; call again")
            }
            ids.recipientID = recipient.recipientID
            ids.mobileUserID = recipient.mobileUserID
        }
    }

    /// Calls `observer` after each change of an id, on the thread that changes it.
    func observe(_ observer: @escaping @Sendable () -> Void) {
        state.withLock { $0.observers.append(observer) }
    }

    private func change(
        also changes: [String: String?] = [:], _ body: (inout EngageIDs) throws(EngageError) -> Void
    ) throws(EngageError) {
        let observers = try writing.withLock { _ throws(EngageError) -> [@Sendable () -> Void] in
            let old = ids
            var new = old
            try body(&new)
            for id in [new.mobileUserID, new.recipientID, new.anonymousID] where id.utf8.count > Self.longestID {
                throw EngageError(.invalidParameters, "an id has more than \(Self.longestID) bytes")
            }
            guard new != old || !changes.isEmpty else { return [] }
            var values = changes
            values[Key.mobileUser] = new.mobileUserID
            values[Key.recipient] = new.recipientID
            values[Key.anonymous] = new.anonymousID
            do throws(MarqueeError) {
                try kept.store(values)
            } catch {
                throw EngageError(error)
            }
            return state.withLock { state in
                state.ids = new
                return new == old ? [] : state.observers
            }
        }
        // Outside the locks, because an observer may read or change the ids.
        for observer in observers { observer() }
    }
}

/// A recipient of the host's list, and the mobile user id in its column.
struct RecipientPair: Sendable, Hashable, Codable {
    var recipientID: String
    var mobileUserID: String

    init(recipientID: String, mobileUserID: String) {
        self.recipientID = recipientID
        self.mobileUserID = mobileUserID
    }

    init(_ ids: EngageIDs) { self.init(recipientID: ids.recipientID, mobileUserID: ids.mobileUserID) }
}
