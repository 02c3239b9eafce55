import MarqueeWire
import Testing

@testable import PlatformStore

@Suite struct TestDeviceStoreTests {
    @Test(arguments: StoreEngine.all)
    func `a device is marked and unmarked, each with a line in the audit log, and a lab phone the other way round`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let devices = store.platform.testDevices
        try await devices.mark("phone", isTest: true, app: "demo", by: "Ann")
        try await devices.mark("lab-1", isTest: false, app: "demo", by: "Bob")
        let marked = try await devices.devices(of: "demo")
        #expect(marked.contains("phone") && !marked.contains("lab-1"))
        #expect(marked.contains("lab-2") && !marked.contains("other"), "what nobody has said anything about")
        #expect(marked["phone"] == .init(isTest: true, marked: store.now, markedBy: "Ann"))
        #expect(try await !devices.devices(of: "other").contains("phone"), "a mark is its app's")
        try await devices.mark("phone", isTest: true, app: "demo", by: "Ann")
        try await devices.mark("phone", isTest: false, app: "demo", by: "Eve")
        try await devices.mark("lab-1", isTest: true, app: "demo", by: "Eve")
        #expect(try await devices.devices(of: "demo") == TestDevices(), "nothing is kept of what holds anyway")
        let log = try await store.platform.audit.entries(app: "demo", before: nil, limit: 4)
        let lines = log.map { "\($0.who) \($0.action) \($0.subject)" }
        #expect(
            lines == [
                "Eve device.test lab-1", "Eve device.reader phone", "Bob device.reader lab-1", "Ann device.test phone",
            ])
    }

    // HUB-032: ids are compared byte for byte.
    @Test(arguments: StoreEngine.all) func `ids that look the same are two devices`(_ engine: StoreEngine) async throws
    {
        let store = try await TemporaryPlatform(engine)
        try await store.platform.testDevices.mark("\u{E9}", isTest: true, app: "demo", by: "Ann")
        let marked = try await store.platform.testDevices.devices(of: "demo")
        #expect(marked.contains("\u{E9}") && !marked.contains("e\u{301}"))
    }

    @Test(arguments: StoreEngine.all) func `marks of erased people's devices go`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let devices = store.platform.testDevices
        for id in ["a", "b"] { try await devices.mark(id, isTest: true, app: "demo", by: "Ann") }
        try await devices.forget(["a", "c"], app: "demo")
        let marked = try await devices.devices(of: "demo")
        #expect(!marked.contains("a") && marked.contains("b"))
    }

    @Test(arguments: StoreEngine.all)
    func `a mark of no device, of no app and one too many are refused`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let devices = store.platform.testDevices
        for id in ["", String(repeating: "x", count: 129), "a\0"] {
            let code = await store.code { try await devices.mark(id, isTest: true, app: "demo", by: "Ann") }
            #expect(code == .invalid)
        }
        let unknown = await store.code { try await devices.mark("a", isTest: true, app: "nothing", by: "Ann") }
        #expect(unknown == .notFound)
        for number in 0..<TestDevices.most { try await devices.mark("\(number)", isTest: true, app: "demo", by: "Ann") }
        let code = await store.code { try await devices.mark("more", isTest: true, app: "demo", by: "Ann") }
        #expect(code == .invalid)
    }
}
