import MarqueeWire
import Synchronization
import Testing

@testable import Web

/// What is kept for a second, and no longer.
@Suite struct BriefMemoryTests {
    private final class Source: Sendable {
        let asked = Mutex(0)

        func value(_ value: Int?) -> Int? {
            asked.withLock { $0 += 1 }
            return value
        }
    }

    private let memory = BriefMemory<String, Int>(most: 2)
    private let source = Source()

    private func ask(_ key: String, at milliseconds: Int64, finding value: Int?) async throws -> Int? {
        try await memory.value(of: key, at: Timestamp(milliseconds: milliseconds)) { source.value(value) }
    }

    private var asked: Int { source.asked.withLock { $0 } }

    @Test func `a value is looked up once in a second`() async throws {
        #expect(try await ask("a", at: 1_000, finding: 1) == 1)
        #expect(try await ask("a", at: 1_999, finding: 2) == 1)
        #expect(asked == 1)
        #expect(try await ask("a", at: 2_000, finding: 2) == 2)
        #expect(asked == 2)
    }

    @Test func `what is not found is looked up each time`() async throws {
        #expect(try await ask("a", at: 1_000, finding: nil) == nil)
        #expect(try await ask("a", at: 1_001, finding: 3) == 3)
    }

    @Test func `a clock that was set back ends what is kept`() async throws {
        #expect(try await ask("a", at: 9_000, finding: 1) == 1)
        #expect(try await ask("a", at: 1_000, finding: 2) == 2)
    }

    @Test func `strangers' keys do not fill the memory`() async throws {
        for key in ["a", "b", "c", "d", "e"] { _ = try await ask(key, at: 1_000, finding: 1) }
        #expect(asked == 5)
        #expect(try await ask("e", at: 1_001, finding: 2) == 1)
        #expect(try await ask("a", at: 1_001, finding: 2) == 2)
    }
}
