import Foundation

/// The user's consent for each purpose; every sender checks it before each request.
///
/// All purposes are granted until the user refuses them. When ``refuse(_:)`` returns, the refusal is on disk, and all
/// data stored for the refused purposes is deleted. A refusal applies until ``grant(_:)``.
public final class Consent: Sendable {
    static let name = "consent.refused"
    /// The purposes that ``limitTracking(_:)`` refuses and grants.
    private static let tracking: Set<Purpose> = [.identifiers, .location]

    private struct Deletion {
        let purpose: Purpose
        let delete: @Sendable () throws(MarqueeError) -> Void
    }

    private struct Current {
        var refused: Set<Purpose>
        /// How often a purpose was refused in this process.
        var refusals: [Purpose: Int] = [:]
    }

    private let state: SDKState
    private let outbox: Outbox
    private let current: Locked<Current>
    private let deletions = Locked<[Deletion]>([])
    private let beginnings = Locked<[(purpose: Purpose, begin: @Sendable () -> Void)]>([])

    init(_ state: SDKState, outbox: Outbox) throws(MarqueeError) {
        self.state = state
        self.outbox = outbox
        let refused = try state.value(Self.name).map(Self.purposes) ?? []
        current = Locked(Current(refused: refused))
        // Repeated at each start, because the process may have ended between the refusal and the deletion.
        outbox.refuse(refused)
        try outbox.purge(refused)
    }

    /// The refused purposes.
    public var refused: Set<Purpose> { current.withLock { $0.refused } }

    /// Whether requests may be made and data may be stored for this purpose.
    public func isGranted(_ purpose: Purpose) -> Bool { current.withLock { !$0.refused.contains(purpose) } }

    /// A mark of the consent of now, by which a later moment knows whether it was ever refused since. `nil` while the purpose
    /// is refused.
    package func mark(_ purpose: Purpose) -> Int? {
        current.withLock { $0.refused.contains(purpose) ? nil : $0.refusals[purpose, default: 0] }
    }

    /// Opts out: stores the refusal, deletes the data stored for the purposes, and prevents retries of running
    /// requests.
    /// - Throws: ``MarqueeError`` if the refusal could not be stored or some data could not be deleted. Even then,
    ///   nothing is recorded or sent for these purposes in this process.
    public func refuse(_ purposes: Set<Purpose> = Set(Purpose.allCases)) throws(MarqueeError) {
        let refused = current.withLock { current in
            current.refused.formUnion(purposes)
            for purpose in purposes { current.refusals[purpose, default: 0] += 1 }
            return current.refused
        }
        outbox.refuse(purposes)
        // Each step runs even if another step fails.
        let stored = Result { () throws(MarqueeError) in try store(refused) }
        let deleted = Result { () throws(MarqueeError) in try deleteData(of: purposes) }
        try stored.get()
        try deleted.get()
    }

    /// Runs every deletion, even if another one fails.
    private func deleteData(of purposes: Set<Purpose>) throws(MarqueeError) {
        let deleted = deletions.withLock { $0 }.filter { purposes.contains($0.purpose) }.map { deletion in
            Result { () throws(MarqueeError) in try deletion.delete() }
        }
        try outbox.purge(purposes)
        for result in deleted { try result.get() }
    }

    /// Opts in again.
    ///
    /// Events between the refusal and this call were not recorded.
    /// - Throws: ``MarqueeError`` if the change could not be stored; the purposes stay refused.
    public func grant(_ purposes: Set<Purpose> = Set(Purpose.allCases)) throws(MarqueeError) {
        // Deletes again, because the deletion at the refusal may have failed, and refused data must never be sent.
        let refused = refused
        try deleteData(of: purposes.intersection(refused))
        try store(refused.subtracting(purposes))
        current.withLock { $0.refused.subtract(purposes) }
        outbox.accept(purposes)
        for (purpose, begin) in beginnings.withLock({ $0 }) where purposes.contains(purpose) { begin() }
    }

    /// The privacy switch for all capabilities. From the next request on, no capability sends the device's location or
    /// identifiers that other apps know.
    ///
    /// The same as refusing or granting ``Purpose/identifiers`` and ``Purpose/location`` (PLC-140).
    /// - Throws: the errors of ``refuse(_:)`` and ``grant(_:)``.
    public func limitTracking(_ isLimited: Bool) throws(MarqueeError) {
        if isLimited { try refuse(Self.tracking) } else { try grant(Self.tracking) }
    }

    /// Whether both ``Purpose/identifiers`` and ``Purpose/location`` are refused.
    public var isTrackingLimited: Bool { refused.isSuperset(of: Self.tracking) }

    /// Registers a deletion of data outside the outbox, which runs when the purpose is refused.
    ///
    /// If the purpose is already refused, the deletion runs at once, because the process may have ended before the
    /// deletion.
    package func onRefusal(
        of purpose: Purpose, delete: @escaping @Sendable () throws(MarqueeError) -> Void
    ) throws(MarqueeError) {
        deletions.withLock { $0.append(Deletion(purpose: purpose, delete: delete)) }
        if !isGranted(purpose) { try delete() }
    }

    /// Registers work that begins when the purpose is granted; also when it was not refused before.
    ///
    /// The work asks ``isGranted(_:)`` itself, because another thread may have refused the purpose in the meantime.
    package func onGrant(of purpose: Purpose, begin: @escaping @Sendable () -> Void) {
        beginnings.withLock { $0.append((purpose, begin)) }
    }

    private func store(_ refused: Set<Purpose>) throws(MarqueeError) {
        let names = refused.map(\.rawValue).sorted().joined(separator: " ")
        try state.store([Self.name: refused.isEmpty ? nil : Data(names.utf8)])
    }

    /// A stored value that this version cannot read counts as a refusal of all purposes.
    private static func purposes(_ value: Data) -> Set<Purpose> {
        let names = String(decoding: value, as: UTF8.self).split(separator: " ")
        let purposes = names.compactMap { Purpose(rawValue: String($0)) }
        return purposes.count == names.count && !purposes.isEmpty ? Set(purposes) : Set(Purpose.allCases)
    }
}
