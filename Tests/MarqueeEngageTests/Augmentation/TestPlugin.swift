import MarqueeCore
import MarqueeTesting
import MarqueeWire

@testable import MarqueeEngage

/// A plug-in whose readiness a test sets, and which adds one attribute.
final class TestPlugin: AugmentationPlugin {
    struct NotReady: Error {}

    let isSynchronous: Bool
    private let name: String
    private let value: String
    private let types: Set<UniversalEventType>?
    private let isReadyNow: Locked<Bool>
    private let failures: Locked<Int>
    private let asked = Locked(0)

    /// - Parameter failures: how many calls of `isReady` throw first.
    init(
        _ name: String, _ value: String = "1", isReady: Bool = true, isSynchronous: Bool = true,
        types: Set<UniversalEventType>? = nil, failures: Int = 0
    ) {
        self.name = name
        self.value = value
        self.isSynchronous = isSynchronous
        self.types = types
        isReadyNow = Locked(isReady)
        self.failures = Locked(failures)
    }

    /// How often the plug-in was asked whether it is ready.
    var questions: Int { asked.withLock { $0 } }

    func becomeReady() { isReadyNow.withLock { $0 = true } }

    func applies(to type: UniversalEventType) -> Bool { types?.contains(type) ?? true }

    func isReady(for event: UniversalEvent) throws -> Bool {
        asked.withLock { $0 += 1 }
        let fails = failures.withLock { failures in
            failures -= 1
            return failures >= 0
        }
        if fails { throw NotReady() }
        return isReadyNow.withLock { $0 }
    }

    func augment(_ event: UniversalEvent) async throws -> UniversalEvent {
        event.setting(name, to: (event[name] ?? "") + value)
    }
}

/// A plug-in made of a closure.
struct ClosurePlugin: AugmentationPlugin {
    let body: @Sendable (UniversalEvent) async throws -> UniversalEvent

    func augment(_ event: UniversalEvent) async throws -> UniversalEvent { try await body(event) }
}
