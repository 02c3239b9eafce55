import Foundation
import Logging
import MarqueeWire

@testable import Collector

/// Universal events for tests, and a collector that has folded them.
enum UniversalSample {
    static func event(
        _ type: UniversalEventType, after seconds: Int64 = 0, _ attributes: KeyValuePairs<String, String> = [:]
    ) -> UniversalEvent {
        UniversalEvent(
            type, time: TemporaryCollector.now + .seconds(seconds),
            attributes: attributes.map { UniversalEvent.Attribute($0.key, $0.value) })
    }

    struct Body: Encodable {
        let events: [UniversalEvent]
        let install: String?
    }

    /// Submits events and folds them.
    static func store(
        _ events: [UniversalEvent], install: String? = nil, in collector: Collector, scope: Scope
    ) async throws {
        let body = Array(try JSONEncoder().encode(Body(events: events, install: install)))
        _ = try await collector.submissions.submit(body, from: SubmissionSender(scope: scope, client: "c"))
        while try await collector.folding.foldOnce() {}
    }
}

extension TemporaryCollector {
    /// A collector whose clock stands so many seconds after ``now``.
    func open(after seconds: Int64) throws -> Collector {
        try Collector.open(
            at: folder, logger: Logger(label: "test"), quota: Collector.standardQuota, bounds: Spool.Bounds()
        ) { Self.now + .seconds(seconds) }
    }
}
