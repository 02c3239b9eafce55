import Foundation
public import MarqueeWire

/// Accepts events that this server makes of what devices ask it for, by the same way as those of devices: on disk when the
/// call returns, each once per id.
///
/// Their names are reserved: a device's event with such a name is rejected, so that no device can move their figures. Their
/// lane is the server's alone.
public struct ServerEvents: Sendable {
    /// The lane of all these events; a device's batch that names it is refused.
    static let lane = "server"
    static let laneBytes = Array(lane.utf8)
    /// No event of a device has a name that begins so.
    static let reservedPrefix = "placement_"
    /// The install of every device that has opted out: nothing is stored of the device itself.
    public static let nobody = "opted-out"

    private static let prefixBytes = Array(reservedPrefix.utf8)

    private let intake: EventIntake
    private let now: @Sendable () -> Timestamp

    init(intake: EventIntake, now: @escaping @Sendable () -> Timestamp) {
        self.intake = intake
        self.now = now
    }

    /// Stores an event.
    /// - Parameters:
    ///   - event: what happened.
    ///   - install: whose event it is; `nil` for a device that opted out. An id that no batch may have counts as none.
    ///   - scope: the app and stream.
    /// - Throws: ``IntakeError``; nothing was stored.
    public func record(_ event: ServerEvent, of install: String?, scope: Scope) async throws(IntakeError) {
        let now = now()
        let id = EventID(ObjectHash(of: Data("\(scope)\0\(event.key)".utf8)), at: event.made)
        let one = JSONValue.record([
            "id": .text(id.description), "name": .text(event.name), "time": .integer(now.milliseconds),
            "sequence": .integer(1), "properties": .record(event.properties.mapValues { JSONValue($0) }),
        ])
        let body = Self.body(one, of: install.flatMap(Self.usable) ?? Self.nobody, at: now)
        let receipt = try await intake.acceptOwn(body, scope: scope)
        if let reason = receipt.reasons.first { throw IntakeError(.malformed, reason) }
    }

    /// The lane stands before the events: it says which names they may have.
    private static func body(_ event: JSONValue, of install: String, at now: Timestamp) -> [UInt8] {
        let head = #"{"lane":"\#(lane)","sdk":"server","sent":\#(now.milliseconds),"install":"#
        var body = Array(head.utf8) + JSONValue.text(install).bytes
        body += Array(#","events":["#.utf8) + event.bytes + Array("]}".utf8)
        return body
    }

    private static func usable(_ install: String) -> String? {
        EventBatch.installSize.contains(install.utf8.count) && ProgramText.isPlain(install.utf8) ? install : nil
    }

    static func isReserved(_ name: some Sequence<UInt8>) -> Bool { name.starts(with: prefixBytes) }
}

/// One event that the server makes.
public struct ServerEvent: Sendable, Hashable {
    /// The event's name, one of the reserved ones.
    public let name: String
    /// Tells the event from all others of its app; the same key at the same ``made`` is the same event.
    public let key: String
    /// A time that is the same whenever the event is made again. The event happened when it arrived.
    public let made: Timestamp
    /// The event's properties.
    public let properties: [String: Event.Value]

    /// An event with a reserved name.
    public init(_ name: String, key: String, made: Timestamp, properties: [String: Event.Value] = [:]) {
        self.name = name
        self.key = key
        self.made = made
        self.properties = properties
    }
}

extension JSONValue {
    fileprivate init(_ value: Event.Value) {
        self =
            switch value {
            case .text(let text): .text(text)
            case .integer(let number): .integer(number)
            case .number(let number): .number(number)
            case .truth(let value): .truth(value)
            }
    }
}
