import Foundation

/// What the user agreed to; every sender asks before each request.
///
/// Everything is granted until it is refused. Before ``refuse(_:)`` returns, the refusal is on disk and everything that
/// was stored for the refused purposes is deleted. It holds until ``grant(_:)``.
public final class Consent: Sendable {
    static let name = "consent.refused"
    /// What ``limitTracking(_:)`` switches.
    private static let tracking: Set<Purpose> = [.identifiers, .location]

    private struct Deletion {
        let purpose: Purpose
        let delete: @Sendable () throws(MarqueeError) -> Void
    }

    private let state: SDKState
    private let outbox: Outbox
    private let current: Locked<Set<Purpose>>
    private let deletions = Locked<[Deletion]>([])

    init(_ state: SDKState, outbox: Outbox) throws(MarqueeError) {
        self.state = state
        self.outbox = outbox
        let refused = try state.value(Self.name).map(Self.purposes) ?? []
        current = Locked(refused)
        // The process may have ended between the refusal and the deletion.
        outbox.refuse(refused)
        try outbox.purge(refused)
    }

    /// The purposes that are refused.
    public var refused: Set<Purpose> { current.withLock { $0 } }

    /// Whether a request for this purpose may be made, and data for it be stored.
    public func isGranted(_ purpose: Purpose) -> Bool { !refused.contains(purpose) }

    /// Opts out: durable, deletes what is stored for the purposes, and keeps what is being sent from being sent again.
    /// - Throws: ``MarqueeError`` when the refusal could not be stored, or not everything be deleted; nothing is
    ///   recorded or sent for these purposes in this process nevertheless.
    public func refuse(_ purposes: Set<Purpose> = Set(Purpose.allCases)) throws(MarqueeError) {
        let refused = current.withLock { current in
            current.formUnion(purposes)
            return current
        }
        outbox.refuse(purposes)
        // None of these may keep the others from being done.
        let stored = Result { () throws(MarqueeError) in try store(refused) }
        let deleted = deletions.withLock { $0 }.filter { purposes.contains($0.purpose) }.map { deletion in
            Result { () throws(MarqueeError) in try deletion.delete() }
        }
        try outbox.purge(purposes)
        try stored.get()
        for result in deleted { try result.get() }
    }

    /// Opts in again.
    ///
    /// What happened in between was not recorded.
    /// - Throws: ``MarqueeError`` when it could not be stored; the purposes stay refused.
    public func grant(_ purposes: Set<Purpose> = Set(Purpose.allCases)) throws(MarqueeError) {
        // The refusal may have failed to delete, and what it covered must not be sent after all.
        try outbox.purge(purposes.intersection(refused))
        let left = refused.subtracting(purposes)
        try store(left)
        current.withLock { $0.subtract(purposes) }
        outbox.accept(purposes)
    }

    /// The privacy switch for all capabilities: from the next request on, none sends identifiers that other apps know, or
    /// the device's location.
    ///
    /// The same as refusing or granting ``Purpose/identifiers`` and ``Purpose/location`` (PLC-140).
    /// - Throws: as ``refuse(_:)`` and ``grant(_:)``.
    public func limitTracking(_ isLimited: Bool) throws(MarqueeError) {
        if isLimited { try refuse(Self.tracking) } else { try grant(Self.tracking) }
    }

    /// Whether ``limitTracking(_:)`` is on.
    public var isTrackingLimited: Bool { refused.isSuperset(of: Self.tracking) }

    /// Registers what a refusal of the purpose deletes outside of the outbox.
    ///
    /// Called at once when the purpose is refused already: the process may have ended before the deletion.
    package func onRefusal(
        of purpose: Purpose, delete: @escaping @Sendable () throws(MarqueeError) -> Void
    ) throws(MarqueeError) {
        deletions.withLock { $0.append(Deletion(purpose: purpose, delete: delete)) }
        if !isGranted(purpose) { try delete() }
    }

    private func store(_ refused: Set<Purpose>) throws(MarqueeError) {
        let names = refused.map(\.rawValue).sorted().joined(separator: " ")
        try state.store([Self.name: refused.isEmpty ? nil : Data(names.utf8)])
    }

    /// A value that this version did not write means that everything is refused.
    private static func purposes(_ value: Data) -> Set<Purpose> {
        let names = String(decoding: value, as: UTF8.self).split(separator: " ")
        let purposes = names.compactMap { Purpose(rawValue: String($0)) }
        return purposes.count == names.count && !purposes.isEmpty ? Set(purposes) : Set(Purpose.allCases)
    }
}
