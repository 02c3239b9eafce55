import MarqueeWire
import PlatformStore
import Testing

@Suite struct IdempotencyStoreTests {
    private let now = Timestamp(milliseconds: 1_770_000_000_000)
    private let answer = KeptAnswer(status: 201, location: "/x", etag: nil, contentType: "application/json", body: "{}")

    @Test(arguments: StoreEngine.all) func `a key is taken by one request, and gives its answer from then on`(
        _ engine: StoreEngine
    ) async throws {
        let temporary = try await TemporaryPlatform(engine)
        let store = temporary.platform.idempotency
        #expect(try await store.begin(key: "k", token: "t", fingerprint: "a", now: now) == .first)
        #expect(try await store.begin(key: "k", token: "t", fingerprint: "a", now: now) == .inProgress)
        #expect(try await store.begin(key: "k", token: "t", fingerprint: "b", now: now) == .otherRequest)
        #expect(try await store.begin(key: "k", token: "u", fingerprint: "b", now: now) == .first)
        try await store.finish(key: "k", token: "t", answer: answer)
        #expect(try await store.begin(key: "k", token: "t", fingerprint: "a", now: now) == .done(answer))
    }

    @Test(arguments: StoreEngine.all) func `an abandoned key is free, an answered one is not`(_ engine: StoreEngine)
        async throws
    {
        let temporary = try await TemporaryPlatform(engine)
        let store = temporary.platform.idempotency
        _ = try await store.begin(key: "k", token: "t", fingerprint: "a", now: now)
        try await store.abandon(key: "k", token: "t")
        #expect(try await store.begin(key: "k", token: "t", fingerprint: "b", now: now) == .first)
        try await store.finish(key: "k", token: "t", answer: answer)
        try await store.abandon(key: "k", token: "t")
        #expect(try await store.begin(key: "k", token: "t", fingerprint: "b", now: now) == .done(answer))
    }

    @Test(arguments: StoreEngine.all) func `keys are forgotten after a day, and after ten minutes when nobody answered`(
        _ engine: StoreEngine
    ) async throws {
        let temporary = try await TemporaryPlatform(engine)
        let store = temporary.platform.idempotency
        _ = try await store.begin(key: "lost", token: "t", fingerprint: "a", now: now)
        _ = try await store.begin(key: "done", token: "t", fingerprint: "a", now: now)
        try await store.finish(key: "done", token: "t", answer: answer)
        let later = now + IdempotencyLifetime.requests
        #expect(
            try await store.begin(key: "lost", token: "t", fingerprint: "a", now: later + .seconds(-1)) == .inProgress)
        #expect(try await store.begin(key: "lost", token: "t", fingerprint: "a", now: later) == .first)
        #expect(try await store.begin(key: "done", token: "t", fingerprint: "a", now: later) == .done(answer))
        let tomorrow = now + IdempotencyLifetime.answers
        #expect(try await store.begin(key: "done", token: "t", fingerprint: "a", now: tomorrow) == .first)
    }
}
