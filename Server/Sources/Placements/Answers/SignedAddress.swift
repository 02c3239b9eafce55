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
        return "\(base)/\(signed)&signature=\(key.code(of: Data(signed.utf8)))"
    }

    /// Whether one of the keys signed the values.
    func isSigned(_ signature: String, among keys: [PlacementKey]) -> Bool {
        let signed = Data(signed.utf8)
        return keys.contains { ConstantTime.equal($0.code(of: signed), signature) }
    }

    /// Path and query.
    private var signed: String {
        "\(Self.paths[route] ?? "")?\(PercentEncoding.form(fields))"
    }
}
