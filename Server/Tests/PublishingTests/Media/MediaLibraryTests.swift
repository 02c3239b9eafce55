import Foundation
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Publishing

/// Pictures of the library in pages, previews and releases.
@Suite struct MediaLibraryTests {
    private static let channel = ContentURI(hub: "news", .channel("cars"))

    private static func filled() async throws -> TestPlatform {
        let test = try await TestPlatform()
        let content = test.platform.content
        _ = try await content.create(HubRecord(app: TestPlatform.app, id: "news", title: "News"), by: "test")
        _ = try await content.create(
            ChannelRecord(app: TestPlatform.app, hub: "news", id: "cars", title: "Cars"), by: "test")
        return test
    }

    private static func add(
        _ data: Data, _ name: String, _ test: TestPlatform, alt: String = ""
    ) async throws -> MediaRecord {
        let upload = MediaUpload(fileName: name, content: JobFileContent(data), description: .init(alt: alt))
        return try await MediaLibrary(platform: test.platform)
            .add(upload, hub: "news", app: TestPlatform.app, by: "Ann").media
    }

    private static func article(_ body: String, _ test: TestPlatform) async throws -> ArticleRecord {
        try await test.platform.content.createArticle(
            ArticleContent(title: "Boots", body: body), in: channel, app: TestPlatform.app, by: "test")
    }

    private static func code(_ body: () async throws -> Void) async -> PublishingError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? PublishingError)?.code
        }
    }

    private static func assets(_ test: TestPlatform) async throws -> [String] {
        let release = try await ReleaseBuilder(objects: test.platform.objects).build(
            test.platform.content.content(app: TestPlatform.app), app: TestPlatform.app,
            templates: PageTemplates(records: []), at: Timestamp(Date()))
        return release.manifests.flatMap(\.manifest.assets).map { $0.uri.path.replacing("assets/", with: "") }.sorted()
    }

    @Test func `a release holds the variants that its pages show, and no other`() async throws {
        let test = try await Self.filled()
        let shown = try await Self.add(
            try TestFiles.png(width: 1500, height: 900), "My Boots.PNG", test, alt: "Two boots")
        let other = try await Self.add(try TestFiles.png(width: 40, height: 30), "other.png", test)
        #expect(shown.name.hasPrefix("my-boots-") && shown.name.hasSuffix(".png"))
        let article = try await Self.article("![](\(shown.name))\n\nText", test)
        let page = try await PagePreview(platform: test.platform).page(article.uri, app: TestPlatform.app)
        let variant = try #require(shown.variants.page)
        #expect(page.contains("src=\"../assets/\(variant)\" alt=\"Two boots\" width=\"1200\" height=\"720\""))
        let names = try await Self.assets(test).filter { !$0.hasSuffix(".css") }
        #expect(names == [shown.variants.card, shown.variants.page].compactMap { $0 }.sorted())
        #expect(!names.contains(other.name) && !names.contains(shown.name))
    }

    @Test func `a video has its poster and captions, and a card shows the poster`() async throws {
        let test = try await Self.filled()
        let poster = try await Self.add(try TestFiles.png(width: 64, height: 36), "poster.png", test)
        let words = try await Self.add(TestFiles.captions, "words.vtt", test)
        let video = try await Self.add(TestFiles.movie(), "clip.mp4", test)
        let file = try #require(try await test.platform.media.file(video.uri, app: TestPlatform.app))
        _ = try await MediaLibrary(platform: test.platform).describe(
            file, description: .init(alt: "A walk"), focus: .init(),
            companions: .init(poster: poster.name, captions: words.name), expectedVersion: video.version, by: "Ann")
        let article = try await Self.article("Look:\n\n![](assets/\(video.name))", test)
        let page = try await PagePreview(platform: test.platform).page(article.uri, app: TestPlatform.app)
        for part in [
            "<video src=\"../assets/\(video.name)\" controls playsinline preload=\"metadata\" aria-label=\"A walk\"",
            "poster=\"../assets/\(poster.name)\"", "<track kind=\"captions\" src=\"../assets/\(words.name)\" default>",
        ] { #expect(page.contains(part), "\(part)") }
        let names = try await Self.assets(test)
        #expect(Set(names).isSuperset(of: [video.name, poster.name, words.name, try #require(poster.variants.card)]))
    }

    @Test func `the same file is stored once`() async throws {
        let test = try await Self.filled()
        let data = try TestFiles.png(width: 10, height: 10)
        let first = try await Self.add(data, "a.png", test)
        let second = try await Self.add(data, "b.png", test)
        #expect(first == second)
        #expect(try await test.platform.media.files(app: TestPlatform.app).count == 1)
    }

    @Test func `the same file at the same time is stored once`() async throws {
        let test = try await Self.filled()
        let data = try TestFiles.png(width: 12, height: 10)
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<10 { group.addTask { try await Self.add(data, "p\(number % 2).png", test).name } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect((1...2).contains(names.count), "each of the two names once")
        #expect(try await test.platform.media.files(app: TestPlatform.app).count == names.count)
    }

    @Test func `a file that was replaced can be uploaded again under a name of its own`() async throws {
        let test = try await Self.filled()
        let data = try TestFiles.png(width: 10, height: 10)
        let first = try await Self.add(data, "a.png", test)
        let file = try #require(try await test.platform.media.file(first.uri, app: TestPlatform.app))
        let other = JobFileContent(try TestFiles.png(width: 11, height: 10))
        let replaced = try await MediaLibrary(platform: test.platform)
            .replace(file, with: MediaUpload(fileName: "b.png", content: other), by: "Ann")
        let again = try await Self.add(data, "a.png", test)
        #expect(again.name != replaced.name && again.size == first.size && replaced.name == first.name)
    }

    @Test func `a new focus cuts the card again`() async throws {
        let test = try await Self.filled()
        let media = try await Self.add(try TestFiles.png(width: 400, height: 400), "a.png", test)
        func card() async throws -> ObjectHash? {
            let name = try #require(media.variants.card)
            return try await test.platform.content.asset(
                ContentURI(hub: "news", .asset(name)), app: TestPlatform.app)?.object.sha256
        }
        let before = try await card()
        let file = try #require(try await test.platform.media.file(media.uri, app: TestPlatform.app))
        let moved = try await MediaLibrary(platform: test.platform).describe(
            file, description: .init(alt: "x"), focus: .init(x: 0, y: 0), companions: .init(), expectedVersion: 1,
            by: "Ann")
        #expect(moved.version == 2 && moved.size == media.size)
        #expect(try await card() != before)
    }

    @Test func `a replaced file keeps its name and takes no other kind`() async throws {
        let test = try await Self.filled()
        let library = MediaLibrary(platform: test.platform)
        let media = try await Self.add(try TestFiles.png(width: 1500, height: 100), "a.png", test)
        let file = try #require(try await test.platform.media.file(media.uri, app: TestPlatform.app))
        let jpeg = JobFileContent(try TestFiles.encoded(.jpeg, width: 30, height: 20))
        let replaced = try await library.replace(file, with: MediaUpload(fileName: "b.jpg", content: jpeg), by: "Ann")
        #expect(replaced.name == media.name && replaced.size == .init(width: 30, height: 20))
        #expect(replaced.variants.page == nil)
        let old = ContentURI(hub: "news", .asset(try #require(media.variants.page)))
        #expect(try await test.platform.content.asset(old, app: TestPlatform.app) == nil)
        let asset = try #require(try await test.platform.media.file(media.uri, app: TestPlatform.app)).asset
        #expect(asset.mediaType == "image/png")
        let video = MediaUpload(fileName: "c.mp4", content: JobFileContent(TestFiles.movie()))
        let present = MediaFile(asset: asset, media: replaced)
        let code = await Self.code { _ = try await library.replace(present, with: video, by: "Ann") }
        #expect(code == .malformed)
    }

    @Test func `fifty uploads at once are all answered, and two are decoded at a time`() async throws {
        let test = try await Self.filled()
        let slots = DecodingSlots(count: 2, waiting: 200)
        var library = MediaLibrary(platform: test.platform)
        library.slots = slots
        let files = try (0..<50).map { try TestFiles.png(width: 20 + $0, height: 20) }
        let names = try await withThrowingTaskGroup(of: String.self) { [library] group in
            for (number, data) in files.enumerated() {
                group.addTask {
                    let upload = MediaUpload(fileName: "p\(number).png", content: JobFileContent(data))
                    return try await library.add(upload, hub: "news", app: TestPlatform.app, by: "Ann").media.name
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(names.count == 50 && (1...2).contains(slots.most))
        #expect(try await test.platform.media.files(app: TestPlatform.app).count == 50)
    }

    /// Objects that remember how many slots were taken when bytes came.
    private struct WatchedObjects: ObjectStore {
        let base: any ObjectStore
        let slots: DecodingSlots
        let seen = Seen()

        final class Seen: Sendable {
            let running = Mutex<[Int]>([])
        }

        func put(_ data: Data) async throws(StoreError) -> ObjectReference {
            seen.running.withLock { $0.append(slots.running) }
            return try await base.put(data)
        }

        func contains(_ hash: ObjectHash) async throws(StoreError) -> Bool { try await base.contains(hash) }

        func data(_ hash: ObjectHash, verifying: Bool) async throws(StoreError) -> Data? {
            try await base.data(hash, verifying: verifying)
        }

        func names(after: ObjectHash?, limit: Int) async throws(StoreError) -> [ObjectHash] {
            try await base.names(after: after, limit: limit)
        }

        func file(_ hash: ObjectHash, as encoding: ObjectEncoding, makes: Bool) async throws(StoreError) -> StoredFile?
        {
            try await base.file(hash, as: encoding, makes: makes)
        }
    }

    @Test func `a file keeps its slot until it is stored, because it takes memory until then`() async throws {
        let test = try await Self.filled()
        let slots = DecodingSlots(count: 2, waiting: 2)
        let objects = WatchedObjects(base: test.platform.objects, slots: slots)
        var platform = test.platform
        platform.objects = objects
        var library = MediaLibrary(platform: platform)
        library.slots = slots
        let upload = MediaUpload(fileName: "a.png", content: JobFileContent(try TestFiles.png(width: 9, height: 9)))
        let media = try await library.add(upload, hub: "news", app: TestPlatform.app, by: "Ann").media
        #expect(objects.seen.running.withLock { $0 } == [1, 1, 1])
        objects.seen.running.withLock { $0 = [] }
        let file = try #require(try await platform.media.file(media.uri, app: TestPlatform.app))
        _ = try await library.describe(
            file, description: .init(), focus: .init(x: 0, y: 0), companions: .init(), expectedVersion: 1, by: "Ann")
        #expect(objects.seen.running.withLock { $0 } == [1, 1], "the picture itself is not written again")
        #expect(slots.running == 0)
    }

    @Test func `a preview reads no file for the sizes of pictures in the library`() async throws {
        let test = try await Self.filled()
        let media = try await Self.add(try TestFiles.png(width: 1500, height: 900), "a.png", test)
        let content = try await test.platform.content.content(app: TestPlatform.app)
        let sizes = try await ReleaseBuilder(objects: Unreadable()).sizes(
            of: content.assets, knowing: content.media(of: "news"))
        #expect(sizes.count == 4 && sizes[media.name] == ImageSize(width: 1500, height: 900))
        #expect(sizes[try #require(media.variants.page)] == ImageSize(width: 1200, height: 720))
        #expect(sizes[try #require(media.variants.card)] == ImageSize(width: 960, height: 480))
    }

    /// Objects that cannot be read.
    private struct Unreadable: ObjectStore {
        static let failure = StoreError(.storage, "nothing is read here")

        func put(_ data: Data) async throws(StoreError) -> ObjectReference { throw Self.failure }

        func contains(_ hash: ObjectHash) async throws(StoreError) -> Bool { throw Self.failure }

        func data(_ hash: ObjectHash, verifying: Bool) async throws(StoreError) -> Data? { throw Self.failure }

        func names(after: ObjectHash?, limit: Int) async throws(StoreError) -> [ObjectHash] { throw Self.failure }

        func file(_ hash: ObjectHash, as encoding: ObjectEncoding, makes: Bool) async throws(StoreError) -> StoredFile?
        {
            throw Self.failure
        }
    }

    @Test func `a picture of an import is not replaced, because the import would bring it again`() async throws {
        let test = try await Self.filled()
        let library = MediaLibrary(platform: test.platform)
        try test.write(try TestFiles.png(width: 1500, height: 900), to: "site/boots.png")
        try test.write("# Boots\n\n![Boots](boots.png)", to: "site/cars/one.md")
        _ = try await test.importing("site")
        let name = try #require(
            try await test.platform.media.files(app: TestPlatform.app).first { $0.media == nil }?.asset.name)
        let uri = ContentURI(hub: "news", .asset(name))
        let upload = MediaUpload(fileName: "b.png", content: JobFileContent(try TestFiles.png(width: 4, height: 4)))
        func file() async throws -> MediaFile {
            try #require(try await test.platform.media.file(uri, app: TestPlatform.app))
        }
        let brought = try await file()
        _ = try await library.describe(
            brought, description: .init(alt: "Two boots"), focus: .init(), companions: .init(), expectedVersion: 0,
            by: "Ann")
        for file in [brought, try await file()] {
            #expect(!file.isReplaceable)
            let code = await Self.code { _ = try await library.replace(file, with: upload, by: "Ann") }
            #expect(code == .malformed)
        }
        _ = try await test.importing("site")
        let after = try #require(try await file().media)
        #expect(after.description.alt == "Two boots" && after.variants.page != nil && after.version == 1)
    }

    @Test func `too many that wait are sent away`() async throws {
        let test = try await Self.filled()
        var library = MediaLibrary(platform: test.platform)
        library.slots = DecodingSlots(count: 0, waiting: 0)
        let upload = MediaUpload(fileName: "a.png", content: JobFileContent(try TestFiles.png(width: 2, height: 2)))
        let full = library
        let code = await Self.code { _ = try await full.add(upload, hub: "news", app: TestPlatform.app, by: "Ann") }
        #expect(code == .tooLarge)
    }

    /// What the web answers, by address.
    private struct Web: SourceFetcher {
        let files: [String: Data]

        func fetch(_ url: URL, maximum: Int) async throws(PublishingError) -> Data {
            guard let data = files[url.absoluteString] else {
                throw PublishingError(.unreachable, "\(url) cannot be reached")
            }
            return data
        }
    }

    @Test func `pictures from the web come into the library when an article is saved`() async throws {
        let test = try await Self.filled()
        let web = Web(files: [
            "https://example.org/a.png": try TestFiles.png(width: 9, height: 9),
            "https://example.org/page": Data("<html>".utf8), "https://example.org/x.svg": TestFiles.svg,
        ])
        let pictures = ArticlePictures(
            platform: test.platform, library: MediaLibrary(platform: test.platform), fetcher: web)
        let content = ArticleContent(
            title: "Boots",
            body: """
                ![One](https://example.org/a.png) [link](https://example.org/a.png)
                ![](https://example.org/page) ![](https://example.org/x.svg) ![](https://example.org/gone.png)
                """)
        let result = try await pictures.collect(content, hub: "news", app: TestPlatform.app, by: "Ann")
        let file = try #require(try await test.platform.media.files(app: TestPlatform.app).first)
        #expect(result.content.body.contains("![One](\(file.asset.name)) [link](https://example.org/a.png)"))
        #expect(
            file.media?.description.alt == "One" && file.media?.origin.address?.shown == "https://example.org/a.png")
        #expect(
            result.failures.map(\.address) == [
                "https://example.org/page", "https://example.org/x.svg", "https://example.org/gone.png",
            ])
        let article = try await Self.article(
            result.content.body + "\n![](none.png) ![Describe the picture](\(file.asset.name))", test)
        let checks = ArticleChecks(platform: test.platform, pictures: pictures)
        let notes = try await checks.problems(of: [article.uri], app: TestPlatform.app)[article.uri] ?? []
        #expect(notes.map(\.kind) == Array(repeating: .missingImage, count: 4))
        #expect(notes.contains { $0.message.contains("none.png cannot be found") })
        #expect(notes.contains { $0.message.contains("gone.png cannot be reached. Save again") })
        let again = try await pictures.collect(result.content, hub: "news", app: TestPlatform.app, by: "Ann")
        #expect(again.content == result.content)
    }

    @Test func `a picture that a text names in an unusual way says what to write`() async throws {
        let test = try await Self.filled()
        let web = Web(files: ["https://example.org/a&b.png": try TestFiles.png(width: 9, height: 9)])
        let pictures = ArticlePictures(
            platform: test.platform, library: MediaLibrary(platform: test.platform), fetcher: web)
        let content = ArticleContent(title: "Boots", body: "![One](https://example.org/a&#x26;b&#46;png)")
        let result = try await pictures.collect(content, hub: "news", app: TestPlatform.app, by: "Ann")
        let name = try #require(try await test.platform.media.files(app: TestPlatform.app).first?.asset.name)
        #expect(result.content == content && result.failures.count == 1)
        let article = try await Self.article(result.content.body, test)
        let checks = ArticleChecks(platform: test.platform, pictures: pictures)
        let notes = try await checks.problems(of: [article.uri], app: TestPlatform.app)[article.uri] ?? []
        #expect(notes.map(\.message).contains { $0.hasSuffix("write \(name) in place of it.") })
    }

    @Test func `an address is kept without its password and query, and still fetched once`() async throws {
        let test = try await Self.filled()
        let address = "https://ann:secret@example.org/a.png?token=hidden"
        let pictures = ArticlePictures(
            platform: test.platform, library: MediaLibrary(platform: test.platform),
            fetcher: Web(files: [address: try TestFiles.png(width: 9, height: 9)]))
        let content = ArticleContent(title: "Boots", body: "![One](\(address))")
        let first = try await pictures.collect(content, hub: "news", app: TestPlatform.app, by: "Ann")
        let file = try #require(try await test.platform.media.files(app: TestPlatform.app).first?.media)
        #expect(file.origin.address?.shown == "https://example.org/a.png")
        let without = ArticlePictures(
            platform: test.platform, library: MediaLibrary(platform: test.platform), fetcher: Web(files: [:]))
        let second = try await without.collect(content, hub: "news", app: TestPlatform.app, by: "Ann")
        #expect(second.content == first.content && second.failures.isEmpty)
    }

    @Test(arguments: [
        ("![](NAME)", MediaRecord.Description(), [ImportProblem.Kind.missingAltText], ""),
        ("![](NAME)", .init(isDecorative: true), [], ""), ("![](NAME)", .init(alt: "Boots"), [], "Boots"),
        ("![](NAME)", .init(alt: "Boots", isDecorative: true), [], ""), ("![A boot](NAME)", .init(), [], "A boot"),
        ("![Describe the picture](assets/NAME)", .init(), [.missingAltText], ""),
        ("![Describe the picture](NAME)", .init(alt: "Boots"), [], "Boots"),
    ])
    func `text and library together say what a picture shows`(
        _ body: String, _ description: MediaRecord.Description, _ kinds: [ImportProblem.Kind], _ alt: String
    ) async throws {
        let test = try await Self.filled()
        let upload = MediaUpload(
            fileName: "a.png", content: JobFileContent(try TestFiles.png(width: 9, height: 9)),
            description: description)
        let name = try await MediaLibrary(platform: test.platform)
            .add(upload, hub: "news", app: TestPlatform.app, by: "Ann").media.name
        let article = try await Self.article("Text\n\n" + body.replacing("NAME", with: name), test)
        let found = try await ArticleChecks(platform: test.platform).problems(of: [article.uri], app: TestPlatform.app)
        #expect((found[article.uri] ?? []).map(\.kind) == kinds)
        let page = try await PagePreview(platform: test.platform).page(article.uri, app: TestPlatform.app)
        #expect(page.contains("assets/\(name)\" alt=\"\(alt)\""))
    }

    @Test func `addresses inside the operator's own network are not fetched`() async throws {
        let test = try await Self.filled()
        let range = try #require(AddressRange("127.0.0.0/8"))
        let pictures = ArticlePictures(
            platform: test.platform, library: MediaLibrary(platform: test.platform),
            fetcher: HTTPSourceFetcher(reach: .publicAnd([range]), deadlineSeconds: 5))
        let content = ArticleContent(title: "Boots", body: "![](http://127.0.0.1:9/a.png)")
        let result = try await pictures.collect(content, hub: "news", app: TestPlatform.app, by: "Ann")
        #expect(result.content == content)
        #expect(result.failures.first?.reason.contains("own network") == true)
    }
}
