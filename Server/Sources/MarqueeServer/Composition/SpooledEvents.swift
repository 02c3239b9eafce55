import Collector
import Foundation
import Logging
import MarqueeWire

/// Posted events, handed to the collector's intake.
struct SpooledEvents: EventAcceptance {
    let intake: EventIntake
    let scopes: KnownScopes
    let logger: Logger

    func isKnown(_ scope: Scope) async throws -> Bool { try await scopes.contains(scope) }

    func accept(_ batch: [UInt8], scope: Scope) async throws -> EventReceipt {
        do {
            return try await intake.accept(batch, scope: scope)
        } catch {
            if error.retryAfter != nil { logger.error("events were refused", metadata: ["reason": "\(error)"]) }
            throw Self.refusal(error)
        }
    }

    private static func refusal(_ error: IntakeError) -> ServiceError {
        switch error.code {
        case .malformed: ServiceError(.badRequest, error.message)
        case .tooLarge: ServiceError(.bodyTooLarge, error.message)
        // The reason is the operator's business and stands in the log.
        default:
            ServiceError(
                .unavailable, "events cannot be stored at the moment (\(error.code.rawValue))",
                retryAfter: Int(error.retryAfter?.components.seconds ?? 10))
        }
    }
}
