import Foundation
import MarqueeCore
import MarqueeWire

/// An Engage-compatible host: `POST /rest/events/submission` with a bearer token.
///
/// Beside the events the body has the install and the time of sending, by which a Marquee server corrects the device's
/// clock. Other hosts ignore members that they do not know.
struct HostDestination: EventDestination {
    private static let largestAnswer = 262_144

    let host: URL
    let install: String
    let tokens: any AccessTokenSource
    /// The tokens of the running requests. One request carries stored items, and another one may carry items from memory.
    private let used = Locked(UsedTokens())

    private struct UsedTokens {
        var stored: String?
        var unstored: String?

        subscript(batch: OutboxBatch) -> String? {
            get { batch.isStored ? stored : unstored }
            set { if batch.isStored { stored = newValue } else { unstored = newValue } }
        }
    }

    init(host: URL, install: String, tokens: any AccessTokenSource) {
        self.host = host
        self.install = install
        self.tokens = tokens
    }

    var isConfigured: Bool { true }

    func request(for batch: @Sendable () -> OutboxBatch, now: Timestamp) async -> LaneRequest {
        do throws(EngageError) {
            let token = try await tokens.token()
            let batch = batch()
            used.withLock { $0[batch] = token }
            return .send(
                TransportRequest(
                    "POST", EngageRoute.events.url(on: host),
                    headers: [
                        "Content-Type": "application/json", "Accept": "application/json",
                        "Authorization": "Bearer \(token)",
                    ],
                    body: body(batch, now: now), maximumBodySize: Self.largestAnswer))
        } catch {
            return .notNow(Self.answer(error))
        }
    }

    /// What it means for a batch that there is no token: never an attempt, because no event was sent.
    private static func answer(_ error: EngageError) -> LaneAnswer {
        switch error.code {
        case .noNetwork: .unreachable
        case .invalidState: .cancelled
        case .notAuthorised, .notConfigured, .refused, .invalidParameters: .shutOut(error.message)
        case .rateLimited, .hostFailed, .storage: .busy(error.message, retryAfter: error.retryAfter)
        }
    }

    private func body(_ batch: OutboxBatch, now: Timestamp) -> Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(batch.items.reduce(256) { $0 + $1.body.count + 1 })
        bytes.append(contentsOf: #"{"install":"#.utf8)
        JSONBytes.appendText(install, to: &bytes)
        bytes.append(contentsOf: #","sent":"#.utf8)
        JSONBytes.appendInteger(batch.sendingTime(now).milliseconds, to: &bytes)
        bytes.append(contentsOf: #","events":["#.utf8)
        for (index, item) in batch.items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(contentsOf: item.body)
        }
        bytes.append(contentsOf: "]}".utf8)
        return Data(bytes)
    }

    func read(
        _ answer: Result<TransportResponse, TransportError>, to batch: OutboxBatch, now: Timestamp
    ) -> LaneAnswer {
        switch answer {
        case .success(let response): read(response, to: batch, now: now)
        case .failure(let error): LaneAnswer(error)
        }
    }

    private func read(_ response: TransportResponse, to batch: OutboxBatch, now: Timestamp) -> LaneAnswer {
        let status = "status \(response.status)"
        switch response.status {
        case 200..<300:
            guard let receipt = SubmissionReceipt(response.body) else {
                // The sign-in page of a Wi-Fi also answers 200. The host did not get the batch, so this is not an attempt.
                return .busy("\(status) without JSON", retryAfter: nil)
            }
            return .settled(receipt.verdicts(batch.items.count, others: .posted))
        case 400, 422:
            guard let receipt = SubmissionReceipt(response.body), receipt.names(batch.items.count) else {
                return .refusedWhole(status)
            }
            return .settled(receipt.verdicts(batch.items.count, others: .undecided))
        case 413: return .refusedWhole("the event is too large for the host")
        case 401:
            if let token = used.withLock({ $0[batch] }) { tokens.discard(token) }
            return .unauthorised(status)
        case 403:
            return Refusal.isNotProvisioned(response.body)
                ? .trouble(Refusal.reason, retryAfter: nil) : .shutOut(status)
        // 511 comes from a network with a sign-in page, never from the host (RFC 6585, section 6).
        case 429, 511: return .busy(status, retryAfter: RetryAfter.duration(response, now: now))
        default: return .trouble(status, retryAfter: RetryAfter.duration(response, now: now))
        }
    }
}

/// A host's answer to an app that is not provisioned for universal events: the error code `not_provisioned`.
///
/// Unlike any other 403 it counts as an attempt (ENG-008). Without a limit, an app whose account is never provisioned would
/// fill its outbox with events that nobody takes.
private enum Refusal {
    private struct Body: Decodable {
        let code: String
    }

    static let reason = "status 403: the app is not provisioned for universal events"

    static func isNotProvisioned(_ body: Data) -> Bool {
        (try? JSONDecoder().decode(Body.self, from: body))?.code == "not_provisioned"
    }
}

/// What a host says about the events of a request: `{"rejected":[{"index":1,"reason":"…"}]}`, other JSON, or nothing.
struct SubmissionReceipt {
    private struct Body: Decodable {
        struct Rejection: Decodable {
            let index: Int
            let reason: String?
        }

        let rejected: [Rejection]?
    }

    /// The reasons by the place of the event in the request.
    private let rejected: [Int: String]

    /// - Returns: `nil` for a body that is neither empty nor a JSON object.
    init?(_ body: Data) {
        guard !body.isEmpty else {
            rejected = [:]
            return
        }
        guard let decoded = try? JSONDecoder().decode(Body.self, from: body) else { return nil }
        rejected = Dictionary(
            (decoded.rejected ?? []).map { ($0.index, $0.reason ?? "no reason given") }, uniquingKeysWith: { $1 })
    }

    /// Whether at least one of so many events is rejected.
    func names(_ count: Int) -> Bool { rejected.keys.contains { (0..<count).contains($0) } }

    /// A verdict for each of so many events.
    func verdicts(_ count: Int, others: ItemVerdict) -> [ItemVerdict] {
        (0..<count).map { index in rejected[index].map { .refused($0) } ?? others }
    }
}
