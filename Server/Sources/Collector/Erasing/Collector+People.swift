public import MarqueeWire
public import PlatformStore

extension Collector {
    /// Erases what the warehouse has of a person: the content of every event that carries one of the ids, links, profile,
    /// installs, facts, and batches that could not be read.
    ///
    /// It is carried out by ``folding``, some rows at a time, and goes on after a restart. Ids of events stay, so that no
    /// device can send them again; figures keep an anonymous count. Backups are the caller's to deal with, and so are the
    /// devices, which may send more.
    /// - Returns: the number of the request; see ``erasures(scope:)``.
    /// - Throws: ``PlatformStore/StoreError``, with `invalid` when no id is given.
    public func erase(_ person: PersonIDs, scope: Scope) async throws(StoreError) -> Int64 {
        let id = try await log.requestErasure(person, scope: scope, now: now())
        live.remove(person.bounded, of: scope.app)
        folding.wake()
        return id
    }

    /// Erases the events of placements of installs that opted out of them, and what is known by such events alone. Events
    /// of another kind stay, with what is known by them. Carried out by ``folding``, behind the requests about people.
    ///
    /// In which ten minutes there were events of an install stays known as a hash of the install for the ten to eleven hours
    /// before the call, until the retention removes it: call it for opt-outs that are older.
    /// - Parameters:
    ///   - installs: by app and stream, at most ``mostOptOuts`` together.
    ///   - place: of the last of them among all opt-outs; ``optOutPlace()`` returns it from now on.
    /// - Throws: ``PlatformStore/StoreError``.
    public func erase(optedOut installs: [Scope: [String]], through place: String) async throws(StoreError) {
        // Events of all who opted out have this name, and a device can say that it is its own.
        let installs = installs.mapValues { $0.filter { $0 != ServerEvents.nobody } }
        try await log.requestErasure(ofOptedOut: installs, through: place, now: now())
        for (scope, installs) in installs {
            live.remove(PersonIDs(devices: installs), of: scope.app, named: PlacementEventName.all)
        }
        folding.wake()
    }

    /// The most installs of one call of ``erase(optedOut:through:)``.
    public static let mostOptOuts = 1000

    /// Up to where opt-outs were handed to this warehouse; `nil` before the first.
    /// - Throws: ``PlatformStore/StoreError``.
    public func optOutPlace() async throws(StoreError) -> String? { try await log.optOutPlace() }

    /// The latest requests to erase people, the latest first.
    /// - Throws: ``PlatformStore/StoreError``.
    public func erasures(scope: Scope) async throws -> [ErasureRecord] {
        try await reports.reader.answer { (connection) throws(StoreError) in
            try Erasures.records(of: scope, connection)
        }
    }

    /// Removes a link, so that no question joins people by it; later events do not make it again.
    /// - Returns: whether there was such a link.
    /// - Throws: ``PlatformStore/StoreError``.
    public func removeLink(_ link: IdentityLink.Key, scope: Scope) async throws(StoreError) -> Bool {
        try await log.setLink(link, scope: scope, removed: now())
    }

    /// Makes a removed link hold again.
    /// - Returns: whether there was such a link.
    /// - Throws: ``PlatformStore/StoreError``.
    public func restoreLink(_ link: IdentityLink.Key, scope: Scope) async throws(StoreError) -> Bool {
        try await log.setLink(link, scope: scope, removed: nil)
    }
}
