import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeHub

/// HUB-155: a flipped byte is found before its content is used, both in a download and on disk.
@Suite(.timeLimit(.minutes(10))) struct FlippedByteTests {
    private let device: DeliveryFixture
    private let library: ContentLibrary
    private let file: URL
    private let whole: Data

    init() async throws {
        device = try DeliveryFixture()
        library = try await device.filledLibrary()
        file = try device.contentFile()
        whole = try Data(contentsOf: file)
    }

    private func open() throws -> ContentDatabase {
        try ContentDatabase(
            file, scope: device.service.scope, anchors: TrustAnchors(keys: [device.service.publicKey()]))
    }

    private func write(flipping index: Int) throws {
        var flipped = whole
        flipped[index] ^= 0xFF
        try flipped.write(to: file)
    }

    /// The contents of a content file, read while the file is undamaged.
    private struct Contents {
        let objects: [ObjectReference: Data]
        let manifests: Set<ObjectHash>
        let documents: [Data]
        /// The objects in the encoding of the file.
        let stored: [ObjectReference: Data]
        let items: [ContentItem]

        init(_ database: ContentDatabase) throws {
            let references = database.catalog.objects.values
            objects = Dictionary(uniqueKeysWithValues: try references.map { ($0, try database.object($0)) })
            stored = Dictionary(
                uniqueKeysWithValues: try references.map { ($0, try #require(database.stored($0)).bytes) })
            manifests = Set(database.catalog.release.manifests.map(\.object.sha256))
            documents =
                database.label.documents.roots + [database.label.documents.fresh, database.label.documents.release]
            items = database.catalog.items
            database.close()
        }
    }

    /// Three offsets in the file at the beginning of `bytes`. Only the first 48 bytes are certain to be in one piece.
    private func positions(of bytes: Data) throws -> [Int] {
        let piece = bytes.prefix(48)
        let start = try #require(whole.range(of: piece)).lowerBound
        return [0, piece.count / 2, piece.count - 2].map { start + $0 }
    }

    @Test func `a flipped byte in a page is found when that page is read, and other pages stay readable`() throws {
        let contents = try Contents(try open())
        let pages = contents.stored.filter { !contents.manifests.contains($0.key.sha256) }
        #expect(pages.count == 10)
        for (reference, bytes) in pages {
            for index in try positions(of: bytes) {
                try write(flipping: index)
                let database = try open()
                let damaged = contents.objects.keys.filter { (try? database.object($0)) == nil }
                #expect(damaged == [reference], "byte \(index)")
                database.close()
            }
        }
    }

    @Test func `a flipped byte in a signed document or a manifest is found when the file is opened`() async throws {
        let contents = try Contents(try open())
        // A library that finds damage refreshes, and would mend the file under this test.
        await library.close()
        let manifests = contents.stored.filter { contents.manifests.contains($0.key.sha256) }.map(\.value)
        #expect(manifests.count == 3)
        for bytes in manifests + contents.documents {
            for index in try positions(of: bytes) {
                try write(flipping: index)
                #expect(throws: RefreshError.self, "byte \(index)") { try open() }
                #expect(library.open() == nil)
            }
        }
    }

    @Test func `a flipped byte anywhere is found, or it changes no content`() throws {
        let contents = try Contents(try open())
        var refused = 0
        var unreadable = 0
        for index in stride(from: 0, to: whole.count, by: 397) {
            try write(flipping: index)
            guard let database = try? open() else {
                refused += 1
                continue
            }
            let read = contents.objects.keys.map { ($0, try? database.object($0)) }
            #expect(read.allSatisfy { $0.1 == nil || $0.1 == contents.objects[$0.0] }, "byte \(index)")
            #expect(database.catalog.items == contents.items, "byte \(index)")
            unreadable += read.contains { $0.1 == nil } ? 1 : 0
            database.close()
        }
        #expect(refused > 0)
        #expect(unreadable > 0)
    }

    /// The first object fetched is the release, the second a manifest, the third an article.
    @Test(arguments: 0..<3)
    func `a download with a flipped byte is refused, and the stored release stays`(_ number: Int) async throws {
        var content = SimulatedContent.sample()
        content.hubs[0].channels[0].articles[0].html += "<p>One more sentence.</p>"
        try device.service.publish(content)
        let service = device.service
        let fetched = Locked<[Substring]>([])
        for fraction in [0.0, 0.3, 0.6, 0.99] {
            service.intercept { [weak service] path throws(TransportError) in
                let parts = path.split(separator: "/")
                guard parts.count > 1, parts[0] == "objects", let answer = service?.response(path) else { return nil }
                let isTarget = fetched.withLock { fetched in
                    if !fetched.contains(parts[1]) { fetched.append(parts[1]) }
                    return fetched.firstIndex(of: parts[1]) == number
                }
                guard isTarget, answer.status == 200 else { return nil }
                var body = answer.body
                body[Int(Double(body.count) * fraction)] ^= 0xFF
                return TransportResponse(status: 200, body: body)
            }
            #expect(await library.refresh().error?.code == .notAuthentic, "at \(fraction)")
            #expect(library.open()?.version == 1)
            #expect(library.isReady)
        }
        service.intercept(nil)
        #expect(await library.refresh().error == nil)
        #expect(library.open()?.version == 2)
    }
}
