import Foundation
import MarqueeCore
import MarqueePlacements
import MarqueeTesting
import MarqueeWire
import Testing

/// A placements server and a store simulator in memory, before the content service of a lab.
final class GameServer: Transport {
    static let secret = "larch-secret"
    private static let host = "games.example"
    static let template = "<!DOCTYPE html><html><head><title>t</title></head><body>unit</body></html>"

    /// One signed request.
    struct Asked: Sendable {
        let route: String
        let values: [String: String]
    }

    let service = Locked<(any Transport)?>(nil)
    /// The installs that the lab has marked.
    let testDevices = Locked<Set<String>>([])
    let asked = Locked<[Asked]>([])
    /// What was sold at the store.
    let sold = Locked<[[String: JSONValue]]>([])
    /// Whether templates are there.
    let hasTemplates = Locked(true)
    /// The badge of every placement.
    let badge = Locked("")
    /// The units by placement.
    private let units = Locked<[String: JSONValue]>([:])

    var store: URL? { URL(string: "http://127.0.0.1:8090") }

    var settings: [ConfigurationKey: ConfigurationKey.Value] {
        [
            .placementsServer: .text("https://\(Self.host)/"), .placementsToken: .text("brand"),
            .placementsSecret: .secret(Secret(Self.secret)),
        ]
    }

    func send(
        _ request: TransportRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        if request.url.port == 8090 { return sell(request) }
        guard request.url.host() == Self.host else {
            guard let service = service.withLock({ $0 }) else { throw TransportError(.unreachable, "no service") }
            return try await service.send(request, progress: progress)
        }
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let values = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
        guard let nonce = values["nonce"], let secret = PlacementSecret(Self.secret) else { return file(request.url) }
        asked.withLock { $0.append(Asked(route: request.url.lastPathComponent, values: values)) }
        let parts = PlacementSecret.RequestParts(
            token: values["token"] ?? "", session: values["session"] ?? "", gid: values["gid"] ?? "", nonce: nonce)
        guard values["signature"] == secret.signature(of: parts) else { return TransportResponse(status: 403) }
        let body = PlacementAnswer.success(answer(values)).bytes
        return TransportResponse(
            status: 200, headers: ["X-PH-DIGEST": secret.digest(of: body, nonce: nonce)], body: body)
    }

    /// The requests of a route: `open`, `content` or `iap`.
    func asked(_ route: String) -> [[String: String]] {
        asked.withLock { all in all.filter { $0.route == route }.map(\.values) }
    }

    /// Shows a unit for a placement.
    /// - Parameter frame: the whole screen unless it says otherwise.
    func show(_ placement: String, frame: JSONValue = .text("PH_FULLSCREEN"), images: [String] = []) {
        units.withLock { units in
            units[placement] = .record([
                "url": .text("https://\(Self.host)/t/\(placement).html"), "transition": .text("PH_DIALOG"),
                "frame": frame, "close_delay": .integer(5), "images": .list(images.map { .text($0) }),
                "context": .record(["content": .record(["title": .text(placement)])]),
            ])
        }
    }

    private func answer(_ values: [String: String]) -> JSONValue? {
        if values["scount"] != nil { return .record(["session": .text("s"), "precache": .list([])]) }
        if values["metadata"] != nil {
            let value = badge.withLock { $0 }
            return value.isEmpty
                ? nil : .record(["notification": .record(["type": .text("badge"), "value": .text(value)])])
        }
        guard let placement = values["placement_id"] else { return nil }
        return units.withLock { $0[placement] }
    }

    private func file(_ url: URL) -> TransportResponse {
        if url.pathExtension == "png" {
            return TransportResponse(status: 200, headers: ["Content-Type": "image/png"], body: Data("png".utf8))
        }
        guard hasTemplates.withLock({ $0 }) else { return TransportResponse(status: 404) }
        return TransportResponse(
            status: 200, headers: ["Content-Type": "text/html"], body: Data(Self.template.utf8))
    }

    private func sell(_ request: TransportRequest) -> TransportResponse {
        let order = try? JSONValue(bytes: request.body ?? Data(), maximumSize: 10_000).record
        let number = sold.withLock { sold in
            sold.append(order ?? [:])
            return sold.count
        }
        let answer = #"{"transactionId":"t\#(number)","signedTransaction":"a.b.c\#(number)","receipt":""}"#
        return TransportResponse(status: 200, body: Data(answer.utf8))
    }
}
