public import MarqueeWire
import PlatformStore

extension Questions {
    /// A page of a person's events, the latest first: by recipient, else mobile user, else the app's user, else device.
    ///
    /// It is looked up at the time of the question: events that arrived before the recipient existed are there as soon as
    /// one of its devices has sent an event with the recipient's id or the mobile user's.
    /// - Parameters:
    ///   - person: the recipient's ids. Its devices are found by them; ``PersonIDs/devices`` adds others.
    ///   - scope: the app and stream.
    ///   - until: only events that devices made before this moment; without it, before a day from now: later ids are invented
    ///     or come from wrong clocks.
    ///   - before: behind the page that had this ``EventPage/next``.
    ///   - limit: 1 to 1000; other values are moved to the nearer end.
    /// - Throws: ``PlatformStore/StoreError``.
    public func timeline(
        of person: PersonIDs, scope: Scope, until: Timestamp? = nil, before: EventCursor? = nil, limit: Int = 100
    ) async throws -> EventPage {
        let ids = person.bounded
        let until = until ?? now() + .seconds(86_400)
        return try await reader.answer { (connection) throws(StoreError) in
            guard let number = try NameTable.number(of: scope.description, in: connection) else {
                return EventPage(events: [], next: nil)
            }
            let spans = try DeviceSpan.spans(of: ids, scope: number, connection)
            var search = try PersonSearch(
                ids, .timeline(spans), scope: scope, until: until, before: before, connection)
            return try search?.run(limit: min(max(limit, 1), 1000)) ?? EventPage(events: [], next: nil)
        }
    }

    /// What a person did, step by step: the latest page of the timeline in the order of time, with pauses between visits.
    /// - Parameters:
    ///   - pause: events so far apart belong to different visits.
    ///   - limit: the most events; 1 to 1000, other values are moved to the nearer end.
    /// - Throws: ``PlatformStore/StoreError``.
    public func paths(
        of person: PersonIDs, scope: Scope, pause: Duration = .seconds(1800), before: EventCursor? = nil,
        limit: Int = 1000
    ) async throws -> [PersonPath] {
        let page = try await timeline(of: person, scope: scope, before: before, limit: limit)
        return PersonPath.paths(of: page.events, pause: pause)
    }

    /// A page of everything that the log has of a person, as lines of JSON: each event that carries one of the ids.
    ///
    /// The first page begins with the person's links.
    /// - Parameters:
    ///   - before: the ``PersonExport/next`` of the page before.
    ///   - limit: the most events; 1 to 1000, other values are moved to the nearer end.
    /// - Throws: ``PlatformStore/StoreError``.
    public func export(
        of person: PersonIDs, scope: Scope, before: EventCursor? = nil, limit: Int = 1000
    ) async throws -> PersonExport {
        let ids = person.bounded
        return try await reader.answer { (connection) throws(StoreError) in
            var search = try PersonSearch(ids, .everyID, scope: scope, before: before, connection)
            let page = try search?.run(limit: min(max(limit, 1), 1000)) ?? EventPage(events: [], next: nil)
            let links = try before == nil ? IdentityLink.links(of: ids, scope: scope, connection) : []
            return PersonExport(
                lines: links.map(PersonExport.line) + page.events.map(PersonExport.line), next: page.next)
        }
    }
}
