import Collector
import Foundation
import Logging
import MarqueeWire
import Web

/// Posted events, handed to the collector's intake.
struct CollectorAcceptance: EventAcceptance {
    let intake: EventIntake
    let scopes: KnownScopes
    let logger: Logger

    func isKnown(_ scope: Scope) async throws -> Bool { try await scopes.contains(scope) }

    func admit(_ sender: PeerAddress) throws {
        do { try intake.admit(sender.number) } catch { throw refusal(error) }
    }

    func accept(_ batch: [UInt8], scope: Scope, from sender: PeerAddress?) async throws -> EventReceipt {
        do { return try await intake.accept(batch, scope: scope, from: sender?.number) } catch { throw refusal(error) }
    }

    private func refusal(_ error: IntakeError) -> WebError {
        let wait = error.retryAfter.map { Int(($0.milliseconds + 999) / 1000) }
        switch error.code {
        case .malformed: return WebError(.badRequest, error.message)
        case .tooLarge: return WebError(.bodyTooLarge, error.message)
        case .throttled: return WebError(.tooManyRequests, error.message, retryAfter: max(1, wait ?? 1))
        case .overloaded, .diskFull, .unavailable:
            logger.error("events were refused", metadata: ["reason": "\(error)"])
            // The reason is for the operator: it is in the log and not in the answer.
            return WebError(
                .unavailable, "events cannot be stored at the moment (\(error.code.rawValue))", retryAfter: wait ?? 10)
        }
    }
}
