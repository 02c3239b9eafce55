import MarqueeWire
import Testing

@testable import PlatformStore

@Suite struct AuditLogTests {
    @Test(arguments: StoreEngine.all) func `entries are listed newest first, page by page, of one app or of all`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let audit = store.platform.audit
        for number in 0..<25 {
            let app = number.isMultiple(of: 2) ? "demo" : nil
            try await audit.append(action: "test.run", subject: "\(number)", detail: "", app: app, by: "Ann")
            if number.isMultiple(of: 10) { store.advance(by: .milliseconds(1)) }
        }
        var (subjects, last): ([String], String?) = ([], nil)
        repeat {
            let page = try await audit.entries(app: nil, before: last, limit: 10)
            subjects += page.filter { $0.action == "test.run" }.map(\.subject)
            last = page.last?.id
        } while last != nil
        #expect(subjects == (0..<25).reversed().map { "\($0)" })
        let ofApp = try await audit.entries(app: "demo", before: nil, limit: 1000)
        #expect(ofApp.allSatisfy { $0.app == "demo" })
        #expect(
            ofApp.filter { $0.action == "test.run" }.map(\.subject)
                == stride(from: 24, through: 0, by: -2).map { "\($0)" })
        #expect(try await audit.entries(app: nil, before: nil, limit: 0).count == 1)
    }
}
