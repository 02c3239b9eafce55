import MarqueeWire
import Testing

@testable import PlatformStore

@Suite struct AppStoreTests {
    @Test(arguments: StoreEngine.all) func `an app has one id, and the list is sorted by it`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let apps = store.platform.apps
        let made = try await apps.create("brand", name: "Brand \u{1F600} \"quoted\"", by: "Ann")
        #expect(try await apps.app("brand") == made)
        #expect(made.created == store.now)
        #expect(await store.code { _ = try await apps.create("brand", name: "Other", by: "Ann") } == .alreadyExists)
        #expect(await store.code { _ = try await apps.create("No Id", name: "Other", by: "Ann") } == .invalid)
        // By bytes: a dash stands before letters, whatever the engine's language.
        for id in ["b-a", "ba", "b1"] { _ = try await apps.create(id, name: id, by: "Ann") }
        #expect(try await apps.apps().map(\.id) == ["b-a", "b1", "ba", "brand", "demo"])
        #expect(try await apps.app("nowhere") == nil)
    }

    @Test(arguments: StoreEngine.all) func `what was stored is there after a restart`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        #expect(try await store.reopened().apps.apps().map(\.id) == ["demo"])
    }
}
