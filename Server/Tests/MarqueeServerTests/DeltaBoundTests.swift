import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MarqueeWire
import PlatformStore
import Testing

@testable import MarqueeServer

/// Deltas cost processor time and disk, and anybody may ask for them.
@Suite struct DeltaBoundTests {
    @Test func `the number of deltas kept for one object is limited, for any number of requests`() async throws {
        let test = try await TestServer(isPublished: false)
        let objects = test.server.platform.objects
        let object = try await objects.put(Data("The object that everybody wants.".utf8))
        var bases: [ObjectHash] = []
        for index in 0..<60 { bases.append(try await objects.put(Data("unrelated \(index)".utf8)).sha256) }
        let made = try await withThrowingTaskGroup(of: Bool.self) { group in
            for base in bases {
                group.addTask { try await objects.file(object.sha256, as: .delta(base: base)) != nil }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(made == 60, "the oldest give way: nobody keeps others from theirs")
        let data = test.server.configuration.data.appending(path: "objects")
        let kept = try FileManager.default.subpathsOfDirectory(atPath: data.path).count { $0.contains(".from-") }
        #expect(kept == 32)
    }

    @Test func `a delta is made only between objects of the app's releases, and only for a download`() async throws {
        let test = try await TestServer()
        let first = try await test.page()
        try await test.publish(TestServer.article.replacing("First", with: "Second"))
        let second = try await test.page()
        let alien = try await test.server.platform.objects.put(Data("of another app".utf8))
        try await Application(router: test.server.router(), logger: test.server.logger).test(.router) { client in
            func ask(_ object: ObjectHash, _ base: ObjectHash, _ method: HTTPRequest.Method = .get) async throws -> Int
            {
                let uri = "\(test.path)/objects/\(object.hex)/delta/\(base.hex)"
                return try await client.execute(uri: uri, method: method).status.code
            }
            let statuses = [
                try await ask(second, alien.sha256), try await ask(alien.sha256, second),
                try await ask(second, first, .head), try await ask(second, first),
                try await ask(second, first, .head),
            ]
            #expect(statuses == [404, 404, 404, 200, 200])
        }
    }
}
