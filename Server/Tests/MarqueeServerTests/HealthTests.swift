import Collector
import Foundation
import Hummingbird
import HummingbirdTesting
import MarqueeWire
import NIOCore
import PlatformStore
import MarqueeTesting
import Testing

@testable import MarqueeServer

@Suite struct HealthTests {
    private func get(_ uri: String, of test: TestServer) async throws -> (HTTPResponse.Status, String) {
        try await Application(router: test.server.operationsRouter(), logger: test.server.logger).test(.router) {
            let answer = try await $0.execute(uri: uri, method: .get)
            return (answer.status, String(buffer: answer.body))
        }
    }

    @Test func `a server is ready until it closes`() async throws {
        let test = try await TestServer(isPublished: false)
        #expect(try await get("/readyz", of: test) == (.ok, "ready\n"))
        test.server.readiness.beginClosing()
        #expect(try await get("/readyz", of: test).0 == .serviceUnavailable)
        #expect(try await get("/healthz", of: test).0 == .ok)
    }

    @Test func `a server that cannot write is not ready, but alive`() async throws {
        let test = try await TestServer(isPublished: false)
        let data = test.server.configuration.data
        let aside = test.folder.url.appending(path: "aside")
        try FileManager.default.moveItem(at: data, to: aside)
        let (status, text) = try await get("/readyz", of: test)
        #expect(status == .serviceUnavailable)
        #expect(text.contains("cannot be written"))
        #expect(try await get("/healthz", of: test).0 == .ok)
        try FileManager.default.moveItem(at: aside, to: data)
        #expect(try await get("/readyz", of: test).0 == .ok)
        #expect(try FileManager.default.contentsOfDirectory(atPath: data.path).allSatisfy { !$0.hasPrefix(".ready") })
    }

    @Test func `the metrics count requests, objects and events under a fixed set of labels`() async throws {
        let test = try await TestServer()
        let release = try #require(try await test.server.platform.releases.latest(test.scope))
        let batch = ByteBuffer(bytes: try EventRouteTests.batch(events: 3))
        try await Application(router: test.server.router(), logger: test.server.logger).test(.router) { client in
            for index in 0..<50 {
                _ = try await client.execute(uri: "/nowhere/\(index)", method: .get)
                _ = try await client.execute(uri: "/v1/apps/a\(index)/main/fresh", method: .get)
                _ = try await client.execute(uri: "/healthz", method: HTTPRequest.Method("X\(index)") ?? .patch)
            }
            _ = try await client.execute(uri: "\(test.path)/objects/\(release.document.sha256.hex)", method: .get)
            _ = try await client.execute(uri: "\(test.path)/events", method: .post, body: batch)
        }
        let text = try await get("/metrics", of: test).1
        let lines = text.split(separator: "\n")
        #expect(lines.contains("marquee_events_accepted_total 3"))
        #expect(lines.contains("marquee_objects_total{encoding=\"identity\"} 1"))
        let bytes = try #require(lines.first { $0.hasPrefix("marquee_warehouse_bytes ") }?.split(separator: " ").last)
        #expect(Int(bytes) ?? 0 >= 16 * 1024)
        #expect(lines.contains("marquee_warehouse_quota_bytes 17179869184"))
        #expect(lines.contains { $0.hasPrefix("marquee_oldest_unfolded_seconds ") })
        #expect(
            lines.contains(
                "marquee_requests_total{method=\"GET\",route=\"/v1/apps/{app}/{stream}/fresh\",status=\"404\"} 50"))
        #expect(lines.count { $0.hasPrefix("marquee_requests_total{") } <= 8)
        for line in lines where !line.hasPrefix("#") {
            #expect(line.split(separator: " ").last.flatMap { Double($0) } != nil, "\(line)")
        }
    }

    @Test func `the age of the oldest unfolded event is exported until it is folded`() async throws {
        let test = try await TestServer(isPublished: false)
        _ = try await test.server.collector.intake.accept(
            Array(try EventRouteTests.batch()), scope: test.scope)
        #expect(try await test.server.collector.folding.statistics().oldestUnfoldedAge != nil)
        while try await test.server.collector.folding.foldOnce() {}
        #expect(try await get("/metrics", of: test).1.contains("marquee_oldest_unfolded_seconds 0\n"))
    }

    @Test(arguments: ["/metrics", "/readyz"])
    func `metrics and readiness are not on the public port`(_ path: String) async throws {
        let test = try await TestServer([.operationsPort: "0"], isPublished: false)
        try await test.running { addresses, _ in
            let port = try #require(addresses.server.port)
            let operations = try #require(addresses.operations)
            #expect(operations.host() == "127.0.0.1" && operations.port != port)
            func ask(_ port: Int, _ path: String) async throws -> String {
                try await RawConnection.with(port: port) { try await $0.ask(path) }
            }
            #expect(try await ask(port, path).hasPrefix("HTTP/1.1 404"))
            #expect(try await ask(port, "/healthz").hasPrefix("HTTP/1.1 200"))
            #expect(try await ask(try #require(operations.port), path).hasPrefix("HTTP/1.1 200"))
            #expect(try await ask(try #require(operations.port), "/healthz").hasPrefix("HTTP/1.1 200"))
        }
        let closed = try await TestServer(isPublished: false)
        try await closed.running { addresses, _ in #expect(addresses.operations == nil) }
    }

    @Test func `the metrics say what is used, what is left, what expires, and which build answers`() async throws {
        let test = try await TestServer()
        let lines = try await get("/metrics", of: test).1.split(separator: "\n")
        func value(_ name: String) throws -> Double {
            let line = try #require(lines.first { $0.hasPrefix(name) }, "\(name)")
            return try #require(line.split(separator: " ").last.flatMap { Double($0) })
        }
        let now = Date().timeIntervalSince1970
        for name in [
            "process_resident_memory_bytes", "process_cpu_seconds_total", "process_open_fds", "marquee_database_bytes",
            "marquee_data_free_bytes",
        ] {
            #expect(try value(name) > 0, "\(name)")
        }
        #expect(try value("marquee_data_free_bytes") < value("marquee_data_disk_bytes"))
        #expect(try value("process_open_fds") < value("process_max_fds"))
        #expect(try abs(value("process_start_time_seconds") - now) < 600)
        #expect(try value("marquee_root_expiry_seconds{app=\"demo\"") > now)
        #expect(try value("marquee_fresh_expiry_seconds{app=\"demo\",stream=\"main\"") > now)
        #expect(try value("marquee_spool_bytes") >= 0)
        #expect(try value("marquee_build_info") == 1)
        let build = try #require(lines.first { $0.hasPrefix("marquee_build_info{") })
        #expect(build.contains("version=\"\(BuildInfo.version)\""))
    }

    @Test func `HEAD is answered wherever GET is, without a body`() async throws {
        let test = try await TestServer()
        try await Application(router: test.server.operationsRouter(), logger: test.server.logger).test(.router) {
            for path in ["/healthz", "/readyz", "/metrics"] {
                let answer = try await $0.execute(uri: path, method: .head)
                #expect(answer.status == .ok && answer.body.readableBytes == 0, "\(path)")
            }
        }
        let fresh = "\(test.path)/fresh"
        try await Application(router: test.server.router(), logger: test.server.logger).test(.router) { client in
            for path in ["/healthz", fresh, "/portal/set-up", "/portal/assets/portal.css"] {
                let get = try await client.execute(uri: path, method: .get)
                let head = try await client.execute(uri: path, method: .head)
                #expect(get.status == .ok && head.status == .ok && head.body.readableBytes == 0, "\(path)")
                #expect(head.headers[.contentType] == get.headers[.contentType])
            }
            #expect(try await client.execute(uri: "/nowhere", method: .head).status == .notFound)
        }
    }
}
