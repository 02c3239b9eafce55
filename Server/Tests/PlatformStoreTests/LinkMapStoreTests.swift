import Testing

@testable import PlatformStore

@Suite struct LinkMapStoreTests {
    @Test(arguments: StoreEngine.all) func `an app has one link map, the latest`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let maps = store.platform.linkMaps
        #expect(try await maps.map(app: "demo") == nil)
        _ = try await maps.save("{}", app: "demo", by: "Ann")
        let latest = try await maps.save("{\"routes\":{}}", app: "demo", by: "Eve")
        #expect(try await maps.map(app: "demo") == latest && latest.madeBy == "Eve")
        #expect(try await maps.map(app: "other") == nil)
        let long = String(repeating: " ", count: LinkMapRecord.maximumSize + 1)
        #expect(await store.code { _ = try await maps.save(long, app: "demo", by: "Ann") } == .invalid)
        try await maps.remove(app: "demo", by: "Ann")
        try await maps.remove(app: "demo", by: "Ann")
        #expect(try await maps.map(app: "demo") == nil)
        let actions = try await store.platform.audit.entries(app: "demo", before: nil, limit: 3).map(\.action)
        #expect(actions == ["link_map.remove", "link_map.save", "link_map.save"])
    }
}
