import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import MarqueeWire
import Synchronization
import Testing
import Web

@testable import MarqueeServer

/// What a server writes for those who run it.
@Suite struct ServerLogTests {
    /// Lines as ``JSONLogHandler`` writes them.
    private final class Lines: Sendable {
        let written = Mutex<[Data]>([])

        func logger(_ level: Logger.Level = .info) -> Logger {
            var logger = Logger(label: "test") { label in
                JSONLogHandler(label: label, now: { Timestamp(milliseconds: 0) }) { line in
                    self.written.withLock { $0.append(line) }
                }
            }
            logger.logLevel = level
            return logger
        }

        func objects() throws -> [[String: Any]] {
            try written.withLock { $0 }.map { line in
                try #require(line.last == UInt8(ascii: "\n") && !line.dropLast().contains(UInt8(ascii: "\n")))
                return try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
            }
        }
    }

    @Test func `a message is one line of JSON, whatever is in it`() throws {
        let lines = Lines()
        var logger = lines.logger()
        logger[metadataKey: "scope"] = "demo/main"
        logger.notice("two\nlines and \"quotes\"", metadata: ["list": ["a", "b\u{1}"], "scope": "other"])
        logger.debug("not shown")
        let object = try #require(try lines.objects().first)
        #expect(try lines.objects().count == 1)
        #expect(object["time"] as? String == "1970-01-01T00:00:00Z")
        #expect(object["level"] as? String == "notice")
        #expect(object["label"] as? String == "test")
        #expect(object["message"] as? String == "two\nlines and \"quotes\"")
        let metadata = try #require(object["metadata"] as? [String: String])
        #expect(metadata["scope"] == "other")
        #expect(metadata["list"]?.contains("b") == true)
    }

    @Test(arguments: [
        ("/healthz", "/healthz", "/healthz"),
        ("/portal/invitation/s3cret", "/portal/invitation/:token", "/portal/invitation/…"),
        ("/portal/invitation/s3cret", "/portal/invitation/{token}", "/portal/invitation/…"),
        ("/nowhere/s3cret", nil, "/nowhere/s3cret"),
    ])
    func `a logged path has no secret of its route`(_ path: String, _ pattern: String?, _ shown: String) {
        #expect(RequestLog<ServerRequestContext>.shown(path, pattern: pattern) == shown)
    }

    @Test(arguments: [("off", 0), ("errors", 1), ("all", 3)])
    func `as many requests are logged as the setting says, without queries`(_ setting: String, _ count: Int)
        async throws
    {
        let lines = Lines()
        let extent = try #require(ServerConfiguration.RequestLogging(rawValue: setting))
        let router = Router(context: ServerRequestContext.self)
        router.add(middleware: RequestLog(extent: extent, proxies: 0))
        router.add(middleware: ErrorAnswers())
        router.get("fine") { _, _ in HTTPResponse.Status.ok }
        router.get("broken") { _, _ in HTTPResponse.Status.badGateway }
        try await Application(router: router, logger: lines.logger()).test(.live) { client in
            for path in ["/fine?token=s3cret", "/nowhere", "/broken"] {
                _ = try await client.execute(uri: path, method: .get)
            }
        }
        let logged = try lines.objects().filter { $0["message"] as? String == "request" }
        #expect(logged.count == count, "\(logged)")
        let all = lines.written.withLock { $0 }.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(!all.contains("s3cret"))
        if let last = logged.last {
            let metadata = try #require(last["metadata"] as? [String: String])
            #expect(metadata["status"] == "502" && metadata["path"] == "/broken" && metadata["method"] == "GET")
            #expect(metadata["from"] == "127.0.0.1")
            #expect(last["level"] as? String == "error")
        }
    }

    @Test func `a service is named without what it holds`() async throws {
        let test = try await TestServer(isPublished: false)
        for service in try test.server.services() { #expect("\(service)".count < 40, "\(service)") }
    }
}
