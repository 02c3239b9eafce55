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

    /// A field of addresses, encoded once.
    struct Field: Sendable {
        fileprivate let name: String
        fileprivate let text: [UInt8]

        init(_ name: String, _ value: String) {
            self.name = name
            var text: [UInt8] = []
            PercentEncoding.append([(name, value)], to: &text)
            self.text = text
        }
    }

    /// What an address says that is the same for every device.
    struct Report: Sendable {
        fileprivate let route: PlacementEvent.Route
        fileprivate let fields: [Field]

        /// Each name once.
        init(route: PlacementEvent.Route, fields: [Field]) {
            (self.route, self.fields) = (route, fields)
        }
    }

    private let route: PlacementEvent.Route
    /// Ordered by their names.
    private let fields: [Field]

    /// - Parameter more: what else the address says, each name once.
    init(_ report: Report, _ more: [Field] = []) {
        route = report.route
        fields = (report.fields + more).sorted { $0.name < $1.name }
    }

    /// - Parameter base: the server's address, without a slash at the end.
    func text(on base: String, key: PlacementKey) -> String {
        var bytes = Array(base.utf8)
        bytes.reserveCapacity(Self.usualSize)
        bytes.append(UInt8(ascii: "/"))
        let start = bytes.count
        appendSigned(to: &bytes)
        let code = key.code(of: bytes[start...])
        bytes += "&signature=".utf8
        bytes += code.utf8
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether one of the keys signed the values.
    func isSigned(_ signature: String, among keys: [PlacementKey]) -> Bool {
        var signed: [UInt8] = []
        appendSigned(to: &signed)
        return keys.contains { ConstantTime.equal($0.code(of: signed), signature) }
    }

    /// Appends path and query.
    private func appendSigned(to bytes: inout [UInt8]) {
        bytes += (Self.paths[route] ?? "").utf8
        var separator = UInt8(ascii: "?")
        for field in fields {
            bytes.append(separator)
            bytes += field.text
            separator = UInt8(ascii: "&")
        }
    }

    /// More bytes than most addresses have.
    private static let usualSize = 1024
}
