import Foundation
import Testing

@testable import MarqueeWire

/// HUB-051: payloads and manifests with hostile values are refused.
@Suite struct PayloadTests {
    private static let object = ObjectReference(of: Data("page".utf8))
    private static let hub = ContentURI(hub: "brand")
    private static let channel = ContentURI(hub: "brand", .channel("news"))

    private func fresh(_ change: (inout Fresh) -> Void) throws -> Fresh {
        var fresh = Fresh(
            scope: try Scope(app: "brand"), version: 1, issued: Timestamp(milliseconds: 0),
            expires: Timestamp(milliseconds: .max), root: 1,
            release: Fresh.ReleasePointer(version: 1, object: Self.object))
        change(&fresh)
        return fresh
    }

    @Test func `states with impossible numbers are refused`() throws {
        try fresh { _ in }.validate()
        for change: (inout Fresh) -> Void in [
            { $0.version = 0 }, { $0.root = 0 }, { $0.root = .min }, { $0.refreshIntervalSeconds = 59 },
            { $0.release = Fresh.ReleasePointer(version: -1, object: Self.object) },
            {
                $0.release = Fresh.ReleasePointer(
                    version: 1, object: ObjectReference(sha256: Self.object.sha256, length: 2_000_000))
            },
        ] {
            #expect(throws: WireError.self) { try fresh(change).validate() }
        }
    }

    @Test(arguments: [Int64.min, -1, 0, Int64.max]) func `any point in time has a description`(
        milliseconds: Int64
    ) {
        #expect(!Timestamp(milliseconds: milliseconds).description.isEmpty)
    }

    @Test(arguments: ["-1", "67108865", "1e30", "null", "\"5\""]) func `an impossible object length is refused`(
        length: String
    ) {
        let json = Data("{\"sha256\":\"\(Self.object.sha256)\",\"length\":\(length)}".utf8)
        #expect(throws: (any Error).self) { try JSONDecoder().decode(ObjectReference.self, from: json) }
    }

    @Test func `a release with a channel outside its hub or a duplicate manifest is refused`() throws {
        let named = [Self.hub, Self.channel].map { ManifestReference(uri: $0, object: Self.object) }
        let stray = ManifestReference(uri: ContentURI(hub: "other", .channel("news")), object: Self.object)
        for manifests in [[], [named[1]], [named[0], named[0]], [named[0], stray]] {
            let release = Release(
                scope: try Scope(app: "brand"), version: 1, issued: Timestamp(milliseconds: 0),
                expires: Timestamp(milliseconds: 1),
                manifests: manifests)
            #expect(throws: WireError.self) { try release.validate() }
        }
    }

    @Test func `a manifest is decoded unchanged, and refused when it is truncated, extended or out of place`() throws {
        let items = [
            Manifest.Item(uri: Self.channel, title: "News", page: Self.object),
            Manifest.Item(uri: ContentURI(hub: "brand", .article("a")), title: "", tags: ["x"], page: Self.object),
        ]
        let manifest = try Manifest(uri: Self.channel, items: items)
        let encoded = try manifest.encoded()
        #expect(try Manifest((Data("--".utf8) + encoded).dropFirst(2)) == manifest)
        for length in 0..<(encoded.count - 1) {
            #expect(throws: WireError.self) { try Manifest(encoded.prefix(length)) }
        }
        #expect(throws: WireError.self) { try Manifest(encoded + Data("{}\n".utf8)) }
        #expect(throws: WireError.self) { try Manifest(uri: Self.hub, items: items) }
        #expect(throws: WireError.self) { try Manifest(uri: Self.channel, items: items + [items[1]]) }
        #expect(throws: WireError.self) {
            try Manifest(Data("{\"uri\":\"zbimdb://brand/\",\"items\":-1,\"assets\":1}\n".utf8))
        }
        #expect(throws: WireError.self) {
            try Manifest(Data("{\"uri\":\"zbimdb://brand/\",\"items\":9223372036854775807,\"assets\":1}\n".utf8))
        }
    }

    @Test func `a root with an unreachable threshold or a duplicate key is refused`() throws {
        let key = try SigningKey.generate().publicKey()
        for (threshold, ids) in [(0, [key.id]), (2, [key.id]), (2, [key.id, key.id]), (1, [])] {
            let roles = Dictionary(
                uniqueKeysWithValues: DocumentType.allCases.map { ($0, Root.Role(keys: ids, threshold: threshold)) })
            #expect(throws: WireError.self) {
                try Root(
                    app: "brand", version: 1, issued: Timestamp(milliseconds: 0), expires: Timestamp(milliseconds: 1),
                    keys: [key], roles: roles)
            }
        }
    }
}
