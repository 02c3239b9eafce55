import Collector
import Foundation
import MarqueeWire

/// Posted events, handed to the collector's intake.
struct SpooledEvents: EventAcceptance {
    let intake: EventIntake

    func accept(_ batch: Data, scope: Scope) async throws -> EventReceipt {
        do {
            return try await intake.accept(Array(batch), scope: scope)
        } catch {
            throw Self.refusal(error)
        }
    }

    private static func refusal(_ error: IntakeError) -> ServiceError {
        switch error.code {
        case .malformed: ServiceError(.badRequest, error.message)
        case .tooLarge: ServiceError(.bodyTooLarge, error.message)
        default: ServiceError(.unavailable, error.message, retryAfter: Int(error.retryAfter?.components.seconds ?? 10))
        }
    }
}
