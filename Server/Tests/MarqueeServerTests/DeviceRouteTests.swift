import Foundation
import Hummingbird
import HummingbirdTesting
import MarqueeWire
import NIOCore
import PlatformStore
import Publishing
import Testing

@testable import Web
@testable import MarqueeServer

/// The device service's answers, through the router.
@Suite struct DeviceRouteTests {
    private func asking<Value: Sendable>(
        _ test: TestServer, _ body: @Sendable @escaping (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        try await Application(router: test.server.router(), logger: test.server.logger).test(.router, body)
    }

    /// Everything that is stored, whether it was released or not.
    private struct StoredObjects: ServiceContent {
        let platform: Platform

        func root(app: String, version: Int) async throws -> Data? { nil }

        func fresh(_ scope: Scope) async throws -> Data? { nil }

        func object(_ hash: ObjectHash, _ encoding: ObjectEncoding, scope: Scope, makes: Bool) async throws
            -> StoredFile?
        {
            try await platform.objects.file(hash, as: encoding, makes: makes)
        }

        func contentDatabase(_ scope: Scope, version: Int) async throws -> StoredFile? { nil }
    }

    private func askingStored<Value: Sendable>(
        _ test: TestServer, _ body: @Sendable @escaping (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        let router = Router(context: BasicRequestContext.self)
        DeviceRoutes(
            content: StoredObjects(platform: test.server.platform), metrics: ServerMetrics(registry: MetricsRegistry())
        ).add(to: router)
        return try await Application(router: router, logger: test.server.logger).test(.router, body)
    }

    @Test func `a manifest that is missing for a moment takes no object of its release with it for good`() async throws
    {
        let test = try await TestServer()
        let page = try await test.page()
        let release = try #require(try await test.server.platform.releases.latest(test.scope))
        let manifest = try #require(release.manifests.last?.object.sha256)
        let objects = test.server.platform.folder.appending(path: "objects")
        let file = objects.appending(path: "\(manifest.hex.prefix(2))/\(manifest.hex.dropFirst(2))")
        let away = objects.appending(path: "away")
        try FileManager.default.moveItem(at: file, to: away)
        try await asking(test) { client in
            let path = "\(test.path)/objects/\(page.hex)"
            let before = try await client.execute(uri: path, method: .get) { $0 }
            #expect(before.status == .serviceUnavailable && before.headers[.retryAfter] != nil)
            try FileManager.default.moveItem(at: away, to: file)
            #expect(try await client.execute(uri: path, method: .get) { $0.status } == .ok)
        }
    }

    @Test(arguments: [
        ("bytes=0-9", 206, 0..<10, "bytes 0-9/100"), ("bytes=90-", 206, 90..<100, "bytes 90-99/100"),
        ("bytes=-5", 206, 95..<100, "bytes 95-99/100"), ("bytes=-500", 206, 0..<100, "bytes 0-99/100"),
        ("bytes=50-500", 206, 50..<100, "bytes 50-99/100"), ("bytes=100-", 416, 0..<0, "bytes */100"),
        ("bytes=-0", 416, 0..<0, "bytes */100"), ("bytes=9-3", 200, 0..<100, nil), ("lines=0-9", 200, 0..<100, nil),
        ("bytes=0-1,5-6", 200, 0..<100, nil), ("bytes=a-b", 200, 0..<100, nil),
        ("bytes=99999999999999999999-", 200, 0..<100, nil),
    ])
    func `a range is served as the RFC has it`(
        _ header: String, _ status: Int, _ range: Range<Int>, _ contentRange: String?
    ) async throws {
        let test = try await TestServer(isPublished: false)
        let data = Data((0..<100).map { UInt8($0) })
        let hash = try await test.server.platform.objects.put(data).sha256.hex
        try await askingStored(test) { client in
            let uri = "\(test.path)/objects/\(hash)"
            let answer = try await client.execute(uri: uri, method: .get, headers: [.range: header])
            #expect(answer.status.code == status)
            #expect(answer.headers[.contentRange] == contentRange)
            if status != 416 { #expect(Data(of: answer.body) == data[range]) }
        }
    }

    @Test func `a part is sent only of the file that the device began with`() async throws {
        let test = try await TestServer(isPublished: false)
        let hash = try await test.server.platform.objects.put(Data(count: 100)).sha256.hex
        try await askingStored(test) { client in
            let uri = "\(test.path)/objects/\(hash)"
            let tag = try #require(try await client.execute(uri: uri, method: .get).headers[.eTag])
            let same = try await client.execute(uri: uri, method: .get, headers: [.range: "bytes=0-9", .ifRange: tag])
            #expect(same.status == .partialContent)
            let other = try await client.execute(
                uri: uri, method: .get, headers: [.range: "bytes=0-9", .ifRange: "\"other\""])
            #expect(other.status == .ok)
            #expect(other.body.readableBytes == 100)
        }
    }

    @Test func `immutable documents are marked so, and every document has a validator`() async throws {
        let test = try await TestServer()
        let release = try #require(try await test.server.platform.releases.latest(test.scope))
        let paths = [
            "root/1": true, "fresh": false, "objects/\(release.document.sha256.hex)": true,
            "objects/\(release.document.sha256.hex)/deflate": true, "releases/1/contentDB.sqlite3": true,
        ]
        try await asking(test) { client in
            for (path, isImmutable) in paths {
                let uri = "\(test.path)/\(path)"
                let answer = try await client.execute(uri: uri, method: .get)
                #expect(answer.status == .ok, "\(path)")
                #expect(answer.headers[.cacheControl]?.contains("immutable") == isImmutable, "\(path)")
                #expect(answer.headers[.vary] == nil, "\(path)")
                let tag = try #require(answer.headers[.eTag])
                let again = try await client.execute(uri: uri, method: .get, headers: [.ifNoneMatch: "\"x\", W/\(tag)"])
                #expect(again.status == .notModified, "\(path)")
                #expect(again.body.readableBytes == 0)
                let head = try await client.execute(uri: uri, method: .head)
                #expect(head.status == .ok)
                #expect(head.headers[.contentLength] == String(answer.body.readableBytes), "\(path)")
                #expect(head.headers[.eTag] == tag)
                #expect(head.body.readableBytes == 0)
            }
        }
    }

    @Test(arguments: [
        "objects/../../../../etc/passwd", "objects/%2e%2e%2f%2e%2e%2fmarquee.sqlite3", "objects/..%2fmarquee.sqlite3",
        "objects/ABCDEF", "objects/\(String(repeating: "A", count: 64))",
        "objects/\(String(repeating: "0", count: 63))",
        "objects/\(String(repeating: "0", count: 64))", "objects/\(String(repeating: "g", count: 64))",
        "objects/\(String(repeating: "0", count: 64))/delta/xyz", "objects/\(String(repeating: "0", count: 64))/brotli",
        "root/0", "root/-1", "root/01", "root/+1", "releases/01/contentDB.sqlite3", "releases/+1/contentDB.sqlite3",
        "root/2", "root/99999999999999999999", "root/1%20", "releases/9/contentDB.sqlite3",
        "releases/1/contentDB.sqlite", "releases/1/..%2f..%2f..%2fmarquee.sqlite3",
    ])
    func `every other path is refused`(_ path: String) async throws {
        let test = try await TestServer()
        try await asking(test) { client in
            for method in [HTTPRequest.Method.get, .head] {
                let answer = try await client.execute(uri: "\(test.path)/\(path)", method: method)
                #expect([400, 404].contains(answer.status.code), "\(path) \(answer.status)")
            }
        }
    }

    @Test func `another app's scope and a malformed one have no documents`() async throws {
        let test = try await TestServer()
        try await asking(test) { client in
            for scope in ["other/main", "demo/other", "Demo/main", "..%2fdemo/main", "demo/%00"] {
                let answer = try await client.execute(uri: "/v1/apps/\(scope)/fresh", method: .get)
                #expect([400, 404].contains(answer.status.code), "\(scope)")
            }
        }
    }

    @Test func `an object is served to the app whose releases have it, as long as they are among the newest`()
        async throws
    {
        let test = try await TestServer()
        _ = try await test.server.platform.apps.create("other", name: "Other", by: "test")
        _ = try await test.server.publisher.keys.initialize(app: "other", by: "test")
        let page = try await test.page()
        let unreleased = try await test.server.platform.objects.put(Data("a draft's picture".utf8)).sha256
        try await asking(test) { client in
            func status(_ scope: String, _ hash: ObjectHash) async throws -> Int {
                try await client.execute(uri: "/v1/apps/\(scope)/objects/\(hash.hex)", method: .get).status.code
            }
            var statuses = [try await status("demo/main", page), try await status("demo/main", unreleased)]
            for scope in ["other/main", "nonesuch/nostream", "demo/other"] {
                statuses.append(try await status(scope, page))
            }
            #expect(statuses == [200, 404, 404, 404, 404])
            try await test.publish(TestServer.article.replacing("First", with: "Second"))
            statuses = [try await status("demo/main", try await test.page()), try await status("demo/main", page)]
            #expect(statuses == [200, 200])
        }
    }

    @Test func `a delta comes back as the object, and is made once`() async throws {
        let test = try await TestServer(isPublished: false)
        let old = Data(String(repeating: "The old text. ", count: 500).utf8)
        let new = old + Data("One sentence more.".utf8)
        let (base, object) = (
            try await test.server.platform.objects.put(old), try await test.server.platform.objects.put(new)
        )
        try await askingStored(test) { client in
            let uri = "\(test.path)/objects/\(object.sha256.hex)/delta/\(base.sha256.hex)"
            let first = try await client.execute(uri: uri, method: .get)
            #expect(first.body.readableBytes < 200)
            let delta = Data(of: first.body)
            #expect(try Delta.decode(delta, length: new.count, base: old) == new)
            #expect(Data(of: try await client.execute(uri: uri, method: .get).body) == delta)
        }
    }
}
