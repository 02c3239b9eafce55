import Foundation
import MarqueeCore
import MarqueeWire

/// A request of XMLAPI on its way through the phone's network: its operation, and whether the host refused it.
struct XMLAPICall: Sendable, Hashable, CustomStringConvertible {
    /// The bytes of a body that are looked at.
    private static let readBytes = 16_384

    let operation: String
    let isRefused: Bool

    var description: String { isRefused ? "\(operation) refused" : operation }

    /// - Returns: `nil` for another request.
    init?(_ request: TransportRequest, answer: Data) {
        guard request.url.lastPathComponent == EngageRoute.xmlAPI.rawValue, let body = request.body,
            let text = String(decoding: body.prefix(Self.readBytes), as: UTF8.self).removingPercentEncoding,
            let start = text.firstRange(of: "<Body>")?.upperBound
        else { return nil }
        let name = text[start...].drop { $0 == "<" || $0.isWhitespace }.prefix { $0.isLetter || $0.isNumber }
        guard !name.isEmpty else { return nil }
        operation = String(name)
        let reply = String(decoding: answer.prefix(Self.readBytes), as: UTF8.self).uppercased()
        isRefused = !reply.contains("<SUCCESS>TRUE")
    }
}
