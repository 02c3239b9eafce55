import Foundation
import MarqueeCore
import MarqueeWire

/// What every request says about the app, its device and its user; a pure function makes the parameters.
struct RequestParameters: Sendable {
    /// The version of the wire format, which stands in the parameter `sdk-ios`.
    static let protocolVersion = "1.13.1"

    var app: AppInfo
    var identity: PlacementIdentity
    /// The advertising id; `nil` without one, or if the user limits its use.
    var advertiserID: String?
    /// The hardware address; `nil` on every system of today.
    var hardwareAddress: HardwareAddress?
    /// Whether the user allows identifiers of the device.
    var allowsIdentifiers = true
    var connection: PlacementConnection?

    /// The names of identifiers of a device in every version of the ancestor. A template cannot add one (PLC-013, PLC-017).
    private static let deviceIDs: Set = [
        "d_ifa", "d_mac", "d_odin1", "device", "idfv", "ifa", "mac", "odin", "openudid", "udid",
    ]

    /// All parameters of a request. Those of the device yield to the request's own, and both to the user's choice and
    /// the signed core.
    func all(_ kind: RequestKind, nonce: String, settings: PlacementSettings) -> [String: String] {
        let core = self.core(nonce: nonce, settings: settings)
        let own = kind.parameters.filter { !Self.deviceIDs.contains($0.key.lowercased()) }
        return identifiers.merging(own) { $1 }.merging(choice) { $1 }.merging(core) { $1 }
    }

    private var isIdentified: Bool { allowsIdentifiers && !identity.isOptedOut }

    private var choice: [String: String] {
        ["opt_out": isIdentified ? "0" : "1", "tracking": isIdentified && advertiserID != nil ? "1" : "0"]
    }

    private var identifiers: [String: String] {
        var values = ["plugin": PlacementText.plugin(identity.plugin)]
        values["d_custom"] = identity.customID.flatMap(PlacementText.customID)
        guard isIdentified else { return values }
        values["d_ifa"] = advertiserID
        values["d_mac"] = hardwareAddress?.text
        values["d_odin1"] = hardwareAddress?.odin1
        return values
    }

    private func core(nonce: String, settings: PlacementSettings) -> [String: String] {
        let parts = PlacementSecret.RequestParts(
            token: settings.token, session: identity.session, gid: identity.gid, nonce: nonce)
        var values = [
            "token": parts.token, "session": parts.session, "gid": parts.gid, "nonce": parts.nonce,
            "signature": settings.secret.signature(of: parts),
            "app": app.identifier, "app_version": app.build.isEmpty ? "NA" : app.build,
            "hardware": app.model, "os": "\(app.system) \(app.systemVersion)",
            "idiom": app.idiom == .tablet ? "1" : "0", "languages": app.language,
            "sdk-ios": Self.protocolVersion,
        ]
        values["connection"] = connection.map { String($0.rawValue) }
        if let screen = app.screen {
            // The same numbers however the device is turned.
            values["width"] = PlacementText.number(min(screen.width, screen.height))
            values["height"] = PlacementText.number(max(screen.width, screen.height))
            values["scale"] = PlacementText.number(screen.scale)
        }
        return values
    }
}

/// What the server knows an install by.
struct PlacementIdentity: Sendable, Equatable {
    /// Made once for each install.
    var gid: String
    /// The token of the last successful open; empty before it.
    var session = ""
    /// The app's own id of its user.
    var customID: String?
    /// The plug-in through which the app uses the SDK.
    var plugin: String?
    var isOptedOut = false
}

/// How the device is connected.
public enum PlacementConnection: Int, Sendable, CaseIterable {
    /// Not at all.
    case none = 0
    /// By a mobile network.
    case cellular = 1
    /// By a local network.
    case wifi = 2

    /// What a network path says.
    public init(hasNetwork: Bool, usesCellular: Bool) {
        self = hasNetwork ? usesCellular ? .cellular : .wifi : .none
    }
}

/// The address of a network interface. Systems of today give none, or the same one to every app.
public struct HardwareAddress: Sendable, Hashable {
    private let bytes: [UInt8]

    /// Six bytes; an address whose bytes are all the same, and the constant `02:00:00:00:00:00`, identify no device.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 6, Set(bytes).count > 1, bytes != [2, 0, 0, 0, 0, 0] else { return nil }
        self.bytes = bytes
    }

    var text: String { HexDigits.string(bytes) }

    var odin1: String { PlacementText.odin1(bytes) }
}
