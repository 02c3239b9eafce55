public import MarqueeWire

/// A question to the warehouse's log: events of one app and stream, the latest first.
///
///     var query = EventQuery(scope: scope, user: "bob", limit: 50)
///     let page = try await collector.events(query)
///     query.before = page.next
public struct EventQuery: Sendable, Hashable {
    /// The app and stream whose events are asked for.
    public var scope: Scope
    /// Only events of this name.
    public var name: String?
    /// Only events of this install.
    public var install: String?
    /// Only events of this user.
    public var user: String?
    /// Only events that devices made from this moment on, by their own clocks.
    public var from: Timestamp?
    /// Only events that devices made before this moment, by their own clocks.
    public var until: Timestamp?
    /// Only events behind the page that had this ``EventPage/next``.
    public var before: EventCursor?
    /// The most events of a page; 1 to 1000, other values are moved to the nearer end.
    public var limit: Int

    /// Asks for every event of a scope, unless parameters narrow it.
    public init(
        scope: Scope, name: String? = nil, install: String? = nil, user: String? = nil, from: Timestamp? = nil,
        until: Timestamp? = nil, before: EventCursor? = nil, limit: Int = 100
    ) {
        self.scope = scope
        self.name = name
        self.install = install
        self.user = user
        self.from = from
        self.until = until
        self.before = before
        self.limit = limit
    }
}

/// Where the next page of an ``EventQuery`` begins.
///
/// Stays valid while events arrive and while old ones are removed.
public struct EventCursor: Sendable, Hashable, LosslessStringConvertible {
    /// Events of the next page have smaller ids.
    let id: EventID

    init(id: EventID) { self.id = id }

    /// Parses ``description``; `nil` for any other text.
    public init?(_ description: String) {
        guard let id = EventID(description) else { return nil }
        self.id = id
    }

    /// Text for an address or a form.
    public var description: String { id.description }
}

/// Some events, the latest first.
public struct EventPage: Sendable, Hashable {
    /// Ordered by id: by the moment at which devices made the events, by their own clocks.
    public let events: [EventRecord]
    /// For the next page; `nil` after the last.
    ///
    /// Searching stops after a bounded number of events, so a page can be short, or empty, and have a next one.
    public let next: EventCursor?

    /// A page and where the next one begins.
    public init(events: [EventRecord], next: EventCursor?) {
        self.events = events
        self.next = next
    }
}
