import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import MarqueeServer

/// Deltas cost processor time and disk, and anybody may ask for them.
@Suite struct DeltaBoundTests {
    @Test func `of one object only so many deltas are made, however many are asked for at once`() async throws {
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
        #expect(made == 32)
    }
}
