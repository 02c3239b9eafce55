import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// Facts about files: stored with their assets, changed by version, deleted with everything made of them.
@Suite struct MediaStoreTests {
    private static func asset(_ name: String, _ store: TemporaryPlatform) async throws -> AssetRecord {
        let object = try await store.platform.objects.put(Data(name.utf8))
        return AssetRecord(app: "demo", hub: "news", name: name, mediaType: "image/png", object: object)
    }

    private static func media(_ name: String, digest: String = "d", variants: [String] = []) -> MediaRecord {
        MediaRecord(
            app: "demo", hub: "news", name: name, kind: .picture, size: .init(width: 30, height: 20),
            description: .init(alt: "Boots"), focus: .init(x: 100, y: 900),
            variants: .init(page: variants.first, card: variants.dropFirst().first),
            origin: .init(
                fileName: "Boots.png",
                address: URL(string: "https://example.org/\(digest)").map(MediaRecord.Address.init),
                digest: digest, madeBy: "Ann",
                stored: Timestamp(milliseconds: 1_790_000_000_000)))
    }

    private static func unit(_ picture: String) -> ContentUnitRecord {
        ContentUnitRecord(
            app: "demo", id: "gift", name: "Gift", kind: .reward,
            document: UnitDocument(["image": .record(["url": .text(picture)])]), isPaused: true)
    }

    private static func publish(_ version: Int, _ live: [LiveArticle], _ store: TemporaryPlatform) async throws {
        let release = ReleaseRecord(
            scope: try Scope(app: "demo"), version: version, issued: store.now, note: "", who: "t",
            document: ObjectReference(of: Data("\(version)".utf8)), manifests: [])
        let fresh = try SignedDocument(
            type: .fresh, payload: Data("{}".utf8), keys: [try SigningKey.generate()])
        try await store.platform.releases.publish(release, fresh: fresh, freshVersion: version, live: live)
    }

    private static func filled(_ engine: StoreEngine) async throws -> TemporaryPlatform {
        let store = try await TemporaryPlatform(engine)
        if try await store.platform.content.hub("news", app: "demo") == nil {
            _ = try await store.platform.content.create(HubRecord(app: "demo", id: "news", title: "News"), by: "t")
        }
        return store
    }

    @Test(arguments: StoreEngine.all)
    func `a record comes back as it was stored, and variants are no files of their own`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await Self.filled(engine)
        let records = try await [Self.asset("a.png", store), Self.asset("a-page.png", store)]
        let media = Self.media("a.png", variants: ["a-page.png"])
        var stored = try await store.platform.media.save(media, assets: records, expectedVersion: 0, by: "Ann")
        #expect(stored.version == 1)
        stored.version = 0
        #expect(stored == media)
        try await store.platform.content.put(Self.asset("imported.png", store), by: "t")
        let files = try await store.platform.media.files(app: "demo")
        #expect(files.map(\.asset.name) == ["a.png", "imported.png"] && files[1].media == nil)
        #expect(try await store.platform.media.file(records[1].uri, app: "demo") == nil)
        let found = try await store.platform.media.media(digest: "d", address: nil, hub: "news", app: "demo")
        #expect(found?.name == "a.png")
        let fetched = try await store.platform.media.media(
            digest: nil, address: "https://example.org/d", hub: "news", app: "demo")
        #expect(fetched?.name == "a.png")
        #expect(try await store.platform.content.content(app: "demo").media.map(\.name) == ["a.png"])
        #expect(
            await store.code {
                _ = try await store.platform.media.save(media, assets: [], expectedVersion: 0, by: "Ann")
            } == .alreadyExists)
    }

    @Test(arguments: StoreEngine.all)
    func `old files that no text shows are found and deleted, and others stay`(_ engine: StoreEngine) async throws {
        let store = try await Self.filled(engine)
        let (content, library) = (store.platform.content, store.platform.media)
        let channel = try await content.create(
            ChannelRecord(app: "demo", hub: "news", id: "c", title: "C"), by: "t"
        ).uri
        for name in ["a.png", "b.png", "c.png"] {
            let assets = try await [Self.asset(name, store), Self.asset("page-\(name)", store)]
            let media = Self.media(name, digest: name, variants: ["page-\(name)"])
            _ = try await library.save(media, assets: assets, expectedVersion: 0, by: "Ann")
        }
        for number in 0..<60 {
            _ = try await content.createArticle(
                ArticleContent(title: "Story \(number)", body: number == 59 ? "![](page-a.png)" : "not-b.png"),
                in: channel, app: "demo", by: "t")
        }
        let stored = Timestamp(milliseconds: 1_790_000_000_000)
        #expect(try await library.unused(before: stored, app: "demo").isEmpty, "they are too young")
        let found = try await library.unused(before: stored + .milliseconds(1), app: "demo").map(\.asset.name).sorted()
        #expect(found == ["b.png", "c.png"])
        let placements = store.platform.placements
        let unit = try await placements.create(Self.unit("/v3/pictures/demo/news/page-b.png"), by: "Ann")
        let others = try await library.unused(before: stored + .milliseconds(1), app: "demo").map(\.asset.name)
        #expect(others == ["c.png"], "a content unit shows the other one")
        try await placements.removeUnit(unit.id, expectedVersion: unit.version, app: "demo", by: "Ann")
        let uris = try await library.files(app: "demo").map(\.asset.uri)
        let some = Set(uris.filter { !"\($0)".hasSuffix("/c.png") })
        let deleted = try await library.deleteUnused(
            some, before: stored + .milliseconds(1), app: "demo", by: "Bo")
        #expect(deleted == [ContentURI(hub: "news", .asset("b.png"))])
        #expect(try await content.assets(hub: "news", app: "demo").count == 4)
        let pair = [uris[0], ContentURI(hub: "news", .asset("none.png"))]
        #expect(try await library.files(pair, app: "demo").map(\.asset.uri) == [uris[0]])
        let audit = try await store.platform.audit.entries(app: "demo", before: nil, limit: 1)
        #expect(audit.first?.action == "media.delete" && audit.first?.who == "Bo")
    }

    @Test(arguments: [
        ("![](a.png)", true), ("See a.png.", true), ("(../assets/a.png)", true), ("x/a.png?y", true),
        ("first.a.png", true), ("a.png.webp", true), ("xa.png", false), ("a.pngs", false), ("my-a.png", false),
        ("_a.png", false), ("a.pn", false), ("", false), ("...", false), ("ü a.png ü", true),
    ])
    func `a text mentions a file by its whole name`(_ text: String, _ isMentioned: Bool) {
        var mentions = FileMentions(of: ["a.png", "other.png"])
        mentions.read(text)
        #expect(mentions.missing == (isMentioned ? ["other.png"] : ["a.png", "other.png"]))
    }

    @Test(arguments: StoreEngine.all)
    func `a change names the version that was read, and drops variants`(_ engine: StoreEngine) async throws {
        let store = try await Self.filled(engine)
        let records = try await [Self.asset("a.png", store), Self.asset("a-page.png", store)]
        _ = try await store.platform.media.save(
            Self.media("a.png", variants: ["a-page.png"]), assets: records, expectedVersion: 0, by: "Ann")
        var changed = Self.media("a.png")
        changed.description = .init(isDecorative: true)
        let stored = try await store.platform.media.save(changed, assets: [], expectedVersion: 1, by: "Eve")
        #expect(stored.version == 2 && stored.description.isDecorative && !stored.description.isMissing)
        #expect(try await store.platform.content.assets(hub: "news", app: "demo").map(\.name) == ["a.png"])
        #expect(
            await store.code {
                _ = try await store.platform.media.save(changed, assets: [], expectedVersion: 1, by: "Eve")
            } == .versionConflict)
        changed.description.alt = String(repeating: "x", count: 5000)
        #expect(
            await store.code {
                _ = try await store.platform.media.save(changed, assets: [], expectedVersion: 2, by: "Eve")
            } == .invalid)
        let actions = try await store.platform.audit.entries(app: "demo", before: nil, limit: 2).map(\.action)
        #expect(actions == ["media.update", "media.create"])
    }

    @Test(arguments: StoreEngine.all)
    func `a deleted file goes with its variants, and is nobody's poster`(_ engine: StoreEngine) async throws {
        let store = try await Self.filled(engine)
        let records = try await [Self.asset("a.png", store), Self.asset("a-page.png", store)]
        let media = Self.media("a.png", variants: ["a-page.png"])
        _ = try await store.platform.media.save(media, assets: records, expectedVersion: 0, by: "Ann")
        var video = Self.media("v.mp4", digest: "v")
        video.companions.poster = "a.png"
        _ = try await store.platform.media.save(
            video, assets: [try await Self.asset("v.mp4", store)], expectedVersion: 0, by: "Ann")
        try await store.platform.media.delete(media.uri, app: "demo", by: "Ann")
        #expect(try await store.platform.content.assets(hub: "news", app: "demo").map(\.name) == ["v.mp4"])
        let left = try await store.platform.media.files(app: "demo").first?.media
        #expect(left?.companions.poster == nil && left?.version == 2)
        #expect(
            await store.code { try await store.platform.media.delete(media.uri, app: "demo", by: "Ann") } == .notFound)
        try await store.platform.content.delete(
            ContentURI(hub: "news", .hub), expectedVersion: nil, app: "demo", by: "Ann")
        #expect(try await store.platform.media.files(app: "demo").isEmpty)
    }

    @Test(arguments: StoreEngine.all)
    func `the articles that name a file are found, not those that name a longer one`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await Self.filled(engine)
        let content = store.platform.content
        if try await content.channels(hub: "news", app: "demo").isEmpty {
            _ = try await content.create(ChannelRecord(app: "demo", hub: "news", id: "c", title: "C"), by: "t")
        }
        let channel = try #require(try await content.channels(hub: "news", app: "demo").first).uri
        for (title, body) in [
            ("B", "![](a_1.png)"), ("A", "x ![](assets/a_1.png)"), ("C", "![](ba_1.png)"), ("D", "![](a-1.png)"),
        ] {
            _ = try await content.createArticle(
                ArticleContent(title: title, body: body), in: channel, app: "demo", by: "t")
        }
        let uses = try await store.platform.media.uses(of: ContentURI(hub: "news", .asset("a_1.png")), app: "demo")
        #expect(uses.map(\.title) == ["A", "B"] && uses.allSatisfy { $0.way == .text })
    }

    @Test(arguments: StoreEngine.all)
    func `what devices have and what a video needs counts as a use too`(_ engine: StoreEngine) async throws {
        let store = try await Self.filled(engine)
        let (content, media) = (store.platform.content, store.platform.media)
        if try await content.channels(hub: "news", app: "demo").isEmpty {
            _ = try await content.create(ChannelRecord(app: "demo", hub: "news", id: "c", title: "C"), by: "t")
        }
        let channel = try #require(try await content.channels(hub: "news", app: "demo").first).uri
        let assets = try await [Self.asset("b.png", store), Self.asset("b-page.png", store)]
        let picture = try await media.save(
            Self.media("b.png", digest: "b", variants: ["b-page.png"]), assets: assets, expectedVersion: 0, by: "t")
        var live: [LiveArticle] = []
        for body in ["![](b.png)", "![](b-page.png)"] {
            var article = try await content.createArticle(
                ArticleContent(title: body, body: body), in: channel, app: "demo", by: "t")
            live.append(LiveArticle(article.uri, version: 1))
            article.content.body = "Nothing"
            _ = try await content.update(article, expectedVersion: 1, by: "t")
        }
        #expect(try await media.uses(of: picture.uri, app: "demo").isEmpty)
        try await Self.publish(1, live, store)
        var video = MediaRecord(
            app: "demo", hub: "news", name: "b.mp4", kind: .video,
            origin: .init(fileName: "Walk.mp4", digest: "w", madeBy: "t", stored: Timestamp(milliseconds: 1)))
        video.companions.poster = "b.png"
        _ = try await media.save(
            video, assets: [try await Self.asset("b.mp4", store)], expectedVersion: 0, by: "t")
        let uses = try await media.uses(of: picture.uri, app: "demo")
        #expect(uses.map(\.title) == ["![](b-page.png)", "![](b.png)", "Walk.mp4"])
        #expect(uses.map(\.way) == [.live, .live, .companion] && uses.last?.place == .content(video.uri))
        try await Self.publish(2, [], store)
        _ = try await store.platform.placements.create(Self.unit("/v3/pictures/demo/news/b-page.png"), by: "t")
        let left = try await media.uses(of: picture.uri, app: "demo")
        #expect(left.map(\.way) == [.companion, .unit] && left.last?.place == .unit("gift"))
    }

    @Test(arguments: StoreEngine.all)
    func `a poster is a picture of the hub, and captions are captions`(_ engine: StoreEngine) async throws {
        let store = try await Self.filled(engine)
        _ = try await store.platform.media.save(
            Self.media("p.png", digest: "p"), assets: [try await Self.asset("p.png", store)], expectedVersion: 0,
            by: "t")
        let video = Self.media("v2.mp4", digest: "v2")
        let asset = try await Self.asset("v2.mp4", store)
        for companions in [
            MediaRecord.Companions(poster: "none.png"), .init(captions: "p.png"), .init(poster: "v2.mp4"),
        ] {
            var wrong = video
            wrong.companions = companions
            let refused = wrong
            #expect(
                await store.code {
                    _ = try await store.platform.media.save(refused, assets: [asset], expectedVersion: 0, by: "t")
                } == .invalid, "\(companions)")
        }
        var right = video
        right.companions.poster = "p.png"
        let stored = try await store.platform.media.save(right, assets: [asset], expectedVersion: 0, by: "t")
        #expect(stored.companions.poster == "p.png")
    }

    @Test(arguments: StoreEngine.all)
    func `an import that brings another file under a name takes away what was made of the old one`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await Self.filled(engine)
        let assets = try await [Self.asset("i.png", store), Self.asset("i-page.png", store)]
        let media = Self.media("i.png", digest: "i", variants: ["i-page.png"])
        _ = try await store.platform.media.save(media, assets: assets, expectedVersion: 0, by: "t")
        let object = try await store.platform.objects.put(Data("another picture".utf8))
        let brought = AssetRecord(app: "demo", hub: "news", name: "i.png", mediaType: "image/png", object: object)
        let batch = ContentImport(
            app: "demo", source: "s", hub: HubRecord(app: "demo", id: "news", title: "News"), channels: [],
            articles: [], assets: [brought])
        for _ in 0..<2 { _ = try await store.platform.content.apply(batch, by: "t") }
        let found = try #require(try await store.platform.media.file(media.uri, app: "demo")?.media)
        #expect(found.variants.names.isEmpty && found.size == nil && found.description.alt == "Boots")
        #expect(found.version == 2 && found.origin.isImported && found.origin.digest == object.sha256.hex)
        #expect(try await store.platform.content.asset(assets[1].uri, app: "demo") == nil)
    }
}
