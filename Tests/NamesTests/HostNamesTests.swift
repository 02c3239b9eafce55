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

/// What the SDK must not bring into an app (PLC-008 to PLC-010, PLC-013, PLC-076, PLC-128).
struct HostNamesTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func sources() throws -> [String] {
        let place = root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }

    private static let storeNames = ["import StoreKit", "SKStore", "SKPayment", "StoreKit.", "Transaction."]

    /// The lines of code that refer to the store's framework outside of `#if … StoreKit`, which is the trait; that the
    /// framework can be imported says nothing of it.
    private static func storeLines(_ source: String) -> [Substring] {
        var conditions: [Bool] = []
        return source.split(separator: "\n").filter { line in
            let code = line.drop { $0 == " " }
            if code.hasPrefix("#if") {
                let words = code.replacing("canImport(StoreKit)", with: "").split { !$0.isLetter }
                conditions.append(words.contains("StoreKit") && code.contains("&&"))
            } else if code.hasPrefix("#else"), let last = conditions.indices.last {
                conditions[last] = false
            } else if code.hasPrefix("#endif") {
                _ = conditions.popLast()
            } else if !code.hasPrefix("//"), !conditions.contains(true) {
                return Self.storeNames.contains { code.contains($0) }
            }
            return false
        }
    }

    @Test func `only code of the trait StoreKit refers to the store's framework`() throws {
        #expect(try Self.sources().flatMap { Self.storeLines($0) }.isEmpty)
        #expect(Self.storeLines("import StoreKit\n#if X && StoreKit\nimport StoreKit\n#endif").count == 1)
        #expect(Self.storeLines("#if canImport(UIKit) && canImport(StoreKit)\nimport StoreKit\n#endif").count == 1)
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        #expect(manifest.contains(#".trait(name: "StoreKit""#))
    }

    /// A Swift package has traits and settings at run time in the place of the ancestor's macros.
    @Test(arguments: [
        ("PH_USE_STOREKIT", "StoreKit"), ("PH_USE_AD_SUPPORT", "Advertiser"), ("PH_USE_MAC_ADDRESS", "setOptedOut"),
        ("static library", "MarqueeStatic"),
    ])
    func `the page on migration says what stands in for each build switch`(name: String, instead: String) throws {
        let page = try String(contentsOf: Self.root.appending(path: "docs/migrating/playhaven.md"), encoding: .utf8)
        let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("|") && $0.contains(name) })
        #expect(row.contains(instead))
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
