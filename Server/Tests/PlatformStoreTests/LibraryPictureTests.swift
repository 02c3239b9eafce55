import Decisioning
import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// What units show of the media library (PLC-006, PLC-057).
@Suite struct LibraryPictureTests {
    private static let upright = "/v3/pictures/demo/magazine/a.png"
    private static let wide = "/v3/pictures/demo/magazine/a-page.png"

    private static func picture(_ address: String) -> JSONValue {
        .record(["url": .text(address), "w": .integer(7), "h": .integer(9)])
    }

    /// A placement whose only unit shows a picture and what was made of it for pages.
    private func placed(_ engine: StoreEngine) async throws -> TemporaryPlatform {
        let store = try await TemporaryPlatform(engine)
        let image = ["PH_PORTRAIT": Self.picture(Self.upright), "PH_LANDSCAPE": Self.picture(Self.wide)]
        let unit = ContentUnitRecord(
            app: "demo", id: "poster", name: "Poster", kind: .image,
            document: UnitDocument(["image": .record(image)]))
        _ = try await store.platform.placements.create(unit, by: "Ann")
        _ = try await store.platform.placements.create(
            PlacementRecord(app: "demo", tag: "start", name: "Start", units: [.init(unit: "poster", priority: 1)]),
            by: "Ann")
        return store
    }

    private func asset(_ name: String, _ bytes: String, _ store: TemporaryPlatform) async throws -> AssetRecord {
        let object = try await store.platform.objects.put(Data(bytes.utf8))
        return AssetRecord(app: "demo", hub: "magazine", name: name, mediaType: "image/png", object: object)
    }

    private static func media(_ size: MediaRecord.Size, page: MediaRecord.Size) -> MediaRecord {
        MediaRecord(
            app: "demo", hub: "magazine", name: "a.png", kind: .picture, size: size,
            variants: .init(page: "a-page.png", pageSize: page),
            origin: .init(fileName: "A.png", digest: "d", madeBy: "Ann", stored: Timestamp(milliseconds: 1)))
    }

    @Test(arguments: StoreEngine.all)
    func `devices get the sizes that pictures of the library have now`(_ engine: StoreEngine) async throws {
        let store = try await placed(engine)
        let library = store.platform.media
        var asked = 0
        func shown() async throws -> [Int64?] {
            asked += 1
            let verdict = try await store.platform.placements.decide(
                PlacementAsk(
                    app: "demo", nonce: "n\(asked)", nonceEnds: store.now + .seconds(600), install: "phone",
                    identifiers: [],
                    purpose: .unit(placement: "start", DecisionRequest(), skipping: [], seed: 1)))
            guard case .unit(let unit?, _, _) = verdict.outcome else { return [] }
            return ["PH_PORTRAIT", "PH_LANDSCAPE"].flatMap { name in
                ["w", "h"].map { unit.document["image"]?[name]?[$0]?.integer }
            }
        }
        #expect(try await shown() == [7, 9, 7, 9], "nothing is known of the pictures")
        let first = [try await asset("a.png", "1", store), try await asset("a-page.png", "1p", store)]
        _ = try await library.save(
            Self.media(.init(width: 320, height: 480), page: .init(width: 160, height: 240)), assets: first,
            expectedVersion: 0, by: "Ann")
        #expect(try await shown() == [320, 480, 160, 240])
        let second = [try await asset("a.png", "2", store), try await asset("a-page.png", "2p", store)]
        _ = try await library.save(
            Self.media(.init(width: 600, height: 300), page: .init(width: 200, height: 100)), assets: second,
            expectedVersion: 1, by: "Ann")
        #expect(try await shown() == [600, 300, 200, 100], "another file is in its place")
        _ = try await library.save(
            Self.media(.init(width: 601, height: 301), page: .init(width: 200, height: 100)), assets: [],
            expectedVersion: 2, by: "Ann")
        #expect(try await shown() == [601, 301, 200, 100], "only the size became known")
        let stored = try #require(try await store.platform.placements.unit("poster", app: "demo"))
        #expect(stored.document["image"]?["PH_PORTRAIT"] == Self.picture(Self.upright), "as it was written")
    }

    @Test(arguments: StoreEngine.all)
    func `pictures that units show and the library lacks are known`(_ engine: StoreEngine) async throws {
        let store = try await placed(engine)
        let placements = store.platform.placements
        let (upright, wide) = (
            try #require(LibraryPicture(Self.upright)), try #require(LibraryPicture(Self.wide))
        )
        #expect(try await placements.lostPictures(app: "demo") == [upright, wide])
        let assets = [try await asset("a.png", "1", store), try await asset("a-page.png", "1p", store)]
        let size = MediaRecord.Size(width: 1, height: 1)
        _ = try await store.platform.media.save(
            Self.media(size, page: size), assets: assets, expectedVersion: 0, by: "Ann")
        #expect(try await placements.lostPictures(app: "demo").isEmpty)
        try await store.platform.content.put(
            AssetRecord(
                app: "demo", hub: "magazine", name: "a-page.png", mediaType: "text/html", object: assets[1].object),
            by: "Ann")
        #expect(try await placements.lostPictures(app: "demo") == [wide], "what is no picture is not shown")
        try await store.platform.media.delete(upright.uri, app: "demo", by: "Ann")
        #expect(try await placements.lostPictures(app: "demo") == [upright, wide])
    }
}
