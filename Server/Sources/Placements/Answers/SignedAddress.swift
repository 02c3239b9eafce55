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

    /// Fields of addresses, encoded once, in the order of their names.
    struct Fields: Sendable {
        private let encoded: [UInt8]
        /// The name of each, and where its part of the text ends.
        private let parts: [(name: String, end: Int)]

        /// - Parameter values: by name, each name once.
        init(_ values: [(String, String)]) {
            var encoded: [UInt8] = []
            encoded.reserveCapacity(SignedAddress.usualSize)
            parts = values.sorted { $0.0 < $1.0 }.map { field in
                PercentEncoding.append(field.0, field.1, to: &encoded)
                return (field.0, encoded.count)
            }
            self.encoded = encoded
        }

        /// Appends the fields of both, in the order of all names, each behind a separator.
        fileprivate func append(with other: Fields, to bytes: inout [UInt8]) {
            var (own, others) = (0, 0)
            var separator = UInt8(ascii: "?")
            while own < parts.count || others < other.parts.count {
                bytes.append(separator)
                separator = UInt8(ascii: "&")
                if others == other.parts.count || own < parts.count && parts[own].name < other.parts[others].name {
                    bytes += encoded[start(own)..<parts[own].end]
                    own += 1
                } else {
                    bytes += other.encoded[other.start(others)..<other.parts[others].end]
                    others += 1
                }
            }
        }

        private func start(_ place: Int) -> Int { place == 0 ? 0 : parts[place - 1].end }
    }

    /// What an address says that is the same for every device.
    struct Report: Sendable {
        fileprivate let route: PlacementEvent.Route
        fileprivate let fields: Fields

        init(route: PlacementEvent.Route, fields: Fields) {
            (self.route, self.fields) = (route, fields)
        }
    }

    private let report: Report
    private let more: Fields

    /// - Parameter more: what else the address says, under other names.
    init(_ report: Report, _ more: Fields = Fields([])) {
        (self.report, self.more) = (report, more)
    }

    /// Appends the address behind the server's own and a slash. All of it is ASCII that means nothing in JSON.
    func write(to bytes: inout [UInt8], key: PlacementKey) {
        let start = bytes.count
        appendSigned(to: &bytes)
        let code = key.code(of: bytes[start...])
        bytes += "&signature=".utf8
        bytes += code.utf8
    }

    /// Whether one of the keys signed the values.
    func isSigned(_ signature: String, among keys: [PlacementKey]) -> Bool {
        var signed: [UInt8] = []
        appendSigned(to: &signed)
        return keys.contains { ConstantTime.equal($0.code(of: signed), signature) }
    }

    /// Appends path and query.
    private func appendSigned(to bytes: inout [UInt8]) {
        bytes += (Self.paths[report.route] ?? "").utf8
        report.fields.append(with: more, to: &bytes)
    }

    /// More bytes than most fields together have.
    private static let usualSize = 512
}
