import Collector
import HTTPTypes
import MarqueeWire
package import Web

/// Posted events, handed to the collector's intake.
struct CollectorAcceptance: EventAcceptance {
    let intake: EventIntake
    let scopes: KnownScopes

    func isKnown(_ scope: Scope) async throws -> Bool { try await scopes.contains(scope) }

    func admit(_ sender: PeerAddress) throws { try intake.admit(sender.number) }

    func accept(_ batch: [UInt8], scope: Scope, from sender: PeerAddress?) async throws -> EventReceipt {
        try await intake.accept(batch, scope: scope, from: sender?.number)
    }
}

extension IntakeError: ProblemDescribing {
    package var problem: Problem? {
        switch code {
        case .malformed: WebError(.badRequest, message).problem
        case .tooLarge: WebError(.bodyTooLarge, message).problem
        case .throttled:
            Problem(.tooManyRequests, "too_many_requests", message).retrying(after: retryAfter ?? .seconds(1))
        // The reason is for the operator: it is in the log and not in the answer.
        case .overloaded, .diskFull, .unavailable:
            Problem(
                .serviceUnavailable, "unavailable", "events cannot be stored at the moment (\(code.rawValue))"
            ).retrying(after: retryAfter ?? .seconds(10))
        }
    }
}
