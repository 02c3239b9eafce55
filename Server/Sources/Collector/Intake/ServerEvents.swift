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

    /// Stores events together.
    /// - Returns: why one was not stored, for each that was not.
    public func record(_ events: [ServerEvent]) async -> [IntakeError] {
        let now = now()
        let results = await intake.acceptOwn(events.map { (Self.body(of: $0, at: now), $0.scope) })
        return results.compactMap { result in
            switch result {
            case .success(let receipt): receipt.reasons.first.map { IntakeError(.malformed, $0) }
            case .failure(let error): error
            }
        }
    }

    /// A batch of one event. The lane stands before the events: it says which names they may have.
    private static func body(of event: ServerEvent, at now: Timestamp) -> [UInt8] {
        let id = EventID(ObjectHash(of: Data("\(event.scope)\0\(event.key)".utf8)), at: event.made)
        let install = event.install.flatMap(usable) ?? nobody
        let now = String(now.milliseconds).utf8
        var body: [UInt8] = []
        body.reserveCapacity(usualSize)
        body += start
        body += now
        body += #","install":"#.utf8
        JSONValue.text(install).write(to: &body)
        body += #","events":[{"id":""#.utf8
        id.append(to: &body)
        body += #"","time":"#.utf8
        body += now
        body += #","sequence":1,"name":"#.utf8
        JSONValue.text(event.name).write(to: &body)
        body += #","properties":"#.utf8
        JSONValue.record(event.properties.mapValues { JSONValue($0) }).write(to: &body)
        body += "}]}".utf8
        return body
    }

    private static let start = Array(#"{"lane":"\#(lane)","sdk":"server","sent":"#.utf8)
    /// More bytes than most batches have.
    private static let usualSize = 512

    private static func usable(_ install: String) -> String? {
        EventBatch.installSize.contains(install.utf8.count) && ProgramText.isPlain(install.utf8) ? install : nil
    }

    static func isReserved(_ name: some Sequence<UInt8>) -> Bool { name.starts(with: prefixBytes) }
}

/// One event that the server makes.
public struct ServerEvent: Sendable, Hashable {
    /// The event's name, one of the reserved ones.
    public let name: String
    /// Whose event it is; `nil` for a device that opted out. An id that no batch may have counts as none.
    public let install: String?
    /// The app and stream.
    public let scope: Scope
    /// Tells the event from all others of its app; the same key at the same ``made`` is the same event.
    public let key: String
    /// A time that is the same whenever the event is made again. The event happened when it arrived.
    public let made: Timestamp
    /// The event's properties.
    public var properties: [String: Event.Value]

    /// An event with a reserved name.
    public init(
        _ name: String, of install: String?, scope: Scope, key: String, made: Timestamp,
        properties: [String: Event.Value] = [:]
    ) {
        (self.name, self.install, self.scope) = (name, install, scope)
        (self.key, self.made, self.properties) = (key, made, properties)
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
