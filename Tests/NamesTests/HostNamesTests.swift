import Foundation
import Marquee
import Testing

/// A host's own types with the names of JSON classes that the ancestor brought along (PLC-008).
private final class SBJsonParser {
    func object(_ text: String) -> JSONValue { JSONValue(text: text) }
}

private struct JSONValue: Equatable {
    let text: String
}

/// What the SDK must not bring into an app (PLC-008, PLC-010, PLC-013).
struct HostNamesTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func sources() throws -> [String] {
        let place = root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }

    @Test func `a host keeps its own JSON types beside the SDK`() {
        let marquee: Marquee? = nil
        #expect(SBJsonParser().object("1") == JSONValue(text: "1"))
        #expect(marquee?.placements == nil)
    }

    @Test func `no type of the SDK has a name that the linker shares with an app`() throws {
        for source in try Self.sources() {
            #expect(!source.contains("@objc(") && !source.contains("@_cdecl") && !source.contains("@c("))
        }
    }

    @Test(arguments: ["AdSupport", "ASIdentifierManager", "uniqueIdentifier", "OpenUDID", "getifaddrs"])
    func `the SDK refers to no interface for identifiers of devices`(name: String) throws {
        let found = try Self.sources().contains { $0.contains(name) }
        #expect(!found)
    }
}
