import Testing

@testable import PlatformStore

@Suite struct TemplateStoreTests {
    // HUB-006
    @Test(arguments: StoreEngine.all) func `a template is replaced under its version and can be reset`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let templates = store.platform.templates
        _ = try await templates.save("one", name: "hub", app: "demo", expectedVersion: 0, by: "test")
        #expect(
            await store.code {
                _ = try await templates.save("two", name: "hub", app: "demo", expectedVersion: 0, by: "test")
            } == .versionConflict)
        let second = try await templates.save("two", name: "hub", app: "demo", expectedVersion: 1, by: "test")
        #expect(try await templates.templates(app: "demo") == [second])
        #expect(second.version == 2 && second.text == "two")
        for version in [1, 3] {
            #expect(
                await store.code {
                    _ = try await templates.save("x", name: "hub", app: "demo", expectedVersion: version, by: "test")
                } == .versionConflict)
        }
        try await templates.reset("hub", app: "demo", by: "test")
        #expect(try await templates.templates(app: "demo").isEmpty)
    }

    @Test(arguments: StoreEngine.all) func `a template that was reset has none of its versions again`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let templates = store.platform.templates
        for version in 1...3 {
            let saved = try await templates.save("one", name: "hub", app: "demo", expectedVersion: 0, by: "test")
            #expect(saved.version == version)
            #expect(try await templates.templates(app: "demo") == [saved])
            try await templates.reset("hub", app: "demo", by: "test")
        }
    }
}
