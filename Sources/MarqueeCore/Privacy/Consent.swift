import Foundation

/// The user's consent for each purpose; every sender checks it before each request.
///
/// All purposes are granted until the user refuses them. When ``refuse(_:)`` returns, the refusal is on disk, and all
/// data stored for the refused purposes is deleted. A refusal applies until ``grant(_:)``, also if the state file
/// is damaged.
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
    private let copy: RefusalFile
    private let outbox: Outbox
    private let current: Locked<Current>
    private let deletions = Locked<[Deletion]>([])
    private let beginnings = Locked<[(purpose: Purpose, begin: @Sendable () -> Void)]>([])

    init(_ state: SDKState, copy: RefusalFile, outbox: Outbox, log: Log) throws(MarqueeError) {
        self.state = state
        self.copy = copy
        self.outbox = outbox
        let stored = try state.value(Self.name)
        let refused = stored.flatMap(Purpose.purposes) ?? Self.lost(stored, copy, log)
        current = Locked(Current(refused: refused))
        restore(refused, stored, log)
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
        // The copy comes first here and last in `grant`, so that it never has less than the state file.
        let copied = Result { () throws(MarqueeError) in try copy.store(refused) }
        let stored = Result { () throws(MarqueeError) in try store(refused) }
        let deleted = Result { () throws(MarqueeError) in try deleteData(of: purposes) }
        try copied.get()
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
        let rest = refused.subtracting(purposes)
        try deleteData(of: purposes.intersection(refused))
        try store(rest)
        try copy.store(rest)
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
        try state.store([Self.name: Purpose.data(refused)])
    }

    /// The refused purposes if the state file has none that this version can read. If the copy cannot be read either,
    /// all purposes are refused.
    private static func lost(_ stored: Data?, _ copy: RefusalFile, _ log: Log) -> Set<Purpose> {
        switch copy.read() {
        case .nothing: return stored == nil ? [] : Set(Purpose.allCases)
        case .refused(let purposes):
            log(.warning, .debug, "the state file has lost what the user refused; it stays refused")
            return purposes
        case .unreadable:
            log(
                .criticalError, .debug,
                "what the user refused cannot be read; everything is refused until it is granted")
            return Set(Purpose.allCases)
        }
    }

    /// Writes the refused purposes to the place that lacks them: the state file after damage, or the copy, which
    /// earlier versions did not write.
    private func restore(_ refused: Set<Purpose>, _ stored: Data?, _ log: Log) {
        // A later version may have stored purposes that this one does not know.
        guard !refused.isEmpty, stored == nil || stored.flatMap(Purpose.purposes) != nil else { return }
        do throws(MarqueeError) {
            if copy.read() != .refused(refused) { try copy.store(refused) }
            if stored == nil { try store(refused) }
        } catch {
            log(.error, .debug, "the refused purposes could not be stored again: \(error.message)")
        }
    }
}
