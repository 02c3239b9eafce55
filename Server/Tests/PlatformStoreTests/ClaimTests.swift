import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// What only one of several servers over one database may have, asked for by two of them at once.
@Suite struct ClaimTests {
    private static let askers = 12

    /// How many of the askers, half of them at each platform, got what they asked for.
    private func winners(
        _ store: TemporaryPlatform, _ ask: @escaping @Sendable (Platform) async throws -> Bool
    ) async throws -> Int {
        let platforms = [store.platform, try await store.reopened()]
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            for asker in 0..<Self.askers { group.addTask { try await ask(platforms[asker % 2]) } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    @Test(arguments: StoreEngine.all) func `a due source`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let source = FeedSourceRecord(
            id: "blog", app: "demo", hub: "magazine", kind: .rss, location: "https://example.org/feed",
            intervalSeconds: 300)
        _ = try await store.platform.feeds.create(source, by: "test")
        let now = store.now
        #expect(try await winners(store) { try await $0.feeds.claimDue(at: now) != nil } == 1)
    }

    @Test(arguments: StoreEngine.all) func `a purchase to verify`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchase = TrackedPurchase(install: "gid", product: "coins", receipt: Data("x".utf8))
        try await store.platform.purchases.record(purchase, app: "demo")
        let now = store.now
        #expect(try await winners(store) { try await $0.purchases.claimDue(.older, app: "demo", at: now) != nil } == 1)
    }

    @Test(arguments: StoreEngine.all) func `a request's key`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let now = store.now
        let first = try await winners(store) {
            let use = try await $0.idempotency.begin(key: "k", token: "t", fingerprint: "f", now: now)
            guard case .first = use else { return false }
            return true
        }
        #expect(first == 1)
    }

    @Test(arguments: StoreEngine.all) func `a recovery code`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let password = "correct horse battery"
        _ = try await store.platform.accounts.createFirst(name: "Ann", password: password)
        let enrolment = try await store.platform.secondFactors.begin(for: "Ann")
        let codes = try await store.platform.secondFactors.confirm(code: try store.code(of: enrolment), for: "Ann")
        let signedIn = try await winners(store) { platform in
            let origin = SignInOrigin(address: "192.0.2.\(Int.random(in: 1...250)).\(Int.random(in: 0...1_000_000))")
            guard
                case .codeRequired(let step) = try await platform.accounts.signIn(
                    name: "Ann", password: password, from: origin)
            else { return false }
            return try await succeeds(unless: [.refused, .throttled]) { () async throws(StoreError) in
                _ = try await platform.accounts.signIn(step: step, code: codes[0], from: origin)
            }
        }
        #expect(signedIn == 1)
    }

    @Test(arguments: StoreEngine.all) func `the tries of one origin`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        _ = try await store.platform.accounts.createFirst(name: "Ann", password: "correct horse battery")
        let origin = SignInOrigin(address: "192.0.2.1")
        let tried = try await winners(store) { platform in
            try await succeeds(unless: [.throttled]) { () async throws(StoreError) in
                do throws(StoreError) {
                    _ = try await platform.accounts.signIn(name: "Ann", password: "wrong", from: origin)
                } catch  where error.code == .refused {
                    // The password was looked at, which is what counts.
                }
            }
        }
        #expect(tried == SignInThrottle.freeFailures)
    }

    @Test(arguments: StoreEngine.all) func `a version`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let article = try await store.article("First")
        let saved = try await winners(store) { platform in
            try await succeeds(unless: [.versionConflict]) { () async throws(StoreError) in
                _ = try await platform.content.update(article, expectedVersion: article.version, by: "x")
            }
        }
        #expect(saved == 1)
    }
}
