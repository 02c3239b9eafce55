import Foundation
import MarqueeWire
import PlatformStore
import Secrets

/// An address of this server that a unit reports to. The server signs it, so that nobody can make up a report.
struct SignedAddress: Sendable {
    static let paths: [PlacementEvent.Route: String] = [
        .impression: "v3/impression", .click: "v3/publisher/dismiss", .dismiss: "v3/publisher/dismiss",
        .form: "v3/publisher/form", .unlock: "v3/publisher/unlock", .attempt: "v3/publisher/attempt",
    ]

    private let route: PlacementEvent.Route
    /// Ordered by their names.
    private let fields: [(String, String)]

    /// An address that says something, each name once.
    init(route: PlacementEvent.Route, fields: [(String, String)]) {
        self.route = route
        self.fields = fields.sorted { $0.0 < $1.0 }
    }

    /// - Parameter base: the server's address, without a slash at the end.
    func text(on base: String, key: PlacementKey) -> String {
        let signed = signed
        var bytes = Array(base.utf8)
        bytes.reserveCapacity(base.utf8.count + signed.count + Self.signatureSize)
        bytes.append(UInt8(ascii: "/"))
        bytes += signed
        bytes += "&signature=".utf8
        bytes += key.code(of: signed).utf8
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The most bytes of slash and signature.
    private static let signatureSize = 80

    /// Whether one of the keys signed the values.
    func isSigned(_ signature: String, among keys: [PlacementKey]) -> Bool {
        let signed = signed
        return keys.contains { ConstantTime.equal($0.code(of: signed), signature) }
    }

    /// Path and query.
    private var signed: [UInt8] {
        var bytes = Array((Self.paths[route] ?? "").utf8)
        bytes.reserveCapacity(Self.usualSize)
        bytes.append(UInt8(ascii: "?"))
        PercentEncoding.append(fields, to: &bytes)
        return bytes
    }

    /// More bytes than most addresses have.
    private static let usualSize = 512
}
