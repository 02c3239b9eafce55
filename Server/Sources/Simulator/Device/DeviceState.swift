import Foundation
import MarqueeWire

/// A phone as the lab's page draws it: what identifies the state, and the part of each wing under the wing's id.
struct DeviceState: Encodable, Sendable {
    let id: String
    /// A number that rises with every state of this device since its start.
    ///
    /// It is taken before anything is read, so of two states the one with the higher number includes every change of
    /// the other.
    let revision: Int
    /// When the phone was switched on, in milliseconds; revisions start again with each phone.
    let started: Int64
    private let parts: [String: any Encodable & Sendable]

    /// - Parameter apps: the apps of the server, read after the state has its number.
    init(_ device: Device, apps: @autoclosure () -> [LabApp], wings: [any LabWing]) {
        revision = device.nextRevision()
        id = device.id
        started = device.started.milliseconds
        let moment = DeviceMoment(device: device, app: device.front, apps: apps())
        parts = Dictionary(uniqueKeysWithValues: wings.compactMap { wing in wing.state(moment).map { (wing.id, $0) } })
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: Key("id"))
        try container.encode(revision, forKey: Key("revision"))
        try container.encode(started, forKey: Key("started"))
        for (wing, part) in parts { try container.encode(part, forKey: Key(wing)) }
    }
}
